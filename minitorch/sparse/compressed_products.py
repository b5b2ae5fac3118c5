"""compressed_products: sums, products, parts and comparisons of compressed arrays, where PyTorch's CPU has them (shelf)."""

import numpy as np

from ..memory_format import sparse_bsc, sparse_csc, sparse_csr
from . import arithmetic, products
from .array import SparseArray, is_sparse, kernels, op_called
from .compressed import (
    CompressedArray,
    compressed_kernel,
    compressed_refusal,
    could_not_run,
    isinstance_compressed,
    lacking,
    not_in_blocks,
    title,
)  # fmt: skip
from .compressed_forms import compress, pattern_of, starts_of
from .parts import add_up

NOT_CSR = "Expected result Tensor to be of format CSR"
ASSERTED = (
    'src.layout() == kSparseCsr || src.layout() == kSparseCsc INTERNAL ASSERT FAILED at "/__w/pytorch/pytorch/aten/src/ATen/'
    'native/sparse/SparseCsrTensorMath.cpp":835, please report a bug to PyTorch. '
)
ASSERTED_TOO = (
    'at::sparse_csr::is_sparse_compressed(other) INTERNAL ASSERT FAILED at "/__w/pytorch/pytorch/aten/src/ATen/'
    'SparseCsrTensorUtils.h":371, please report a bug to PyTorch. '
)
MKL = (
    "MKL error: SPARSE_STATUS_INVALID_VALUE when calling `mkl_sparse_s_export_csr( source, indexing, rows, cols, rows_start, "
    "rows_end, col_indx, values)`"
)


@compressed_kernel("shape")
def shape(x):
    return x.shape


@compressed_kernel("ndim")
def ndim(x):
    return x.ndim


@compressed_kernel("result_type")
def result_type(*kinds):
    return np.result_type(*[x.dtype if is_sparse(x) else x for x in kinds])


@compressed_kernel("real")
def real(x):
    return x.real


@compressed_kernel("ascontiguousarray")
def ascontiguousarray(x):
    return x


@compressed_kernel("swapaxes")
def swapaxes(x, first, second):
    return x.swapaxes(first, second)


@compressed_kernel("transpose")
def transpose(x, dims=None):
    return x.transpose(dims)


@compressed_kernel("broadcast_to")
def broadcast_to(x, shape, **named):
    op = op_called()
    if tuple(np.atleast_1d(shape)) != x.shape or (op is not None and op.name == "expand"):
        raise RuntimeError(f"expand is unsupported for {title(x.layout)} tensors")
    return x


@compressed_kernel("zeros_like")
def zeros_like(x, dtype=None, **named):
    """The same without numbers."""
    plain = np.zeros((*x.batches, 0), x.plain.dtype)
    values = np.zeros((*x.batches, 0, *x.values.shape[x.batch + 1 :]), dtype or x.dtype)
    return CompressedArray(np.zeros_like(x.compressed), plain, values, x.shape, x.layout)


@compressed_kernel("empty_like")
def empty_like(x, dtype=None, **named):
    return x.like(np.zeros(x.values.shape, dtype or x.dtype))


@compressed_kernel("ones_like")
def ones_like(x, dtype=None, **named):
    return x.like(np.ones(x.values.shape, dtype or x.dtype))


@compressed_kernel("full_like")
def full_like(x, value, dtype=None, **named):
    return x.like(np.full(x.values.shape, value, dtype or x.dtype))


# --- sums ------------------------------------------------------------------------------------------------------------------


@compressed_kernel("add")
def add(x, y, dtype=None):
    """x + y: compressed where both are, else dense."""
    if isinstance_compressed(x) and isinstance_compressed(y):
        return both_added(x, y)
    sparse, other = (x, y) if isinstance_compressed(x) else (y, x)
    if is_sparse(other):
        raise RuntimeError(ASSERTED_TOO if sparse is x else "memory format option is only supported by strided tensors")
    if sparse.in_blocks:
        raise RuntimeError(ASSERTED)
    if np.shape(other) != sparse.shape:
        raise RuntimeError(
            f"add: expected 'self' and 'other' to have same size, but self has size {list(np.shape(other))} while other has size "
            f"{list(sparse.shape)} (FYI: op2-sparse addition does not currently support broadcasting)"
        )
    return other + sparse.dense()


def both_added(x, y):
    """The sum of two compressed arrays: of any layout where their indices are the same, else of csr."""
    if x.layout is y.layout and x.compressed is y.compressed and x.plain is y.plain:
        return x.like(x.values + y.values)
    if x.shape != y.shape:
        raise RuntimeError(
            f"torch.add: Expected input tensors to have the same shape, but got tensor `self` with shape {list(x.shape)} and tensor "
            f"`other` with shape {list(y.shape)}"
        )
    if x.layout is sparse_csr is y.layout and x.in_order() and y.in_order():
        return compress(arithmetic.add(x.pair(), y.pair()), sparse_csr)
    if x.layout is sparse_csr is y.layout:
        return as_met(*[np.concatenate(both, -1) for both in zip(listed(x), listed(y), strict=True)], x.shape)
    if not x.by_rows or not y.by_rows:
        name = title((y if x.by_rows else x).layout)
        raise RuntimeError(f"crow_indices expected sparse row compressed tensor layout but got {name}")
    raise RuntimeError(MKL)


