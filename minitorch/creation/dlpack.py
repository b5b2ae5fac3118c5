"""from_dlpack, __dlpack__, __cuda_array_interface__: memory shared with another library's arrays (shelf)."""

import numpy as np

from .._tensor import method, wrap
from ..backend import cuda_module, device_of, to_device
from ..backend import device as Device
from ..dtypes import from_numpy_dtype

__all__ = ["from_dlpack"]

# --- DLPack ----------------------------------------------------------------------------------------------------------

GPU = (2, 13)  # the numbers of CUDA memory, of one GPU and managed


def _dlpack_device(self):
    """(1, 0) for the CPU, (2, number) for a GPU."""
    return (1, 0) if self.is_cpu else (GPU[0], self.device.index)


def _dlpack(self, *, stream=-1, max_version=None, dl_device=None, copy=None):
    """A capsule that describes this tensor's memory, for the from_dlpack of another library.

    Source: PyTorch, torch.Tensor.__dlpack__; DLPack, "Python Specification".
    """
    if self.requires_grad:
        raise BufferError("Can't export tensors that require gradient, use tensor.detach()")
    if stream is not None and type(stream) is not int:
        raise TypeError("stream must be ``int`` or ``none``")
    options = {"max_version": max_version, "dl_device": dl_device, "copy": copy}
    if not self.is_cpu:
        options["stream"] = None if stream == -1 else stream
    elif stream not in (None, -1):
        raise AssertionError("stream should be None on cpu.")
    return self._array.__dlpack__(**{name: value for name, value in options.items() if value is not None})


def _interface(self):
    """What CuPy, Numba and others read to share a GPU tensor's memory.

    Errors: AttributeError for a tensor on the CPU, RuntimeError for one that requires a gradient.
    Source: PyTorch, torch.Tensor.__cuda_array_interface__.
    """
    if not self.is_cuda:
        raise AttributeError(
            f"Can't get __cuda_array_interface__ on non-CUDA tensor type: {self.type()} If CUDA data is required use "
            "tensor.cuda() to copy tensor to device memory."
        )
    if self.requires_grad:
        raise RuntimeError(
            "Can't get __cuda_array_interface__ on Variable that requires grad. If gradients aren't required, use var.detach() "
            "to get Variable that doesn't require grad."
        )
    return self._array.__cuda_array_interface__


method(_dlpack, "__dlpack__")
method(property(_interface), "__cuda_array_interface__")
method(_dlpack_device, "__dlpack_device__")


class Capsule:
    """A bare capsule as an object that can be asked for it; it does not say where its memory is: on the CPU."""

    def __init__(self, capsule):
        self.capsule = capsule

    def __dlpack__(self, **options):
        return self.capsule

    def __dlpack_device__(self):
        return (1, 0)


class Writable:
    """An array's memory, to be written to: an older capsule cannot say whether it may be, so NumPy only reads it."""

    def __init__(self, array):
        self.array = array  # keeps the memory alive
        self.__array_interface__ = {**array.__array_interface__, "data": (array.ctypes.data, False)}


def from_dlpack(ext_tensor, *, device=None, copy=None):
    """A tensor that shares the memory of another library's array, or of a DLPack capsule.

    >>> import minitorch as mt
    >>> import numpy as np
    >>> array = np.zeros(2)
    >>> t = mt.from_dlpack(array)
    >>> array[0] = 5
    >>> t
    tensor([5., 0.], dtype=minitorch.float64)

    Errors: RuntimeError for what is neither, BufferError for what its owner does not hand over, ValueError for a move to
    another device with copy=False. Source: PyTorch, torch.from_dlpack.
    """
    if type(ext_tensor).__name__ == "PyCapsule":
        ext_tensor = Capsule(ext_tensor)
    if not hasattr(ext_tensor, "__dlpack__"):
        raise RuntimeError(
            f"from_dlpack received an invalid capsule: {type(ext_tensor).__name__} has no __dlpack__. Note that DLTensor "
            "capsules can be consumed only once"
        )
    if ext_tensor.__dlpack_device__()[0] in GPU:
        array = cuda_module().from_dlpack(ext_tensor)
    else:
        array = np.from_dlpack(ext_tensor)
        if type(ext_tensor) is Capsule and not array.flags.writeable:
            array = np.asarray(Writable(array))
    from_numpy_dtype(array.dtype)  # raises for what no tensor can hold
    here = device_of(array)
    moves = device is not None and Device(device) not in (here, Device(here.type))
    if moves and copy is False:
        raise ValueError(
            f"cannot move DLPack tensor from device {here} to {device} without copying. Set copy=None or True."
        )
    return wrap(to_device(array, device) if moves else array.copy() if copy else array)
