"""inv, inverse (shelf)."""

import numpy as np

from .._tensor import method
from ..backend import array_module
from ..ops.op import op
from ..ops.view.movedim import adjoint
from .checks import by_columns, check_info, check_matrix, writes

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
        return by_columns(found), xp.zeros(A.shape[:-2], "int32")
    except np.linalg.LinAlgError:
        info = (xp.linalg.det(A) == 0).astype("int32")
        one = xp.where(info[..., None, None] != 0, xp.eye(A.shape[-1], dtype=A.dtype), A)
        found = xp.linalg.inv(one) if B is None else xp.linalg.solve(one, B)
        found = xp.where(info[..., None, None] != 0, found.dtype.type(np.nan), found)
        return by_columns(found), info


def inv(x):
    """The inverse for a formula, of a tensor or an array: nan where there is none."""
    return _inv_ex(x)[0]


def inv_back(g, out):
    """-Y.mH g Y.mH."""
    turned = adjoint(out[0])
    return -(turned @ g[0] @ turned)


_inv_ex.grad(A=inv_back)

SINGULAR = "the input matrix is singular"


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


method(inverse)