@compressed_kernel("add.reduce", "sum")
def summed(x, axis=None, keepdims=False, dtype=None, **named):
    """The sum of all numbers, or, of csr, along dimensions that stay with length 1."""
    if axis is None or (x.ndim == 0):
        return x.values.sum(dtype=dtype)
    if x.layout is not sparse_csr:
        raise RuntimeError(
            "Currently the only compressed sparse format supported for sum.dim_IntList is CSR, but got layout "
            + title(x.layout)
        )
    if not keepdims:
        raise RuntimeError("reduction operations on CSR tensors with keepdim=False is unsupported")
    return compress(added(x.pair(), axis, dtype), sparse_csr)


def added(pair, axis, dtype):
    """The sum along dimensions that stay with length 1, in coordinates."""
    found = add_up(pair.coalesce(), axis, True, dtype)
    if is_sparse(found):
        return found.coalesce()
    return SparseArray(np.zeros((2, min(pair.nnz, 1)), "int64"), found.reshape(-1)[: pair.nnz], found.shape, True)


# --- products --------------------------------------------------------------------------------------------------------------


@compressed_kernel("multiply")
def multiply(x, y, dtype=None):
    """x * y: the places of the compressed one, of two csr those that both have."""
    sparse, other = (x, y) if isinstance_compressed(x) else (y, x)
    if np.ndim(other) == 0 and not is_sparse(other):
        return sparse.like(sparse.values * other)
    op = op_called()
    if op is not None and op.name in ("mul", "mul_") and not x_is_csr(x, y):
        raise not_in_blocks(x.layout, "empty_sparse_compressed") if in_blocks(x) else RuntimeError(NOT_CSR)
    if not is_sparse(other) and np.shape(other) != sparse.shape:
        raise RuntimeError(
            f"sparse_mask(): operands have incompatible sizes; self has size {list(np.shape(other))} but mask has size "
            f"{list(sparse.shape)}"
        )
    if not is_sparse(other):
        return sparse.like(sparse.values * pattern_of(other, sparse).values)
    if sparse.layout is getattr(other, "layout", None) and sparse.nnz == other.nnz:
        if (sparse.compressed == other.compressed).all() and (sparse.plain == other.plain).all():
            return sparse.like(x.values * y.values)
    pairs = [one.pair() if isinstance_compressed(one) else one for one in (x, y)]
    return compress(arithmetic.multiply(*pairs).coalesce(), sparse_csr)


def x_is_csr(x, y):
    """Whether those of two factors that are compressed are in csr."""
    return all([one.layout is sparse_csr for one in (x, y) if isinstance_compressed(one)])


def in_blocks(x):
    return isinstance_compressed(x) and x.in_blocks


def layout_title(x):
    return title(x.layout) if is_sparse(x) else "Strided"


@compressed_kernel("matmul", "dot")
def matmul(x, y, dtype=None):
    """x @ y: dense where one factor is, else in csr."""
    if np.ndim(x) != 2 or np.ndim(y) > 2:
        op = op_called()
        raise could_not_run("bmm.out" if op is not None and op.name == "bmm" else "bmm")
    if np.ndim(y) == 1:
        if x.layout is sparse_bsc:
            raise RuntimeError("torch.addmv: operation not supported for mat with SparseBsc layout")
        return products.rows_times(x.pair(), y[:, None])[:, 0]
    if is_sparse(x) and is_sparse(y):
        return both(x, y)
    if getattr(x, "layout", None) is sparse_bsc or (is_sparse(y) and in_blocks(y) and y.by_rows):
        raise no_product("Strided", x, y)
    if is_sparse(x):
        return products.rows_times(x.pair(), y)
    return np.ascontiguousarray(products.rows_times(y.pair().T, x.T).T)


def no_product(base, x, y):
    """PyTorch's error for factors that its CPU does not multiply."""
    words = f"addmm: computation on CPU is not implemented for {base} + {layout_title(x)} @ {layout_title(y)}"
    return RuntimeError(words)


def both(x, y):
    """The product of two sparse matrices of which one is compressed."""
    if in_blocks(x):
        raise not_in_blocks(x.layout, "zeros_sparse_compressed")
    plain = [isinstance_compressed(one) and not one.in_blocks for one in (x, y)]
    if plain != [True, True]:
        raise no_product(layout_title(x), x, y)
    return as_met(*products.pairs_met(x.pair().coalesce(), y.pair().coalesce()), (x.shape[0], y.shape[1]))


