"""functions: sparse.mm, addmm, sum, softmax, log_softmax, spdiags (shelf)."""

import numpy as np

from .._tensor import Tensor, wrap
from .._tower import load
from ..memory_format import sparse_coo, sparse_csc, sparse_csr, strided
from ..ops.matmul.matmul import mm as dense_mm
from ..ops.op import op
from ..ops.view.transpose import transpose
from .array import SparseArray, is_sparse, refusal
from .conversion import _made, _numbers_at, coalesce, sparse_of, values
from .parts import add_up

# --- products --------------------------------------------------------------------------------------------------------------


@op(derivative="SparseAddmmBackward0")
def _addmm(x, mat1, mat2, beta, alpha):
    made = mat1 @ mat2 if alpha == 1 else alpha * (mat1 @ mat2)
    return made if x is None or not beta else (made + beta * x).astype(made.dtype, copy=False)


@op(derivative="SparseAddmmBackward0")
def _products_at(left, right, like):
    """left @ right.T at the places of a sparse matrix, which is in coordinates or in csr."""
    rows, columns = like.indices if like.layout is sparse_coo else like.pair().indices
    return like.like(np.einsum("ij,ij->i", left[rows], right[columns]))


_products_at.grad(left=lambda g, right: g @ right, right=lambda g, left: g.mT @ left)


def first_factor(g, mat1, mat2, alpha):
    """The gradient of a sparse factor, where it has numbers."""
    mat1 = getattr(mat1, "_array", mat1).coalesce()
    if mat1.layout not in (sparse_coo, sparse_csr):
        name = "".join([part.capitalize() for part in mat1.layout.name.split("_")])
        raise RuntimeError(
            f"sparse_addmm_sparse_backward: unsupported combination of layouts, grad: Strided, mat1: {name}, mat2: Strided"
        )
    g = g if alpha == 1 else g * alpha
    return _products_at(g, mat2.conj() if getattr(mat2, "_array", mat2).dtype.kind == "c" else mat2, mat1)


_addmm.grad(
    x=lambda g, beta: g * beta,
    mat1=first_factor,
    mat2=lambda g, mat1, alpha: (mat1.mT @ g) * alpha,
)


@op(derivative="SparseSparseMatmulBackward0")
def _both(mat1, mat2):
    return mat1 @ mat2


_both.grad(mat1=lambda g, mat2: g @ mat2.mT, mat2=lambda g, mat1: mat1.mT @ g)


def mm(mat1, mat2, reduce=None):
    """The product of two matrices of which one is sparse; of two sparse ones it is sparse.

    A sparse factor is given a gradient where it has numbers, which torch.mm does not do.

    >>> import minitorch as mt
    >>> a = mt.sparse_coo_tensor([[0, 1], [1, 0]], [2.0, 3.0], (2, 2))
    >>> mt.sparse.mm(a, mt.tensor([[1.0], [10.0]]))
    tensor([[20.],
            [ 3.]])

    Errors: RuntimeError for sizes that do not fit. Source: PyTorch, torch.sparse.mm.
    """
    if reduce is not None and reduce != "sum":
        raise refusal("_sparse_mm_reduce_impl")
    check_matrices(mat1, mat2)
    one, other = is_sparse(mat1._array), is_sparse(mat2._array)
    if one and other:
        return _both(mat1, mat2)
    if other:
        return transpose(_addmm(None, transpose(mat2, 0, 1), transpose(mat1, 0, 1), 0, 1), 0, 1)
    return _addmm(None, mat1, mat2, 0, 1) if one else dense_mm(mat1, mat2)


def check_matrices(mat1, mat2):
    """Raise PyTorch's errors for factors that do not fit."""
    for place, (name, x) in enumerate((("mat1", mat1), ("mat2", mat2)), 1):
        if not isinstance(x, Tensor):
            raise TypeError(
                f"_sparse_mm(): argument '{name}' (position {place}) must be Tensor, not {type(x).__name__}"
            )
    if mat1.ndim != 2 or mat2.ndim != 2:
        raise RuntimeError(f"mm: Expected two matrices, but got {mat1.ndim}D and {mat2.ndim}D tensors")
    (n, k), (l, m) = mat1.shape, mat2.shape
    if k != l:
        raise RuntimeError(f"mat1 and mat2 shapes cannot be multiplied ({n}x{k} and {l}x{m})")
    if mat1.dtype is not mat2.dtype:
        raise RuntimeError(f"mat1 and mat2 must have the same dtype, but got {mat1.dtype.title} and {mat2.dtype.title}")


