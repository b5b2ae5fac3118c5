"""numpy, tolist, float(x), len(x), bool(x), x in y: the numbers of a tensor for Python and NumPy (shelf)."""

import numpy as np

from ... import _tensor, dtypes
from ..._tensor import Tensor, method
from ...errors import warn_once, with_note
from ...printing import readable


def is_tensor(obj):
    """Whether `obj` is a Tensor."""
    return isinstance(obj, Tensor)


def numel(input):
    """The number of elements of a tensor."""
    return input.numel()


@method
def is_signed(self):
    """Whether the dtype has negative numbers."""
    return self.dtype.is_signed


@method
def get_device(self):
    """The number of the GPU; -1 on the CPU."""
    return self.device.index if self.is_cuda else -1


@method
def tolist(self):
    """The numbers as nested Python lists; a bare number for a 0-d tensor."""
    return self._array.tolist()


@method
def numpy(self, *, force=False):
    """The numbers as a NumPy array that shares this tensor's memory."""
    check_numpy(self)
    if force:
        return self._array if self.is_cpu else self._array.get()
    if self.requires_grad and _tensor.recording():
        raise RuntimeError("Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.")
    if not self.is_cpu:
        words = f"can't convert {self.device} device type tensor to numpy."
        raise TypeError(f"{words} Use Tensor.cpu() to copy the tensor to host memory first.")
    return self._array


@method
def __len__(self):
    if self._array.ndim == 0:
        raise TypeError("len() of a 0-d tensor")
    return self._array.shape[0]


@method
def __bool__(self):
    if self._array.size != 1:
        few = "more than one value" if self._array.size else "no values"
        raise RuntimeError(f"Boolean value of Tensor with {few} is ambiguous")
    return bool(self._array.item())


@method
def _number(self, convert):
    if self._array.size != 1:
        raise ValueError("only one element tensors can be converted to Python scalars")
    value = self._array.item()
    if type(value) is complex and convert is not complex:
        if value.imag:
            kind = "double" if convert is float else "int64_t"
            raise RuntimeError(f"value cannot be converted to type {kind} without overflow: {value} is complex")
        value = value.real
    if self._requires_grad and convert is not int and _tensor.recording():
        warn_not_detached()
    return convert(value)


@method
def __int__(self):
    return self._number(int)


@method
def __float__(self):
    return self._number(float)


@method
def __complex__(self):
    return self._number(complex)


@method
def __index__(self):
    if self._array.size != 1 or self.dtype.category > dtypes.INTEGER:
        raise TypeError("only integer tensors of a single element can be converted to an index")
    return int(self._array.item())


@method
def __format__(self, spec):
    if self._array.ndim == 0 and self.device.type != "meta":
        return format(readable(self._array if self.is_cpu else self._array.get()).item(), spec)
    return object.__format__(self, spec) if spec else repr(self)


@method
def __contains__(self, element):
    if not isinstance(element, (Tensor, int, float, complex, np.generic)):
        raise RuntimeError(f"Tensor.__contains__ only supports Tensor or scalar, but you passed in a {type(element)}.")
    return bool((self._array == getattr(element, "_array", element)).any())


def check_numpy(tensor):
    """Raise PyTorch's error for numbers of which NumPy by itself has no dtype: bfloat16."""
    if tensor._array.dtype.kind == "V":
        error = TypeError(f"Got unsupported ScalarType {tensor.dtype.title}")
        raise with_note(error, "Convert it first with .float().")


def warn_not_detached():
    """PyTorch's warning for a Python number made of a tensor whose gradient is asked for."""
    warn_once(
        "Converting a tensor with requires_grad=True to a scalar may lead to unexpected behavior.\n"
        "Consider using tensor.detach() first."
    )
