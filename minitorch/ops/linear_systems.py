"""linear_systems: inverses, and the X of A X = B.

For Y = A**-1, differentiating A Y = 1 gives dA Y + A dY = 0, so dY = -Y dA Y. All formulas here follow from that line.
"""

import numpy as np

from .. import return_types
from .._tensor import method
from ..backend import array_module
from .axes import adjoint
from .matmul import size
from .matrices import check_info, check_matrix, check_same, eliminate, writes
from .op import broadcast_error, op
from .shape import unsqueeze

__all__ = ["inverse"]

# --- the inverse --------------------------------------------------------------------------------------------------------


@op(derivative="LinalgInvExBackward0")
def _inv_ex(A):
    return solved(A, None)


def solved(A, B):
    """(A**-1 B, info) of arrays; A**-1 where B is None. For a singular matrix nan, and its info is not 0."""
    xp = array_module(A)
    try:
        found = xp.linalg.inv(A) if B is None else xp.linalg.solve(A, B)
        return found, xp.zeros(A.shape[:-2], "int32")
    except np.linalg.LinAlgError:
        info = eliminate(A)[2]
        info = np.where((info == 0) & (np.linalg.det(A) == 0), A.shape[-1], info)
        one = np.where(info[..., None, None] != 0, np.eye(A.shape[-1], dtype=A.dtype), A)
        found = np.linalg.inv(one) if B is None else np.linalg.solve(one, B)
        return np.where(info[..., None, None] != 0, found.dtype.type(np.nan), found), info.astype("int32")


def inv(x):
    """The inverse for a formula, of a tensor or an array: nan where there is none."""
    return _inv_ex(x)[0]


def inv_back(g, out):
    """-Y.mH g Y.mH."""
    turned = adjoint(out[0])
    return -(turned @ g[0] @ turned)


_inv_ex.grad(A=inv_back)

SINGULAR = "The diagonal element {} is zero, the inversion could not be completed because the input matrix is singular."


@writes
def inv_ex(A, *, check_errors=False):
    """(inverse, info): info is 0, or the place of the pivot that is 0. Source: PyTorch, torch.linalg.inv_ex."""
    check_matrix("linalg.inv", A)
    found, info = _inv_ex(A)
    if check_errors:
        check_info("linalg.inv_ex", info, SINGULAR)
    return return_types.linalg_inv_ex((found, info))


return_types.named("linalg_inv_ex", "inverse", "info")


@writes
def linalg_inv(A):
    """The inverse of every matrix: [..., n, n] -> [..., n, n].

    >>> import minitorch as mt
    >>> mt.linalg.inv(mt.tensor([[2.0, 0.0], [0.0, 4.0]]))
    tensor([[0.5000, 0.0000],
            [0.0000, 0.2500]])

    Errors: LinAlgError for a singular matrix. Source: PyTorch, torch.linalg.inv.
    """
    check_matrix("linalg.inv", A)
    found, info = _inv_ex(A)
    check_info("linalg.inv", info, SINGULAR)
    return found


@writes
def inverse(input):
    """linalg.inv under its old name.

    >>> import minitorch as mt
    >>> mt.tensor([[2.0]]).inverse()
    tensor([[0.5000]])

    Source: PyTorch, torch.inverse.
    """
    return linalg_inv(input)


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
    if B.ndim < 1:
        raise RuntimeError(f"{name}: The input tensor B must have at least 1 dimension.")
    vector = B.ndim == 1 or (A.ndim - 1 == B.ndim and B.shape == A.shape[:-1])
    if vector:
        B = unsqueeze(B, -1)
    n, rows = A.shape[-1], B.shape[-2 if left else -1]
    if n != rows:
        raise RuntimeError(
            f"{name}: Incompatible shapes of A and B for the equation {'AX = B' if left else 'XA = B'} "
            f"({n}x{n} and {B.shape[-2]}x{B.shape[-1]})"
        )
    try:
        np.broadcast_shapes(A.shape[:-2], B.shape[:-2])
    except ValueError:
        raise broadcast_error(A.shape[:-2], B.shape[:-2]) from None
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
    check_solver("torch.linalg.solve", info)
    return found


@writes
def solve_ex(A, B, *, left=True, check_errors=False):
    """(result, info): info is 0, or the place of the pivot that is 0. Source: PyTorch, torch.linalg.solve_ex."""
    found, info = solve_any("linalg.solve", A, B, left)
    if check_errors:
        check_solver("torch.linalg.solve_ex", info)
    return return_types.linalg_solve_ex((found, info))


return_types.named("linalg_solve_ex", "result", "info")


def check_solver(name, info):
    check_info(name, info, "The solver failed because the input matrix is singular.")


# --- tensors as matrices ------------------------------------------------------------------------------------------------


@writes
def tensorinv(A, ind=2):
    """The inverse of A as a map from its last dimensions to its first `ind`. Source: PyTorch, torch.linalg.tensorinv."""
    if ind <= 0:
        raise RuntimeError(f"Expected a strictly positive integer for 'ind', but got {ind}")
    first, last = A.shape[:ind], A.shape[ind:]
    if size(first) != size(last):
        raise RuntimeError(
            "Expected self to satisfy the requirement prod(self.shape[ind:]) == prod(self.shape[:ind]), but got "
            f"{size(last)} != {size(first)}"
        )
    return linalg_inv(A.reshape((size(first), size(last)))).reshape((*last, *first))


@writes
def tensorsolve(A, B, dims=None):
    """The X with tensordot(A, X, X.ndim) = B; `dims` of A are moved to its end first.

    Source: PyTorch, torch.linalg.tensorsolve.
    """
    if dims is not None:
        dims = tuple([d % A.ndim for d in dims])
        A = A.movedim(dims, tuple(range(A.ndim - len(dims), A.ndim)))
    shape = A.shape[B.ndim :]
    if size(shape) != size(A.shape[: B.ndim]):
        raise RuntimeError(
            "Expected self to satisfy the requirement prod(self.shape[other.ndim:]) == prod(self.shape[:other.ndim]), "
            f"but got {size(shape)} != {size(A.shape[: B.ndim])}"
        )
    return linalg_solve(A.reshape((size(shape), size(shape))), B.reshape((-1,))).reshape(tuple(shape))


method(inverse)
