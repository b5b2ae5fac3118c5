"""normalization: batch norm and layer norm with fewer passes over the memory, and sums as products of vectors (short cuts).

The derivative needs no normalized x: both of its sums can be had from g and g x, and what is left is a g + b x + c, with
numbers a, b, c for each channel or row. Those sums lose digits where the mean is far from 0, measured by the deviation;
then, and for whatever is unusual, the core's way is gone.
"""

import math
from functools import wraps

import numpy as np

from .._tensor import Tensor, wrap
from ..nn.functional import layer_normalization, normalization
from ..ops.op import Op
from . import add
from .alternatives import Alternatives
from .blas import single
from .calls import make
from .pieces import FLOAT32, MUCH, empty, in_shares, where_they_are
from .record import record_joint
from .sums import ones, products_of
from .table import ShortCut, in_place_of
from .twins import Numba, has_numba

MANY = 1 << 12  # numbers
LONG = 1 << 14  # numbers of a row, from which on BLAS's sum of them in float32 is not exact enough
FEW = 4  # images
WIDE = 1 << 11  # numbers, the row that short ones are put into side by side
NEAR = 2.0  # a mean, in deviations, up to which it is near 0
FAR = NEAR * NEAR  # the same, squared


def usual(x, dims, shape, kind, *others):
    """Whether x is whole and not small, and the statistics are of channels (batch norm) or of the last dimensions."""
    return (
        type(x) is np.ndarray
        and x.dtype.char == "f"
        and math.prod([x.shape[d] for d in dims if d]) < LONG
        and x.size >= MANY
        and x.flags.c_contiguous
        and all([one is None or (one.dtype is x.dtype and one.flags.c_contiguous) for one in others])
        and tuple(dims) == ((0, *range(2, x.ndim)) if kind == "BatchNorm" else tuple(range(x.ndim - len(dims), x.ndim)))
    )


def is_row_wise(x, weight, bias=None):
    """`usual` for a layer norm of the last dimension, in fewer steps."""
    return (
        x.size >= MANY
        and x.shape[-1] < LONG
        and type(x) is np.ndarray
        and x.dtype is FLOAT32
        and x.flags.c_contiguous
        and (weight is None or (weight.dtype is FLOAT32 and weight.flags.c_contiguous))
        and (bias is None or (bias.dtype is FLOAT32 and bias.flags.c_contiguous))
    )


def table_of(x, dims, kind):
    """x as rows, each of which has one mean: [N, C, numbers] of a batch norm, [rows, numbers] of a layer norm."""
    if kind == "BatchNorm":
        return x.reshape(len(x), x.shape[1], -1)
    return x.reshape(-1, math.prod([x.shape[d] for d in dims]))


def each_of(x):
    """each(a, b): the sum of a * b for some channels of [N, C, numbers], as float64."""
    products = products_of(x, 6)
    return lambda a, b: np.add.reduce(products(a, b), 0, "float64")


# --- over the batch -----------------------------------------------------------------------------------------------------


def lines(x, some):
    """Some channels of [N, C, numbers] as rows [N, C * numbers], and what makes one such row of a number for each channel.

    With long rows there is less to begin anew; of a few images the numbers go with each channel's, as that row takes long.
    """
    if len(x) < FEW:
        return x[:, some], lambda numbers: numbers[:, None]
    n = x.shape[2]
    return x.reshape(len(x), -1)[:, some.start * n : some.stop * n], lambda numbers: np.repeat(numbers, n)


def batch_forward(x, weight, bias, eps):
    """(result, means, variances) of [N, C, numbers]."""
    n, line, each = len(x) * x.shape[2], ones(x.shape[2]), each_of(x)
    hat, (mean, var) = np.empty_like(x), np.empty((2, x.shape[1]), x.dtype)

    def work(some):
        (part, row), made, those = lines(x, some), lines(hat, some)[0], x[:, some]
        middle = each(those, line) / n
        spread = each(those, those) / n - middle * middle
        far = (middle * middle > FAR * spread).any()
        with where_they_are(part.shape[-1]):
            if far:  # digits are lost in that difference
                part = np.subtract(part, row(middle.astype(x.dtype)), made)
                spread = each(hat[:, some], hat[:, some]) / n
            mean[some], var[some] = middle, spread
            scale = 1 / np.sqrt(spread + eps)
            a = scale if weight is None else scale * weight[some]
            c = (0 if bias is None else bias[some]) - (0 if far else middle * a)
            np.multiply(part, row(a.astype(x.dtype)), made)
            if not far or bias is not None:
                np.add(made, row(c.astype(x.dtype)), made)

    in_shares(work, x.swapaxes(0, 1), 6)
    return hat, mean, var