def addmm(mat, mat1, mat2, *, beta=1.0, alpha=1.0):
    """beta * mat + alpha * (mat1 @ mat2), where mat1 is sparse. Source: PyTorch, torch.sparse.addmm."""
    check_matrices(mat1, mat2)
    sparse_of(mat1, "addmm", "{}: expected the first matrix to be sparse")
    return _addmm(mat, mat1, mat2, beta, alpha)


def sampled_addmm(input, mat1, mat2, *, beta=1.0, alpha=1.0, out=None):
    """beta * input + alpha * (mat1 @ mat2) where `input`, which is in sparse_csr, has numbers.

    Source: PyTorch, torch.sparse.sampled_addmm.
    """
    made = load("minitorch.sparse.compressed_sampling").sampled(input, mat1, mat2, beta, alpha)
    return made if out is None else out.copy_(made)


# --- sums ------------------------------------------------------------------------------------------------------------------


@op(derivative="SparseSumBackward0")
def _sum(x, dims):
    return add_up(x.coalesce(), dims)


@op(derivative="SparseSumBackward0")
def _spread(g, x, dims):
    """The numbers of a sum, back at each place of x that they came from."""
    x, count = x.coalesce(), x.sparse_dim
    kept = x.indices[[d for d in range(count) if d not in dims]]
    found = _numbers_at.forward(g, kept) if len(kept) else np.broadcast_to(g, (x.nnz, *g.shape))
    for d in sorted(dims):
        found = np.expand_dims(found, d - count + 1) if d >= count else found
    return x.like(np.broadcast_to(found, x.values.shape))


_sum.grad(x=lambda g, x, dims: _spread(g, getattr(x, "_array", x), dims))
_spread.grad(g=lambda g, dims: _sum(g, dims))


def sum(input, dim=None, dtype=None):
    """The sum of all numbers, or of those along dimensions: sparse, unless all dimensions of places go.

    A sparse tensor is given a gradient where it has numbers, which Tensor.sum does not do.

    >>> import minitorch as mt
    >>> x = mt.sparse_coo_tensor([[0, 1], [2, 2]], [3.0, 4.0], (2, 3))
    >>> mt.sparse.sum(x), mt.sparse.sum(x, 0).to_dense()
    (tensor(7.), tensor([0., 0., 7.]))

    Source: PyTorch, torch.sparse.sum.
    """
    sparse_of(input, "_sparse_sum" if input.layout in (strided, sparse_coo) else "coalesce")
    input = input if dtype is None else input.to(dtype)
    if dim is None:
        return values(coalesce(input)).sum()
    dims = (dim,) if isinstance(dim, int) else tuple(dim)
    for d in dims:
        if not -input.ndim <= d < input.ndim:
            raise IndexError(
                f"Dimension out of range (expected to be in range of [{-input.ndim}, {input.ndim - 1}], but got {d})"
            )
    return _sum(input, tuple([d % input.ndim for d in dims]))


# --- softmax -----------------------------------------------------------------------------------------------------------------


def in_groups(x, dim):
    """(the order in which numbers of one row stand together, where a row begins, the row of each) along a dimension."""
    others = np.delete(x.indices, dim, 0)
    keys = SparseArray(others, x.values, [n for d, n in enumerate(x.shape) if d != dim]).keys()
    order = np.argsort(keys, kind="stable")
    new = np.concatenate([[True], keys[order][1:] != keys[order][:-1]])[: len(keys)]
    rows = np.empty(len(keys), "int64")
    rows[order] = np.cumsum(new) - 1
    return order, np.flatnonzero(new), rows


def over_rows(function, numbers, x, dim):
    """A reduction of numbers [nnz, ...] over each row along a dimension of x, back at each of them."""
    if dim >= x.sparse_dim:
        return function.reduce(numbers, dim - x.sparse_dim + 1, keepdims=True)
    if not x.nnz:
        return numbers
    order, starts, rows = in_groups(x, dim)
    return function.reduceat(numbers[order], starts, 0)[rows]


@op(derivative="SparseSoftmaxBackward0")
def _softmax(x, dim):
    x = x.coalesce()
    high = np.exp(x.values - over_rows(np.maximum, x.values, x, dim))
    return x.like(high / over_rows(np.add, high, x, dim))


@op(derivative="SparseLogSoftmaxBackward0")
def _log_softmax(x, dim):
    x = x.coalesce()
    low = x.values - over_rows(np.maximum, x.values, x, dim)
    return x.like(low - np.log(over_rows(np.add, np.exp(low), x, dim)))


@op(derivative="SparseSoftmaxBackwardDataBackward0")
def _softmax_back(g, out, dim):
    own = _numbers_at.forward(g, out.indices) * out.values
    return out.like(own - out.values * over_rows(np.add, own, out, dim))


