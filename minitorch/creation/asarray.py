"""asarray, frombuffer: a tensor that shares an object's memory where that is possible (shelf)."""

import numpy as np

from .._tensor import Tensor, method
from ..dtypes import get_default_dtype
from ..errors import warn_once
from .tensor import as_tensor, check_dtype, from_numpy, leaf, tensor


def frombuffer(buffer, *, dtype, count=-1, offset=0, requires_grad=False):
    """A tensor over the memory of an object with Python's buffer protocol, such as a bytearray: nothing is copied.

    dtype   what the bytes are       count   how many numbers; -1 for all
    offset  how many bytes to skip

    >>> import minitorch as mt
    >>> mt.frombuffer(bytearray([1, 0, 2, 0]), dtype=mt.int16)
    tensor([1, 2], dtype=minitorch.int16)

    Errors: ValueError when the memory does not hold such numbers. Source: PyTorch, torch.frombuffer.
    """
    kind = check_dtype(dtype)
    array = np.frombuffer(buffer, kind.numpy, max(count, -1), offset)
    if not array.flags.writeable:
        warn_once("The given buffer is not writable, but a tensor that shares its memory could be written to. Copy it.")
    return leaf(array, None, requires_grad)


def asarray(obj, *, dtype=None, device=None, copy=None, requires_grad=None):
    """`obj`, a tensor, an array, a buffer or nested lists, as a tensor: the memory is shared where that is possible.

    copy=True always copies; copy=False raises where sharing is not possible. requires_grad=False cuts off the history.

    >>> import minitorch as mt
    >>> x = mt.ones(2)
    >>> mt.asarray(x) is x, mt.asarray(x, copy=True) is x
    (True, False)

    Errors: ValueError for copy=False where only a copy will do. Source: PyTorch, torch.asarray.
    """
    dtype = check_dtype(dtype)
    if not isinstance(obj, Tensor):
        obj = shared(obj, dtype, copy)
    made = as_tensor(obj, dtype, device)
    if copy is False and made._array is not obj._array:
        raise ValueError(f"can't alias a {obj.dtype} tensor on {obj.device} as {made.dtype} on {made.device}.")
    made = made.clone() if copy and made is obj else made
    if requires_grad is False and made.requires_grad:
        return made.detach()
    return made.requires_grad_() if requires_grad and not made.requires_grad else made


def shared(obj, dtype, copy):
    """A tensor around an object's memory; if that cannot be, and copy is not False, of its numbers."""
    if isinstance(obj, np.ndarray):
        return from_numpy(obj)
    if isinstance(obj, (bytes, bytearray, memoryview)):
        return frombuffer(obj, dtype=dtype or get_default_dtype())
    if copy is False:
        raise ValueError("can't alias arbitrary sequence into a tensor.")
    return tensor(obj, dtype=dtype)


def _interface(self):
    """What CuPy, Numba and others read to share a GPU tensor's memory; AttributeError for a tensor on the CPU."""
    if not self.is_cuda:
        raise AttributeError("__cuda_array_interface__ is there for tensors on a GPU: take .cuda()")
    if self.requires_grad:
        raise RuntimeError("__cuda_array_interface__ of a tensor that requires grad: take .detach()")
    return self._array.__cuda_array_interface__


method(property(_interface), "__cuda_array_interface__")