def listed(x):
    """Places and numbers of a csr array."""
    pair = x.pair()
    return pair.indices, pair.values


def as_met(indices, values, shape):
    """A csr array of places and numbers in which those of a row stand in the order in which they were met first, as in MKL."""
    keys, first, which = np.unique(indices[0] * shape[1] + indices[1], return_index=True, return_inverse=True)
    added = np.zeros(len(keys), values.dtype)
    np.add.at(added, which.reshape(-1), values)
    rows, columns = np.divmod(keys, max(shape[1], 1))
    order = np.lexsort((first, rows))
    return CompressedArray(starts_of(rows, shape[0]), columns[order], added[order], shape, sparse_csr)


# --- one number ------------------------------------------------------------------------------------------------------------


@compressed_kernel("maximum")
def positive_part(x, low, **named):
    """relu."""
    op = op_called()
    if not isinstance_compressed(x) or np.ndim(low) or low or (op is not None and op.name not in ("relu", "relu_")):
        raise compressed_refusal("clamp", x)
    return x.like(np.maximum(x.values, low))


@compressed_kernel("greater")
def greater(x, y, dtype=None):
    return compared(np.greater, x, y)


@compressed_kernel("less")
def less(x, y, dtype=None):
    return compared(np.less, x, y)


def compared(function, x, y):
    """A comparison with 0: in sign."""
    if not isinstance_compressed(x) or np.ndim(y) or y:
        raise compressed_refusal(function.__name__, x if isinstance_compressed(x) else y)
    return x.like(function(x.values, y))


@compressed_kernel("subtract")
def subtract(x, y, dtype=None):
    """x - trunc(x), which is frac, and (x > 0) - (x < 0), which is sign; any other difference is refused."""
    op = op_called()
    if op is None or op.name not in ("frac", "sign", "sgn"):
        raise compressed_refusal("sub", x if isinstance_compressed(x) else y)
    return x.like(np.subtract(x.values, y.values, dtype=dtype))


@compressed_kernel("not_equal")
def not_equal(x, y, dtype=None):
    """isnan, and which numbers are not 0, in relu's formula."""
    return x.like(x.values != x.values) if x is y else compared(np.not_equal, x, y)


@compressed_kernel("where")
def where(mask, x, y):
    """The numbers of x where a compressed mask has some that are True, and 0 elsewhere."""
    if not isinstance_compressed(mask) or np.ndim(y) or y:
        raise compressed_refusal("where", next(one for one in (mask, x, y) if isinstance_compressed(one)))
    return multiply(mask, x)


# --- parts -----------------------------------------------------------------------------------------------------------------


@compressed_kernel("getitem")
def getitem(x, place):
    """The part at ints: of batches a compressed array, of rows and columns one in coordinates."""
    place = list(place[:-1] if place and place[-1] is Ellipsis else place)
    whole = [isinstance(p, slice) and p == slice(None) for p in place]
    if any([not all_of and not isinstance(p, (int, np.integer)) for p, all_of in zip(place, whole, strict=True)]):
        raise lacking(x.layout, "strides")
    if all(whole):
        raise lacking(x.layout, "strides")
    dim = 0
    for p, all_of in zip(place, whole, strict=True):
        if not all_of:
            x = (
                selected(x, dim, int(p))
                if isinstance_compressed(x)
                else kernels["getitem"](x, (slice(None),) * dim + (p,))
            )
        dim += all_of
    return x


def selected(x, dim, at):
    """The part at one place of a dimension."""
    n = x.shape[dim]
    if not -n <= at < n:
        op = op_called()
        if op is not None and op.name == "select":
            raise IndexError(f"select(): index {at} out of range for tensor of size {list(x.shape)} at dimension {dim}")
        raise IndexError(f"index {at} is out of bounds for dimension {dim} with size {n}")
    at, shape = at % n, x.shape[:dim] + x.shape[dim + 1 :]
    if dim < x.batch:
        inside = (slice(None),) * dim + (at,)
        return CompressedArray(x.compressed[inside], x.plain[inside], x.values[inside], shape, x.layout)
    if dim >= x.batch + 2:
        where = (slice(None),) * (x.values.ndim - x.dense_dim + dim - x.batch - 2) + (at,)
        return CompressedArray(x.compressed, x.plain, x.values[where], shape, x.layout)
    if x.in_blocks and (x.layout is not sparse_bsc or dim != x.batch + 1):
        raise RuntimeError("select(): no view exists for the given input, consider using torch.select_copy.")
    if x.batch:
        raise RuntimeError(
            f"select(): selecting sparse dimensions is not supported for batched {title(x.layout)} tensors."
        )
    pair = x.pair()
    here = pair.indices[dim] == at
    return SparseArray(np.delete(pair.indices, dim, 0)[:, here], pair.values[here], shape, x.layout is not sparse_csc)
