"""bags: embedding_bag: sums, means and maxima of the rows of a table, a bag of indices at a time (shelf)."""

from ..._tensor import Tensor, wrap
from ...backend import array_module
from ...creation.arange import arange
from ...ops.index.index_select import index_add
from ...ops.index.scatter import scatter_reduce
from ...ops.one_step import one_step
from .embedding import check_index, embedding, row


@one_step
def embedding_bag(
    input, weight, offsets=None, max_norm=None, norm_type=2, scale_grad_by_freq=False, mode="mean", sparse=False,
    per_sample_weights=None, include_last_offset=False, padding_idx=None,
):  # fmt: skip
    """The sum, the mean or the maximum of the rows of weight [n, d] that each bag of indices names: [B, d].

    input               ints [B, m], a bag in each row; or all bags in a row [m], with `offsets` [B], where each begins
    mode                "sum", "mean" or "max"; what comes of an empty bag is 0
    per_sample_weights  in the shape of input, what each row is multiplied with; for "sum"
    include_last_offset the last of the offsets begins no bag: it says where the last one ends, at the end of input
    padding_idx         a row that does not count and is given no gradient
    max_norm, norm_type, scale_grad_by_freq, sparse  as of embedding

    >>> import minitorch as mt
    >>> weight = mt.tensor([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
    >>> mt.nn.functional.embedding_bag(mt.tensor([0, 1, 2]), weight, mt.tensor([0, 2]))
    tensor([[2., 3.],
            [5., 6.]])

    Errors: ValueError for dimensions and modes that do not fit; RuntimeError for indices and offsets that do not.
    Source: PyTorch, torch.nn.functional.embedding_bag.
    """
    check_arguments(input, weight, offsets, scale_grad_by_freq, mode, per_sample_weights)
    if input.ndim == 2:
        offsets, include_last_offset = arange(0, input.numel(), max(input.shape[1], 1)), False
        per_sample_weights = None if per_sample_weights is None else per_sample_weights.reshape(-1)
    index, xp = input.reshape(-1), array_module(input._array)
    try:
        check_index(index, len(weight))
    except IndexError as error:
        raise RuntimeError(f"embedding_bag(): {error}") from None
    bag = bag_of_each(xp, len(index), offsets._array, include_last_offset)
    count = len(offsets) - (include_last_offset and len(offsets) > 0)
    keep = xp.ones(len(bag), bool) if padding_idx is None else index._array != row(padding_idx, len(weight))
    used, bag = index[wrap(keep.nonzero()[0])], bag[keep]
    rows = embedding(used, weight, None, max_norm, norm_type, scale_grad_by_freq)
    if per_sample_weights is not None:
        rows = rows * per_sample_weights[wrap(keep.nonzero()[0])].unsqueeze(1)
    empty = rows.new_zeros((count, weight.shape[1]))
    if mode == "sum":
        return index_add(empty, 0, wrap(bag), rows)
    places = wrap(bag).unsqueeze(1).expand(rows.shape)
    return scatter_reduce(empty, 0, places, rows, "mean" if mode == "mean" else "amax", include_self=False)


def bag_of_each(xp, length, starts, last):
    """The number of the bag that each of the indices is in."""
    if len(starts) and (starts[0] != 0 or starts[-1] > length or (starts[1:] < starts[:-1]).any()):
        raise RuntimeError(f"offsets begin with 0, do not fall, and end within {length} indices, not {starts.tolist()}")
    starts = starts[:-1] if last and len(starts) else starts
    ends = xp.append(starts[1:], length)
    return xp.repeat(xp.arange(len(starts)), ends[: len(starts)] - starts)


def check_arguments(input, weight, offsets, scale_grad_by_freq, mode, per_sample_weights):
    """Raise PyTorch's errors for arguments that do not belong together."""
    if per_sample_weights is not None and input.shape != per_sample_weights.shape:
        raise ValueError(f"per_sample_weights {per_sample_weights.shape} must have the input's shape {input.shape}")
    if weight.ndim != 2 or input.ndim not in (1, 2):
        raise ValueError(f"weight has to be 2D, input 1D or 2D, but they are {weight.ndim}D and {input.ndim}D")
    if (input.ndim == 1) != (isinstance(offsets, Tensor) and offsets.ndim == 1):
        raise ValueError("offsets has to be a 1D Tensor for a 1D input, and None for a 2D one, whose rows are the bags")
    if per_sample_weights is not None and per_sample_weights.dtype is not weight.dtype:
        raise RuntimeError("per_sample_weights have the same type as weight")
    if mode not in ("sum", "mean", "max") or mode == "max" and scale_grad_by_freq:
        raise ValueError("mode has to be one of sum, mean or max, without scale_grad_by_freq for max")
    if per_sample_weights is not None and mode != "sum":
        raise NotImplementedError(f"per_sample_weights is only supported for mode='sum' (got mode='{mode}').")
