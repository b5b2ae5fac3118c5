"""normalization: layer norm and batch norm, forward and backward, as kernels (short cuts).

Each gives what _normalize and its formula in nn/functional/normalization.py give. Rows are added up in float32, several
numbers at a time, and rows of one channel in float64. With them a step of a residual network takes a fifth less than with
NumPy's way, and with those of gelu and softmax a GPT's a tenth less.
"""

import numpy as np

from ..normalization import backwards, forwards
from ..twins import FLOAT32
from . import functions as f
from .kernel import kernel, share

ONE, ZERO = f.ONE, f.ZERO
SHORT = 16  # numbers of a channel, below which NumPy is as quick
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


def layer_norm(rows, weight, bias, eps):
    out, (means, variances) = np.empty_like(rows), np.empty((2, len(rows)), FLOAT32)
    given = rows, weight, bias, eps, means, variances, out
    share(lambda start, stop: layer(start, stop, *given), len(rows), 0.15 * rows.shape[1])
    return out, means, variances


def layer_norm_back(slopes, rows, weight, eps, means, variances):
    parts = PARTS if rows.size >= MANY else 1  # by size, not by threads: the sums are the same with any number of them
    out, (to_weight, to_bias) = np.empty_like(rows), np.zeros((2, parts, rows.shape[1]), FLOAT32)
    given = slopes, rows, weight, eps, means, variances, out, to_weight, to_bias
    share(lambda start, stop: layer_back(start, stop, *given), parts, 0.35 * rows.size / parts)
    return out, to_weight.sum(0), to_bias.sum(0)


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


def batch_norm(rows, weight, bias, eps):
    channels = rows.shape[1]
    if rows.shape[2] < SHORT:
        return None
    out, (means, variances) = np.empty_like(rows), np.empty((2, channels), FLOAT32)
    given = rows, weight, bias, eps, means, variances, out
    share(lambda start, stop: batch(start, stop, *given), channels, 0.25 * rows.size / channels)
    return out, means, variances


def batch_norm_back(slopes, rows, weight, eps, means, variances):
    channels = rows.shape[1]
    if rows.shape[2] < SHORT:
        return None
    out, (to_weight, to_bias) = np.empty_like(rows), np.empty((2, channels), FLOAT32)
    given = slopes, rows, weight, eps, means, variances, out, to_weight, to_bias
    share(lambda start, stop: batch_back(start, stop, *given), channels, 0.3 * rows.size / channels)
    return out, to_weight, to_bias


normalize = forwards(lambda *given: None, batch_norm, layer_norm)
normalize_back = backwards(lambda *given: None, batch_norm_back, layer_norm_back)
