"""embedding: embedding, one_hot: a row of a table for each index (core)."""

from ..._tensor import touch, wrap
from ...backend import array_module
from ...ops.index.bounds import beyond, like
from ...ops.index.where import masked
from ...ops.one_step import one_step
from ...ops.op import op
from .windows import check_tensor


@op(derivative="EmbeddingBackward0")
def _rows(weight, index, padding_idx=None, scale_grad_by_freq=False):
    """The rows of weight [n, d] that `index`, an array of ints of any shape [...], selects: an array [..., d]."""
    return weight.take(index, 0)


@op
def _row_sums(g, index, n):
    """A table [n, d]. Its row i is the sum of the vectors of g [..., d] for which index [...] is i."""
    table = array_module(g).zeros((n, g.shape[-1]), g.dtype)
    array_module(g).add.at(table, index, g)
    return table


def rows_back(g, index, padding_idx, scale_grad_by_freq, weight_shape):
    """The gradients of each row, from all the places where it was used, added up or averaged."""
    places, n = getattr(index, "_array", index), weight_shape[0]
    if padding_idx is not None:
        g = masked(g, like(g, (places != padding_idx)[..., None]))  # and not times 0: it may be nan there
    if scale_grad_by_freq:
        share = 1 / array_module(places).bincount(places.reshape(-1), minlength=n)[places]
        g = g * like(g, share.astype(getattr(g, "_array", g).dtype)[..., None])
    return _row_sums(g, index, n)


_rows.grad(weight=rows_back)
_row_sums.grad(g=lambda g, index: _rows(g, index))  # each is the gradient of the other


@one_step
def embedding(input, weight, padding_idx=None, max_norm=None, norm_type=2.0, scale_grad_by_freq=False, sparse=False):
    """The rows of weight [n, d] that `input` (ints of any shape) names: [..., d].

    padding_idx         a row whose gradient is not wanted
    max_norm            the rows named are first shortened, in place, to this norm at most; norm_type says which norm
    scale_grad_by_freq  a row that is named several times gets the mean of its gradients, not their sum
    sparse              makes no difference: there are no sparse tensors here, and the gradient is dense

    >>> import minitorch as mt
    >>> weight = mt.tensor([[0.0, 0.0], [3.0, 4.0], [5.0, 6.0]])
    >>> mt.nn.functional.embedding(mt.tensor([2, 1]), weight)
    tensor([[5., 6.],
            [3., 4.]])

    Errors: IndexError for rows that there are not; RuntimeError for a weight that is no matrix, or an input that is not of
    ints; AssertionError for a padding_idx beyond the rows.
    Source: PyTorch, torch.nn.functional.embedding.
    """
    check_tensor("embedding", weight, "weight")
    check_tensor("embedding", input, "indices", 2)
    if weight.ndim != 2:
        raise RuntimeError(f"'weight' must be 2-D, but has {weight.ndim} dimensions")
    padding_idx = row(padding_idx, len(weight))
    check_index(input, len(weight))
    if max_norm is not None:
        shorten(weight, input._array, max_norm, norm_type)
    return _rows(weight, input, padding_idx, scale_grad_by_freq)


def check_index(input, count):
    """Raise PyTorch's errors for what cannot name rows, and for rows that there are not."""
    if input.dtype.name not in ("int64", "int32"):
        raise RuntimeError(f"embedding takes indices of the scalar types Long, Int; but got {input.type()}")
    if not input.is_meta and beyond(input._array, count):
        raise IndexError(f"index out of range in self: there are {count} rows; the indices are {input.tolist()}")


def row(padding_idx, count):
    """The number of a row, counted from 0; None for None. Negative ones count from the end."""
    if padding_idx is None:
        return None
    if not -count <= padding_idx < count:
        raise AssertionError(f"Padding_idx must be within num_embeddings: it is {padding_idx}, and there are {count}")
    return padding_idx + count if padding_idx < 0 else padding_idx


def shorten(weight, index, max_norm, norm_type):
    """Shorten, in place, the rows at `index` whose norm is larger than max_norm."""
    array = weight._array
    xp = array_module(array)
    used = xp.unique(index)
    norms = xp.linalg.norm(array[used], norm_type, axis=1)
    long = norms > max_norm
    if long.any():
        array[used[long]] *= (max_norm / (norms[long] + 1e-7)).astype(array.dtype)[:, None]
        touch(weight)


@one_step
def one_hot(tensor, num_classes=-1):
    """For every class number a row with 1 in its place and 0 elsewhere: [...] -> [..., num_classes], int64.

    >>> import minitorch as mt
    >>> mt.nn.functional.one_hot(mt.tensor([0, 2]))
    tensor([[1, 0, 0],
            [0, 0, 1]])

    Errors: RuntimeError for negative classes, or classes beyond num_classes. Source: PyTorch, torch.nn.functional.one_hot.
    """
    array = tensor._array
    if array.dtype != "int64" or not array.size and num_classes <= 0:
        raise RuntimeError("one_hot takes an index tensor of type LongTensor, and infers no classes of none")
    count = int(array.max()) + 1 if num_classes == -1 else num_classes
    if array.size and not 0 <= array.min() <= array.max() < count:
        raise RuntimeError(f"Class values must be non-negative and smaller than num_classes, {count}")
    return wrap((array[..., None] == array_module(array).arange(count)).astype("int64"))
