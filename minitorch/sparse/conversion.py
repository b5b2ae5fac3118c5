"""conversion: to_sparse, to_dense, coalesce, values, sparse_mask: from one form to another, with their derivatives (shelf)."""

import numpy as np

from .._tensor import Tensor, method, wrap
from .._tower import load
from ..memory_format import COMPRESSED, sparse_coo
from ..memory_format import layout as layout_type
from ..ops.op import op
from .arithmetic import looked_up
from .array import SparseArray, is_sparse
from .parts import nothing

# --- the operations --------------------------------------------------------------------------------------------------------


@op(derivative="SparseCooTensorWithDimsAndTensorsBackward0")
def _made(values, indices, shape, coalesced):
    """A sparse tensor of its parts, whose memory it keeps."""
    return SparseArray(indices, values, shape, coalesced)


@op(derivative="SparseMaskBackward0")
def _numbers_at(x, indices):
    """The numbers of a tensor, dense or sparse, at places; 0 where a sparse one has none."""
    if not is_sparse(x):
        return x[tuple(indices)] if len(indices) else np.broadcast_to(x, (indices.shape[1], *x.shape)).copy()
    there, found = looked_up(x, SparseArray(indices, np.zeros(indices.shape[1]), x.shape).keys())
    values = np.zeros((indices.shape[1], *x.values.shape[1:]), x.dtype)
    values[there] = found
    return values


_made.grad(values=lambda g, indices: _numbers_at(g, indices))
_numbers_at.grad(x=lambda g, indices, x_shape: _dense(_made(g, indices, x_shape, False), True))


@op(derivative="ToDenseBackward0")
def _dense(x, masked):
    return x.dense()


def to_places(g, x, masked):
    """The gradient of a sparse tensor: where it has numbers, or everywhere."""
    x = getattr(x, "_array", x)
    if x.layout is not sparse_coo:
        return compressed_forms().in_form_of(g, x, masked)
    return _masked(g, x.coalesce(), False) if masked else _sparse(g, x.sparse_dim)


def compressed_forms():
    """The file on compressed layouts, which is read later."""
    return load("minitorch.sparse.compressed_conversion")


_dense.grad(x=to_places)


@op(derivative="SparseMaskBackward0")
def _masked(x, mask, dense):
    """The numbers of x where the mask has some; dense: whether x is."""
    indices = mask.indices
    return SparseArray(indices, _numbers_at.forward(x, indices), mask.shape, mask.coalesced)


_masked.grad(x=lambda g, mask, dense: in_full(g) if dense else _masked(g, getattr(mask, "_array", mask), False))


@op(derivative="ToSparseBackward1")
def _sparse(x, sparse_dim):
    if is_sparse(x):
        return x
    rest = tuple(range(sparse_dim, x.ndim))
    places = (x != 0).any(rest) if rest else x != 0
    if not x.ndim:
        return SparseArray(np.zeros((0, int(x != 0)), "int64"), x.reshape(-1)[: int(x != 0)].copy(), (), True)
    indices = np.stack(places.nonzero()) if places.any() else np.zeros((sparse_dim, 0), "int64")
    return SparseArray(indices, x[tuple(indices)], x.shape, True)


def in_full(g):
    """A gradient as a dense one."""
    return _dense(g, True) if is_sparse(getattr(g, "_array", g)) else g


_sparse.grad(x=in_full)


@op(derivative="CoalesceBackward0")
def _coalesced(x):
    return x.coalesce()


_coalesced.grad(x=lambda g: g)


@op(derivative="ValuesBackward0")
def _values(x):
    return x.values


_values.grad(x=lambda g, x: put_back(g, x))


def put_back(g, x):
    """The gradient of the numbers, at their places."""
    x = getattr(x, "_array", x)
    if x.layout is not sparse_coo:
        return compressed_forms()._compressed(g, x.compressed, x.plain, x.shape, x.layout)
    return _made(g, x.indices, x.shape, True)


# --- what is asked of tensors ------------------------------------------------------------------------------------------------


def sparse_of(x, name, words="{} expected sparse coordinate tensor layout but got Strided"):
    """The sparse array of a tensor, or PyTorch's error where it has another."""
    if not isinstance(x, Tensor):
        raise TypeError(f"{name}(): argument 'input' (position 1) must be Tensor, not {type(x).__name__}")
    if not is_sparse(x._array):
        if name.startswith("_"):
            raise NotImplementedError(f"Could not run 'aten::{name}' with arguments from the 'CPU' backend.")
        raise RuntimeError(words.format(name))
    if x._array.layout is not sparse_coo and name not in ("values", "_nnz", "resize_as_sparse_", "addmm"):
        compressed = load("minitorch.sparse.compressed")
        if name.startswith(("_", "sparse_")):
            raise compressed.could_not_run(name)
        raise RuntimeError(words.format(name).replace("Strided", compressed.title(x._array.layout)))
    return x._array


