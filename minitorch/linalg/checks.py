"""LinAlgError, and the checks and helpers that linear algebra shares (shelf).

A matrix is the last two dimensions of a tensor; the dimensions before those are a batch of them, and broadcast.
"""

import numpy as np

from .._tensor import Tensor
from ..backend import array_module
from ..dtypes import FLOATING
from ..numpy_errors import fault
from ..ops.one_step import one_step
from ..ops.op import fill_out
from ..ops.reduction.prod import like
from ..ops.view.squeeze import unsqueeze
from ..ops.view.transpose import adjoint

__all__ = []


class _LinAlgError(RuntimeError):
    """Raised when a matrix has no inverse, no Cholesky factor, or its singular values cannot be found.

    >>> import minitorch as mt
    >>> mt.linalg.inv(mt.zeros(2, 2))
    Traceback (most recent call last):
        ...
    minitorch._C._LinAlgError: linalg.inv: The diagonal element 1 is zero, the inversion could not be completed because the input matrix is singular.

    Source: PyTorch, torch.linalg.LinAlgError.
    """  # noqa: E501

    __module__ = "minitorch._C"  # as PyTorch shows it, in pickles too


LinAlgError = _LinAlgError


# --- memory -------------------------------------------------------------------------------------------------------------


def by_columns(x):
    """The array with each matrix laid out by columns, as LAPACK leaves them: PyTorch's results have these strides."""
    return array_module(x).ascontiguousarray(x.swapaxes(-1, -2)).swapaxes(-1, -2)


# --- arguments ----------------------------------------------------------------------------------------------------------


def writes(function):
    """Let a function whose first argument is a tensor write what it makes into tensors given as `out=`."""

    def call(*args, out=None, **named):
        if args and not isinstance(args[0], Tensor):
            raise TypeError(
                f"{call.name}(): argument '{function.__code__.co_varnames[0]}' (position 1) must be Tensor, not "
                f"{type(args[0]).__name__}"
            )
        try:
            made = function(*args, **named)
        except Exception as error:
            raise fault(error, call.name) from None
        if out is None:
            return made
        written = fill_out(out, made, call)
        return type(made)(written) if isinstance(made, tuple) else written

    call.__name__ = call.__qualname__ = call.name = function.__name__
    call.__doc__, call.__module__, call.__wrapped__ = function.__doc__, function.__module__, function
    return one_step(call)


def check_matrix(name, A, square=True, floats=True, what="A"):
    """PyTorch's errors for what is no matrix, not square, or of a dtype that cannot be computed with."""
    shape, kind = A._array.shape, A.dtype
    if len(shape) < 2:
        raise RuntimeError(f"{name}: The input tensor {what} must have at least 2 dimensions.")
    if square and shape[-1] != shape[-2]:
        raise RuntimeError(
            f"{name}: {what} must be batches of square matrices, but they are {shape[-2]} by {shape[-1]} matrices"
        )
    if floats:
        check_floats(name, kind, 0 in shape)


# the functions of which PyTorch only finds in LAPACK's part that it has no kernel: of half precision, in some of integers too
KERNELS = {
    "linalg.cholesky": "cholesky_cpu", "linalg.cond": "linalg_svd_cpu", "linalg.det": "lu_cpu", "linalg.eig": "linalg_eig_out_cpu",
    "linalg.eigvals": "linalg_eig_out_cpu", "torch.linalg.ldl_factor_ex": "ldl_factor_kernel_cpu", "linalg.qr": "geqrf_cpu",
    "linalg.matrix_rank": "linalg_svd_cpu", "linalg.solve": "lu_cpu", "linalg.svd": "linalg_svd_cpu",
}  # fmt: skip
ANY_KIND = {
    "cholesky": "cholesky_cpu", "cholesky_inverse": "cholesky_inverse_out_cpu", "cholesky_solve": "cholesky_solve_cpu",
    "torch.geqrf": "geqrf_cpu", "triangular_solve": "triangular_solve_cpu", "linalg.lu_factor": "lu_cpu",
    "linalg.eigh": "linalg_eigh_cpu", "linalg.eigvalsh": "linalg_eigh_cpu",
}  # fmt: skip
EMPTY_TOO = ("torch.geqrf", "linalg.qr")


