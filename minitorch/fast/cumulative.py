"""cumsum of rows of float32: within blocks of sixteen numbers as a product with a triangle of ones (short cuts).

NumPy adds one number after the other, and each waits until the one before has been written: ten cycles. All is added up in
double precision, as in the core and in PyTorch, so that the results are the same.
"""

import numpy as np

from .blas import single
from .pieces import FLOAT32, in_shares

BLOCK = 16  # numbers: of longer blocks the products take longer, of shorter ones what stands before them
LONG = 1 << 20  # numbers of a row, whose sums in double precision would be a large part of the memory
MANY, STEPS = 1 << 12, 24  # numbers, and how long it takes for them, in steps that go through all
FLOAT64 = np.dtype("float64")
PLACES = np.arange(BLOCK)
TRIANGLES = (PLACES[:, None] <= PLACES).astype(FLOAT64), (PLACES[:, None] >= PLACES).astype(FLOAT64)


def quick(plain):
    """The operation's forward."""

    def forward(x, dim, dtype=None, backwards=False):
        usual = type(x) is np.ndarray and x.dtype is FLOAT32 and x.size >= MANY and x.flags.c_contiguous
        if not usual or dtype is not None or dim % x.ndim != x.ndim - 1 or not BLOCK <= x.shape[-1] < LONG:
            return plain(x, dim, dtype, backwards)
        found = of_rows(x.reshape(-1, x.shape[-1]), backwards)
        return plain(x, dim, dtype, backwards) if found is None else found.reshape(x.shape)

    return forward


def of_rows(x, backwards):
    """Cumulative sums of [rows, numbers], from the end if `backwards`; None where one is not finite: a product spreads it."""
    rest, last = x.shape[1] % BLOCK, 0 if backwards else -1  # the rest fills no block and comes last
    whole, left = (slice(rest, None), slice(rest)) if backwards else (slice(x.shape[1] - rest), slice(-rest, None))
    later, sooner = (slice(-1), slice(1, None)) if backwards else (slice(1, None), slice(-1))
    found, finite = np.empty(x.shape, FLOAT32), []

    def work(some):
        rows, made = x[some], found[some]
        within = rows[:, whole].reshape(-1, BLOCK).astype(FLOAT64).dot(TRIANGLES[backwards]).reshape(len(rows), -1)
        totals = within.reshape(len(rows), -1, BLOCK)[:, :, last]
        sums = along(totals, backwards)
        finite.append(np.isfinite(sums[:, last]).all())
        before = np.zeros_like(sums)  # no difference: beside a large total small sums would be lost
        before[:, later] = sums[:, sooner]
        within += np.repeat(before.reshape(-1), BLOCK).reshape(within.shape)
        made[:, whole] = within
        if rest:
            made[:, left] = along(rows[:, left].astype(FLOAT64), backwards) + sums[:, last, None]

    with single():
        in_shares(work, x, STEPS, 0)
    return found if all(finite) else None


def along(x, backwards):
    """x.cumsum(1), or the same from the end."""
    return x[:, ::-1].cumsum(1)[:, ::-1] if backwards else x.cumsum(1)
