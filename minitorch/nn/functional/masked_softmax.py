"""masked_softmax: mt._masked_softmax, softmax over what a mask leaves: a part of PyTorch's attention (shelf)."""

from ..._tensor import check_dim
from ...backend import array_module
from ...ops.index.where import masked
from ...ops.op import op
from ...ops.pointwise.softmax import each_row, softmax_along


@op(derivative="MaskedSoftmaxBackward0")
def softmax_of_rest(x, dim, mask):
    return each_row(softmax_along, array_module(x).where(mask, x.dtype.type(-float("inf")), x), dim, "softmax")


def back(g, out, dim, mask):
    """out * (g - sum(g * out)) of the elements that the mask leaves."""
    g = masked(g, ~mask)
    return masked(out * (g - (g * out).sum(dim, keepdims=True)), ~mask)


softmax_of_rest.grad(x=lambda g, out, dim, mask: back(g, out, dim, mask))


def _masked_softmax(input, mask, dim=None, mask_type=None):
    """softmax of the elements where the mask is False; those where it is True get 0, and a row without any other nan.

    input      [B, H, L, L] for the first two kinds of mask
    mask_type  0: mask [L, L], one for all; 1: mask [B, L], of keys; 2: the shape of the input

    >>> import minitorch as mt
    >>> mt._masked_softmax(mt.zeros(1, 2), mt.tensor([[True, False]]), 1, 2)
    tensor([[0., 1.]])

    Errors: RuntimeError for a mask that is not of bools or of another shape. Source: PyTorch, torch._masked_softmax.
    """
    if mask.dtype.name != "bool":
        raise RuntimeError("Mask should be a boolean tensor")
    if mask_type == 0 and mask.ndim == 2:
        mask = mask[None, None]
    elif mask_type == 1 and mask.ndim == 2:
        mask = mask[:, None, None]
    elif mask.shape != input.shape:
        raise RuntimeError("For mask_type == 2 mask shape should match input shape")
    return softmax_of_rest(input, check_dim(-1 if dim is None else dim, input.ndim), mask.expand(input.shape))
