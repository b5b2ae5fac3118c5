"""vander (shelf)."""

from ..creation.zeros import ones
from ..ops.copy.flip import flip
from ..ops.cumulative.cumsum import cumprod
from ..ops.join.cat import cat
from ..ops.view.atleast import atleast_1d
from ..ops.view.squeeze import unsqueeze
from .checks import writes

__all__ = ["vander"]


@writes
def linalg_vander(x, *, N=None):
    """The powers 0 to N - 1 (N: the length of x) of every number, in a new last dimension.

    >>> import minitorch as mt
    >>> mt.linalg.vander(mt.tensor([2, 3]), N=3)
    tensor([[1, 2, 4],
            [1, 3, 9]])

    Source: PyTorch, torch.linalg.vander.
    """
    if x.dtype.name == "bool":
        raise RuntimeError("linalg.vander: Expected a floating point, complex or integral tensor as input. Got Bool")
    x = atleast_1d(x)
    n = x.shape[-1] if N is None else N
    if n <= 1 and N is not None:
        raise RuntimeError("N must be greater than 1.")
    return powers(x, n)


def powers(x, n):
    """x**0 to x**(n - 1)."""
    shape = tuple(x.shape)
    one = ones(*shape, 1, dtype=x.dtype, device=x.device)
    result = cumprod(unsqueeze(x, -1).expand((*shape, max(n - 1, 0))), -1)
    made = cat([one.to(result.dtype), result], -1)
    return made if n > 0 else made[..., :n]


@writes
def vander(x, N=None, increasing=False):
    """The powers of every number of a vector, the highest first unless `increasing`.

    >>> import minitorch as mt
    >>> mt.vander(mt.tensor([2, 3]))
    tensor([[2, 1],
            [3, 1]])

    Source: PyTorch, torch.vander.
    """
    if x.ndim != 1:
        raise RuntimeError("x must be a one-dimensional tensor.")
    n = x.shape[0] if N is None else N
    if n < 0:
        raise RuntimeError("N must be non-negative.")
    made = powers(x, n)
    return made if increasing else flip(made, (1,))
