"""softmax of the last dimension, without a pass for the largest number if sums say so, and its derivative (short cuts)."""

from functools import wraps

import numpy as np

from .._tensor import Tensor, wrap
from ..ops.op import Op
from ..ops.pointwise import softmax
from . import add
from .alternatives import Alternatives
from .calls import make
from .kernels import exchange
from .pieces import BUFFER, FLOAT32, MUCH, empty, in_shares
from .powers import exp
from .record import record_one
from .sums import ones, products_of
from .table import ShortCut, in_place_of
from .twins import Numba, has_numba

MANY = 1 << 12  # numbers
LEAST, MOST = 1, 4e9  # sums: beside 1 what is lost of tiny powers is nothing, and at e**22 rounding is still little
STEPS = 8  # e**x takes as long as three to five others
plain = softmax.softmax_along


def usual(x):
    """Whether an array is whole, of float32 and not small."""
    return type(x) is np.ndarray and x.dtype is FLOAT32 and x.size >= MANY and x.ndim > 1 and x.flags.c_contiguous


def softmax_along(x, axis):
    """e**x / sum(e**x). Where that sum is neither large nor small, there is no need to take the largest of a row off."""
    if not usual(x) or axis % x.ndim != x.ndim - 1:
        return plain(x, axis)
    return of_rows(x)


def of_rows(x):
    """The same of the last dimension of a usual array."""
    n, out = x.shape[-1], empty(x.shape)
    rows, made, line = x.reshape(-1, n), out.reshape(-1, n), ones(n)
    products = np.vecdot if x.size * STEPS < MUCH else products_of(rows, STEPS)

    def work(some):
        given, part = rows[some], made[some]
        with np.errstate(over="ignore"):  # at its end the buffer has its size again, too
            if n >= BUFFER:
                np.setbufsize(BUFFER)
            exp(given, part)
            totals = products(part, line)
            if not LEAST <= np.minimum.reduce(totals) <= np.maximum.reduce(totals) < MOST:
                unsafe = ~((totals >= LEAST) & (totals < MOST))
                few = given[unsafe]
                few = np.exp(few - few.max(1, keepdims=True))
                part[unsafe], totals[unsafe] = few, np.vecdot(few, line)
            np.multiply(part, (1 / totals)[:, None], part)

    in_shares(work, rows, STEPS, 0)
    return out


softmax_along.in_pieces = True  # type: ignore[attr-defined]


def at_once(plain):
    """The operation's forward, at once where no check can fail."""

    def forward(x, dim):
        if usual(x) and (dim == -1 or dim == x.ndim - 1):
            return of_rows(x)
        return plain(x, dim)

    return forward


def to_scores(g, dim, out):
    """out * (g - sum(g * out))"""
    if not (usual(out) and usual(g)) or dim % out.ndim != out.ndim - 1 or g.shape != out.shape:
        return softmax._softmax.functions["x"](g, dim, out)
    made, n = empty(out.shape), out.shape[-1]
    given, right, left = g.reshape(-1, n), out.reshape(-1, n), made.reshape(-1, n)
    products = np.vecdot if g.size * 3 < MUCH else products_of(given, 3)

    def work(some):
        np.subtract(given[some], products(given[some], right[some])[:, None], left[some])
        np.multiply(left[some], right[some], left[some])

    in_shares(work, given, 3)
    return made


to_scores.anew = True  # type: ignore[attr-defined]  # what it gives shares no memory with what it takes


# --- the function -------------------------------------------------------------------------------------------------------

plain_softmax = softmax.softmax


@wraps(plain_softmax)
def of_tensor(input, *args, **named):
    """softmax of a large tensor along its last dimension, at once: no check can fail."""
    dim = args[0] if len(args) == 1 and not named else named.get("dim") if len(named) == 1 and not args else None
    if type(dim) is int and type(input) is Tensor and input._base is None:
        x = input._array
        if (dim == -1 or dim == x.ndim - 1) and usual(x) and Op.make is make and (Numba.missing or not has_numba()):
            out = wrap(of_rows(x))
            if input._requires_grad:
                record_one(softmax._softmax, input, (x, dim, out._array), out)
            return out
    return plain_softmax(input, *args, **named)


alternatives = Alternatives({softmax._softmax: at_once}, own={softmax._softmax: {"x": to_scores}})


def put():
    """Let both be used; returns what undoes it."""
    exchange([(plain, softmax_along)])
    undo = [alternatives.put(), in_place_of(softmax, "softmax", of_tensor)()]

    def back():
        for one in undo:
            one()
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
