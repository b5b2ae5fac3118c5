"""unflatten, view_as, reshape_as (shelf)."""

from ..._tensor import check_dim, method
from ..op import numpy_names
from .reshape import infer, reshape, view

__all__ = ["unflatten"]


def view_as(input, other):
    """input.view(other.size()). Source: PyTorch, torch.Tensor.view_as."""
    return view(input, other._array.shape)


def reshape_as(input, other):
    """input.reshape(other.size()). Source: PyTorch, torch.Tensor.reshape_as."""
    return reshape(input, other._array.shape)


@numpy_names
def unflatten(input, dim, sizes):
    """One dimension as several, of the lengths `sizes`, one of which may be -1. Source: PyTorch, torch.unflatten."""
    shape = input._array.shape
    dim = check_dim(dim, len(shape))
    sizes = (sizes,) if isinstance(sizes, int) else tuple(sizes)
    try:
        found = infer(sizes, shape[dim])
    except RuntimeError:
        raise RuntimeError(
            f"unflatten: Provided sizes {list(sizes)} don't multiply up to the size of dim {dim} ({shape[dim]}) in the "
            "input tensor"
        ) from None
    return view(input, (*shape[:dim], *found, *shape[dim + 1 :]))


for _function in (view_as, reshape_as, unflatten):
    method(_function)
