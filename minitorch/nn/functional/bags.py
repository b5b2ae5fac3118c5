"""bags: embedding_bag: sums, means and maxima of the rows of a table, a bag of indices at a time (shelf)."""

from ..._tensor import Tensor, wrap
from ...backend import array_module, largest
from ...creation.arange import arange
from ...notes import warn
from ...ops.index.gather import beyond, gather, index_add, index_select, scatter_add, zeros
from ...ops.index.where import masked
from ...ops.one_step import one_step
from ...ops.op import op
from ...ops.reduction.sum import sum
from ...ops.view.as_strided import like
from .activation import single
from .embedding import few_rows, shorten

MODES = ("sum", "mean", "max")


@op(derivative="EmbeddingBagBackward0")
def _add_bags(weight, index, per_sample, bag, sizes, share, sparse):
    """The rows of weight [n, d] at index [m], times per_sample [m], added up in the bags [m] and divided by sizes [B]: [B, d].

    share [m] is how much of its gradient each row is given.
    """
    xp = array_module(weight)
    rows = single(weight.take(index, 0))
    rows = rows if per_sample is None else rows * per_sample[:, None]
    out = xp.zeros((len(sizes), weight.shape[1]), rows.dtype)
    xp.add.at(out, bag, rows)
    out = single(out.astype(weight.dtype))  # of 16 bits a mean is rounded twice
    return (out / sizes[:, None]).astype(weight.dtype)


def column(g, array):
    """An array [m] as a column of the kind and dtype of g."""
    own = getattr(g, "_array", g)
    return like(g, array.astype(own.dtype).reshape(-1, 1))


def to_rows(g, index, per_sample, bag, sizes, share, sparse, weight_shape):
    """The gradient of each row, from all the bags that it is in."""
    bag, sizes, share, index = (getattr(a, "_array", a) for a in (bag, sizes, share, index))
    each = index_select(g, 0, like(g, bag)) * column(g, share / sizes[bag])
    each = each if per_sample is None else each * per_sample.reshape((-1, 1))
    if sparse:
        return few_rows(each, index, None, bool((share != 1).any()), weight_shape)
    return index_add(zeros(g, weight_shape), 0, like(g, index), each)


def to_samples(g, weight, index, bag, sizes):
    """The gradient of the number that a row was multiplied with."""
    bag, sizes, index = (getattr(a, "_array", a) for a in (bag, sizes, index))
    each = index_select(g, 0, like(g, bag)) * column(g, 1 / sizes[bag])
    return sum(single(each) * index_select(weight, 0, like(g, index)), 1)


_add_bags.grad(weight=to_rows, per_sample=to_samples)


@op(derivative="EmbeddingBagBackward0")
def _largest(weight, winners, filled):
    """weight[winners[b, d], d], and 0 for the bags that are not filled."""
    return masked.forward(gather.forward(weight, 0, winners), filled[:, None])


def to_winners(g, winners, filled, weight_shape):
    winners, filled = (getattr(a, "_array", a) for a in (winners, filled))
    kept = masked(g, like(g, filled[:, None]))
    return scatter_add(zeros(g, weight_shape), 0, like(g, winners), kept)


_largest.grad(weight=to_winners)


def winners_of(weight, index, bag, count):
    """In which row of weight each number of a bag is the largest: [count, d]; of equal ones the first, of none row 0."""
    xp = array_module(weight)
    sizes = xp.bincount(bag, minlength=count)
    place = xp.arange(len(bag)) - (xp.cumsum(sizes) - sizes)[bag]  # of each index in its bag
    grid, there = (xp.zeros((count, max(int(largest(sizes, 0)), 1)), kind) for kind in ("int64", bool))
    grid[bag, place], there[bag, place] = index, True
    found = xp.where(there[:, :, None], single(weight)[grid], -xp.inf).argmax(1)
    return grid[xp.arange(count)[:, None], found], sizes > 0


def bags(weight, index, offsets, mode, per_sample, last, padding_idx, scale_grad_by_freq, sparse):
    """([B, d], the bag of each index, the sizes of the bags, where the maxima are)."""
    xp = array_module(weight._array)
    index, starts = index._array, offsets._array
    check_bags(weight, index, starts, per_sample)
    starts = starts[:-1] if last and len(starts) else starts
    ends = xp.append(starts[1:], len(index)) if len(starts) else starts  # whatever the last offset says, as in PyTorch
    bag = xp.repeat(xp.arange(len(starts)), ends - starts)
    index = index[: len(bag)]
    keep = xp.ones(len(index), bool)
    if padding_idx is not None:
        if not -len(weight) <= padding_idx < len(weight):
            raise RuntimeError(
                f"padding_idx must be within the number of embeddings, {-len(weight)} through {len(weight) - 1}, but got "
                f"{padding_idx}"
            )
        keep = index != padding_idx % len(weight)
    per_sample = None if per_sample is None else per_sample[wrap(keep.nonzero()[0])]
    used, own = index[keep].astype("int64"), bag[keep]
    sizes = xp.bincount(own, minlength=len(starts))
    if mode == "max":
        winners, filled = winners_of(weight._array, used, own, len(starts))
        return _largest(weight, winners, filled), bag, sizes, winners
    share = 1 / frequency(index, used) if scale_grad_by_freq else xp.ones(len(used))
    divisors = xp.maximum(sizes, 1) if mode == "mean" else xp.ones(len(starts), "int64")
    return _add_bags(weight, wrap(used), per_sample, own, divisors, share, sparse), bag, sizes, sizes