@op(derivative="SparseLogSoftmaxBackwardDataBackward0")
def _log_softmax_back(g, out, dim):
    own = _numbers_at.forward(g, out.indices)
    return out.like(own - np.exp(out.values) * over_rows(np.add, own, out, dim))


_softmax.grad(x=lambda g, out, dim: _softmax_back(g, out, dim))
_log_softmax.grad(x=lambda g, out, dim: _log_softmax_back(g, out, dim))


def prepared(input, dim, dtype, name):
    """The operand of a softmax and its dimension from 0."""
    sparse_of(input, name)
    if not -input.ndim <= dim < input.ndim:
        raise IndexError(
            f"Dimension out of range (expected to be in range of [{-input.ndim}, {input.ndim - 1}], but got {dim})"
        )
    input = input if dtype is None else input.to(dtype)
    if not input.is_floating_point():
        raise NotImplementedError(f'"softmax" not implemented for {input.dtype.name}: it needs fractions')
    return input, dim % input.ndim


def softmax(input, dim, *, dtype=None):
    """softmax of the numbers that are there, in each row along `dim`: the others count as minus infinity.

    >>> import minitorch as mt
    >>> x = mt.sparse_coo_tensor([[0, 0, 1], [0, 2, 1]], [1.0, 1.0, 5.0], (2, 3))
    >>> mt.sparse.softmax(x, 1).to_dense()
    tensor([[0.5000, 0.0000, 0.5000],
            [0.0000, 1.0000, 0.0000]])

    Source: PyTorch, torch.sparse.softmax.
    """
    return _softmax(*prepared(input, dim, dtype, "_sparse_softmax"))


def log_softmax(input, dim, *, dtype=None):
    """The logarithm of softmax, where numbers are. Source: PyTorch, torch.sparse.log_softmax."""
    return _log_softmax(*prepared(input, dim, dtype, "_sparse_log_softmax"))


# --- made of diagonals ---------------------------------------------------------------------------------------------------------


def spdiags(diagonals, offsets, shape, layout=None):
    """A sparse matrix of diagonals: column j of row i of `diagonals` stands in column j, offsets[i] above the main diagonal.

    layout  sparse_coo, in which the numbers stay in the order of the diagonals, or sparse_csr or sparse_csc

    >>> import minitorch as mt
    >>> mt.sparse.spdiags(mt.tensor([[1.0, 2.0], [3.0, 4.0]]), mt.tensor([0, 1]), (2, 2)).to_dense()
    tensor([[1., 4.],
            [0., 2.]])

    Errors: RuntimeError for diagonals that do not fit, or another layout. Source: PyTorch, torch.sparse.spdiags.
    """
    if layout not in (None, sparse_coo, sparse_csc, sparse_csr):
        name = "".join([part.capitalize() for part in layout.name.split("_")])
        raise RuntimeError(f"Only output layouts (Sparse, SparseCsc, SparseCsr) are supported, got {name}")
    numbers, places = np.atleast_2d(diagonals._array), np.atleast_1d(offsets._array)
    if len(numbers) != len(places):
        raise RuntimeError(f"number of diagonals ({len(numbers)}) does not match the number of offsets ({len(places)})")
    if len(np.unique(places)) != len(places):
        raise RuntimeError("Offset tensor contains duplicate values")
    column = np.broadcast_to(np.arange(numbers.shape[1]), numbers.shape)
    row = column - places[:, None]
    inside = (row >= 0) & (row < shape[0]) & (column < shape[1])
    made = wrap(SparseArray(np.stack([row[inside], column[inside]]), numbers[inside], tuple(shape)))
    return made if layout in (None, sparse_coo) else made.to_sparse(layout=layout)


def as_sparse_gradcheck(gradcheck):
    """gradcheck for functions of sparse tensors: their gradients are compared as dense ones.

    Source: PyTorch, torch.sparse.as_sparse_gradcheck.
    """

    def check(func, inputs, **named):
        named.pop("masked", None)
        inputs = list(inputs) if isinstance(inputs, (list, tuple)) else [inputs]
        dense = [
            x.detach().coalesce().values().requires_grad_() if isinstance(x, Tensor) and is_sparse(x._array) else x
            for x in inputs
        ]

        def of_numbers(*numbers):
            made = [rebuilt(x, y) for x, y in zip(inputs, numbers, strict=True)]
            out = func(*made)
            return out.to_dense() if isinstance(out, Tensor) and is_sparse(out._array) else out

        return gradcheck(of_numbers, dense, **named)

    return check


def rebuilt(x, numbers):
    """An input made of its numbers again."""
    if not isinstance(x, Tensor) or not is_sparse(x._array):
        return numbers
    array = x._array.coalesce()
    return _made(numbers, array.indices, array.shape, True)