def batch_back(g, x, weight, eps, mean, var):
    """The gradients of x, weight and bias, from those of the result."""
    n, line, each, to_x = len(x) * x.shape[2], ones(x.shape[2]), each_of(x), np.empty_like(x)
    to_weight, to_bias = np.empty((2, x.shape[1]), x.dtype)

    def work(some):
        (part, row), given, made = lines(x, some), lines(g, some)[0], lines(to_x, some)[0]
        scale = 1 / np.sqrt(var[some].astype("float64") + eps)
        whole = each(g[:, some], line)
        along = (each(g[:, some], x[:, some]) - mean[some] * whole) * scale
        a = scale if weight is None else scale * weight[some]
        b = -a * scale * along / n
        c = -a * whole / n - b * mean[some]
        a, b, c = [row(one.astype(x.dtype)) for one in (a, b, c)]
        with where_they_are(part.shape[-1]):
            np.multiply(part, b, made)
            np.add(made, given * a, made)
            np.add(made, c, made)
        to_weight[some], to_bias[some] = along, whole

    in_shares(work, x.swapaxes(0, 1), 6)
    return to_x, to_weight, to_bias


# --- over each example --------------------------------------------------------------------------------------------------


def side_by_side(line, rows):
    """A row of numbers several times over, and rows as fewer ones of that length, in the same memory.

    What NumPy does anew for each row takes as long as a hundred numbers.
    """
    n, count = line.size, len(rows)
    times = min(count & -count, 1 << (max(WIDE // n, 1).bit_length() - 1))  # a power of 2, that divides the rows
    if times == 1:
        return line, rows
    copies = np.empty((times, n), line.dtype)
    copies[...] = line
    return copies.reshape(-1), rows.reshape(-1, n * times)


def layer_forward(x, weight, bias, eps):
    """(result, means, variances) of [rows, numbers]."""
    n, line = x.dtype.type(x.shape[1]), ones(x.shape[1])
    products = np.vecdot if x.size * 8 < MUCH else products_of(x, 8)
    hat, (mean, var) = empty(x.shape), np.empty((2, len(x)), x.dtype)

    def work(some):
        rows, made = x[some], hat[some]
        np.divide(products(rows, line), n, mean[some])
        np.subtract(rows, mean[some, None], made)
        np.divide(products(made, made), n, var[some])
        np.multiply(made, (1 / np.sqrt(var[some] + x.dtype.type(eps)))[:, None], made)
        if weight is not None:
            factor, wide = side_by_side(weight, made)
            np.multiply(wide, factor, wide)
        if bias is not None:
            term, wide = side_by_side(bias, made)
            np.add(wide, term, wide)

    in_shares(work, x, 8, WIDE)
    return hat, mean, var


def layer_back(g, needs, x, weight, eps, mean, var):
    """The gradients of x, weight and bias, or None where a mean is far from 0."""
    line = ones(x.shape[1]) if weight is None else weight
    down = np.empty((2, len(x)), x.dtype)
    scale, moved = 1 / np.sqrt(var + x.dtype.type(eps)), down[1]
    np.multiply(mean, scale, moved)
    if not -NEAR <= np.minimum.reduce(moved) <= np.maximum.reduce(moved) <= NEAR:
        return None
    down[0] = 1
    to_x, sums, share = empty(x.shape) if needs[0] else None, [], line / x.dtype.type(x.shape[1])

    def work(some):
        given, rows, factor = g[some], x[some], scale[some]
        both = np.multiply(given, rows, empty(given.shape))
        if needs[1] or needs[2]:
            to_bias, less = down[:, some].dot(given)
            sums.append((some.start, factor.dot(both) - less, to_bias))
        if to_x is None:
            return
        whole, along, made = given.dot(share), both.dot(share), to_x[some]
        # -factor times the mean of what is left of g along the normalized x
        slope = (moved[some] * whole - along * factor) * factor
        # factor (g weight + slope x - what is the same for the row)
        np.multiply(rows, slope[:, None], made)
        np.subtract(made, (slope * mean[some] + whole)[:, None], made)
        if weight is not None:
            row, wide = side_by_side(weight, both)
            np.multiply(given.reshape(wide.shape), row, wide)
            given = both
        np.add(made, given, made)
        np.multiply(made, factor[:, None], made)

    with single():
        in_shares(work, x, 12, WIDE)
    if len(sums) < 2:
        _, to_weight, to_bias = sums[0] if sums else (0, None, None)
    else:
        to_weight, to_bias = np.add.reduce([(a, b) for _, a, b in sorted(sums, key=lambda one: one[0])], 0)
    return to_x, to_weight, to_bias


# --- the operation's ----------------------------------------------------------------------------------------------------


def normalize(plain):
    def forward(x, weight, bias, dims, shape, eps, found, kind):
        if not usual(x, dims, shape, kind, weight, bias):
            return plain(x, weight, bias, dims, shape, eps, found, kind)
        rows = table_of(x, dims, kind)
        lines = [None if one is None else one.reshape(-1) for one in (weight, bias)]
        made = (batch_forward if kind == "BatchNorm" else layer_forward)(rows, *lines, eps)
        kept = [1 if d in dims else n for d, n in enumerate(x.shape)]
        found += made[1].reshape(kept), made[2].reshape(kept)
        return made[0].reshape(x.shape)

    return forward


def normalize_back(g, needs, x, weight, bias_shape, dims, shape, eps, found, kind):
    made, n = None, x.shape[-1] if x.ndim else 1
    if kind == "LayerNorm" and dims == (x.ndim - 1,) and is_row_wise(x, weight) and is_row_wise(g, None):
        mean, var = found
        made = layer_back(g.reshape(-1, n), needs, x.reshape(-1, n), weight, eps, mean.reshape(-1), var.reshape(-1))
    elif usual(x, dims, shape, kind, weight) and type(g) is np.ndarray and g.dtype is x.dtype:
        rows, line = table_of(x, dims, kind), None if weight is None else weight.reshape(-1)
        given = np.ascontiguousarray(g).reshape(rows.shape)
        mean, var = found[0].reshape(-1), found[1].reshape(-1)
        if kind != "BatchNorm":
            made = layer_back(given, needs, rows, line, eps, mean, var)
        elif (mean * mean <= FAR * var).all():
            made = batch_back(given, rows, line, eps, mean, var)
    if made is None:
        return normalization.normalize_back(g, needs, x, weight, bias_shape, dims, shape, eps, found, kind)
    to_x, to_weight, to_bias = made
    to_x = to_x.reshape(x.shape) if needs[0] else None
    to_weight = to_weight.reshape(weight.shape) if needs[1] else None
    to_bias = to_bias.reshape(bias_shape) if needs[2] else None
    return to_x, to_weight, to_bias, *[None] * 5


# --- the function's -----------------------------------------------------------------------------------------------------

plain_layer_norm = layer_normalization.layer_norm


@wraps(plain_layer_norm)
def layer_norm(input, normalized_shape, weight=None, bias=None, eps=1e-5):
    """At once where no check can fail: between large arrays each call of Python's takes several times as long as alone."""
    shape = input._array.shape[-1:] if type(input) is Tensor and input._base is None else None
    if shape == normalized_shape and isinstance(normalized_shape, tuple):
        x, w, b = input._array, None if weight is None else weight._array, None if bias is None else bias._array
        fit = (w is None or w.shape == shape) and (b is None or b.shape == shape)
        if fit and is_row_wise(x, w, b) and Op.make is make and (Numba.missing or not has_numba()):
            made, mean, var = layer_forward(x.reshape(-1, x.shape[-1]), w, b, eps)
            kept, last = (*x.shape[:-1], 1), x.ndim - 1
            more = (last,), shape, eps, [mean.reshape(kept), var.reshape(kept)], "LayerNorm"
            out = wrap(made.reshape(x.shape))
            saved, inputs = (x, w, () if b is None else b.shape, *more), (input, weight, bias, *more)
            record_joint(normalization._normalize, inputs, (x, w, b, *more), out, "NativeLayerNormBackward0", saved)
            return out
    return plain_layer_norm(input, normalized_shape, weight, bias, eps)


alternatives = Alternatives({normalization._normalize: normalize}, joints={normalization._normalize: normalize_back})


def put():
    """Let all of it be used; returns what undoes it."""
    back = [alternatives.put(), in_place_of(layer_normalization, "layer_norm", layer_norm)()]
    return lambda: [undo() for undo in back]


add(
    ShortCut(
        "normalization",
        "minitorch.nn.functional.normalization:_normalize",
        put,
        ("minitorch.nn.functional.normalization:", "minitorch.ops.", "minitorch.autograd."),
    )
)
