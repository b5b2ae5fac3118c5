"""rows: softmax and log_softmax along the last dimension, and their derivatives, as kernels (short cuts)."""

import numpy as np

from ..twins import FLOAT32
from . import functions as f
from .kernel import block, shared

ONE, ZERO = f.ONE, f.ZERO
LOWEST = np.finfo(np.float32).min


def along_rows(cost, operands=1):
    """A kernel over rows, `cost` nanoseconds for each number; its twin knows the last dimension alone."""

    def declare(function):
        run = shared(", ".join(["f4[:, ::1]"] * (operands + 1)), sums=True)(function)

        def twin(*given):
            arrays, (dim,) = (
                [a for a in given if type(a) is np.ndarray],
                [a for a in given if type(a) is not np.ndarray],
            )
            x = arrays[-1]
            if not x.ndim or dim % x.ndim != x.ndim - 1 or not x.flags.carray:
                return None
            if any([a.shape != x.shape or a.dtype is not FLOAT32 for a in arrays]):
                return None
            out, n = np.empty(x.shape, FLOAT32), x.shape[-1]
            rows = [block(a).reshape(-1, n) for a in (*arrays, out)]
            run(len(rows[0]), cost * n, *rows)
            return out

        twin.__name__, twin.__doc__, twin.kernel = function.__name__, function.__doc__, run
        return twin

    return declare


@along_rows(0.3)
def softmax(start, stop, x, out):
    """e**x / sum(e**x); the largest x is taken off first."""
    for r in range(start, stop):
        row, to = x[r], out[r]
        part = ONE / f.powers(row, f.largest(row), to)
        for i in range(len(row)):
            to[i] *= part


@along_rows(0.3)
def safe_softmax(start, stop, x, out):
    """The same, and zeros for a row of -inf alone."""
    for r in range(start, stop):
        row, to = x[r], out[r]
        most = f.largest(row)
        total = f.powers(row, LOWEST if most < LOWEST else most, to)
        part = ONE / (ONE if total == ZERO else total)
        for i in range(len(row)):
            to[i] *= part


@along_rows(0.1, operands=2)
def softmax_back(start, stop, g, y, out):
    """y (g - sum(g y))"""
    for r in range(start, stop):
        slopes, row, to, along = g[r], y[r], out[r], ZERO
        for i in range(len(row)):
            along += slopes[i] * row[i]
        for i in range(len(row)):
            to[i] = row[i] * (slopes[i] - along)


@along_rows(0.4)
def log_softmax(start, stop, x, out):
    """x - log(sum(e**x))"""
    for r in range(start, stop):
        row, to = x[r], out[r]
        most = f.largest(row)
        rest = np.log(f.powers(row, most, to))
        for i in range(len(row)):
            to[i] = (row[i] - most) - rest


@along_rows(0.3, operands=2)
def log_softmax_back(start, stop, g, y, out):
    """g - e**y sum(g)"""
    for r in range(start, stop):
        slopes, row, to, total = g[r], y[r], out[r], ZERO
        for i in range(len(row)):
            total += slopes[i]
        for i in range(len(row)):
            to[i] = slopes[i] - f.exp(row[i]) * total


# --- cumulative sums --------------------------------------------------------------------------------------------------


@shared("f4[:, ::1], f4[:, ::1], b1")
def add_on(start, stop, x, out, backwards):
    """The sum of each number and those before it, or behind it, kept in float64 on the way."""
    n = x.shape[1]
    for r in range(start, stop):
        row, to, total = x[r], out[r], 0.0
        if backwards:
            for i in range(n - 1, -1, -1):
                total += row[i]
                to[i] = total
        else:
            for i in range(n):
                total += row[i]
                to[i] = total


def cumsum(x, dim, dtype=None, backwards=False):
    """cumsum along the last dimension"""
    if not x.ndim or dim % x.ndim != x.ndim - 1 or not x.flags.carray or dtype is not None:
        return None
    out, n = np.empty(x.shape, FLOAT32), x.shape[-1]
    rows = x.reshape(-1, n)
    add_on(len(rows), 1.0 * n, rows, out.reshape(-1, n), backwards)
    return out
