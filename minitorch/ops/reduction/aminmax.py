"""aminmax (shelf)."""

from ... import return_types
from ..._tensor import method
from ..comparison.comparison import has_order
from ..op import fill_out, op
from .max import not_empty, share_slope
from .sum import axes, reduces

__all__ = ["aminmax"]


@op
def _aminmax(x, dim, keepdim):
    has_order("aminmax_cpu", x)
    places = axes(dim, x.ndim)
    return x.min(axis=places, keepdims=keepdim), x.max(axis=places, keepdims=keepdim)


def both_slopes(g, x, dim, keepdim, out):
    """What the smallest and the largest send back, together."""
    first, second = [share_slope(g[k], x, dim, keepdim, out[k]) for k in (0, 1)]
    return first + second


_aminmax.grad(x=both_slopes)


@reduces
def aminmax(input, *, dim=None, keepdim=False, out=None):
    """The smallest and the largest, of all or along one dimension. Source: PyTorch, torch.aminmax."""
    not_empty("aminmax", input.shape, dim)
    found = _aminmax(input, () if dim is None else dim, keepdim)
    return return_types.aminmax(found if out is None else fill_out(out, found, _aminmax))


method(aminmax)