def checked(x, name, words="{} expected sparse coordinate tensor layout but got Strided"):
    """The same for what only coalesced tensors have."""
    array = sparse_of(x, name, words)
    if not array.coalesced:
        raise RuntimeError(f"Cannot get {name} on an uncoalesced tensor, please call .coalesce() first")
    return array


@method
def indices(self):
    """The places of the numbers [sparse_dim, nnz], of a coalesced tensor. Source: PyTorch, torch.Tensor.indices."""
    return wrap(checked(self, "indices").indices)


@method
def values(self):
    """The numbers [nnz, ...], of a coalesced tensor; gradients flow through. Source: PyTorch, torch.Tensor.values."""
    checked(self, "values", "{} expected sparse tensor layout but got Strided")
    return _values(self)


@method
def _indices(self):
    """The places, whether or not they are in order. Source: PyTorch, torch.Tensor._indices."""
    return wrap(sparse_of(self, "_indices").indices)


def own_values(self):
    """The numbers, of which no gradient is followed. Source: PyTorch, torch.Tensor._values."""
    return wrap(sparse_of(self, "_values").values)


method(own_values, "_values")


@method
def _nnz(self):
    """How many numbers there are. Source: PyTorch, torch.Tensor._nnz."""
    return sparse_of(self, "_nnz").nnz


@method
def is_coalesced(self):
    """Whether its places are in order, each there once. Source: PyTorch, torch.Tensor.is_coalesced."""
    return sparse_of(self, "is_coalesced").coalesced


@method
def coalesce(self):
    """The places in order, the numbers that stand at one place added up; itself where that is so already.

    >>> import minitorch as mt
    >>> mt.sparse_coo_tensor([[1, 0, 1]], [1.0, 2.0, 3.0]).coalesce().values()
    tensor([2., 4.])

    Source: PyTorch, torch.Tensor.coalesce.
    """
    return self if sparse_of(self, "coalesce").coalesced else _coalesced(self)


@method
def _coalesced_(self, coalesced):
    """Say that a tensor is coalesced, or is not. Source: PyTorch, torch.Tensor._coalesced_."""
    sparse_of(self, "_coalesced_").coalesced = bool(coalesced)
    return self


@method
def sparse_dim(self):
    """In how many of the first dimensions places are named; 0 of a dense tensor. Source: PyTorch, torch.Tensor.sparse_dim."""
    return self._array.sparse_dim if is_sparse(self._array) else 0


@method
def dense_dim(self):
    """The number of the other dimensions. Source: PyTorch, torch.Tensor.dense_dim."""
    return self._array.dense_dim if self.layout in COMPRESSED else self.ndim - sparse_dim(self)


def own_dims(name, answer):
    """_dimI or _dimV, which compressed tensors have not."""

    def ask(self):
        if self.layout in COMPRESSED:
            raise load("minitorch.sparse.compressed").could_not_run(name)
        return answer(self)

    ask.__doc__ = f"{answer.__name__}, of tensors that are not compressed. Source: PyTorch, Tensor.{name}."
    method(ask, name)


own_dims("_dimI", sparse_dim)
own_dims("_dimV", dense_dim)

# --- from one form to the other ----------------------------------------------------------------------------------------------


@method
def to_dense(self, dtype=None, *, masked_grad=True):
    """All numbers in one array, with zeros where there are none; a dense tensor itself.

    masked_grad  give the sparse tensor a gradient only where it has numbers

    >>> import minitorch as mt
    >>> mt.sparse_coo_tensor([[1]], [5.0], (3,)).to_dense()
    tensor([0., 5., 0.])

    Source: PyTorch, torch.Tensor.to_dense.
    """
    if not is_sparse(self._array):
        return self if dtype is None else self.to(dtype)
    if dtype is not None:
        kind = "sparse" if self.layout is sparse_coo else "sparse_csr"
        raise RuntimeError(f"dtype argument is not supported by {kind}_to_dense")
    return _dense(self, masked_grad is not False)


