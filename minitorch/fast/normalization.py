"""normalization: batch norm and layer norm with fewer passes over the memory, and sums as products of vectors (short cuts).

On NumPy alone a step of a residual network takes two thirds of the time of the plain forward and formula, a GPT's 8 % less.
"""

import math

import numpy as np

from . import add
from .blas import single
from .kernels import enter
from .pieces import FLOAT32, in_shares
from .table import ShortCut

MANY = 1 << 12  # numbers
LONG = 1 << 14  # numbers of a row, from which on their sum in float32 is not exact enough
NORM = "minitorch.nn.functional.normalization:normalize"
ROUND = ("minitorch.nn.functional.normalization:", "minitorch.ops.", "minitorch.autograd.")


def table_of(x, dims, kind, *others):
    """x as [N, C, numbers] of a batch norm, [rows, numbers] of a layer norm; None where it, or another array, is unusual."""
    if type(x) is not np.ndarray or x.dtype is not FLOAT32 or x.size < MANY or not x.flags.c_contiguous:
        return None
    if any([one is not None and (one.dtype is not FLOAT32 or not one.flags.c_contiguous) for one in others]):
        return None
    if kind == "BatchNorm":
        return x.reshape(*x.shape[:2], -1) if tuple(dims) == (0, *range(2, x.ndim)) else None
    numbers = math.prod([x.shape[d] for d in dims])
    return x.reshape(-1, numbers) if dims[-1] == x.ndim - 1 and numbers < LONG and kind == "LayerNorm" else None


def row(weight, n, number):
    """The weights one after the other, or as many times the number that does nothing."""
    return np.full(n, number, FLOAT32) if weight is None else weight.reshape(-1)


# --- over the batch -----------------------------------------------------------------------------------------------------


def over_batch(x, y):
    """The sum of x * y for each channel of [N, C, numbers], as float64; y may be one row of numbers."""
    return np.add.reduce(np.vecdot(x, y), 0, "float64")


def batch_forward(x, weight, bias, eps):
    """(result, means, variances) of [N, C, numbers]; None where these are too many."""
    if x.shape[2] >= LONG:
        return None
    count, ones = len(x) * x.shape[2], np.ones(x.shape[2], FLOAT32)
    hat, (mean, var) = np.empty_like(x), np.empty((2, x.shape[1]), FLOAT32)

    def work(some):
        part = hat[:, some]
        mean[some] = over_batch(x[:, some], ones) / count
        np.subtract(x[:, some], mean[some, None], part)
        var[some] = over_batch(part, part) / count
        np.multiply(part, (weight[some] / np.sqrt(var[some] + FLOAT32.type(eps)))[:, None], part)
        np.add(part, bias[some, None], part)

    in_shares(work, x.swapaxes(0, 1), 6)
    return hat, mean, var


def batch_back(g, x, weight, eps, mean, var):
    """The gradients of x, weight and bias, from those of the result."""
    if x.shape[2] >= LONG:
        return None
    count, ones, to_x = len(x) * x.shape[2], np.ones(x.shape[2], FLOAT32), np.empty_like(x)
    to_weight, to_bias = np.empty((2, x.shape[1]), FLOAT32)

    def work(some):
        part, given, scale = to_x[:, some], g[:, some], 1 / np.sqrt(var[some] + FLOAT32.type(eps))
        np.subtract(x[:, some], mean[some, None], part)
        to_bias[some] = over_batch(given, ones)
        to_weight[some] = over_batch(given, part) * scale
        np.multiply(part, (to_weight[some] * scale / -count)[:, None], part)
        np.add(part, given, part)
        np.subtract(part, (to_bias[some] / count)[:, None], part)
        np.multiply(part, (scale * weight[some])[:, None], part)

    in_shares(work, x.swapaxes(0, 1), 6)
    return to_x, to_weight, to_bias


# --- over each example --------------------------------------------------------------------------------------------------


