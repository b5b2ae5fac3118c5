"""matrix_power, matrix_exp (shelf)."""

from .._tensor import method
from ..backend import array_module
from ..ops.join.cat import _cat
from ..ops.matmul.matmul import matmul
from ..ops.op import op
from ..ops.pointwise.arithmetic import zeros_of
from .checks import check_matrix, identity, writes
from .inv import linalg_inv

__all__ = ["matrix_power", "matrix_exp"]


@writes
def matrix_power(input, n):
    """A matrix multiplied n times with itself; for a negative n, its inverse.

    >>> import minitorch as mt
    >>> mt.matrix_power(mt.tensor([[1, 1], [0, 1]]), 5)
    tensor([[1, 5],
            [0, 1]])

    Errors: LinAlgError for a negative power of a singular matrix. Source: PyTorch, torch.linalg.matrix_power.
    """
    check_matrix("linalg.matrix_power", input, floats=False)
    if n == 0:
        return input.clone().copy_(identity(input.detach(), input.shape[-1]))
    if n < 0:
        input, n = linalg_inv(input), -n
        if n == 1:
            return input
    made, square = None, input
    while True:
        if n & 1:
            made = square if made is None else matmul(made, square)
        n >>= 1
        if not n:
            return made if made is not input else input.clone()
        square = matmul(square, square)


# --- the exponential ----------------------------------------------------------------------------------------------------------

TERMS = 18  # of the power series: enough for a norm of 1.09 in double precision


@op(derivative="LinalgMatrixExpBackward0")
def _matrix_exp(A):
    """The power series of A / 2**s, whose norm is small, squared s times. In double precision: squaring doubles errors."""
    xp, kind = array_module(A), A.dtype
    if not A.size:
        return A.copy()
    A = A.astype("complex128" if kind.kind == "c" else "float64", copy=False)
    sizes = xp.abs(A).sum(axis=-2).max(axis=-1)
    sizes = xp.where(xp.isfinite(sizes) & (sizes > 0), sizes, 1)
    halvings = xp.maximum(xp.ceil(xp.log2(sizes / 1.09)), 0)
    small = A / xp.exp2(halvings)[..., None, None]
    one = made = xp.broadcast_to(xp.eye(A.shape[-1], dtype=A.dtype), A.shape)
    for k in range(TERMS, 0, -1):
        made = one + small @ made / k
    for step in range(int(halvings.max())):
        made = xp.where((halvings > step)[..., None, None], made @ made, made)
    return made.astype(kind, copy=False)


def exp_back(g, A):
    """The upper right corner of exp([[A.T, g], [0, A.T]])."""
    n, turned, last = A.shape[-1], A.mT, len(A.shape) - 1
    upper = _cat(last, None, turned, g)
    lower = _cat(last, None, zeros_of(turned), turned)
    return _matrix_exp(_cat(last - 1, None, upper, lower))[..., :n, n:]


_matrix_exp.grad(A=exp_back)


@writes
def matrix_exp(input):
    """e**A of every square matrix: the sum of A**k / k!.

    >>> import minitorch as mt
    >>> mt.matrix_exp(mt.tensor([[0.0, 1.0], [0.0, 0.0]]))
    tensor([[1., 1.],
            [0., 1.]])

    Source: PyTorch, torch.linalg.matrix_exp.
    """
    check_matrix("linalg.matrix_exp", input)
    return _matrix_exp(input)


method(matrix_power)
method(matrix_exp)
