"""normalization: layer norm and batch norm, forward and backward, as kernels (short cuts).

Each gives what _normalize and its formula in nn/functional/normalization.py give. Rows are added up in float32, several
numbers at a time, and rows of one channel in float64. With them a step of a residual network takes a fifth less than with
NumPy's way, and with those of gelu and softmax a GPT's a tenth less.
"""

import numpy as np

from ..twins import FLOAT32
from . import functions as f
from .kernel import block, kernel, share

ONE, ZERO = f.ONE, f.ZERO
LONG = 1 << 14  # numbers of a row, from which on their sum in float32 is not exact enough
MANY = 1 << 15  # numbers, from which on rows are cut into parts
PARTS = 8  # into so many are many rows cut for the gradients of the weights, which are then added


@kernel("i8, i8, f4[:, ::1], f4[::1], f4[::1], f4, f4[::1], f4[::1], f4[:, ::1]", sums=True)
def layer(start, stop, x, weight, bias, eps, means, variances, out):
    """(x - mean) / sqrt(variance + eps) * weight + bias for each row."""
    count = np.float32(x.shape[1])
    for r in range(start, stop):
        row, to, total, squares = x[r], out[r], ZERO, ZERO
        for i in range(len(row)):
            total += row[i]
        mean = total / count
        for i in range(len(row)):
            squares += (row[i] - mean) * (row[i] - mean)
        means[r], variances[r] = mean, squares / count
        scale = ONE / np.sqrt(variances[r] + eps)
        for i in range(len(row)):
            to[i] = (row[i] - mean) * scale * weight[i] + bias[i]


@kernel("i8, i8, f4[:, ::1], f4[:, ::1], f4[::1], f4, f4[::1], f4[::1], f4[:, ::1], f4[:, ::1], f4[:, ::1]", sums=True)
def layer_back(start, stop, g, x, weight, eps, means, variances, out, to_weight, to_bias):
    """What is left of the gradient without its mean and without its part along the normalized x; parts of the rows."""
    count, step = np.float32(x.shape[1]), (len(x) + len(to_bias) - 1) // len(to_bias)
    for part in range(start, stop):
        weights, biases = to_weight[part], to_bias[part]
        for r in range(part * step, min((part + 1) * step, len(x))):
            row, slopes, to, mean, total, along = x[r], g[r], out[r], means[r], ZERO, ZERO
            scale = ONE / np.sqrt(variances[r] + eps)
            for i in range(len(row)):
                slope = slopes[i] * weight[i]
                total += slope
                along += slope * (row[i] - mean)
            for i in range(len(row)):
                weights[i] += slopes[i] * ((row[i] - mean) * scale)
            for i in range(len(row)):
                biases[i] += slopes[i]
            along *= scale
            total /= count
            along /= count
            for i in range(len(row)):
                to[i] = (slopes[i] * weight[i] - total - (row[i] - mean) * (scale * along)) * scale


def layer_norm(x, weight, bias, dims, shape, eps, found):
    n, lead = weight_of(x, dims), x.shape[: x.ndim - len(dims)]
    rows, weights, biases = x.reshape(-1, n), filled(weight, n, 1), filled(bias, n, 0)
    out, means, variances = np.empty_like(rows), np.empty(len(rows), FLOAT32), np.empty(len(rows), FLOAT32)
    share(
        lambda start, stop: layer(start, stop, rows, weights, biases, eps, means, variances, out), len(rows), 0.15 * n
    )
    found += [a.reshape(*lead, *[1] * len(dims)) for a in (means, variances)]
    return out.reshape(x.shape)


def weight_of(x, dims):
    """How many numbers each row has."""
    return int(np.prod(x.shape[x.ndim - len(dims) :]))


def filled(weight, n, number):
    """The weights one after the other, or as many times the number that does nothing."""
    return np.full(n, number, FLOAT32) if weight is None else block(weight).reshape(-1)


def layer_norm_back(g, needs, x, weight, bias_shape, dims, eps, found):
    n = weight_of(x, dims)
    rows, slopes, weights = x.reshape(-1, n), block(g).reshape(-1, n), filled(weight, n, 1)
    means, variances = [block(a).reshape(-1) for a in found]
    parts = PARTS if x.size >= MANY else 1  # by size, not by threads: the sums are the same with any number of them
    out, to_weight, to_bias = np.empty_like(rows), np.zeros((parts, n), FLOAT32), np.zeros((parts, n), FLOAT32)
    given = slopes, rows, weights, eps, means, variances, out, to_weight, to_bias
    share(lambda start, stop: layer_back(start, stop, *given), parts, 0.35 * x.size / parts)
    return (
        out.reshape(x.shape) if needs[0] else None,
        to_weight.sum(0).reshape(weight.shape) if needs[1] else None,
        to_bias.sum(0).reshape(bias_shape) if needs[2] else None,
    )


# --- over the batch ---------------------------------------------------------------------------------------------------


