"""householder_product, geqrf: a matrix with orthonormal columns as a product of mirrors (shelf).

A mirror is H = 1 - tau v v.mH. LAPACK keeps each v below the diagonal of one matrix, without the 1 at its start.
"""

from .. import return_types
from ..backend import array_module
from ..ops.copy.tril import tril
from ..ops.op import op
from ..ops.reduction.prod import like
from ..ops.view.movedim import adjoint
from .checks import by_columns, check_matrix, check_same, writes

__all__ = ["geqrf"]


@op
def _geqrf(A):
    h, tau = array_module(A).linalg.qr(A, "raw")
    return by_columns(h.mT), tau


def geqrf(input):
    """(a, tau): R in the upper triangle of a, below it the mirrors of Q. Source: PyTorch, torch.geqrf."""
    check_matrix("geqrf", input, square=False)
    return return_types.geqrf(_geqrf(input))


return_types.named("geqrf", "a", "tau")


@writes
def householder_product(A, tau):
    """The first columns of the product of the mirrors: [..., m, n], [..., k] -> [..., m, n].

    >>> import minitorch as mt
    >>> mt.linalg.householder_product(*mt.geqrf(mt.tensor([[3.0], [4.0]])))
    tensor([[-0.6000],
            [-0.8000]])

    Source: PyTorch, torch.linalg.householder_product.
    """
    check_same("linalg.householder_product", A, tau)
    (m, n), k = A.shape[-2:], tau.shape[-1]
    if not k <= n <= m:
        raise RuntimeError(f"linalg.householder_product: {k} mirrors do not fit to {m} by {n} matrices")
    eye = array_module(A._array).eye
    V = tril(A[..., :k], -1) + like(A, eye(m, k, dtype=A._array.dtype))
    Q = like(A, eye(m, n, dtype=A._array.dtype)).expand(tuple(A.shape))
    for i in reversed(range(k)):
        v = V[..., i : i + 1]
        Q = Q - tau[..., None, i : i + 1] * v @ (adjoint(v) @ Q)
    return Q
