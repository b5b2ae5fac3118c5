"""tensor, as_tensor, from_numpy: a tensor from data; what all functions that make tensors share (core)."""

import functools

import numpy as np

from .. import dtypes
from .._lazy import load
from .._tensor import Tensor, wrap
from ..backend import CPU, device, get_default_device, module_of, to_device
from ..errors import fault, with_note
from ..ops.one_step import one_step
from .data import array_of, given_array

__all__ = ["tensor", "as_tensor", "from_numpy"]


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
    if hasattr(data, "__cuda_array_interface__"):
        return wrap(given_array(data)).to(device=device, dtype=dtype)
    return tensor(data, dtype=dtype, device=device)


def from_numpy(ndarray):
    """A tensor that shares the memory of a NumPy array: a change of one is a change of the other.

    Source: PyTorch, torch.from_numpy.
    """
    if not isinstance(ndarray, np.ndarray):
        raise TypeError(f"expected np.ndarray (got {type(ndarray).__name__})")
    if not (ndarray.flags.carray and ndarray.dtype.isnative):
        load("minitorch.creation.unusual").check_memory(ndarray)
    return wrap(ndarray.view(np.ndarray))  # a view of its own: to set array.shape does not change the tensor


def leaf(array, where, requires_grad):
    """A leaf with its own array, on the device that was asked for or on the default device."""
    where = get_default_device() if where is None else where
    t = wrap(array if where is CPU else to_device(array, where))
    return set_requires_grad(t) if requires_grad else t


def set_requires_grad(t):
    """Let a new tensor require a gradient; RuntimeError for integers and bools."""
    if t.dtype.category < dtypes.FLOATING:
        raise with_note(
            RuntimeError("Only Tensors of floating point and complex dtype can require gradients"),
            f"This one is {t.dtype}: give it a dtype such as minitorch.float32.",
        )
    return t.requires_grad_()


def check_dtype(kind):
    """A dtype argument: one of ours or None; TypeError for anything else."""
    kind = dtypes.named(kind)
    if kind is None or isinstance(kind, dtypes.dtype):
        return kind
    raise TypeError(
        f"dtype must be a minitorch.dtype such as minitorch.float32, but got {type(kind).__name__} {kind!r}"
    )


def size_of(size, name):
    """A size given as several ints or as one sequence of them, as a tuple of ints."""
    if len(size) == 1 and isinstance(size[0], (tuple, list)):
        size = size[0]
    if all([type(length) is int and length >= 0 for length in size]):
        return tuple(size)
    return load("minitorch.creation.unusual").unusual_size(size, name)


def module_on(where):
    """numpy, cupy or meta, for making an array right where it is wanted."""
    where = get_default_device() if where is None else device(where)
    return np if where == CPU else module_of(where)


SHARED = frozenset("out size layout pin_memory memory_format".split())  # rarer arguments: see arguments.py


def makes(function, writes=True):
    """Give the shared arguments to a function that makes a tensor. Without `writes` it takes no `out`."""

    @functools.wraps(function)
    def make(*args, **named):
        try:
            if SHARED.isdisjoint(named):
                return function(*args, **named)
            return load("minitorch.creation.arguments").made(function, args, named, writes)
        except Exception as error:
            raise fault(error, function.__name__) from None

    return make


# --- one step of a trace each -----------------------------------------------------------------------------------------

quiet = np.errstate(all="ignore")  # 1e300 as a float32 is inf, without a word
tensor, as_tensor, from_numpy = map(one_step, (quiet(tensor), quiet(as_tensor), from_numpy))