def frequency(index, used):
    """What the gradients of the rows `used` are divided by: how often the row is used, or what PyTorch takes for it.

    Of the i-th distinct row it takes how often the row is used that stands in place i of all indices when they are sorted.
    """
    xp = array_module(index)
    distinct, counts = xp.unique(index, return_counts=True)
    return xp.repeat(counts, counts)[xp.searchsorted(distinct, used)]


def check_bags(weight, index, starts, per_sample):
    """Raise PyTorch's errors for indices and offsets that do not fit."""
    for name, x in (("indices", index), ("offsets", starts)):
        if x.dtype.name not in ("int64", "int32"):
            raise RuntimeError(
                f"Expected tensor for argument #1 '{name}' to have one of the following scalar types: Long, Int; but got "
                f"{wrap(x).type()} instead (while checking arguments for embedding_bag)"
            )
    if per_sample is not None and per_sample.dtype is not weight.dtype:
        raise RuntimeError(
            "Expected tensor for argument #1 'weight' to have the same type as tensor for argument #1 'per_sample_weights'; "
            f"but type {weight.type()} does not equal {per_sample.type()} (while checking arguments for embedding_bag)"
        )
    if len(starts) and starts[0] != 0:
        raise RuntimeError(
            "offsets[0] has to be 0, i.e., the first sequence in the mini-batch has to start from position 0. However, got "
            f"{starts[0]}"
        )
    if len(starts) and starts[-1] > len(index):
        raise RuntimeError(
            f"offsets[-1] can not be greater than input's length {len(index)} but got offsets[-1] of {starts[-1]}"
        )
    if (starts[1:] < starts[:-1]).any():
        raise RuntimeError(f"the offsets must not fall: {starts.tolist()}")
    if beyond(index, len(weight)):
        raise RuntimeError(
            f"Expected idx >= 0 && idx < num_embeddings to be true, but there are {len(weight)} rows: {index.tolist()}"
        )


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
    if weight.dtype.name == "int64" and input.is_floating_point():
        text = "Argument order of nn.functional.embedding_bag was changed. Usage `embedding_bag(weight, input, ...)` is deprecated."
        warn(text)
        weight, input = input, weight
    check_arguments(input, weight, offsets, scale_grad_by_freq, mode, sparse, per_sample_weights)
    if input.ndim == 2:
        if not input.shape[1]:
            raise RuntimeError("step must be nonzero: the bags have no indices")
        offsets, include_last_offset = arange(0, input.numel(), input.shape[1]), False
        input = input.reshape(-1)
        per_sample_weights = None if per_sample_weights is None else per_sample_weights.reshape(-1)
    if max_norm is not None:
        check_bags(weight, input._array, offsets._array, None)
        shorten(weight, input._array, max_norm, norm_type)
    options = mode, per_sample_weights, include_last_offset, padding_idx, scale_grad_by_freq, sparse
    return bags(weight, input, offsets, *options)[0]


def check_arguments(input, weight, offsets, scale_grad_by_freq, mode, sparse, per_sample_weights):
    """Raise PyTorch's errors for arguments that do not belong together."""
    if per_sample_weights is not None and input.shape != per_sample_weights.shape:
        raise ValueError(
            f"embedding_bag: If per_sample_weights ({per_sample_weights.shape}) is not None, then it must have the same shape "
            f"as the input ({input.shape})"
        )
    if weight.ndim != 2:
        raise ValueError(f"weight has to be a 2D Tensor, but got Tensor of dimension {weight.ndim}")
    if input.ndim == 2 and offsets is not None:
        raise ValueError(
            "if input is 2D, then offsets has to be None, as input is treated is a mini-batch of fixed length sequences. "
            f"However, found offsets of type {type(offsets)}"
        )
    if input.ndim not in (1, 2):
        raise ValueError(f"input has to be 1D or 2D Tensor, but got Tensor of dimension {input.ndim}")
    if input.ndim == 1 and not (isinstance(offsets, Tensor) and offsets.ndim == 1):
        raise ValueError("offsets has to be a 1D Tensor" + (" but got None" if offsets is None else ""))
    if mode not in MODES:
        raise ValueError("mode has to be one of sum, mean or max")
    if mode == "max" and scale_grad_by_freq:
        raise ValueError("max mode does not support scaling the gradient by the frequency")
    if mode == "max" and sparse:
        raise ValueError("max mode does not support sparse weights")
    if per_sample_weights is not None and mode != "sum":
        raise NotImplementedError(
            "embedding_bag: per_sample_weights was not None. per_sample_weights is only supported for mode='sum' "
            f"(got mode='{mode}')."
        )
