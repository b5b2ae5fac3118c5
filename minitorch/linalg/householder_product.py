"""householder_product, geqrf, orgqr, ormqr (shelf).

A mirror is H = 1 - tau v v.mH. LAPACK keeps each v below the diagonal of one matrix, without the 1 at its start.
"""

from .. import return_types
from .._tensor import method
from ..backend import array_module
from ..ops.complex.real_imag import conj
from ..ops.copy.tril import tril
from ..ops.op import op, other_names
from ..ops.reduction.prod import like
from ..ops.step_names import step_of
from ..ops.view.transpose import adjoint
from .checks import by_columns, check_floats, check_matrix, writes

__all__ = ["geqrf", "ormqr", "orgqr"]


@op
def _geqrf(A):
    h, tau = array_module(A).linalg.qr(A, "raw")
    return by_columns(h.mT), tau


@writes
def geqrf(input):
    """(a, tau): R in the upper triangle of a, below it the mirrors of Q. Source: PyTorch, torch.geqrf."""
    if input.ndim < 2:
        raise RuntimeError(f"torch.geqrf: input must have at least 2 dimensions, but has {input.ndim}")
    check_matrix("torch.geqrf", input, square=False)
    return return_types.geqrf(_geqrf(input))


return_types.named("geqrf", "a", "tau")


def mirrors(A, k):
    """The vectors v as the columns of a matrix."""
    one = array_module(A._array).eye(A.shape[-2], k, dtype=A._array.dtype)
    return tril(A[..., :k], -1) + like(A, one)


def reflect(A, tau, C, backwards=False):
    """Q C for the Q of these mirrors, or Q.mH C: the last mirror first, or the first."""
    k = tau.shape[-1]
    V, tau = mirrors(A, k), conj(tau) if backwards else tau
    if not k:  # no mirrors: C, but as a function of them
        return C - (V * tau[..., None, :]) @ (adjoint(V) @ C)
    for i in range(k) if backwards else reversed(range(k)):
        v = V[..., i : i + 1]
        C = C - tau[..., None, i : i + 1] * v @ (adjoint(v) @ C)
    return C


def check_mirrors(name, A, tau):
    if A.ndim < 2:
        raise RuntimeError(f"{name}: input must have at least 2 dimensions.")
    if A.shape[-1] < tau.shape[-1]:
        raise RuntimeError(f"{name}: input.shape[-1] must be greater than or equal to tau.shape[-1]")
    if A.ndim - tau.ndim != 1:
        raise RuntimeError(
            f"{name}: Expected tau to have one dimension less than input, but got tau.ndim equal to {tau.ndim} and "
            f"input.ndim is equal to {A.ndim}"
        )
    if A.shape[:-2] != tau.shape[:-1]:
        raise RuntimeError(
            f"{name}: Expected batch dimensions of tau to be equal to input.shape[:-2], but got {list(tau.shape[:-1])}"
        )
    if A.dtype is not tau.dtype:
        raise RuntimeError(f"{name}: tau dtype {tau.dtype.title} does not match input dtype {A.dtype.title}")
    check_floats(name, A.dtype)


@writes
def householder_product(A, tau):
    """The first columns of the product of the mirrors: [..., m, n], [..., k] -> [..., m, n].

    >>> import minitorch as mt
    >>> mt.linalg.householder_product(*mt.geqrf(mt.tensor([[3.0], [4.0]])))
    tensor([[-0.6000],
            [-0.8000]])

    Source: PyTorch, torch.linalg.householder_product.
    """
    name = "torch.linalg.householder_product"
    if A.ndim >= 2 and A.shape[-2] < A.shape[-1]:
        raise RuntimeError(f"{name}: input.shape[-2] must be greater than or equal to input.shape[-1]")
    check_mirrors(name, A, tau)
    one = array_module(A._array).eye(*A.shape[-2:], dtype=A._array.dtype)
    return step_of(reflect(A, tau, like(A, one).expand(tuple(A.shape))), "LinalgHouseholderProductBackward0", A, tau)


@writes
def orgqr(input, tau):
    """linalg.householder_product under LAPACK's name. Source: PyTorch, torch.orgqr."""
    return householder_product(input, tau)


@writes
@other_names(input2="tau", input3="other")
def ormqr(input, tau, other, left=True, transpose=False):
    """Q @ other for the Q of these mirrors; other @ Q with left=False, and Q.mH for Q with transpose=True.

    >>> import minitorch as mt
    >>> a, tau = mt.geqrf(mt.tensor([[3.0], [4.0]]))
    >>> mt.ormqr(a, tau, mt.tensor([[3.0], [4.0]]), transpose=True).round()
    tensor([[-5.],
            [ 0.]])

    Source: PyTorch, torch.ormqr.
    """
    name, dim = "torch.ormqr", -2 if left else -1
    if input.ndim < 2:
        raise RuntimeError(f"{name}: input must have at least 2 dimensions.")
    if other.ndim < 2:
        raise RuntimeError(f"{name}: other must have at least 2 dimensions.")
    if other.shape[dim] < tau.shape[-1]:
        raise RuntimeError(f"{name}: other.shape[{dim}] must be greater than or equal to tau.shape[-1]")
    if other.shape[dim] != input.shape[-2]:
        raise RuntimeError(f"{name}: other.shape[{dim}] must be equal to input.shape[-2]")
    if tau.shape[-1] != min(other.shape[dim], input.shape[-1]):
        raise RuntimeError(f"{name}: tau.shape[-1] must be equal to min(other.shape[{dim}], input.shape[-1])")
    check_mirrors(name, input, tau)
    if other.ndim != input.ndim:
        raise RuntimeError(
            f"{name}: Expected other to have the same number of dimensions as input, but got other.ndim equal to "
            f"{other.ndim} and input.ndim is equal to {input.ndim}"
        )
    if other.shape[:-2] != input.shape[:-2]:
        raise RuntimeError(
            f"{name}: Expected batch dimensions of other to be equal to input.shape[:-2], but got {list(other.shape[:-2])}"
        )
    if other.dtype is not input.dtype:
        raise RuntimeError(
            f"{name}: Expected input and other to have the same dtype, but input has dtype {input.dtype.title} and other "
            f"has dtype {other.dtype.title}"
        )
    if left:
        return reflect(input, tau, other, transpose)
    return adjoint(reflect(input, tau, adjoint(other), not transpose))


for _function in (geqrf, orgqr, ormqr):
    method(_function)
