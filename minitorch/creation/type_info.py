"""finfo, iinfo: the limits of a dtype; the dtypes of the package ml_dtypes (shelf)."""

import numpy as np

from ..dtypes import COMPLEX, FLOATING, INTEGER, bfloat16, by_numpy, get_default_dtype, named


class finfo:
    """The limits of a floating dtype: eps, max, min, tiny, bits.

    >>> import minitorch as mt
    >>> mt.finfo(mt.float32).eps
    1.1920928955078125e-07
    """

    __module__ = "minitorch"  # where users find it

    def __init__(self, type=None):
        type = get_default_dtype() if type is None else named(type)
        self.dtype = type.to_real().name
        if type.category < FLOATING:
            raise TypeError(f"minitorch.finfo() requires a floating point type, not {type}: iinfo takes integers")
        if type is bfloat16:
            import ml_dtypes

            limits = ml_dtypes.finfo(type.numpy)
        else:
            limits = np.finfo(type.numpy)
        self.bits = limits.bits
        self.eps, self.max, self.min = [n.item() for n in (limits.eps, limits.max, limits.min)]
        self.tiny = self.smallest_normal = limits.smallest_normal.item()
        self.resolution = limits.resolution.item()

    def __repr__(self):
        names = ("resolution", "min", "max", "eps", "smallest_normal", "tiny")
        return f"finfo({', '.join([f'{name}={getattr(self, name):g}' for name in names])}, dtype={self.dtype})"


class iinfo:
    """The limits of an integer dtype: min, max, bits.

    >>> import minitorch as mt
    >>> mt.iinfo(mt.int8).max
    127
    """

    __module__ = "minitorch"  # where users find it

    def __init__(self, type):
        type = named(type)
        if type.category != INTEGER:
            raise TypeError(f"minitorch.iinfo() requires an integer input type. Use minitorch.finfo to handle '{type}'")
        limits = np.iinfo(type.numpy)
        self.dtype, self.bits, self.min, self.max = type.name, limits.bits, limits.min, limits.max

    def __repr__(self):
        return f"iinfo(min={self.min}, max={self.max}, dtype={self.dtype})"


def of_ml_dtypes(name):
    """The NumPy dtype of bfloat16 or float8."""
    try:
        import ml_dtypes
    except ImportError as error:
        raise ImportError(f"{name} needs the package ml_dtypes: pip install ml_dtypes") from error
    return np.dtype(getattr(ml_dtypes, name))


def check_fits(kind, value):
    """What check_holds says of a number that may be too large."""
    if kind.category == INTEGER:  # below 0, unsigned integers count from their end
        limits, real = np.iinfo(kind.numpy), getattr(value, "real", value)
        fits = (limits.min or -limits.max) <= real <= limits.max
    else:
        with np.errstate(all="ignore"):
            fits = np.isfinite(np.asarray(value).astype(kind.numpy)) or not np.isfinite(value)
    if not fits or (isinstance(value, complex) and value.imag and kind.category < COMPLEX):
        raise RuntimeError(f"value cannot be converted to type {kind.name} without overflow: {value}")


def refuse_unsigned(one, other):
    """RuntimeError for uint16, uint32 and uint64 with a dtype that is not floating: PyTorch has no rule for the pair."""
    if one is not other and FLOATING not in (one.category, other.category):
        raise RuntimeError(f"Promotion is not supported for {one.title} and {other.title}: convert one of them first")


def unusual_dtype(numpy_dtype):
    """bfloat16, and the dtype for numbers in another byte order; TypeError for what no tensor can hold."""
    if numpy_dtype.name == "bfloat16":
        bfloat16.numpy  # noqa: B018  loads ml_dtypes and enters bfloat16 in the table
        return bfloat16
    native = by_numpy.get(numpy_dtype.newbyteorder("=")) if numpy_dtype.kind in "biufc" else None
    if native is not None:
        return native
    raise TypeError(f"can't convert np.ndarray of type numpy.{numpy_dtype.type.__name__}: try array.astype('float32')")
