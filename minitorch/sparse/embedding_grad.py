"""embedding_grad: the gradient of a table of which few rows were used, as a sparse tensor: embedding with sparse=True (shelf)."""

from .._holes import fill
from ..ops.op import op
from ..ops.view.as_strided import like
from .array import SparseArray
from .conversion import _numbers_at


@op(derivative="EmbeddingSparseBackwardBackward0")
def _rows_at(g, index, shape):
    """A table with the rows of g at `index`, added up where one is named several times."""
    return SparseArray(index.reshape(1, -1).astype("int64", copy=False), g, shape)


_rows_at.grad(g=lambda g, index: _numbers_at(g, getattr(index, "_array", index).reshape(1, -1)))


def few_rows(g, index, padding_idx, scale_grad_by_freq, shape):
    """The gradients of the rows that were used."""
    if scale_grad_by_freq:
        raise RuntimeError("embedding_backward: scale_grad_by_freq not supported with sparse gradients")
    if padding_idx is not None:
        kept = index != padding_idx
        g, index = g[like(g, kept)], index[kept]
    return _rows_at(g, index, shape)


fill("minitorch.nn.functional.embedding", few_rows=few_rows)