@method
def to_sparse(self, sparse_dim=None, *, layout=None, blocksize=None, dense_dim=None):
    """The numbers that are not zero and their places; a sparse tensor itself.

    sparse_dim  in how many of the first dimensions places are named: all
    layout      the layout: sparse_coo, or a compressed one, of matrices
    blocksize   for sparse_bsr and sparse_bsc the height and width of a block
    dense_dim   how many of the last dimensions belong to each number, of a dense tensor

    >>> import minitorch as mt
    >>> mt.eye(2).to_sparse().indices()
    tensor([[0, 1],
            [0, 1]])

    Errors: RuntimeError for a sparse_dim out of range, and for conversions that there are not.
    Source: PyTorch, torch.Tensor.to_sparse.
    """
    if isinstance(sparse_dim, layout_type):
        sparse_dim, layout = None, sparse_dim
    compressed = self.layout in COMPRESSED
    if compressed and sparse_dim not in (None, 2):
        name = compressed_forms().layout_of(self._array)
        raise RuntimeError(
            f"sparse_compressed_to_sparse: conversion from {name} to Sparse with sparse_dim argument !=2 is not supported"
        )
    if compressed or layout not in (None, sparse_coo) or blocksize is not None:
        return compressed_forms().to_layout(self, layout, blocksize, dense_dim)
    if is_sparse(self._array):
        if sparse_dim not in (None, self._array.sparse_dim):
            raise RuntimeError(
                "to_sparse: conversion from Sparse to Sparse with sparse_dim argument !=self.sparse_dim() is not supported"
            )
        return self
    count = self.ndim if sparse_dim is None else sparse_dim
    if dense_dim is not None:
        count = self.ndim - dense_dim
    if self.ndim and count == 0:
        raise RuntimeError("dense_to_sparse: sparse_dim argument must be in >0 when self.dim()>0")
    if not 0 <= count <= self.ndim:
        raise RuntimeError(
            f"dense_to_sparse: sparse_dim argument must be in [0,{self.ndim}] range, but {count} is given"
        )
    return _sparse(self, count)


method(to_sparse, "to_sparse_coo")


@method
def sparse_mask(self, mask):
    """The numbers of this tensor, dense or sparse, at the places of the sparse tensor `mask`.

    >>> import minitorch as mt
    >>> mt.arange(4.0).sparse_mask(mt.sparse_coo_tensor([[3]], [1.0], (4,))).to_dense()
    tensor([0., 0., 0., 3.])

    Errors: RuntimeError for another size, or a mask that is not sparse. Source: PyTorch, torch.Tensor.sparse_mask.
    """
    if not is_sparse(mask._array):
        raise RuntimeError("sparse_mask(): expected mask to be sparse")
    if self.shape != mask.shape:
        raise RuntimeError(
            f"sparse_mask(): operands have incompatible sizes; self has size {list(self.shape)} but mask has size {list(mask.shape)}"
        )
    if self.layout in COMPRESSED or mask.layout in COMPRESSED:
        return compressed_forms().masked(self, mask)
    mask._array.keys()
    return _masked(self, mask._array, not is_sparse(self._array))


# --- changes in place --------------------------------------------------------------------------------------------------------


@method
def sparse_resize_(self, size, sparse_dim, dense_dim):
    """Give a sparse tensor another size, which must have room for its numbers. Source: PyTorch, torch.Tensor.sparse_resize_."""
    array, size = sparse_of(self, "sparse_resize_"), tuple(size)
    if len(size) != sparse_dim + dense_dim:
        raise RuntimeError(
            f"'len(size) == sparse_dim + dense_dim' is not satisfied: len(size) = {len(size)}, sparse_dim = {sparse_dim}, "
            f"dense_dim = {dense_dim}"
        )
    if array.nnz:
        check_growth(array, size, sparse_dim)
        if size[sparse_dim:] != array.values.shape[1:]:
            grown = np.zeros((array.nnz, *size[sparse_dim:]), array.dtype)
            grown[tuple([slice(n) for n in array.values.shape])] = array.values
            array.values = grown
        array.shape = size
        return self
    made = nothing(size, array.dtype, sparse_dim)
    array.indices, array.values, array.shape = made.indices, made.values, size
    return self


def check_growth(array, size, sparse_dim):
    """Raise PyTorch's errors where the numbers would not fit."""
    if sparse_dim != array.sparse_dim:
        raise RuntimeError(
            f"changing the number of sparse dimensions (from {array.sparse_dim} to {sparse_dim}) on a non-empty "
            "sparse tensor is not supported."
        )
    if any([n < m for n, m in zip(size, array.shape, strict=False)]):
        raise RuntimeError(
            f"shrinking the size of dimensions (from {list(array.shape)} to {list(size)}) on a non-empty sparse "
            "tensor is not supported."
        )


@method
def sparse_resize_and_clear_(self, size, sparse_dim, dense_dim):
    """Give a sparse tensor another size and no numbers. Source: PyTorch, torch.Tensor.sparse_resize_and_clear_."""
    array = sparse_of(self, "sparse_resize_and_clear_")
    made = nothing(size, array.dtype, sparse_dim)
    array.indices, array.values, array.shape, array.coalesced = made.indices, made.values, made.shape, True
    return self


@method
def resize_as_sparse_(self, other):
    """Give a sparse tensor the size of another. Source: PyTorch, torch.Tensor.resize_as_sparse_."""
    other = sparse_of(other, "resize_as_sparse_")
    if sparse_of(self, "resize_as_sparse_").shape == other.shape:
        return self
    return sparse_resize_(self, other.shape, other.sparse_dim, len(other.shape) - other.sparse_dim)
