"""LinAlgError, and the checks and helpers that linear algebra shares (shelf).

A matrix is the last two dimensions of a tensor; the dimensions before those are a batch of them, and broadcast.
"""

from .._tensor import Tensor
from ..backend import array_module, same_device
from ..dtypes import FLOATING
from ..errors import fault
from ..ops.one_step import one_step
from ..ops.op import fill_out
from ..ops.reduction.prod import like
from ..ops.view.movedim import adjoint
from ..ops.view.squeeze import unsqueeze

__all__ = []


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
        check_floats(name, kind)


def check_floats(name, kind):
    """Raise for integers, and for 16 bits, with which no decomposition computes."""
    if kind.category < FLOATING:
        raise RuntimeError(f"{name}: Expected a floating point or complex tensor as input. Got {kind.title}")
    if kind.itemsize == 2:
        raise NotImplementedError(f"{name}: Low precision dtypes not supported. Got {kind.title}")


def check_same(name, A, B):
    """Two factors must have one dtype and lie on one device."""
    same_device((A._array, B._array))
    if A.dtype is not B.dtype:
        raise RuntimeError(
            f"{name}: Expected A and B to have the same dtype, but found A of type {A.dtype.title} and B of type "
            f"{B.dtype.title} instead"
        )


def check_info(name, info, message):
    """Raise an error for the first matrix whose `info` is not 0."""
    array = info._array
    if array.any():
        batch = f"(Batch element {int(array.argmax())}): " if array.ndim else ""
        raise LinAlgError(f"{name}: {batch}{message}")


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
