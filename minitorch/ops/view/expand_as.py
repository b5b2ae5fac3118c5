"""expand_as, broadcast_tensors, sum_to_size: shapes brought together (shelf)."""

from ..._tensor import method
from ..reduction.sum import _sum, sum_to
from .expand import _expand, broadcast_shapes, broadcast_to

__all__ = ["broadcast_tensors"]


def expand_as(self, other):
    """This tensor stretched to the shape of `other`. Source: PyTorch, torch.Tensor.expand_as."""
    return broadcast_to(self, other.shape)


def broadcast_tensors(*tensors):
    """All tensors stretched to one shape. Source: PyTorch, torch.broadcast_tensors."""
    size = broadcast_shapes(*[x.shape for x in tensors])
    return tuple([x if x.shape == size else _expand(x, tuple(size)) for x in tensors])


method(expand_as)


def sum_to_size(self, *sizes, size=None):
    """This tensor summed to a shape it could have been stretched from. Source: PyTorch, torch.Tensor.sum_to_size."""
    sizes = (size,) if size is not None else sizes
    size = tuple(sizes[0]) if len(sizes) == 1 and not isinstance(sizes[0], int) else sizes
    shape = tuple(self.shape)
    lead = len(shape) - len(size)
    if lead < 0 or any(n not in (1, m) for n, m in zip(size, shape[lead:], strict=True)):
        raise RuntimeError(f"size {{{list(size)}}} is not expandable to size {{{list(shape)}}}.")
    return sum_to(self, size) if size else _sum(self)


method(sum_to_size)
