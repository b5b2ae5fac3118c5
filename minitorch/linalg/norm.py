"""norm, vector_norm, matrix_norm, cdist: the size of vectors and matrices, and distances (shelf)."""

import math

from .._tensor import check_dim, method
from ..ops.one_step import one_step
from ..ops.reduction.min import amax, amin
from ..ops.reduction.norm import norm as vector_norm_of
from ..ops.reduction.sum import sum
from ..ops.view.movedim import movedim
from ..ops.view.squeeze import unsqueeze
from .checks import check_floats, check_matrix, writes
from .svd import _svd

INFINITE = (math.inf, -math.inf)


@writes
def vector_norm(x, ord=2, dim=None, keepdim=False, *, dtype=None):
    """(sum |x|**ord) ** (1/ord), of all elements or along `dim`.

    ord  a number; inf is the largest |x|, -inf the smallest, 0 how many are not 0

    >>> import minitorch as mt
    >>> mt.linalg.vector_norm(mt.tensor([[3.0, 4.0], [0.0, 1.0]]), dim=1)
    tensor([5., 1.])

    Source: PyTorch, torch.linalg.vector_norm.
    """
    return vector_norm_of(x, ord, dim, keepdim, dtype=dtype)


@writes
def matrix_norm(A, ord="fro", dim=(-2, -1), keepdim=False, *, dtype=None):
    """The size of every matrix.

    ord  "fro": the root of the sum of squares; "nuc": the sum of the singular values; 2 or -2: the largest or smallest
         of those; 1 or -1: the largest or smallest sum of |a| of a column; inf or -inf: of a row

    >>> import minitorch as mt
    >>> mt.linalg.matrix_norm(mt.tensor([[1.0, 2.0], [3.0, 4.0]]), ord=1)
    tensor(6.)

    Errors: RuntimeError for another ord, and where there is no largest number. Source: PyTorch, torch.linalg.matrix_norm.
    """
    name = "linalg.matrix_norm"
    check_matrix(name, A, square=False, floats=False)
    check_floats(name, A.dtype, low=ord not in ("nuc", 2, -2))
    rows, columns = dims = two_dims(name, dim, A.ndim)
    A = A if dtype is None else A.to(dtype)
    if ord == "fro":
        return vector_norm_of(A, 2, dims, keepdim)
    if ord in ("nuc", 2, -2):
        S = _svd(movedim(A, dims, (-2, -1)), False)[1]
        made = sum(S, -1) if ord == "nuc" else extreme(S, -1, ord)
        for d in sorted(dims) if keepdim else ():
            made = unsqueeze(made, d)
        return made
    if ord not in (1, -1, *INFINITE):
        raise RuntimeError(f"{name}: Order {ord} not supported.")
    along, over = (rows, columns) if ord in (1, -1) else (columns, rows)
    sums = vector_norm_of(A, 1, along, keepdim)
    return extreme(sums, over if keepdim or along > over else over - 1, ord, keepdim)


def two_dims(name, dim, ndim):
    """Two dimensions that differ, counted from the front."""
    dims = (dim,) if isinstance(dim, int) else tuple([check_dim(d, ndim) for d in dim])
    if len(set(dims)) != 2 or len(dims) != 2:
        raise RuntimeError(f"{name}: dim must be two different dimensions. Got {dim}")
    return dims


def extreme(sizes, dim, ord, keepdim=False):
    """The largest of the sizes along `dim`, or with a negative order the smallest; without numbers the largest is 0."""
    if ord < 0:
        return amin(sizes, dim, keepdim)
    return amax(sizes, dim, keepdim) if sizes.shape[dim] else sum(sizes, dim, keepdim)


@writes
def linalg_norm(A, ord=None, dim=None, keepdim=False, *, dtype=None):
    """matrix_norm where two dimensions are meant, else vector_norm.

    Without `ord` the root of the sum of squares, of all elements or along `dim`.

    >>> import minitorch as mt
    >>> mt.linalg.norm(mt.tensor([[3.0, 4.0]])), mt.linalg.norm(mt.tensor([[3.0, 4.0]]), ord=1)
    (tensor(5.), tensor(4.))

    Source: PyTorch, torch.linalg.norm.
    """
    dims = None if dim is None else (dim,) if isinstance(dim, int) else tuple(dim)
    count = A.ndim if dims is None else len(dims)
    if ord is not None and count not in (1, 2):
        raise RuntimeError(f"linalg.norm: an order needs 1 or 2 dimensions, of the input or in dim. Got {count}")
    if isinstance(ord, str) or (ord is not None and count == 2):
        return matrix_norm(A, ord, dims or (-2, -1), keepdim, dtype=dtype)
    return vector_norm(A, 2 if ord is None else ord, dims, keepdim, dtype=dtype)


@writes
def nuclear_norm(input, dim=None, keepdim=False):
    """The sum of the singular values: torch.norm with p="nuc". Source: PyTorch, torch.nuclear_norm."""
    return matrix_norm(input, "nuc", tuple(range(input.ndim)) if dim is None else dim, keepdim)


method(nuclear_norm, "_nuclear_norm")


# --- distances ----------------------------------------------------------------------------------------------------------


@one_step
def cdist(x1, x2, p=2.0, compute_mode=None):
    """The distance of every row of x1 from every row of x2: [..., n, d], [..., m, d] -> [..., n, m].

    compute_mode  makes no difference: no distance is computed as a matrix product, which rounds more

    >>> import minitorch as mt
    >>> mt.cdist(mt.tensor([[0.0, 0.0]]), mt.tensor([[3.0, 4.0], [0.0, 1.0]]))
    tensor([[5., 1.]])

    Source: PyTorch, torch.cdist.
    """
    for x in (x1, x2):
        check_matrix("cdist", x, square=False, floats=False, what="X1" if x is x1 else "X2")
        check_floats("cdist", x.dtype, low=True)
    if x1.shape[-1] != x2.shape[-1] or x1.dtype is not x2.dtype or p < 0:
        raise RuntimeError("cdist expects rows of one length and dtype, and p >= 0")
    apart = unsqueeze(x1, -2) - unsqueeze(x2, -3)
    return vector_norm_of(apart, p, -1) if apart.shape[-1] else sum(apart, -1)
