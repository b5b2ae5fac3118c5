"""squeeze, unsqueeze: dimensions of length 1 removed and inserted (core)."""

from ..._tensor import check_dim, method
from ..op import op
from ..reduction.sum import axes

__all__ = ["squeeze", "unsqueeze"]


def squeeze_name(x, dim):
    return "SqueezeBackward0" if dim is None else "SqueezeBackward1" if isinstance(dim, int) else "SqueezeBackward2"


@op(view=True, derivative=squeeze_name)
def squeeze(input, dim=None):
    """Without the dimensions of length one: all of them, or those of `dim` (an int or several) that are.

    >>> import minitorch as mt
    >>> mt.zeros(1, 2, 1).squeeze().shape, mt.zeros(1, 2, 1).squeeze(0).shape
    (minitorch.Size([2]), minitorch.Size([2, 1]))

    Source: PyTorch, torch.squeeze.
    """
    if dim is None:
        return input.squeeze()
    dims = axes(dim, input.ndim) if isinstance(dim, int) or dim else ()
    return input[tuple([0 if n == 1 and d in dims else slice(None) for d, n in enumerate(input.shape)] + [...])]


squeeze.grad(input=lambda g, input_shape: g.reshape(input_shape))
method(squeeze)


@op(view=True)
def unsqueeze(input, dim):
    """With a dimension of length one inserted at `dim`. Source: PyTorch, torch.unsqueeze."""
    dim = check_dim(dim, input.ndim + 1)
    return input.reshape((*input.shape[:dim], 1, *input.shape[dim:]))


unsqueeze.grad(input=lambda g, dim: squeeze(g, dim))
method(unsqueeze)
