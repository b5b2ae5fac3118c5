"""products: matrix products of which a factor is a sparse array (shelf)."""

import numpy as np

from .array import SparseArray, is_sparse, kernel, refusal

BLOCK = 1 << 22  # numbers that are multiplied at a time


@kernel("matmul", "dot")
def matmul(x, y, dtype=None):
    """x @ y: sparse where both are, else dense."""
    if np.ndim(x) == 1 and not is_sparse(x):
        return rows_times(y.T, x[:, None])[:, 0]
    if np.ndim(x) == 3 and np.ndim(y) == 3 and is_sparse(x) and not is_sparse(y):
        return in_stacks(x, y)
    if (x if is_sparse(x) else y).indices.shape[0] != 2 or np.ndim(x) != 2 or np.ndim(y) > 2:
        raise refusal("mm")
    if not is_sparse(x):
        return np.ascontiguousarray(rows_times(y.T, x.T).T)
    if is_sparse(y):
        return both(x, y)
    return rows_times(x, y[:, None])[:, 0] if y.ndim == 1 else rows_times(x, y)


def rows_times(x, y):
    """A sparse matrix [n, k] times a dense one [k, m]."""
    x.keys()
    order = np.argsort(x.indices[0], kind="stable")
    rows, columns = x.indices[:, order]
    values = x.values[order]
    whole = np.zeros((x.shape[0], y.shape[1]), np.result_type(values, y))
    if len(rows) and y.shape[1]:
        starts = np.flatnonzero(np.concatenate([[True], rows[1:] != rows[:-1]]))
        step = max(BLOCK // len(rows), 1)
        for first in range(0, y.shape[1], step):
            part = slice(first, first + step)
            each = y[columns, part]
            each *= values[:, None]
            whole[rows[starts], part] = np.add.reduceat(each, starts, 0)
    return whole


def both(x, y):
    """The product of two sparse matrices."""
    x, y = x.coalesce(), y.coalesce()
    x.keys(), y.keys()
    return SparseArray(*pairs_met(x, y), (x.shape[0], y.shape[1])).coalesce()


def pairs_met(x, y):
    """(places, products) of two matrices in order: every number of x meets the numbers in that row of y."""
    firsts = np.searchsorted(y.indices[0], np.arange(x.shape[1] + 1))
    counts = np.diff(firsts)[x.indices[1]]
    from_x = np.repeat(np.arange(x.nnz), counts)
    place = np.arange(len(from_x)) - np.repeat(np.cumsum(counts) - counts, counts)
    from_y = firsts[x.indices[1]][from_x] + place
    indices = np.stack([x.indices[0][from_x], y.indices[1][from_y]])
    return indices, x.values[from_x] * y.values[from_y]


def in_stacks(x, y):
    """Stacks of matrices [b, n, k] @ [b, k, m], as one product of a large sparse matrix."""
    if x.sparse_dim != 3:
        raise refusal("bmm")
    b, n, k = x.shape
    stack, row, column = x.indices
    large = SparseArray(np.stack([stack * n + row, stack * k + column]), x.values, (b * n, b * k))
    x.keys()
    return rows_times(large, y.reshape(b * k, -1)).reshape(b, n, y.shape[2])
