"""rows: softmax and log_softmax along the last dimension, and their derivatives, as kernels (short cuts).

They take two thirds of the time of what NumPy does in several passes.
"""

import numpy as np

from . import functions as f
from .kernel import are_alike, kernel, of_arrays

ONE, ZERO = f.ONE, f.ZERO
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
            if not x.ndim or dim % x.ndim != x.ndim - 1 or not are_alike(arrays) or x.shape[-1] < 2:
                return None
            return of_arrays(run, cost * x.shape[-1], arrays, x.shape[-1])

        twin.__name__, twin.__doc__, twin.kernel = function.__name__, function.__doc__, run
        return twin

    return declare


@along_rows(0.3)
def softmax(x, out):
    """e**x / sum(e**x); the largest x is taken off first."""
    for r in range(len(out)):
        row, to = x[r], out[r]
        part = ONE / f.powers(row, f.largest(row), to)
        for i in range(len(row)):
            to[i] *= part


@along_rows(0.3)
def safe_softmax(x, out):
    """The same, and zeros for a row of -inf alone."""
    for r in range(len(out)):
        row, to = x[r], out[r]
        most = f.largest(row)
        total = f.powers(row, LOWEST if most < LOWEST else most, to)
        part = ONE / (ONE if total == ZERO else total)
        for i in range(len(row)):
            to[i] *= part


@along_rows(0.1, operands=2)
def softmax_back(g, y, out):
    """y (g - sum(g y))"""
    for r in range(len(out)):
        slopes, row, to, along = g[r], y[r], out[r], ZERO
        for i in range(len(row)):
            along += slopes[i] * row[i]
        for i in range(len(row)):
            to[i] = row[i] * (slopes[i] - along)


@along_rows(0.4)
def log_softmax(x, out):
    """x - log(sum(e**x))"""
    for r in range(len(out)):
        row, to = x[r], out[r]
        most = f.largest(row)
        rest = np.log(f.powers(row, most, to))
        for i in range(len(row)):
            to[i] = (row[i] - most) - rest


@along_rows(0.3, operands=2)
def log_softmax_back(g, y, out):
    """g - e**y sum(g)"""
    for r in range(len(out)):
        slopes, row, to, total = g[r], y[r], out[r], ZERO
        for i in range(len(row)):
            total += slopes[i]
        for i in range(len(row)):
            to[i] = slopes[i] - f.exp(row[i]) * total
