"""compressed_conversion: to_sparse_csr, to_sparse_bsr ...: tensors in compressed layouts, with derivatives (shelf)."""

from .._tensor import Tensor, method, wrap
from ..memory_format import sparse_bsc, sparse_bsr, sparse_coo, sparse_csc, sparse_csr, strided
from ..ops.op import op
from .array import SparseArray, is_sparse
from .compressed import isinstance_compressed, title
from .compressed_creation import _compressed, _values_at, warn_once
from .compressed_forms import changed, check_conversion, layout_of
from .conversion import in_full


def array_of(x):
    return getattr(x, "_array", x)


# --- the operations ----------------------------------------------------------------------------------------------------------


@op(derivative=lambda x, layout, blocksize, dense_dim, own: own)
def _changed(x, layout, blocksize, dense_dim, own):
    """x in a compressed layout; own: the name that the step has."""
    return changed(x, layout, blocksize, dense_dim)


def changed_back(g, x):
    """A gradient in the layout of x."""
    x = array_of(x)
    if not is_sparse(x):
        return in_full(g)
    if not isinstance_compressed(x):
        return _in_pairs(g) if isinstance_compressed(array_of(g)) else g
    if array_of(g).layout is x.layout:
        return g
    blocksize = x.blocksize if x.in_blocks else None
    name = "sparse_compressed_to_sparse" if isinstance_compressed(array_of(g)) else "sparse_coo_to_sparse"
    check_conversion(name, array_of(g), x.layout, blocksize, None)
    return _changed(g, x.layout, blocksize, 0, "ToSparseBackward1")


_changed.grad(x=changed_back)


@op(derivative="ToSparseBackward1")
def _in_pairs(x):
    """A compressed tensor with all places of each number named."""
    return x.pair()


_in_pairs.grad(x=changed_back)


def in_form_of(g, x, masked):
    """The gradient of a compressed tensor's dense form: where it has numbers, or everywhere."""
    if masked:
        return _compressed(_values_at(g, x), x.compressed, x.plain, x.shape, x.layout)
    blocksize = x.blocksize if x.in_blocks else None
    return _changed(g, x.layout, blocksize, x.dense_dim, "ToSparseBackward1")


@op(derivative="SparseMaskBackward0")
def _patterned(x, mask):
    """The numbers of x at the places of a compressed mask."""
    return mask.like(_values_at.forward(x, mask))


def no_mask_back(g):
    """PyTorch has no gradient of what a compressed mask leaves."""
    words = f"is_coalesced expected sparse coordinate tensor layout but got {title(array_of(g).layout)}"
    raise RuntimeError(words)


_patterned.grad(x=no_mask_back)


def masked(x, mask):
    """sparse_mask where the tensor or its mask is compressed."""
    own, other = x._array, mask._array
    if not isinstance_compressed(other) or (isinstance_compressed(own) and own.layout is not other.layout):
        raise RuntimeError("sparse_mask_sparse_compressed expects mask to have sparse compressed layout, got Sparse")
    if isinstance_compressed(x._array):
        return x * wrap(mask._array.like(mask._array.values * 0 + 1)).to(x.dtype)
    return _patterned(x, mask._array)


# --- what is asked of tensors ------------------------------------------------------------------------------------------------


def converted(x, layout, blocksize, dense_dim, name=None):
    """x in a compressed layout. name: the method that was called; None for to_sparse(layout=...)."""
    array, own = x._array, name or "to_sparse"
    same = array.layout is layout if is_sparse(array) else False
    start = {SparseArray: "sparse_coo_" if name is None else "coo_"}.get(type(array), "sparse_compressed_")
    full = own if same else f"{start if is_sparse(array) else 'dense_'}{own}"
    blocksize = (blocksize, blocksize) if isinstance(blocksize, int) else blocksize
    check_conversion(full, array, layout, blocksize, dense_dim)
    if same:
        return x
    warn_once(layout)
    step = "ToSparseBackward1" if name is None else f"{title(layout).replace('Sparse', 'ToSparse')}Backward0"
    return _changed(x, layout, blocksize and tuple(blocksize), dense_dim or 0, step)


def to_layout(x, layout, blocksize, dense_dim):
    """x.to_sparse(layout=layout), from or to a compressed layout."""
    array = x._array
    if layout is strided:
        return x.to_dense()
    if layout in (None, sparse_coo):
        name = f"{'sparse_compressed' if is_sparse(array) else 'dense'}_to_sparse: conversion from {layout_of(array)} to Sparse"
        if blocksize is not None:
            raise RuntimeError(f"{name} with blocksize argument given is not supported")
        if dense_dim is not None:
            raise RuntimeError(f"{name} with dense_dim argument given is not supported")
        return _in_pairs(x)
    return converted(x, layout, blocksize, dense_dim)


