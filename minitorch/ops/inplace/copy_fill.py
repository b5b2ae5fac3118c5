"""copy_, fill_, zero_, fill_diagonal_ (shelf)."""

import numpy as np

from ..._tensor import Tensor, method
from ...backend import array_module
from ...dtypes import check_holds
from ..copy.to import convert
from ..op import NUMBER, cast, op
from ..out import refuse_shared
from ..pointwise.arithmetic import zeros_of
from ..view.expand import broadcast_shape
from .in_place import History, write


@op(derivative="CopyBackwards")
def copied(input, src):
    xp = array_module(input)
    src = src if hasattr(src, "shape") else xp.asarray(src)
    return xp.broadcast_to(src, broadcast_shape(input.shape, src.shape)).astype(input.dtype)


copied.grad(input=lambda g: zeros_of(g), src=lambda g: g)


@op(derivative="FillBackward0")
def filled(input, value):
    return array_module(input).full_like(input, value)


@op(derivative="ZeroBackward0")
def zeroed(input):
    return array_module(input).zeros_like(input)


zeroed.grad(input=lambda g: zeros_of(g))
filled.grad(input=lambda g: zeros_of(g), value=lambda g: g.sum())
filled.derivative = lambda x, value: f"FillBackward{2 if isinstance(value, NUMBER) else 3}"  # PyTorch's own names


def source(x, src):
    """What is copied into x, moved to its device; PyTorch's error unless it is a tensor or a number."""
    if not isinstance(src, (Tensor, NUMBER)):
        raise TypeError(f"copy_() takes a tensor or a number, not {type(src).__name__}")
    refuse_shared(x, (src,), "copy_")
    if not isinstance(src, Tensor) or type(src._array) is type(x._array) is np.ndarray:
        return src
    return convert(src, where=x.device)


def check_value(x, value):
    """PyTorch's error unless value is a tensor without dimensions, or a number that the dtype of x has room for."""
    if isinstance(value, Tensor) and value.dim():
        raise RuntimeError(f"fill_ takes one number, but got a tensor with {value.dim()} dimensions")
    if isinstance(value, NUMBER):
        check_holds(x.dtype, value)


def copy_(self, src, non_blocking=False):
    """Copy the numbers of `src`, a tensor or a number, broadcast and converted, into this. Source: PyTorch, Tensor.copy_."""
    src = source(self, src)
    History.allow(self)
    return write(self, copied(self, src))


def fill_(self, value):
    """Set every element to one number. Source: PyTorch, Tensor.fill_."""
    check_value(self, value)
    History.allow(self)
    return write(self, filled(self, value if isinstance(value, Tensor) else cast(value, self.dtype)))


def zero_(self):
    """Set every element to 0. Source: PyTorch, Tensor.zero_."""
    History.allow(self)
    return write(self, zeroed(self))


def fill_diagonal_(self, fill_value):
    """Set the diagonal of a matrix to one number. Source: PyTorch, Tensor.fill_diagonal_.

    >>> import minitorch as mt
    >>> mt.zeros(2, 3).fill_diagonal_(5)
    tensor([[5., 0., 0.],
            [0., 5., 0.]])
    """
    if self.dim() != 2:
        raise RuntimeError(f"fill_diagonal_ takes a matrix, but got {list(self.shape)}")
    self.diagonal().fill_(fill_value)
    return self


for _function in (copy_, fill_, zero_, fill_diagonal_):
    method(_function)
