"""compressed: sparse_csr_tensor, to_sparse_csr: sparse matrices whose places are kept row by row (shelf)."""

import warnings

import numpy as np

from .._tensor import method, wrap
from ..backend import KINDS
from ..creation.tensor import as_tensor, check_dtype, wishing
from ..memory_format import sparse_csr
from ..ops.op import op
from .array import KINDS_OF_SPARSE, SparseArray, check_places, is_sparse
from .conversion import _numbers_at, _sparse, in_full
from .creation import number_tensor


class CompressedArray(SparseArray):
    """A sparse matrix with its places in order, which tells the rows by where each begins. Inside it is kept as any other."""

    layout = sparse_csr

    def crow_indices(self):
        """Where each row begins, and where the last one ends."""
        return np.searchsorted(self.indices[0], np.arange(self.shape[0] + 1))

    def parts(self):
        """What is shown of it."""
        return {"crow_indices": self.crow_indices(), "col_indices": self.indices[1], "values": self.values}

    def pair(self):
        """The same with both places of each number named."""
        return SparseArray(self.indices, self.values, self.shape, True)


KINDS.append(CompressedArray)
KINDS_OF_SPARSE.append(CompressedArray)
warned: list = []  # whether the warning was given in this process


def by_rows(x):
    """An array, dense or sparse, as a compressed one."""
    found = (x if is_sparse(x) else _sparse.forward(x, 2)).coalesce()
    found.keys()
    return CompressedArray(found.indices, found.values, found.shape, True)


@op(derivative="ToSparseBackward1")
def _compressed(x, dense):
    """x with its places row by row; dense: whether x is."""
    return by_rows(x)


_compressed.grad(x=lambda g, dense: in_full(g) if dense else g)


@op(derivative="SparseCompressedTensorBackward0")
def _rows_made(values, indices, shape):
    return CompressedArray(indices, values, shape, True)


_rows_made.grad(values=lambda g, indices: _numbers_at(g, indices))


def warn_once():
    """PyTorch's warning, the first time."""
    if not warned:
        warned.append(True)
        warnings.warn(
            "Sparse CSR tensor support is in beta state. If you miss a functionality in the sparse tensor support, please submit "
            "a feature request to https://github.com/pytorch/pytorch/issues.",
            stacklevel=3,
        )


def sparse_csr_tensor(
    crow_indices, col_indices, values, size=None, *, dtype=None, device=None, pin_memory=False, requires_grad=False,
    check_invariants=None,
):  # fmt: skip
    """A sparse matrix: `values` [nnz] in the columns `col_indices` [nnz]; row i has those from crow_indices[i] to [i + 1].

    size  rows and columns; where it is left out, as many as are named
    check_invariants  taken and not used: what does not fit is noticed in any case

    >>> import minitorch as mt
    >>> mt.sparse_csr_tensor([0, 1, 2], [1, 0], [5.0, 6.0]).to_dense()
    tensor([[0., 5.],
            [6., 0.]])

    Errors: RuntimeError for parts that do not fit. Source: PyTorch, torch.sparse_csr_tensor.
    """
    warn_once()
    values = number_tensor(values, check_dtype(dtype), device)
    starts, columns = (as_tensor(one)._array.astype("int64", copy=False) for one in (crow_indices, col_indices))
    if starts.ndim != 1 or columns.ndim != 1 or values.ndim != 1 or not len(starts):
        raise RuntimeError(
            "crow_indices, col_indices and values must be vectors: there are no batches of compressed matrices here"
        )
    shape = (len(starts) - 1, int(columns.max(initial=-1)) + 1) if size is None else tuple([int(n) for n in size])
    check_rows(starts, columns, values, shape)
    indices = np.stack([np.repeat(np.arange(shape[0]), np.diff(starts)), columns])
    check_places(indices, shape)
    made = _rows_made(values, indices, shape)
    return wishing(made) if requires_grad and not made.requires_grad else made


def check_rows(starts, columns, values, shape):
    """Raise PyTorch's errors for parts that do not fit."""
    count = len(columns)
    if len(shape) != 2 or len(starts) != shape[0] + 1:
        raise RuntimeError(
            f"crow_indices.shape[-1] must be equal to the number of rows + 1, but got {len(starts)} and {list(shape)}"
        )
    if values._array.shape[0] != count:
        raise RuntimeError(
            f"number of specified elements must match: col_indices has {count}, values has {values._array.shape[0]}"
        )
    if starts[0] != 0 or starts[-1] != count:
        raise RuntimeError(
            f"`crow_indices[..., 0] == 0` and `crow_indices[..., -1] == nnz` ({count}) must hold: {starts.tolist()}"
        )
    if (np.diff(starts) < 0).any():
        raise RuntimeError("`0 <= crow_indices[..., 1:] - crow_indices[..., :-1] <= ncols` is not satisfied.")
    rows = np.repeat(np.arange(shape[0]), np.diff(starts))
    if ((np.diff(columns) <= 0) & (np.diff(rows) == 0)).any():
        raise RuntimeError("`col_indices` must be sorted and distinct in each row")


def compressed_of(x, name):
    """The compressed array of a tensor, or PyTorch's error where it has another."""
    if type(x._array) is not CompressedArray:
        kind = "Sparse" if is_sparse(x._array) else "Strided"
        raise RuntimeError(f"{name} expected sparse row compressed tensor layout but got {kind}")
    return x._array


@method
def crow_indices(self):
    """Where each row's numbers begin [rows + 1]. Source: PyTorch, torch.Tensor.crow_indices."""
    return wrap(compressed_of(self, "crow_indices").crow_indices())


@method
def col_indices(self):
    """The column of each number [nnz]. Source: PyTorch, torch.Tensor.col_indices."""
    return wrap(compressed_of(self, "col_indices").indices[1])


@method
def to_sparse_csr(self, dense_dim=None):
    """A matrix, dense or sparse, with the places of its numbers kept row by row.

    >>> import minitorch as mt
    >>> mt.tensor([[0.0, 5.0], [6.0, 0.0]]).to_sparse_csr().col_indices()
    tensor([1, 0])

    Errors: RuntimeError for what is no matrix. Source: PyTorch, torch.Tensor.to_sparse_csr.
    """
    if self.ndim != 2 or (is_sparse(self._array) and self._array.sparse_dim != 2):
        raise RuntimeError(
            f"to_sparse_csr(): only matrices can be compressed here, and this tensor has the shape {list(self.shape)}"
        )
    if type(self._array) is CompressedArray:
        return self
    warn_once()
    return _compressed(self, not is_sparse(self._array))
