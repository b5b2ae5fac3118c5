"""writing_out: a result written into the tensor that was given as `out=` (shelf)."""

import numpy as np

from .. import _tensor
from .._tensor import Tensor, touch
from ..backend import array_module
from ..dtypes import named
from ..errors import warn
from .out import refuse_shared


def fill_out(out, result, op, operands=()):
    """Write a result into the tensor given as `out=`, which takes its shape; of several results, into a tuple of tensors."""
    name = getattr(op, "__name__", op)
    if isinstance(result, (tuple, list)):
        if not isinstance(out, (tuple, list)) or len(out) != len(result):
            raise TypeError(f"{name}(): argument 'out' must be a tuple of {len(result)} Tensors")
        return type(result)([fill_out(one, part, op) for one, part in zip(out, result, strict=True)])
    check_out(out, result, name)
    if out._array.shape != result._array.shape:
        resize_out(out, result._array.shape)
    refuse_overlap(out._array)
    refuse_shared(out, operands if getattr(op, "promote", None) else (), name)
    out._array[...] = result._array
    touch(out)
    return out


def check_out(out, result, name):
    """Raise for a tensor that a result cannot be written into."""
    check_tensor(out, name)
    if (result._requires_grad or out._requires_grad) and _tensor.recording():
        raise RuntimeError(f"{name}(): functions with out=... arguments don't support automatic differentiation")
    kind, target = result.dtype, out.dtype
    whole = kind.name in ("int64", "bool") and name in ("nonzero", "argmax", "argmin", "any", "all")
    if (kind.category > target.category or whole and kind is not target) and not (
        name in ("any", "all") and target.name == "uint8"
    ):
        raise RuntimeError(f"result type {kind.title} can't be cast to the desired output type {target.title}")
    if out.device != result.device:
        raise RuntimeError(f"Expected out tensor to be on {result.device}, but it is on {out.device}")


def check_tensor(out, name):
    """`out`, which must be one tensor."""
    if not isinstance(out, Tensor):
        raise TypeError(f"{name}(): argument 'out' must be Tensor, not {type(out).__name__}")
    return out


def resize_out(out, shape):
    """Give `out` memory for that shape: PyTorch warns where numbers were in it already."""
    if out._array.size:
        shapes = f"since it had shape {list(out.shape)}, not the required output shape {list(shape)}"
        warn(f"An output with one or more elements was resized {shapes}: make it with empty(0).")
    out._array = array_module(out._array).empty(shape, out._array.dtype)


def kind_of(out, dtype, name):
    """The dtype that a reduction computes in: the one that was asked for, which must be `out`'s, else that of `out`."""
    dtype = named(dtype)
    check_tensor(out, name)
    if dtype is not None and dtype is not out.dtype:
        raise RuntimeError(f"{name}(): Expected out tensor to have dtype {dtype.title}, not {out.dtype.title}")
    return out.dtype


def refuse_overlap(array):
    """Raise for a tensor of which several elements lie in one place, as those of an expanded one do."""
    if array.size > 1 and any([n > 1 and step == 0 for n, step in zip(array.shape, array.strides, strict=True)]):
        raise RuntimeError("unsupported operation: elements of the written-to tensor lie in one place: clone() it")


def refuse_part(array, other):
    """Raise for an array that is written into over a part of another one."""
    if type(array) is type(other) is np.ndarray and meets(array, other):
        raise RuntimeError(
            "unsupported operation: some elements of the input tensor and the written-to tensor refer to a single memory "
            "location. Please clone() the tensor before performing the operation."
        )


def meets(a, b):
    """Whether two arrays share memory, but are not the same elements in the same order."""
    same = a.ctypes.data == b.ctypes.data and a.shape == b.shape and a.strides == b.strides
    return bool(a.size and b.size) and not same and np.may_share_memory(a, b) and is_dense(a) and is_dense(b)


def is_dense(array):
    """Whether the elements of an array fill its memory, each in a place of its own."""
    span = sum([(n - 1) * step for n, step in zip(array.shape, array.strides, strict=True)]) + array.itemsize
    return array.flags.c_contiguous or (span == array.nbytes and 0 not in array.strides)
