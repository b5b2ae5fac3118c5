"""solve (shelf).

For Y = A**-1, differentiating A Y = 1 gives dA Y + A dY = 0, so dY = -Y dA Y. All formulas here follow from that line.
"""

from ..ops.op import op
from ..ops.view.movedim import adjoint
from ..ops.view.squeeze import unsqueeze
from .checks import check_info, check_matrix, check_same, writes
from .inv import solved

__all__ = []


# --- A X = B ------------------------------------------------------------------------------------------------------------


@op(derivative="LinalgSolveExBackward0")
def _solve_ex(A, B):
    return solved(A, B)


def back_to_right(g, A):
    """d X = A**-1 dB: the gradient of B is A**-H g."""
    return _solve_ex(adjoint(A), g[0])[0]


_solve_ex.grad(
    A=lambda g, A, out: -(back_to_right(g, A) @ adjoint(out[0])),
    B=back_to_right,
)


def solve_any(name, A, B, left):
    """(X, info) for matrices or vectors B, on either side of A."""
    check_matrix(name, A)
    check_same(name, A, B)
    vector = B.ndim == 1 or (A.ndim - 1 == B.ndim and B.shape == A.shape[:-1])
    if vector:
        B = unsqueeze(B, -1)
    n, rows = A.shape[-1], B.shape[-2 if left else -1]
    if n != rows:
        raise RuntimeError(
            f"{name}: Incompatible shapes of A and B for the equation {'AX = B' if left else 'XA = B'} "
            f"({n}x{n} and {B.shape[-2]}x{B.shape[-1]})"
        )
    if left:
        found, info = _solve_ex(A, B)
    else:
        found, info = _solve_ex(A.mT, B.mT)
        found = found.mT
    return (found.squeeze(-1) if vector else found), info


@writes
def linalg_solve(A, B, *, left=True):
    """The X of A X = B, or with left=False of X A = B: [..., n, n], [..., n, k] or [..., n] -> the shape of B.

    >>> import minitorch as mt
    >>> mt.linalg.solve(mt.tensor([[2.0, 0.0], [0.0, 4.0]]), mt.tensor([2.0, 2.0]))
    tensor([1.0000, 0.5000])

    Errors: LinAlgError for a singular A; RuntimeError for sizes that do not fit. Source: PyTorch, torch.linalg.solve.
    """
    found, info = solve_any("linalg.solve", A, B, left)
    check_info("torch.linalg.solve", info, "the input matrix is singular")
    return found
