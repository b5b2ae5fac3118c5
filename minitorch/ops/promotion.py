"""promotion: type promotion: which dtype an operation computes in, and the operands in that dtype (core)."""

import numpy as np

from .._tensor import Tensor
from ..dtypes import FLOATING, by_numpy, common_dtype, get_default_dtype, kind_of_scalar

NUMBER = (int, float, complex, np.generic)  # bool is an int
FLOAT_DTYPES = frozenset((np.dtype("float32"), np.dtype("float64")))


def common(operands):
    """The dtype that arithmetic on these operands has: PyTorch's promotion."""
    kinds = {x._array.dtype if isinstance(x, Tensor) else type(x) for x in operands} - {int, float}
    kind = by_numpy.get(kinds.pop()) if len(kinds) == 1 else None
    return kind if kind is not None and kind.category == FLOATING else promoted(operands)


def promoted(operands):
    """The same where the dtypes differ. Tensors with dimensions decide before 0-d tensors, and those before numbers."""
    dimensioned, zero_dimensional, scalars = [], [], []
    for x in operands:
        if isinstance(x, Tensor):
            (dimensioned if x._array.ndim else zero_dimensional).append(x.dtype)
        elif isinstance(x, NUMBER):
            scalars.append(kind_of_scalar(x))
    return common_dtype(dimensioned, zero_dimensional, scalars)


def floating(operands):
    """The same, except that integers and bools become the default float: what division and `exp` compute in."""
    kind = common(operands)
    return kind if kind is None or kind.category >= FLOATING else get_default_dtype()


def is_half(x):
    """Whether x is an array of 16-bit floats."""
    kind = getattr(x, "dtype", None)
    return kind is not None and kind.itemsize == 2 and kind.kind in "fV"


def cast(x, kind):
    """An operand as the array (or number) of dtype `kind` that a forward computes with."""
    if isinstance(x, Tensor):
        return x._array.astype(kind.numpy, copy=False)
    return number_in(x, kind) if isinstance(x, NUMBER) else x


def number_in(x, kind):
    """A number in the dtype `kind`. Among floats a plain one remains if it is not too large: NumPy converts it."""
    remains = isinstance(x, float) or isinstance(x, int) and abs(x) <= 2**53
    if remains and kind.category == FLOATING and not isinstance(x, np.generic):
        return x
    return np.asarray(x).astype(kind.numpy)[()]