@kernel("i8, i8, f4[:, :, ::1], f4[::1], f4[::1], f4, f4[::1], f4[::1], f4[:, :, ::1]", sums=True)
def batch(start, stop, x, weight, bias, eps, means, variances, out):
    """The same over all rows of a channel, for the channels from start to stop."""
    count = x.shape[0] * x.shape[2]
    for c in range(start, stop):
        whole = 0.0
        for n in range(len(x)):
            row, total = x[n, c], ZERO
            for i in range(len(row)):
                total += row[i]
            whole += total
        mean, whole = np.float32(whole / count), 0.0
        for n in range(len(x)):
            row, total = x[n, c], ZERO
            for i in range(len(row)):
                total += (row[i] - mean) * (row[i] - mean)
            whole += total
        means[c], variances[c] = mean, whole / count
        scale = weight[c] / np.sqrt(variances[c] + eps)
        for n in range(len(x)):
            row, to = x[n, c], out[n, c]
            for i in range(len(row)):
                to[i] = (row[i] - mean) * scale + bias[c]


@kernel(
    "i8, i8, f4[:, :, ::1], f4[:, :, ::1], f4[::1], f4, f4[::1], f4[::1], f4[:, :, ::1], f4[::1], f4[::1]", sums=True
)
def batch_back(start, stop, g, x, weight, eps, means, variances, out, to_weight, to_bias):
    count = x.shape[0] * x.shape[2]
    for c in range(start, stop):
        whole, wholly, mean = 0.0, 0.0, means[c]
        scale = ONE / np.sqrt(variances[c] + eps)
        for n in range(len(x)):
            row, slopes, total, along = x[n, c], g[n, c], ZERO, ZERO
            for i in range(len(row)):
                total += slopes[i]
                along += slopes[i] * (row[i] - mean)
            whole += total
            wholly += along
        wholly *= scale
        to_bias[c], to_weight[c] = whole, wholly
        each, part, factor = np.float32(whole / count), np.float32(wholly / count) * scale, scale * weight[c]
        for n in range(len(x)):
            row, slopes, to = x[n, c], g[n, c], out[n, c]
            for i in range(len(row)):
                to[i] = (slopes[i] - each - (row[i] - mean) * part) * factor


def by_channel(x):
    """[N, C, ...] as [N, C, places]."""
    return x.reshape(*x.shape[:2], -1)


def batch_norm(x, weight, bias, shape, eps, found):
    rows, channels = by_channel(x), x.shape[1]
    out, means, variances = np.empty_like(rows), np.empty(channels, FLOAT32), np.empty(channels, FLOAT32)
    weights, biases = filled(weight, channels, 1), filled(bias, channels, 0)
    given = rows, weights, biases, eps, means, variances, out
    share(lambda start, stop: batch(start, stop, *given), channels, 0.25 * x.size / channels)
    found += [a.reshape(shape) for a in (means, variances)]
    return out.reshape(x.shape)


def batch_norm_back(g, needs, x, weight, bias_shape, eps, found):
    rows, slopes, channels = by_channel(x), by_channel(block(g)), x.shape[1]
    means, variances = [block(a).reshape(-1) for a in found]
    out, to_weight, to_bias = np.empty_like(rows), np.empty(channels, FLOAT32), np.empty(channels, FLOAT32)
    weights = filled(weight, channels, 1)
    given = slopes, rows, weights, eps, means, variances, out, to_weight, to_bias
    share(lambda start, stop: batch_back(start, stop, *given), channels, 0.3 * x.size / channels)
    return (
        out.reshape(x.shape) if needs[0] else None,
        to_weight.reshape(weight.shape) if needs[1] else None,
        to_bias.reshape(bias_shape) if needs[2] else None,
    )


# --- which it is ------------------------------------------------------------------------------------------------------


def fits(x, weight, dims, kind):
    """Whether a kernel knows these: float32 in one block, over the last dimensions, or all but that of long channels."""
    if not x.flags.carray or (weight is not None and weight.dtype is not FLOAT32):
        return False
    if kind == "LayerNorm":
        return dims == tuple(range(x.ndim - len(dims), x.ndim)) and weight_of(x, dims) < LONG
    return kind == "BatchNorm" and dims == (0, *range(2, x.ndim)) and x.size >= 16 * x.shape[0] * x.shape[1]


def normalize(x, weight, bias, dims, shape, eps, found, kind):
    """_normalize"""
    if not fits(x, weight, dims, kind) or not fits(x, bias, dims, kind):
        return None
    if kind == "LayerNorm":
        return layer_norm(x, weight, bias, dims, shape, eps, found)
    return batch_norm(x, weight, bias, shape, eps, found)


def normalize_back(g, needs, input, weight, bias_shape, dims, shape, eps, found, kind):
    """normalize_back"""
    if type(input) is not np.ndarray or input.dtype is not FLOAT32 or not fits(input, weight, dims, kind):
        return None
    if kind == "LayerNorm":
        made = layer_norm_back(g, needs, input, weight, bias_shape, dims, eps, found)
    else:
        made = batch_norm_back(g, needs, input, weight, bias_shape, eps, found)
    return *made, *[None] * 5
