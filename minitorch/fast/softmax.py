"""softmax of the last dimension and its derivative, with fewer passes over the memory and by several threads (short cuts).

On NumPy alone both take two thirds of the time of the plain forward and formula.
"""

import numpy as np

from . import add
from .blas import single
from .kernels import enter
from .pieces import FLOAT32, in_shares
from .table import ShortCut

MANY = 1 << 12  # numbers
LEAST, MOST = 1e-6, 4e9  # sums, between which no power that counts is lost
LOWEST = np.finfo("float32").min
SOFTMAX, ATTENTION = "minitorch.ops.pointwise.softmax:softmax", "minitorch.nn.functional.attention:safe_softmax"


def usual(x):
    """Whether an array is whole, of float32 and not small."""
    return type(x) is np.ndarray and x.dtype is FLOAT32 and x.size >= MANY and x.ndim > 1 and x.flags.c_contiguous


def softmax(plain, lowest=None):
    """e**x / sum(e**x). Where that sum is neither large nor small, there is no need to take the largest of a row off.

    lowest  what is taken off at least: with a number, a row of -inf alone gives zeros
    """

    def forward(x, dim):
        if not usual(x) or dim not in (-1, x.ndim - 1):
            return plain(x, dim)
        rows, out = x.reshape(-1, x.shape[-1]), np.empty_like(x)
        made, ones = out.reshape(rows.shape), np.ones(rows.shape[1], FLOAT32)

        def work(some):
            part, given = made[some], rows[some]
            totals = np.exp(given, part).dot(ones)
            if not (np.minimum.reduce(totals) >= LEAST and np.maximum.reduce(totals) < MOST):
                np.subtract(given, np.maximum.reduce(given, 1, keepdims=True, initial=lowest), part)
                totals = np.exp(part, part).dot(ones)
                if lowest is not None:
                    totals += totals == 0
            np.multiply(part, (1 / totals)[:, None], part)

        with single():
            in_shares(work, rows, 8)
        return out

    return forward


def to_scores(plain):
    """out * (g - sum(g * out))"""

    def formula(g, dim, out):
        if not usual(out) or not usual(g) or dim not in (-1, out.ndim - 1) or g.shape != out.shape:
            return plain(g, dim, out)
        made, n = np.empty_like(out), out.shape[-1]
        given, right, left = g.reshape(-1, n), out.reshape(-1, n), made.reshape(-1, n)

        def work(some):
            np.subtract(given[some], np.vecdot(given[some], right[some])[:, None], left[some])
            np.multiply(left[some], right[some], left[some])

        in_shares(work, given, 3)
        return made

    return formula


ROUND = ("minitorch.ops.pointwise.", "minitorch.ops.op:", "minitorch.ops.call:", "minitorch.ops.reduction.", ATTENTION)
KERNELS = {SOFTMAX: softmax, ATTENTION: lambda plain: softmax(plain, LOWEST)}
put = enter(KERNELS | {f"{name}.grad[0]": to_scores for name in KERNELS})
add(ShortCut("softmax", "minitorch.ops.pointwise.softmax:softmax_along", put, ROUND))
