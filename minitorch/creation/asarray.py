"""asarray, frombuffer, from_dlpack: a tensor that shares an object's memory where that is possible (shelf)."""

import numpy as np

from .._tensor import Tensor, method, wrap
from ..backend import cuda_module, to_device
from ..dtypes import from_numpy_dtype, get_default_dtype
from ..errors import warn_once
from .tensor import as_tensor, check_dtype, from_numpy, leaf, tensor

__all__ = ["asarray", "frombuffer", "from_dlpack"]


# --- any memory, any object ------------------------------------------------------------------------------------------


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
        raise ValueError(
            f"can't alias a tensor of {obj.dtype} on {obj.device} as one of {made.dtype} on {made.device}."
        )
    made = made.clone() if copy and made is obj else made
    if requires_grad is False and made.requires_grad:
        return made.detach()
    return made.requires_grad_() if requires_grad and not made.requires_grad else made


def shared(obj, dtype, copy):
    """A tensor around an object's memory; if that cannot be, and copy is not False, of its numbers."""
    if isinstance(obj, np.ndarray):
        return from_numpy(obj)
    if hasattr(obj, "__dlpack__"):
        return from_dlpack(obj)
    if isinstance(obj, (bytes, bytearray, memoryview)):
        return frombuffer(obj, dtype=dtype or get_default_dtype())
    if copy is False:
        raise ValueError("can't alias arbitrary sequence into a tensor.")
    return tensor(obj, dtype=dtype)


# --- DLPack: a description of memory that one library hands to another ------------------------------------------------


def _dlpack_device(self):
    """(1, 0) for the CPU, (2, number) for a GPU."""
    return (1, 0) if self.is_cpu else (2, self.device.index)


def _dlpack(self, *, stream=None, max_version=None, dl_device=None, copy=None):
    """A capsule that describes this tensor's memory, for the from_dlpack of another library.

    Source: PyTorch, torch.Tensor.__dlpack__; DLPack, "Python Specification".
    """
    if self.requires_grad:
        raise BufferError("Can't export tensors that require gradient, use tensor.detach()")
    options = {"max_version": max_version, "dl_device": dl_device, "copy": copy}
    if not self.is_cpu:
        options["stream"] = None if stream == -1 else stream
    return self._array.__dlpack__(**{name: value for name, value in options.items() if value is not None})


def _interface(self):
    """What CuPy, Numba and others read to share a GPU tensor's memory; AttributeError for a tensor on the CPU."""
    if not self.is_cuda:
        raise AttributeError("__cuda_array_interface__ is there for tensors on a GPU: take .cuda()")
    if self.requires_grad:
        raise RuntimeError("__cuda_array_interface__ of a tensor that requires grad: take .detach()")
    return self._array.__cuda_array_interface__


method(_dlpack, "__dlpack__")
method(property(_interface), "__cuda_array_interface__")
method(_dlpack_device, "__dlpack_device__")


def from_dlpack(ext_tensor, *, device=None, copy=None):
    """A tensor that shares the memory of another library's array.

    >>> import minitorch as mt
    >>> import numpy as np
    >>> array = np.zeros(2)
    >>> t = mt.from_dlpack(array)
    >>> array[0] = 5
    >>> t
    tensor([5., 0.], dtype=minitorch.float64)

    Errors: TypeError for what has no __dlpack__, BufferError for what its owner does not hand over.
    Source: PyTorch, torch.from_dlpack.
    """
    if not hasattr(ext_tensor, "__dlpack__"):
        raise TypeError(f"from_dlpack expects an object with __dlpack__, but got {type(ext_tensor).__name__}")
    on_cpu = ext_tensor.__dlpack_device__()[0] == 1
    array = (np if on_cpu else cuda_module()).from_dlpack(ext_tensor)
    from_numpy_dtype(array.dtype)  # raises for what no tensor can hold
    array = array.copy() if copy else array
    return wrap(array if device is None else to_device(array, device))
