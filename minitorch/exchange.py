"""exchange: numbers that other libraries, files and copies share with a tensor, with or without a copy.

NumPy asks for `__array__` and wraps its results with `__array_wrap__`; every array library knows DLPack, a description of
memory that is handed over in a capsule; `copy` and `pickle` ask for the parts of a tensor.
"""

import copy as copying

import numpy as np

from ._tensor import Tensor, bare, wrap
from .backend import cuda_module, device_of, to_device
from .backend import device as Device
from .creation import as_tensor, check_dtype, from_numpy, leaf, tensor
from .dtypes import from_numpy_dtype, get_default_dtype

__all__ = ["asarray", "frombuffer", "from_dlpack"]

# --- NumPy -----------------------------------------------------------------------------------------------------------


def _array(self, dtype=None, copy=None):
    """What np.asarray(tensor) gives: the same memory, unless another dtype or a copy is asked for."""
    return np.array(self.numpy(), dtype=dtype, copy=copy)


def _array_wrap(self, array, context=None, return_scalar=False):
    """What NumPy's functions return when they are given tensors. Bools come as uint8, as they do in PyTorch."""
    return from_numpy(array.astype(np.uint8) if array.dtype.kind == "b" else array)


Tensor.__array__, Tensor.__array_wrap__ = _array, _array_wrap

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


Tensor.__dlpack__, Tensor.__dlpack_device__ = _dlpack, _dlpack_device


class Capsule:
    """A bare capsule as an object that can be asked for it; it does not say where its memory is: on the CPU."""

    def __init__(self, capsule):
        self.capsule = capsule

    def __dlpack__(self, **options):
        return self.capsule

    def __dlpack_device__(self):
        return (1, 0)


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
    from_numpy_dtype(array.dtype)  # raises for what no tensor can hold
    here = device_of(array)
    moves = device is not None and Device(device) not in (here, Device(here.type))
    if moves and copy is False:
        raise ValueError(
            f"cannot move DLPack tensor from device {here} to {device} without copying. Set copy=None or True."
        )
    return wrap(to_device(array, device) if moves else array.copy() if copy else array)


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
    try:
        length = memoryview(buffer).nbytes
    except TypeError:
        raise ValueError(f"object does not implement Python buffer protocol: {type(buffer).__name__}") from None
    kind = check_dtype(dtype)
    rest = length - offset
    if not length or not count:
        raise ValueError(f"both buffer length ({length}) and count ({count}) must not be 0")
    if not 0 <= offset < length:
        raise ValueError(
            f"offset ({offset} bytes) must be non-negative and no greater than buffer length ({length} bytes) minus 1"
        )
    if count < 0 and rest % kind.itemsize:
        raise ValueError(
            f"buffer length ({rest} bytes) after offset ({offset} bytes) must be a multiple of element size "
            f"({kind.itemsize})"
        )
    if count * kind.itemsize > rest:
        raise ValueError(
            f"requested buffer length ({count} * {kind.itemsize} bytes) after offset ({offset} bytes) must not be greater "
            f"than actual buffer length ({length} bytes)"
        )
    return leaf(np.frombuffer(buffer, kind.numpy, max(count, -1), offset), None, requires_grad)


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
    if copy is False and dtype not in (None, obj.dtype):
        raise ValueError(f"can't alias tensor with dtype '{obj.dtype.title}' into dtype '{dtype.title}'.")
    if copy is False and device is not None and Device(device) not in (obj.device, Device(obj.device.type)):
        raise ValueError(f"can't alias tensor from device '{obj.device}' to '{device}'.")
    made = as_tensor(obj, dtype, device)
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


# --- copy and pickle -------------------------------------------------------------------------------------------------


def _deepcopy(self, memo):
    """A copy of a leaf with its gradient and attributes. Views that are copied together share memory again."""
    if id(self) in memo:
        return memo[id(self)]
    if not self.is_leaf:
        raise RuntimeError(
            "Only Tensors created explicitly by the user (graph leaves) support the deepcopy protocol at the moment. "
            "Detach this one first: tensor.detach()."
        )
    made = memo[id(self)] = wrap(copy_of(self._array, memo), type(self))
    made._requires_grad, made._grad = self._requires_grad, copying.deepcopy(self._grad, memo)
    made.__dict__.update(copying.deepcopy(self.__dict__, memo))
    return made


def copy_of(array, memo):
    """A copy of an array, at its place in a copy of the memory that it is a part of."""
    memory = array
    while isinstance(memory.base, type(array)):
        memory = memory.base
    if memory is array or not memory.flags.forc or memory.dtype != array.dtype or not isinstance(array, np.ndarray):
        memo[id(array)] = made = array.copy(order="K")
        return made
    if id(memory) not in memo:
        memo[id(memory)] = memory.copy(order="K")
    skipped = array.ctypes.data - memory.ctypes.data
    return np.ndarray(array.shape, array.dtype, memo[id(memory)].data, skipped, array.strides)


def _setstate(self, state):
    self._array, self._requires_grad, attributes = state
    self._edge = self._base = self._hooks = self._grad = None
    self._counter = [0]
    self.__dict__.update(attributes)


def _reduce_ex(self, protocol):
    """What pickle and copy.copy take: the numbers, without gradient and history; an operation's result becomes a leaf."""
    return bare, (type(self),), (self._array, self.requires_grad, self.__dict__)


Tensor.__deepcopy__, Tensor.__setstate__, Tensor.__reduce_ex__ = _deepcopy, _setstate, _reduce_ex
