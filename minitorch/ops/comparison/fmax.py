"""fmax, fmin: the larger or smaller of two numbers, a nan left aside (shelf)."""

from ..._tensor import method
from ...backend import array_module
from ..index.where import masked
from ..op import common, op
from .maximum import check_real

__all__ = ["fmax", "fmin"]


@op(promote=common, tensors=2)
def fmax(x, y):
    """The larger of the two; where one is nan, the other. Source: PyTorch, torch.fmax."""
    check_real("fmax", x)
    return array_module(x).fmax(x, y)


@op(promote=common, tensors=2)
def fmin(x, y):
    """The smaller of the two; where one is nan, the other. Source: PyTorch, torch.fmin."""
    check_real("fmin", x)
    return array_module(x).fmin(x, y)


fmax.grad(x=lambda g, x, y: masked(g, (x >= y) | (y != y)), y=lambda g, x, y: masked(g, ~((x >= y) | (y != y))))
fmin.grad(x=lambda g, x, y: masked(g, (x <= y) | (y != y)), y=lambda g, x, y: masked(g, ~((x <= y) | (y != y))))


for _function in (fmax, fmin):
    method(_function)
