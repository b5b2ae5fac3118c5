"""LinAlgError, and the checks and helpers that linear algebra shares (shelf).

A matrix is the last two dimensions of a tensor; the dimensions before those are a batch of them, and broadcast.
"""

import numpy as np

from ..backend import array_module, same_device
from ..dtypes import FLOATING
from ..ops.one_step import one_step
from ..ops.out import takes_out
from ..ops.reduction.prod import like
from ..ops.view.movedim import adjoint
from ..ops.view.squeeze import unsqueeze


class LinAlgError(RuntimeError):
    """Raised when a matrix has no inverse, no Cholesky factor, or its singular values cannot be found.

    >>> import minitorch as mt
    >>> mt.linalg.inv(mt.zeros(2, 2))
    Traceback (most recent call last):
        ...
    minitorch.linalg.LinAlgError: linalg.inv: the input matrix is singular

    Source: PyTorch, torch.linalg.LinAlgError.
    """

    __module__ = "minitorch.linalg"  # where users find it, pickle too


def writes(function):
    """Give a function an argument `out`; a trace records it as one step."""
    return one_step(takes_out(function))


def check_matrix(name, A, square=True, floats=True, what="A"):
    """Raise for a tensor that is not a matrix, not square, or of a dtype that no decomposition can use."""
    shape = A._array.shape
    if len(shape) < 2:
        raise RuntimeError(f"{name}: The input tensor {what} must have at least 2 dimensions.")
    if square and shape[-1] != shape[-2]:
        raise RuntimeError(f"{name}: {what} must be batches of square matrices, not {shape[-2]} by {shape[-1]}")
    if floats:
        check_floats(name, A.dtype)


def check_floats(name, kind, low=False):
    """Raise for integers, and unless `low` for 16 bits, with which no decomposition computes."""
    if kind.category < FLOATING:
        raise RuntimeError(f"{name}: Expected a floating point or complex tensor as input. Got {kind.title}")
    if kind.itemsize == 2 and not low:
        raise NotImplementedError(f"{name}: Low precision dtypes not supported. Got {kind.title}")


def check_same(name, A, B):
    """Raise for two factors of different dtypes or devices."""
    same_device((A._array, B._array))
    if A.dtype is not B.dtype:
        raise RuntimeError(f"{name}: Expected A and B to have the same dtype, but found {A.dtype} and {B.dtype}")


def check_sizes(name, A, B, left):
    """Raise where A X = B, or with left=False X A = B, has no shape."""
    if A.shape[-1] != B.shape[-2 if left else -1]:
        raise RuntimeError(f"{name}: Incompatible shapes of A and B, {list(A.shape)} and {list(B.shape)}")


def check_info(name, info, message):
    """Raise an error for the first matrix whose `info` is not 0."""
    array = info._array
    if array.any():
        batch = f"(Batch element {int(array.argmax())}): " if array.ndim else ""
        raise LinAlgError(f"{name}: {batch}{message}")


def found(name, routine, matrix, *args):
    """What a routine of NumPy's finds, or LinAlgError. A routine may not end for nan or inf, so it is not called."""
    try:
        if array_module(matrix).isfinite(matrix).all():
            return routine(matrix, *args)
    except np.linalg.LinAlgError:
        pass
    raise LinAlgError(f"{name}: The algorithm failed to converge because the input matrix contained non-finite values.")


def identity(x, n):
    """The n by n identity matrix of x's dtype: a tensor if x is one, else an array."""
    array = getattr(x, "_array", x)
    return like(x, array_module(array).eye(n, dtype=array.dtype))


def columns(x, scale):
    """Every column of a matrix times its number: x @ diag(scale)."""
    return x * unsqueeze(scale, -2)


def rows_times(scale, x):
    """Every row of a matrix times its number: diag(scale) @ x."""
    return unsqueeze(scale, -1) * x


def skew(x):
    """x minus its adjoint."""
    return x - adjoint(x)


def distances(values):
    """values[j] - values[i] in row i and column j, and 1 on the diagonal: what may be divided by."""
    return unsqueeze(values, -2) - unsqueeze(values, -1) + identity(values, values.shape[-1])
