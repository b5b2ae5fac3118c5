"""atleast_1d, atleast_2d, atleast_3d (shelf)."""

from ..._tensor import Tensor, method
from .reshape import reshape, star
from .squeeze import unsqueeze

__all__ = ["atleast_1d", "atleast_2d", "atleast_3d"]


def atleast_1d(*tensors):
    """0-d tensors with a dimension; others as they are. Several tensors give a tuple. Source: PyTorch, torch.atleast_1d."""
    return each(tensors, lambda x: reshape(x, (1,)) if x.ndim == 0 else x)


def atleast_2d(*tensors):
    """Tensors with at least two dimensions, new ones in front. Source: PyTorch, torch.atleast_2d."""
    return each(tensors, lambda x: reshape(x, (1, 1)) if x.ndim == 0 else unsqueeze(x, 0) if x.ndim == 1 else x)


def atleast_3d(*tensors):
    """Tensors with at least three dimensions; a matrix gets its new one behind. Source: PyTorch, torch.atleast_3d."""

    def three(x):
        if x.ndim == 1:
            return unsqueeze(unsqueeze(x, 0), -1)
        if x.ndim == 0:
            return reshape(x, (1, 1, 1))
        return unsqueeze(x, -1) if x.ndim == 2 else x

    return each(tensors, three)


def each(tensors, function):
    """The function of one tensor, or a tuple of it of every one of several."""
    one = len(tensors) == 1 and isinstance(tensors[0], Tensor)
    several = star(tensors)
    for x in several:
        if not isinstance(x, Tensor):
            raise TypeError(f"expected Tensor or a sequence of Tensors, but got {type(x).__name__}")
    return function(tensors[0]) if one else tuple([function(x) for x in several])


for _function in (atleast_1d, atleast_2d, atleast_3d):
    method(_function)