def check_floats(name, kind, empty=False):
    """PyTorch's errors for integers and for half precision."""
    kernel = ANY_KIND.get(name) or (KERNELS.get(name) if kind.category >= FLOATING else None)
    if kernel is not None and (kind.category < FLOATING or kind.itemsize == 2):
        if empty and name not in EMPTY_TOO:
            return
        raise NotImplementedError(f"\"{kernel}\" not implemented for '{kind.title}'")
    if kind.category < FLOATING:
        raise RuntimeError(f"{name}: Expected a floating point or complex tensor as input. Got {kind.title}")
    if kind.itemsize == 2:
        raise RuntimeError(f"{name}: Low precision dtypes not supported. Got {kind.title}")


def check_same(name, A, B):
    """Two factors must have one dtype."""
    if A.dtype is not B.dtype:
        raise RuntimeError(
            f"{name}: Expected A and B to have the same dtype, but found A of type {A.dtype.title} and B of type "
            f"{B.dtype.title} instead"
        )


def check_info(name, info, message, error=LinAlgError):
    """Raise an error for the first matrix whose `info` is not 0; `message` has a place for that number."""
    array = info._array
    if not array.any():
        return
    first = tuple([int(i[0]) for i in array.nonzero()]) if array.ndim else ()
    place = int(np.ravel_multi_index(first, array.shape)) if array.ndim else 0
    batch = f"(Batch element {place}): " if array.ndim else ""
    raise error(f"{name}: {batch}" + message.format(int(array[first])))


# --- arrays and tensors alike -------------------------------------------------------------------------------------------


def array_of(x):
    """The array of a tensor; an array itself."""
    return getattr(x, "_array", x)


def identity(x, n):
    """The n by n identity matrix of x's dtype: a tensor if x is one, else an array."""
    array = array_of(x)
    return like(x, array_module(array).eye(n, dtype=array.dtype))


def ones_on_diagonal(x):
    """A square matrix with its diagonal replaced by ones, in an array."""
    return array_module(x).where(array_module(x).eye(x.shape[-1], dtype=bool), x.dtype.type(1), x)


def columns(x, scale):
    """Every column of a matrix times its number: x @ diag(scale)."""
    return x * unsqueeze(scale, -2)


def rows_times(scale, x):
    """Every row of a matrix times its number: diag(scale) @ x."""
    return unsqueeze(scale, -1) * x


def skew(x):
    """x minus its adjoint."""
    return x - adjoint(x)


# --- elimination, for a batch at once -------------------------------------------------------------------------------------


def pivot_size(x):
    """By what LAPACK chooses a pivot: |x|, of complex numbers |a| + |b|."""
    return abs(x.real) + abs(x.imag) if x.dtype.kind == "c" else abs(x)


def eliminate(x):
    """(LU, pivots from 1, info): Gauss's elimination with the largest pivot of each column. Arrays [..., m, n]."""
    xp = array_module(x)
    x, (m, n) = x.copy(), x.shape[-2:]
    count = min(m, n)
    pivots = xp.zeros((*x.shape[:-2], count), "int32")
    info = xp.zeros(x.shape[:-2], "int32")
    for k in range(count):
        best = k + pivot_size(x[..., k:, k]).argmax(axis=-1)
        pivots[..., k] = best + 1
        place = xp.broadcast_to(xp.asarray(best)[..., None, None], (*x.shape[:-2], 1, n))
        chosen, upper = xp.take_along_axis(x, place, -2), x[..., k : k + 1, :].copy()
        xp.put_along_axis(x, place, upper, -2)
        x[..., k : k + 1, :] = chosen
        pivot = x[..., k, k]
        info = xp.where((info == 0) & (pivot == 0), k + 1, info)
        factors = x[..., k + 1 :, k] / xp.where(pivot == 0, 1, pivot)[..., None]
        x[..., k + 1 :, k] = factors
        x[..., k + 1 :, k + 1 :] -= factors[..., :, None] * x[..., k : k + 1, k + 1 :]
    return x, pivots, info.astype("int32")


def substitute(A, B, upper):
    """The X of A X = B for triangular arrays, row by row: where A has a zero on its diagonal, inf or nan."""
    xp, n = array_module(A), A.shape[-1]
    shape = (*np.broadcast_shapes(A.shape[:-2], B.shape[:-2]), *B.shape[-2:])
    X = xp.broadcast_to(B, shape).copy()
    for k in reversed(range(n)) if upper else range(n):
        done = slice(k + 1, None) if upper else slice(0, k)
        X[..., k, :] -= (A[..., k : k + 1, done] @ X[..., done, :])[..., 0, :]
        X[..., k, :] /= A[..., k, k, None]
    return X
