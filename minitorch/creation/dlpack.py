"""from_dlpack, __dlpack__, __cuda_array_interface__: memory shared with another library's arrays (shelf)."""

import numpy as np

from .._tensor import method, wrap
from ..backend import cuda_module, to_device
from ..dtypes import from_numpy_dtype

__all__ = ["from_dlpack"]


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
