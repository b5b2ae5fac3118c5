"""sum, sum_to: adding up along dimensions, the derivative of broadcasting (core).

An operation on two shapes stretches each to what both fit. What was one number is then used many times, so its gradient
is the sum over all the uses: the derivative of stretching is summing. And a sum passes its gradient to every number in
it: the derivative of summing is stretching.
"""

import numpy as np

from ..._tensor import check_dim, method
from ...backend import array_module
from ...dtypes import named
from ...errors import retry_or_raise
from ..op import op
from ..out import kind_of
from ..view.expand import _expand

__all__ = ["sum"]

_expand.grad(input=lambda g, input_shape: sum_to(g, input_shape))


def axes(dim, ndim):
    """A `dim` argument (None, an int or a sequence) as a tuple of numbers from 0; None and () mean all."""
    if dim is None:
        return tuple(range(ndim))
    dims = (dim,) if isinstance(dim, int) else dim
    found = [check_dim(int(d), ndim) for d in dims]
    refuse_repeated(found)
    return tuple(found or range(ndim)) if ndim else ()


def refuse_repeated(dims):
    """Raise PyTorch's error if a dimension is named twice."""
    for d in dims:
        if dims.count(d) > 1:
            raise RuntimeError(f"dim {d} appears multiple times in the list of dims")


def numpy_names(function):
    """Let a function take NumPy's names for its arguments too, as PyTorch does: axis for dim, keepdims for keepdim."""

    def call(*args, **names):
        if names:
            names = {{"axis": "dim", "keepdims": "keepdim"}.get(name, name): named(x) for name, x in names.items()}
        try:
            return function(*args, **names)
        except Exception as error:
            return retry_or_raise(error, function.__name__, call, args, names)

    call.__name__ = call.__qualname__ = function.__name__
    call.__doc__, call.__module__, call.__wrapped__ = function.__doc__, function.__module__, function
    return call


def wide(kind):
    """The NumPy dtype in which a sum of this dtype is computed: integers in int64, half precision in single."""
    return np.dtype("int64") if kind.kind in "iub" else np.dtype("float32") if kind.itemsize == 2 else kind


def restore(g, shape, dim, keepdim):
    """The gradient of a reduction of `shape` over `dim`, with the reduced dimensions back, each of length 1.

    For shape = (2, 3), dim = 0 and keepdim = False, g has the shape (3,) and the result (1, 3).
    """
    if keepdim:
        return g
    reduced = axes(dim, len(shape))
    return g.reshape(tuple([1 if d in reduced else n for d, n in enumerate(shape)]))


def add_up(x, axis=None, keepdims=False):
    """The sum of an array along dimensions."""
    return array_module(x).add.reduce(x, axis, keepdims=keepdims)


@op(derivative=lambda x, dim=None, keepdim=False, dtype=None: f"SumBackward{int(dim is not None)}")
def _sum(input, dim=None, keepdim=False, dtype=None):
    if dtype is not None:
        input = input.astype(dtype.numpy, copy=False)
    if dim is not None:
        dim = axes(dim, input.ndim)
    if input.itemsize > 2 and input.dtype.kind in "fc":
        return add_up(input, dim, keepdim)
    kind = "int64" if input.dtype.kind in "iub" and dtype is None else input.dtype
    return input.sum(axis=dim, keepdims=keepdim, dtype=wide(input.dtype)).astype(kind)


_sum.grad(
    input=lambda g, input_shape, dim, keepdim: _expand(
        g if dim is None else restore(g, input_shape, dim, keepdim), input_shape
    )
)


@numpy_names
def sum(input, dim=None, keepdim=False, *, dtype=None, out=None):
    """The sum of all elements, or of those along `dim`, an int or several.

    keepdim  leave each reduced dimension in place, with length 1
    dtype    convert to it first; integers become int64 without being told

    >>> import minitorch as mt
    >>> mt.ones(2, 3).sum(), mt.ones(2, 3).sum(0, keepdim=True)
    (tensor(6.), tensor([[2., 2., 2.]]))

    Source: PyTorch, torch.sum.
    """
    if dim is None and out is not None:
        raise TypeError("sum() got out= without dim=: PyTorch writes the sum of everything into no given tensor")
    return _sum.call(input, dim, keepdim, kind_of(out, dtype, "sum"), out=out)


method(sum)


def sum_to(x, shape):
    """Sum x over the dimensions that broadcasting had stretched, so that it has `shape` again."""
    lead = x.ndim - len(shape)
    stretched = tuple([lead + i for i, n in enumerate(shape) if n == 1 and x.shape[lead + i] != 1])
    x = _sum(x, stretched, True) if stretched else x
    return _sum(x, tuple(range(lead))) if lead else x
