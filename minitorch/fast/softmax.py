"""softmax of the last dimension, without a pass for the largest number if sums say so, and its derivative (short cuts)."""

import numpy as np

from ..ops.pointwise import softmax
from . import add
from .alternatives import Alternatives
from .blas import single
from .kernels import exchange
from .pieces import in_shares
from .powers import exp
from .sums import ones, products_of
from .table import ShortCut

MANY = 1 << 12  # numbers
LEAST, MOST = 1, 4e9  # sums: beside 1 what is lost of tiny powers is nothing, and at e**22 rounding is still little
STEPS = 8  # e**x takes as long as three to five others
plain = softmax.softmax_along


def usual(*arrays):
    """Whether arrays are whole, of float32 and not small."""
    return all([
        type(x) is np.ndarray and x.dtype.char == "f" and x.size >= MANY and x.ndim > 1 and x.flags.c_contiguous
        for x in arrays
    ])  # fmt: skip


def softmax_along(x, axis):
    """e**x / sum(e**x). Where that sum is neither large nor small, there is no need to take the largest of a row off."""
    if not usual(x) or axis % x.ndim != x.ndim - 1:
        return plain(x, axis)
    out = np.empty_like(x)
    n = x.shape[-1]
    rows, made, line = x.reshape(-1, n), out.reshape(-1, n), ones(n)

    def work(some):
        given, part = rows[some], made[some]
        with np.errstate(over="ignore"):
            exp(given, part)
            totals = np.dot(part, line)
        if not (np.minimum.reduce(totals) >= LEAST and np.maximum.reduce(totals) < MOST):
            unsafe = ~((totals >= LEAST) & (totals < MOST))
            few = given[unsafe]
            few = np.exp(few - few.max(1, keepdims=True))
            part[unsafe], totals[unsafe] = few, np.vecdot(few, line)
        np.multiply(part, (1 / totals)[:, None], part)

    with single():
        in_shares(work, rows, STEPS)
    return out


softmax_along.in_pieces = True  # type: ignore[attr-defined]


def at_once(plain):
    """The operation's forward, at once where no check can fail."""

    def forward(x, dim):
        if type(x) is np.ndarray and (dim == -1 or dim == x.ndim - 1) and usual(x):
            return softmax_along(x, dim)
        return plain(x, dim)

    return forward


def to_scores(g, dim, out):
    """out * (g - sum(g * out))"""
    if not usual(g, out) or dim % out.ndim != out.ndim - 1 or g.shape != out.shape:
        return softmax._softmax.functions["x"](g, dim, out)
    made = np.empty_like(out)
    given, right, left = [a.reshape(-1, a.shape[-1]) for a in (g, out, made)]
    products = products_of(given, 3)

    def work(some):
        np.subtract(given[some], products(given[some], right[some])[:, None], left[some])
        np.multiply(left[some], right[some], left[some])

    in_shares(work, given, 3)
    return made


alternatives = Alternatives({softmax._softmax: at_once}, own={softmax._softmax: {"x": to_scores}})


def put():
    """Let both be used; returns what undoes it."""
    exchange([(plain, softmax_along)])
    undo = alternatives.put()

    def back():
        undo()
        exchange([(softmax_along, plain)])

    return back


add(
    ShortCut(
        "softmax",
        "minitorch.ops.pointwise.softmax:softmax_along",
        put,
        ("minitorch.ops.pointwise.", "minitorch.ops.op:", "minitorch.ops.call:", "minitorch.ops.reduction."),
    )
)
