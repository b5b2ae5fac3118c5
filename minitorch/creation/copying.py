"""copy.deepcopy, pickle, __array__: a tensor in the protocols of Python and NumPy (shelf).

NumPy asks for `__array__` and wraps its results with `__array_wrap__`; `copy` and `pickle` ask for the parts of a tensor.
"""

import copy as copying

import numpy as np

from .._tensor import method, wrap
from .tensor import from_numpy


def _deepcopy(self, memo):
    """A copy of a leaf with its gradient and attributes. Views that are copied together share memory again."""
    if id(self) in memo:
        return memo[id(self)]
    if not self.is_leaf:
        raise RuntimeError(
            "Only Tensors created explicitly by the user (graph leaves) support the deepcopy protocol at the moment."
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
    if not array.size and isinstance(array, np.ndarray):  # of no memory there are no parts
        return np.lib.stride_tricks.as_strided(array.copy(), strides=array.strides)
    if memory is array or not memory.flags.forc or memory.dtype != array.dtype or not isinstance(array, np.ndarray):
        memo[id(array)] = made = array.copy(order="K")
        return made
    if id(memory) not in memo:
        memo[id(memory)] = memory.copy(order="K")
    skipped = array.ctypes.data - memory.ctypes.data
    data = memo[id(memory)].view(f"V{memory.itemsize}").data  # bytes: bfloat16 has no letter in the buffer protocol
    return np.ndarray(array.shape, array.dtype, data, skipped, array.strides).view(type(array))


def _setstate(self, state):
    self._array, self._requires_grad, attributes = state
    self._edge = self._base = self._hooks = self._grad = None
    self._counter = [0]
    self.__dict__.update(attributes)


def _reduce_ex(self, protocol):
    """What pickle and copy.copy take: the numbers, without gradient and history; an operation's result becomes a leaf."""
    return filled, (type(self), (self._array, self.requires_grad, self.__dict__))


def filled(cls, state):
    """A tensor of the parts that pickle and copy.copy took."""
    made = wrap(None, cls)
    made.__setstate__(state)
    return made


method(_deepcopy, "__deepcopy__")
method(_setstate, "__setstate__")
method(_reduce_ex, "__reduce_ex__")


def _array(self, dtype=None, copy=None):
    """What np.asarray(tensor) gives: the same memory, unless another dtype or a copy is asked for."""
    return np.array(self.numpy(), dtype=dtype, copy=copy)


def _array_wrap(self, array, context=None, return_scalar=False):
    """What NumPy's functions return when they are given tensors. Bools come as uint8, as they do in PyTorch."""
    return from_numpy(array.astype(np.uint8) if array.dtype.kind == "b" else array)


method(_array, "__array__")
method(_array_wrap, "__array_wrap__")
