"""rows: softmax and log_softmax along the last dimension, and their derivatives, as kernels (short cuts)."""

import numpy as np

from ..twins import FLOAT32
from . import functions as f
from .kernel import block, kernel, share

ONE, ZERO, LEAST = f.ONE, f.ZERO, np.int32(-(2**31))
LOWEST = np.finfo(np.float32).min


def along_rows(cost, operands=1):
    """A kernel over rows, `cost` nanoseconds for each number; its twin knows the last dimension alone."""

    def declare(function):
        run = kernel(", ".join(["f4[:, ::1]"] * (operands + 1)), sums=True)(function)

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
            share(lambda start, stop: run(*[a[start:stop] for a in rows]), len(rows[0]), cost * n)
            return out

        twin.__name__, twin.__doc__, twin.kernel = function.__name__, function.__doc__, run
        return twin

    return declare


@along_rows(0.3)
def softmax(x, out):
    """e**x / sum(e**x); the largest x is taken off first, and found by its bits, several at a time."""
    for r in range(len(x)):
        row, to, top = x[r], out[r], LEAST
        for i in range(len(row)):
            top = max(top, f.as_bits(row[i]))
        most, total = f.of_bits(top), ZERO
        for i in range(len(row)):
            power = f.exp(row[i] - most)
            to[i] = power
            total += power
        part = ONE / total
        for i in range(len(row)):
            to[i] *= part


@along_rows(0.3)
def safe_softmax(x, out):
    """The same, and zeros for a row of -inf alone."""
    for r in range(len(x)):
        row, to, top = x[r], out[r], LEAST
        for i in range(len(row)):
            top = max(top, f.as_bits(row[i]))
        most, total = f.of_bits(top), ZERO
        most = LOWEST if most < LOWEST else most
        for i in range(len(row)):
            power = f.exp(row[i] - most)
            to[i] = power
            total += power
        part = ONE / (ONE if total == ZERO else total)
        for i in range(len(row)):
            to[i] *= part


@along_rows(0.1, operands=2)
def softmax_back(g, y, out):
    """y (g - sum(g y))"""
    for r in range(len(y)):
        slopes, row, to, along = g[r], y[r], out[r], ZERO
        for i in range(len(row)):
            along += slopes[i] * row[i]
        for i in range(len(row)):
            to[i] = row[i] * (slopes[i] - along)


@along_rows(0.4)
def log_softmax(x, out):
    """x - log(sum(e**x))"""
    for r in range(len(x)):
        row, to, top = x[r], out[r], LEAST
        for i in range(len(row)):
            top = max(top, f.as_bits(row[i]))
        most, total = f.of_bits(top), ZERO
        for i in range(len(row)):
            total += f.exp(row[i] - most)
        rest = np.log(total)
        for i in range(len(row)):
            to[i] = (row[i] - most) - rest


@along_rows(0.3, operands=2)
def log_softmax_back(g, y, out):
    """g - e**y sum(g)"""
    for r in range(len(y)):
        slopes, row, to, total = g[r], y[r], out[r], ZERO
        for i in range(len(row)):
            total += slopes[i]
        for i in range(len(row)):
            to[i] = slopes[i] - f.exp(row[i]) * total


# --- cumulative sums --------------------------------------------------------------------------------------------------


@kernel("f4[:, ::1], f4[:, ::1], b1")
def add_on(x, out, backwards):
    """The sum of each number and those before it, or behind it, kept in float64 on the way."""
    n = x.shape[1]
    for r in range(len(x)):
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
    rows, to = x.reshape(-1, n), out.reshape(-1, n)
    share(lambda start, stop: add_on(rows[start:stop], to[start:stop], backwards), len(rows), 1.0 * n)
    return out