def layer_forward(x, weight, bias, eps):
    """(result, means, variances) of [rows, numbers]."""
    n, ones = FLOAT32.type(x.shape[1]), np.ones(x.shape[1], FLOAT32)
    hat, (mean, var) = np.empty_like(x), np.empty((2, len(x)), FLOAT32)

    def work(some):
        part = hat[some]
        np.divide(x[some].dot(ones), n, mean[some])
        np.subtract(x[some], mean[some, None], part)
        np.divide(np.vecdot(part, part), n, var[some])
        np.multiply(part, (1 / np.sqrt(var[some] + FLOAT32.type(eps)))[:, None], part)
        np.multiply(part, weight, part)
        np.add(part, bias, part)

    with single():
        in_shares(work, x, 8)
    return hat, mean, var


def layer_back(g, x, weight, eps, mean, var):
    """The gradients of x, weight and bias, from those of the result."""
    to_x, n, sums = np.empty_like(x), FLOAT32.type(x.shape[1]), {}
    share = weight / n

    def work(some):
        part, given, scale = to_x[some], g[some], 1 / np.sqrt(var[some] + FLOAT32.type(eps))
        np.subtract(x[some], mean[some, None], part)
        both = given * part
        sums[some.start] = scale.dot(both), np.ones(len(given), FLOAT32).dot(given)
        np.multiply(part, (both.dot(share) * scale * scale)[:, None], part)
        np.multiply(given, weight, both)
        np.subtract(both, given.dot(share)[:, None], both)
        np.subtract(both, part, part)
        np.multiply(part, scale[:, None], part)

    with single():
        in_shares(work, x, 12)
    to_weight, to_bias = np.add.reduce([sums[start] for start in sorted(sums)], 0)
    return to_x, to_weight, to_bias


# --- the operation's ----------------------------------------------------------------------------------------------------


def forwards(plain, batch, layer):
    """The operation, which has its numbers computed by `batch` or `layer`, and goes the plain way where these give None."""

    def forward(x, weight, bias, dims, shape, eps, found, kind):
        table, made = table_of(x, dims, kind, weight, bias), None
        if table is not None:
            n = table.shape[1]
            made = (batch if kind == "BatchNorm" else layer)(table, row(weight, n, 1), row(bias, n, 0), eps)
        if made is None:
            return plain(x, weight, bias, dims, shape, eps, found, kind)
        kept = [1 if d in dims else n for d, n in enumerate(x.shape)]
        found += made[1].reshape(kept), made[2].reshape(kept)
        return made[0].reshape(x.shape)

    return forward


def shaped(array, shape):
    """An array in a shape; one that has it is not made a view, which a leaf would copy."""
    return array if array.shape == shape else array.reshape(shape)


def backwards(plain, batch, layer):
    """The same for its formula."""

    def formula(g, needs, input, weight, bias_shape, dims, shape, eps, found, kind):
        table = table_of(input, dims, kind, weight) if type(g) is np.ndarray and g.dtype is FLOAT32 else None
        made = None
        if table is not None:
            given = np.ascontiguousarray(g).reshape(table.shape)
            mean, var = [a.astype(FLOAT32, copy=False).reshape(-1) for a in found]
            compute = batch if kind == "BatchNorm" else layer
            made = compute(given, table, row(weight, table.shape[1], 1), eps, mean, var)
        if made is None:
            return plain(g, needs, input, weight, bias_shape, dims, shape, eps, found, kind)
        shapes = input.shape, None if weight is None else weight.shape, bias_shape
        return *[shaped(a, b) if need else None for a, b, need in zip(made, shapes, needs, strict=False)], *[None] * 5

    return formula


KERNELS = {NORM: lambda plain: forwards(plain, batch_forward, layer_forward)}
KERNELS |= {f"{NORM}.grad": lambda plain: backwards(plain, batch_back, layer_back)}
put = enter(KERNELS)
add(ShortCut("normalization", "minitorch.nn.functional.normalization:_normalize", put, ROUND))
