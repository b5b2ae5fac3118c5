"""creation: tensors from data, from a rule, or from chance.

All take `dtype`, `device` and `requires_grad` as PyTorch's do, and all make leaves.
"""

from functools import partial

import numpy as np

from . import dtypes
from ._tensor import Size, Tensor, legacy_array, method, wrap
from .backend import CPU, cuda_module, device, get_default_device, to_device
from .dtypes import get_default_dtype
from .making import makes
from .nested import array_of

# --- from data -------------------------------------------------------------------------------------------------------


def tensor(data, *, dtype=None, device=None, requires_grad=False):
    """A new leaf with a copy of `data`: a number, nested lists of numbers, or an array.

    The dtype is inferred when it is not given: Python floats make float32, ints int64, bools bool.

    >>> import minitorch as mt
    >>> mt.tensor([[1, 2], [3, 4]]).dtype, mt.tensor(1.5).dtype
    (minitorch.int64, minitorch.float32)

    Errors: ValueError for ragged lists, TypeError for text. Source: PyTorch, torch.tensor.
    """
    return leaf(array_of(data, check_dtype(dtype)), device, requires_grad)


def as_tensor(data, dtype=None, device=None):
    """`data` as a tensor, without copying where it is a tensor or array of the right dtype and device already."""
    if isinstance(data, Tensor):
        return data if dtype in (None, data.dtype) and device is None else data.to(device=device, dtype=dtype)
    if isinstance(data, np.ndarray) and dtype in (None, dtypes.from_numpy_dtype(data.dtype)):
        return leaf(from_numpy(data)._array, device, False)
    return tensor(data, dtype=dtype, device=device)


def from_numpy(ndarray):
    """A tensor that shares the memory of a NumPy array: a change of one is a change of the other.

    Source: PyTorch, torch.from_numpy.
    """
    if not isinstance(ndarray, np.ndarray):
        raise TypeError(f"expected np.ndarray (got {type(ndarray).__name__})")
    kind = dtypes.from_numpy_dtype(ndarray.dtype)
    if not ndarray.dtype.isnative:
        raise ValueError(
            f"given numpy array has byte order different from the native byte order: {ndarray.dtype}. "
            f"Convert it first with array.astype('{kind.name}')."
        )
    if any(stride < 0 for stride in ndarray.strides):
        raise ValueError(
            "At least one stride in the given numpy array is negative, and tensors with negative strides are not "
            "currently supported. (You can probably work around this by making a copy of your array with array.copy().)"
        )
    return wrap(ndarray)


def leaf(array, where, requires_grad):
    """A leaf around an array that is nobody else's, on the device asked for."""
    where = get_default_device() if where is None else where
    t = wrap(array if where is CPU else to_device(array, where))
    if not requires_grad:
        return t
    if t.dtype.category < dtypes.FLOATING:
        raise RuntimeError(
            "Only Tensors of floating point and complex dtype can require gradients, "
            f"but this one is {t.dtype}: give it a dtype such as minitorch.float32"
        )
    return t.requires_grad_()


def check_dtype(kind):
    """A dtype argument: one of ours or None; TypeError for anything else."""
    if kind is None or isinstance(kind, dtypes.dtype):
        return kind
    names = {float: dtypes.float64, int: dtypes.int64, bool: dtypes.bool, complex: dtypes.complex128}
    if isinstance(kind, type) and kind in names:
        return names[kind]
    raise TypeError(
        f"dtype must be a minitorch.dtype such as minitorch.float32, but got {type(kind).__name__} {kind!r}"
    )


def size_of(size, name):
    """A size given as several ints or as one sequence of them, as a tuple of ints."""
    if len(size) == 1 and isinstance(size[0], (tuple, list, Size)):
        size = size[0]
    sizes = []
    for length in size:
        if isinstance(length, (bool, float, complex, str)) or not hasattr(length, "__index__"):
            raise TypeError(
                f"{name}(): argument 'size' must be tuple of ints, but found element of type {type(length).__name__}"
            )
        length = length.__index__()
        if length < 0:
            raise RuntimeError(f"{name}: Dimension size must be non-negative, but got {length} in {list(size)}.")
        sizes.append(length)
    return tuple(sizes)


# --- filled by a rule ------------------------------------------------------------------------------------------------


def module_on(where):
    """numpy or cupy, for making an array right where it is wanted."""
    where = get_default_device() if where is None else device(where)
    return np if where == CPU else cuda_module()