def compressed_of(x, name, rows):
    """The compressed array of a tensor whose rows, or else columns, are compressed; PyTorch's error where it is another."""
    array = x._array
    if not isinstance_compressed(array) or array.by_rows is not rows:
        words = (
            f"{name} expected sparse {'row' if rows else 'column'} compressed tensor layout but got {layout_of(array)}"
        )
        raise RuntimeError(words)
    return array


@method
def crow_indices(self):
    """Where each row begins [*batch, rows + 1], of csr and bsr. Source: PyTorch, torch.Tensor.crow_indices."""
    return wrap(compressed_of(self, "crow_indices", True).compressed)


@method
def col_indices(self):
    """The column of each number or block [*batch, nnz], of csr and bsr. Source: PyTorch, torch.Tensor.col_indices."""
    return wrap(compressed_of(self, "col_indices", True).plain)


@method
def ccol_indices(self):
    """Where each column begins [*batch, columns + 1], of csc and bsc. Source: PyTorch, torch.Tensor.ccol_indices."""
    return wrap(compressed_of(self, "ccol_indices", False).compressed)


@method
def row_indices(self):
    """The row of each number or block [*batch, nnz], of csc and bsc. Source: PyTorch, torch.Tensor.row_indices."""
    return wrap(compressed_of(self, "row_indices", False).plain)


@method
def to_sparse_csr(self, dense_dim=None):
    """A matrix, dense or sparse, with the places of its numbers told row by row.

    dense_dim  how many of the last dimensions belong to each number, of a dense tensor

    >>> import minitorch as mt
    >>> mt.tensor([[0.0, 5.0], [6.0, 0.0]]).to_sparse_csr().col_indices()
    tensor([1, 0])

    Errors: RuntimeError for what is no matrix. Source: PyTorch, torch.Tensor.to_sparse_csr.
    """
    return converted(self, sparse_csr, None, dense_dim, "to_sparse_csr")


@method
def to_sparse_csc(self, dense_dim=None):
    """A matrix, dense or sparse, with the places of its numbers told column by column.

    >>> import minitorch as mt
    >>> mt.tensor([[0.0, 5.0], [6.0, 0.0]]).to_sparse_csc().values()
    tensor([6., 5.])

    Errors: RuntimeError for what is no matrix. Source: PyTorch, torch.Tensor.to_sparse_csc.
    """
    return converted(self, sparse_csc, None, dense_dim, "to_sparse_csc")


@method
def to_sparse_bsr(self, blocksize, dense_dim=None):
    """A matrix in blocks, of which those with a number other than 0 are kept, row by row.

    blocksize  the height and width of a block

    >>> import minitorch as mt
    >>> mt.eye(4).to_sparse_bsr((2, 2)).values().shape
    minitorch.Size([2, 2, 2])

    Errors: RuntimeError where the blocks do not fit. Source: PyTorch, torch.Tensor.to_sparse_bsr.
    """
    return converted(self, sparse_bsr, blocksize, dense_dim, "to_sparse_bsr")


@method
def to_sparse_bsc(self, blocksize, dense_dim=None):
    """A matrix in blocks, column by column. Source: PyTorch, torch.Tensor.to_sparse_bsc.

    >>> import minitorch as mt
    >>> mt.eye(4).to_sparse_bsc((2, 1)).ccol_indices()
    tensor([0, 1, 2, 3, 4])
    """
    return converted(self, sparse_bsc, blocksize, dense_dim, "to_sparse_bsc")


# --- copies into tensors that are there ----------------------------------------------------------------------------------------

plain_copy_ = Tensor.copy_


def copy_(self, src, non_blocking=False):
    """copy_, which both or neither of the tensors must be compressed for, in one layout."""
    one, other = self._array, getattr(src, "_array", None)
    if isinstance_compressed(one) or isinstance_compressed(other):
        check_copy(one, other)
    return plain_copy_(self, src, non_blocking)


def check_copy(one, other):
    """Raise PyTorch's errors for tensors of which one cannot be copied into the other."""
    if not isinstance_compressed(one):
        raise RuntimeError(f"copy_sparse_compressed_ expected sparse compressed tensor layout but got {layout_of(one)}")
    if not is_sparse(other) or one.layout is not other.layout:
        raise RuntimeError(
            "torch.copy_: copy of sparse compressed tensors having different layouts is not supported. self layout is "
            f"{title(one.layout)} and src layout is {layout_of(other)}"
        )
    if one.nnz != other.nnz:
        raise RuntimeError(
            "torch.copy_: only sparse compressed tensors with the same number of specified elements are supported."
        )
    if one.shape != other.shape:
        raise RuntimeError(f"expand is unsupported for {title(other.layout)} tensors")


copy_.__wrapped__ = plain_copy_  # type: ignore[attr-defined]
method(copy_)
