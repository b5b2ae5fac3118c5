"""fill, fill_diagonal_, apply_, map_ (shelf)."""

import numpy as np

from ..._tensor import Tensor, method, touch
from ...dtypes import check_holds
from ..op import cast
from ..view.memory import start_of
from .copy_fill import filled

__all__ = ["fill", "zero_"]


def fill(input, value):
    """A tensor like input with every element set to one number. Source: PyTorch, torch.fill."""
    if isinstance(value, Tensor):
        if value.ndim:
            raise RuntimeError(f"fill_ takes one number, but got a tensor with {value.ndim} dimensions")
        return filled(input, value)
    check_holds(input.dtype, value)
    return filled(input, cast(value, input.dtype))


def zero_(input):
    """Set every element to 0, in place. Source: PyTorch, torch.zero_."""
    return input.zero_()


@method
def fill_diagonal_(self, fill_value, wrap=False):
    """Set the elements all of whose indices are equal; with `wrap` start anew below the last column, after a gap of one.

    >>> import minitorch as mt
    >>> mt.zeros(2, 3).fill_diagonal_(5)
    tensor([[5., 0., 0.],
            [0., 5., 0.]])

    Errors: RuntimeError below two dimensions, and above two unless all are of one length.
    Source: PyTorch, torch.Tensor.fill_diagonal_.
    """
    shape = self._array.shape
    if len(shape) < 2:
        raise RuntimeError(f"dimensions must larger than 1, but the shape is {list(shape)}")
    if len(shape) > 2 and len(set(shape)) > 1:
        raise RuntimeError(f"all dimensions of input must be of equal length, but the shape is {list(shape)}")
    steps = self.stride()
    count, step = min(shape), sum(steps)
    if not count:
        return self
    self.as_strided((count,), (step,), start_of(self._array)).fill_(fill_value)
    rows, columns = shape[0], shape[1]
    if wrap and len(shape) == 2 and rows > columns + 1:
        for start in range(columns + 1, rows, columns + 1):
            self[start : start + columns].fill_diagonal_(fill_value)
    return self


# --- by a function of Python ---------------------------------------------------------------------------------------------


@method
def apply_(self, callable):
    """Replace every element by callable(element), in place. Source: PyTorch, torch.Tensor.apply_."""
    return by_python("apply_", self, (), callable)


@method
def map_(self, tensor, callable):
    """Replace every element a by callable(a, b), in place, with b from another tensor, broadcast.

    Source: PyTorch, torch.Tensor.map_.
    """
    if tensor.dtype is not self.dtype:
        raise TypeError(f"map_: expected {self.type()} for 'other' (got {tensor.type()})")
    return by_python("map_", self, (tensor,), callable)


def by_python(name, self, others, function):
    """Call a function for every place: slow, as every loop in Python is."""
    if any([x.requires_grad for x in (self, *others)]):
        raise RuntimeError(f"Can't call {name}() on Variable that requires grad. Use var.detach().{name}() instead.")
    if not self.is_cpu:
        raise TypeError(f"{name} is only implemented on CPU tensors")
    array = self._array
    columns = [np.broadcast_to(x._array, array.shape).ravel().tolist() for x in (self, *others)]
    made = [function(*numbers) for numbers in zip(*columns, strict=True)]
    array[...] = np.array(made).astype(array.dtype).reshape(array.shape)
    touch(self)
    return self
