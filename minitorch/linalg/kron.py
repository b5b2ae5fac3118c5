"""kron, trace (shelf)."""

from .._tensor import method
from ..backend import array_module
from ..ops.op import op
from ..ops.reduction.sum import _sum
from ..ops.view.diagonal import diagonal
from ..ops.view.expand import _expand
from ..ops.view.narrow import put_back
from ..ops.view.reshape import _unsafe_view
from .checks import writes

__all__ = ["kron", "trace"]


# --- matrices ---------------------------------------------------------------------------------------------------------------


@writes
def kron(input, other):
    """Every element of input times all of other: [n, m], [p, q] -> [n p, m q], in any number of dimensions.

    >>> import minitorch as mt
    >>> mt.kron(mt.tensor([1, 10]), mt.tensor([1, 2]))
    tensor([ 1,  2, 10, 20])

    Source: PyTorch, torch.kron.
    """
    ndim = max(input.ndim, other.ndim)
    a, b = ((1,) * (ndim - x.ndim) + tuple(x.shape) for x in (input, other))
    left = _unsafe_view(input, tuple([n for length in a for n in (length, 1)]))
    right = _unsafe_view(other, tuple([n for length in b for n in (1, length)]))
    return _unsafe_view(left * right, tuple([n * m for n, m in zip(a, b, strict=True)]))


@op
def _trace(x):
    return _sum.forward(array_module(x).diagonal(x))


_trace.grad(x=lambda g, x_shape: put_back(_expand(g, (min(x_shape),)), diagonal, (0, 0, 1), x_shape))


@writes
def trace(input):
    """The sum of a matrix's diagonal.

    >>> import minitorch as mt
    >>> mt.trace(mt.tensor([[1, 2], [3, 4]]))
    tensor(5)

    Source: PyTorch, torch.trace.
    """
    if input.ndim != 2:
        raise RuntimeError(f"trace: expected a matrix, but got tensor with dim {input.ndim}")
    return _trace(input)


for _function in (kron, trace):
    method(_function)