def _make(fill, name, doc):
    """zeros, ones and empty, with their *_like and new_* forms, differ only in what they fill with."""

    def make(*size, dtype=None, device=None, requires_grad=False):
        kind = (check_dtype(dtype) or get_default_dtype()).numpy
        return leaf(getattr(module_on(device), fill)(size_of(size, name), kind), device, requires_grad)

    def like(input, *, dtype=None, device=None, requires_grad=False):
        kind, where = check_dtype(dtype) or input.dtype, input.device if device is None else device
        array = input._array
        if array.flags.c_contiguous or 0 in array.strides:
            return make(array.shape, dtype=kind, device=where, requires_grad=requires_grad)
        made = getattr(module_on(input.device), f"{fill}_like")(array, dtype=kind.numpy)  # its strides in their order
        return leaf(made, where, requires_grad)

    def new(self, *size, dtype=None, device=None, requires_grad=False):
        kind, where = check_dtype(dtype) or self.dtype, self.device if device is None else device
        return make(*size, dtype=kind, device=where, requires_grad=requires_grad)

    make.__name__ = make.__qualname__ = name
    make.__doc__ = (
        f"A tensor of the given size, {doc}. Sizes are several ints or one sequence. Source: PyTorch, torch.{name}."
    )
    like.__name__ = like.__qualname__ = f"{name}_like"
    like.__doc__ = f"A tensor of the shape, dtype and device of `input`, {doc}. Source: PyTorch, torch.{name}_like."
    new.__name__ = new.__qualname__ = f"new_{name}"
    new.__doc__ = f"{name}, with the dtype and device of this tensor. Source: PyTorch, torch.Tensor.new_{name}."
    method(makes(new, writes=False), f"new_{name}")
    return makes(make), makes(like, writes=False)


zeros, zeros_like = _make("zeros", "zeros", "filled with 0")
ones, ones_like = _make("ones", "ones", "filled with 1")
empty, empty_like = _make("empty", "empty", "with whatever numbers lay in its memory")


@makes
def full(size, fill_value, *, dtype=None, device=None, requires_grad=False):
    """A tensor of the given size filled with one number, which also gives the dtype if none is named."""
    number = array_of(fill_value, check_dtype(dtype))
    array = module_on(device).full(
        size_of((size,) if not isinstance(size, int) else (size,), "full"), number, number.dtype
    )
    return leaf(array, device, requires_grad)


@partial(makes, writes=False)
def full_like(input, fill_value, *, dtype=None, device=None, requires_grad=False):
    """A tensor of the shape, dtype and device of `input`, filled with one number."""
    where = input.device if device is None else device
    return full(input.shape, fill_value, dtype=dtype or input.dtype, device=where, requires_grad=requires_grad)


@method
@partial(makes, writes=False)
def new_full(self, size, fill_value, *, dtype=None, device=None, requires_grad=False):
    """full, with the dtype and device of this tensor."""
    where = self.device if device is None else device
    return full(size, fill_value, dtype=dtype or self.dtype, device=where, requires_grad=requires_grad)


@method
@partial(makes, writes=False)
def new_tensor(self, data, *, dtype=None, device=None, requires_grad=False):
    """tensor, with the dtype and device of this tensor."""
    where = self.device if device is None else device
    return tensor(data, dtype=dtype or self.dtype, device=where, requires_grad=requires_grad)


@partial(makes, writes=False)
def scalar_tensor(s, *, dtype=None, device=None, requires_grad=False):
    """A 0-d tensor of one number, in the default float dtype unless another is named."""
    return tensor(s, dtype=dtype or get_default_dtype(), device=device, requires_grad=requires_grad)


# --- the typed constructors: FloatTensor, LongTensor ... -----------------------------------------------------------------


class _Typed(type):
    """FloatTensor and its kin: they make plain Tensors, and isinstance asks for the dtype."""

    def __call__(cls, *args):
        return wrap(legacy_array(args, cls.dtype))

    def __instancecheck__(cls, x):
        return isinstance(x, Tensor) and x.dtype is cls.dtype and x.is_cpu

    def __repr__(cls):
        return f"<class 'minitorch.{cls.__name__}'>"


def _typed(name, kind):
    doc = f"`{name}(2, 3)` or `{name}([1, 2])`: PyTorch's old constructor of {kind.name} tensors."
    return _Typed(name, (), {"dtype": kind, "__doc__": doc, "__module__": "minitorch"})


FloatTensor, DoubleTensor = _typed("FloatTensor", dtypes.float32), _typed("DoubleTensor", dtypes.float64)
HalfTensor, BFloat16Tensor = _typed("HalfTensor", dtypes.float16), _typed("BFloat16Tensor", dtypes.bfloat16)
ByteTensor, CharTensor = _typed("ByteTensor", dtypes.uint8), _typed("CharTensor", dtypes.int8)
ShortTensor, IntTensor = _typed("ShortTensor", dtypes.int16), _typed("IntTensor", dtypes.int32)
LongTensor, BoolTensor = _typed("LongTensor", dtypes.int64), _typed("BoolTensor", dtypes.bool)
TYPED = (FloatTensor, DoubleTensor, HalfTensor, BFloat16Tensor, ByteTensor, CharTensor, ShortTensor, IntTensor)
TYPED += (LongTensor, BoolTensor)


def is_tensor(obj):
    """Whether `obj` is a Tensor."""
    return isinstance(obj, Tensor)


def numel(input):
    """The number of elements of a tensor."""
    return input.numel()


__all__ = """tensor as_tensor from_numpy zeros zeros_like ones ones_like empty empty_like full full_like
scalar_tensor
FloatTensor DoubleTensor HalfTensor BFloat16Tensor ByteTensor CharTensor ShortTensor IntTensor LongTensor BoolTensor
is_tensor numel""".split()
