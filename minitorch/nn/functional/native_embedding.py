"""native_embedding: embedding, embedding_bag, embedding_renorm_ as they are at the top of the package (shelf)."""

from ..._tensor import wrap
from .bags import MODES, bags
from .embedding import check_index, shorten
from .embedding import embedding as rows

__all__ = []


def embedding(weight, indices, padding_idx=-1, scale_grad_by_freq=False, sparse=False):
    """nn.functional.embedding, with the weight first; a padding_idx below 0 means none. Source: PyTorch, torch.embedding."""
    padding_idx = None if padding_idx < 0 else padding_idx
    return rows(indices, weight, padding_idx, scale_grad_by_freq=scale_grad_by_freq, sparse=sparse)


def embedding_renorm_(input, indices, max_norm, norm_type):
    """Shorten, in place, the rows of `input` at `indices` to a norm of max_norm. Source: PyTorch, torch.embedding_renorm_."""
    check_index(indices, len(input))
    shorten(input, indices._array, max_norm, norm_type)
    return input


def embedding_bag(
    weight, indices, offsets, scale_grad_by_freq=False, mode=0, sparse=False, per_sample_weights=None,
    include_last_offset=False, padding_idx=None,
):  # fmt: skip
    """nn.functional.embedding_bag and what it was computed from: (result, bag of each index, sizes, places of the maxima).

    mode  0 for the sum, 1 for the mean, 2 for the maximum

    Source: PyTorch, torch.embedding_bag.
    """
    if weight.ndim != 2:
        raise RuntimeError(f"weight has to be a 2D Tensor, but got Tensor of dimension {weight.ndim}")
    if not 1 <= indices.ndim <= 2:
        raise RuntimeError(f"input has to be a 1D or 2D Tensor, but got Tensor of dimension {indices.ndim}")
    if offsets.ndim != 1:
        raise RuntimeError(f"offsets has to be a 1D Tensor, but got Tensor of dimension {offsets.ndim}")
    options = MODES[mode], per_sample_weights, include_last_offset, padding_idx, scale_grad_by_freq, sparse
    made, bag, sizes, largest = bags(weight, indices.reshape(-1), offsets, *options)
    kind = indices._array.dtype
    if mode == 0:  # of a sum nothing else is needed
        return made, *[wrap(x.astype(kind)) for x in (bag[:0] if padding_idx is None else bag, sizes * 0, sizes * 0)]
    return made, *[wrap(x.astype(kind)) for x in (bag, sizes, largest)]


_embedding_bag = _embedding_bag_forward_only = embedding_bag
