"""ldl_factor, ldl_factor_ex, ldl_solve (shelf).

D has blocks of one or two on its diagonal: where no single pivot is large enough, two rows go together. The choice is that
of Bunch and Kaufman, Some stable methods for calculating inertia and solving symmetric linear systems, 1977.
"""

import math

import numpy as np

from .. import return_types
from ..backend import array_module, largest
from ..ops.op import op
from .checks import by_columns, check_info, check_matrix, check_same, pivot_size, writes

__all__ = []

ALPHA = (1 + math.sqrt(17)) / 8  # bounds the growth of the numbers alike for blocks of one and of two


@op
def _ldl_factor(A, hermitian):
    xp = array_module(A)
    LD, (n, batch) = xp.tril(A), (A.shape[-1], A.shape[:-2])
    pivots, info = xp.zeros((*batch, n), "int32"), xp.zeros(batch, "int32")
    for place in np.ndindex(*batch):
        factor(LD[place], pivots[place], info, place, hermitian)
    return by_columns(LD), pivots, info


def factor(a, pivots, info, place, hermitian):
    """Factor the lower half of one matrix in place."""
    xp, n, k = array_module(a), a.shape[-1], 0
    turn = xp.conj if hermitian else lambda x: x
    while k < n:
        if hermitian:
            a[k, k] = a[k, k].real
        p, step = choose(a, k)
        if step == 0:
            info[place] = info[place] or k + 1
            pivots[k], k = k + 1, k + 1
            continue
        q = k + step - 1
        exchange(a, k, q, p, turn)
        rest = a[k + step :, k : k + step]
        if step == 1:
            W, pivots[k] = rest / a[k, k], p + 1
        else:
            block = xp.asarray([[a[k, k], turn(a[q, k])], [a[q, k], a[q, q]]])
            W, pivots[k : k + 2] = xp.linalg.solve(block.T, rest.T).T, -(p + 1)
        a[k + step :, k + step :] -= xp.tril(W @ turn(rest).T)
        rest[...] = W
        k += step


def choose(a, k):
    """(the row that comes to the pivot's place, the size of the block); size 0 where a whole column is 0."""
    n, own = a.shape[-1], pivot_size(a[k, k])
    below = pivot_size(a[k + 1 :, k])
    column = below.max() if n > k + 1 else 0
    if not max(own, column) > 0:
        return k, 0
    if own >= ALPHA * column:
        return k, 1
    best = k + 1 + int(below.argmax())
    row = max(pivot_size(a[best, k:best]).max(), largest(pivot_size(a[best + 1 :, best]), 0))
    if own >= ALPHA * column * (column / row):
        return k, 1
    return best, 1 if pivot_size(a[best, best]) >= ALPHA * row else 2


def exchange(a, k, q, p, turn):
    """Rows and columns q and p of the lower half, from column k on."""
    if p == q:
        return
    a[p + 1 :, q], a[p + 1 :, p] = a[p + 1 :, p].copy(), a[p + 1 :, q].copy()
    a[q + 1 : p, q], a[p, q + 1 : p] = turn(a[p, q + 1 : p]).copy(), turn(a[q + 1 : p, q]).copy()
    a[p, q] = turn(a[p, q])
    a[q, q], a[p, p] = a[p, p].copy(), a[q, q].copy()
    if q > k:
        a[q, k], a[p, k] = a[p, k].copy(), a[q, k].copy()


@writes
def ldl_factor_ex(A, *, hermitian=False, check_errors=False):
    """(LD, pivots, info): info is 0, or the place of the pivot that is 0. Source: PyTorch, torch.linalg.ldl_factor_ex."""
    check_matrix("torch.linalg.ldl_factor_ex", A)
    LD, pivots, info = _ldl_factor(A, hermitian and A.is_complex())
    if check_errors:
        check_info("torch.linalg.ldl_factor_ex", info, SINGULAR, RuntimeError)
    return return_types.linalg_ldl_factor_ex((LD, pivots, info))


SINGULAR = (
    "The diagonal element {} of D is zero, and using it on ldl_solve would result in a division by zero. "
    "ldl_factor_ex gives the factors all the same"
)


@writes
def ldl_factor(A, *, hermitian=False):
    """(LD, pivots): L and D in one matrix; a pivot below 0 marks a block of two.

    hermitian  whether a complex A is Hermitian and not symmetric; only its lower half is read

    >>> import minitorch as mt
    >>> mt.linalg.ldl_factor(mt.tensor([[0.0, 1.0], [1.0, 0.0]])).pivots
    tensor([-2, -2], dtype=minitorch.int32)

    Errors: RuntimeError where a pivot is 0. Source: PyTorch, torch.linalg.ldl_factor.
    """
    check_matrix("torch.linalg.ldl_factor_ex", A)
    LD, pivots, info = _ldl_factor(A, hermitian and A.is_complex())
    check_info("torch.linalg.ldl_factor", info, SINGULAR, RuntimeError)
    return return_types.linalg_ldl_factor((LD, pivots))


return_types.named("linalg_ldl_factor", "LD", "pivots")
return_types.named("linalg_ldl_factor_ex", "LD", "pivots", "info")


@op
def _ldl_solve(LD, pivots, B, hermitian):
    xp = array_module(LD)
    batch = np.broadcast_shapes(LD.shape[:-2], B.shape[:-2])
    LD = xp.broadcast_to(LD, (*batch, *LD.shape[-2:]))
    pivots, X = xp.broadcast_to(pivots, (*batch, pivots.shape[-1])), xp.broadcast_to(B, (*batch, *B.shape[-2:])).copy()
    for place in np.ndindex(*batch):
        solve(LD[place], pivots[place].tolist(), X[place], xp.conj if hermitian else lambda x: x)
    return by_columns(X)


def blocks(pivots):
    """(first row, size, the row it was exchanged with) of every block."""
    k = 0
    while k < len(pivots):
        step = 1 if pivots[k] > 0 else 2
        yield k, step, (pivots[k] if step == 1 else -pivots[k]) - 1
        k += step


def solve(a, pivots, x, turn):
    """Solve for one matrix, in place: down with L and D, up with L.mT."""
    xp, found = array_module(a), list(blocks(pivots))
    for k, step, p in found:
        q = k + step - 1
        x[[q, p]] = x[[p, q]]
        x[k + step :] -= a[k + step :, k : k + step] @ x[k : k + step]
        if step == 1:
            x[k] /= a[k, k]
        else:
            block = xp.asarray([[a[k, k], turn(a[q, k])], [a[q, k], a[q, q]]])
            x[k : k + 2] = xp.linalg.solve(block, x[k : k + 2])
    for k, step, p in reversed(found):
        q = k + step - 1
        x[k : k + step] -= turn(a[k + step :, k : k + step]).T @ x[k + step :]
        x[[q, p]] = x[[p, q]]


@writes
def ldl_solve(LD, pivots, B, *, hermitian=False):
    """The X of A X = B from A's factors.

    >>> import minitorch as mt
    >>> factors = mt.linalg.ldl_factor(mt.tensor([[0.0, 1.0], [1.0, 0.0]]))
    >>> mt.linalg.ldl_solve(*factors, mt.tensor([[2.0], [3.0]]))
    tensor([[3.],
            [2.]])

    Source: PyTorch, torch.linalg.ldl_solve.
    """
    check_matrix("torch.linalg.ldl_solve", LD)
    check_same("torch.linalg.ldl_solve", LD, B)
    return _ldl_solve(LD, pivots, B, hermitian and LD.is_complex())
