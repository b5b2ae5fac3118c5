"""lstm: a layer's whole way through time where all moments have as many rows, features before the batch (short cuts).

The gates of a moment are [4 hidden, batch], so each gate is one stretch of memory, and a moment's products need nothing
turned. The three gates that a sigmoid opens stand first: sigmoid(x) = (1 + tanh(x / 2)) / 2, so with halved weights one tanh
opens all. A bias is one more weight, of an input that is always 1. The gradients of all weights are one product.
"""

import numpy as np

from .._tensor import Tensor
from ..autograd.grad import grad
from ..graph.grad_mode import enable_grad, is_grad_enabled
from ..nn.functional import rnn
from ..nn.functional.linear import linear
from ..ops.op import op
from .twins import has_numba

ORDER = [0, 1, 3, 2]  # input, forget, output, new: of PyTorch's order, and back again


def sorted_gates(weight, half=False):
    """[4 hidden, n] with the gates in the order of here; `half`: what a sigmoid opens is halved."""
    gates = weight.reshape(4, len(weight) // 4, -1)[ORDER]
    if half:
        gates[:3] *= 0.5
    return gates.reshape(len(weight), -1)


def with_ones(data, bias):
    """Rows with a 1 at the end, if there is a bias."""
    if bias is None:
        return data
    wide = np.ones((len(data), data.shape[1] + 1), data.dtype)
    wide[:, :-1] = data
    return wide


def by_moment(rows, count, reverse):
    """Rows [count * batch, n] as [count, batch, n], in the order in which time is gone through."""
    moments = rows.reshape(count, -1, rows.shape[1])
    return moments[::-1] if reverse else moments


@op(derivative="LstmBackward0")
def _lstm(data, w_ih, bias, w_hh, h, c, count, reverse, kept):
    """[rows + 2 batch, hidden]: the h of all moments, the last h and c.

    data     [count * batch, features]
    bias     [4 hidden] or None
    reverse  whether time is gone through backwards
    kept     a list for what the derivative needs, or None if there will be none
    """
    width, batch, kind = h.shape[1], len(h), data.dtype
    inputs = w_ih if bias is None else np.concatenate([w_ih, bias[:, None]], 1)
    inputs, turn = sorted_gates(inputs, True), sorted_gates(w_hh, True)
    gates = inputs @ by_moment(with_ones(data, bias), count, reverse).swapaxes(1, 2)  # [count, 4 hidden, batch]
    shown, cells = np.empty((2, count + 1, width, batch), kind)
    inner, part, product = (
        np.empty((count, width, batch), kind),
        np.empty((width, batch), kind),
        np.empty_like(gates[0]),
    )
    shown[0], cells[0] = h.T, c.T
    for now, before, cell, old, new, bent in zip(gates, shown, cells[1:], cells, shown[1:], inner, strict=False):
        np.matmul(turn, before, product)
        np.add(now, product, now)
        np.tanh(now, now)
        opened = now[: 3 * width]
        np.multiply(opened, 0.5, opened)
        np.add(opened, 0.5, opened)
        np.multiply(now[width : 2 * width], old, cell)
        np.multiply(now[:width], now[3 * width :], part)
        np.add(cell, part, cell)
        np.tanh(cell, bent)
        np.multiply(now[2 * width : 3 * width], bent, new)
    out = np.empty(((count + 2) * batch, width), kind)
    by_moment(out[: count * batch], count, reverse)[...] = shown[1:].swapaxes(1, 2)
    out[count * batch : -batch], out[-batch:] = shown[-1].T, cells[-1].T
    if kept is not None:
        kept[:] = gates, shown, cells, inner
    return out


def lstm_back(g, needs, data, w_ih, bias, w_hh, h, c, count, reverse, kept):
    if isinstance(g, Tensor):
        return *the_plain_way(g, (data, w_ih, w_hh, h, c), bias, count, reverse), None, None, None
    gates, shown, cells, inner = kept
    width, batch = h.shape[1], len(h)
    slopes, part = np.empty_like(gates), np.empty((width, batch), g.dtype)
    turn = sorted_gates(w_hh).T
    to_h, to_c = np.ascontiguousarray(g[-2 * batch : -batch].T), np.ascontiguousarray(g[-batch:].T)
    arrived = np.ascontiguousarray(by_moment(g[: count * batch], count, reverse).swapaxes(1, 2))
    for moment in reversed(range(count)):
        now, slope, bent = gates[moment], slopes[moment], inner[moment]
        i, o, n = now[:width], now[2 * width : 3 * width], now[3 * width :]
        np.add(to_h, arrived[moment], to_h)
        np.multiply(bent, bent, part)
        np.subtract(1, part, part)
        np.multiply(part, o, part)
        np.multiply(part, to_h, part)
        np.add(to_c, part, to_c)
        opened, sigmoids = slope[: 3 * width], now[: 3 * width]
        np.subtract(1, sigmoids, opened)
        np.multiply(opened, sigmoids, opened)
        for k, arriving, factor in ((0, to_c, n), (1, to_c, cells[moment]), (2, to_h, bent)):
            one = slope[k * width : (k + 1) * width]
            np.multiply(one, arriving, one)
            np.multiply(one, factor, one)
        new = slope[3 * width :]
        np.multiply(n, n, new)
        np.subtract(1, new, new)
        np.multiply(new, to_c, new)
        np.multiply(new, i, new)
        np.multiply(to_c, now[width : 2 * width], to_c)
        np.matmul(turn, slope, to_h)
    all_slopes = slopes.transpose(1, 0, 2).reshape(4 * width, count * batch)
    seen = np.empty((count * batch, width + data.shape[1] + (bias is not None)), data.dtype)
    by_row = seen.reshape(count, batch, -1)
    by_row[:, :, :width] = shown[:-1].swapaxes(1, 2)
    by_row[:, :, width:] = by_moment(with_ones(data, bias), count, reverse)
    made = sorted_gates(all_slopes @ seen)
    to_w_hh, to_w_ih = (
        np.ascontiguousarray(made[:, :width]),
        np.ascontiguousarray(made[:, width : width + data.shape[1]]),
    )
    to_bias = None if bias is None else made[:, -1].copy()
    to_data = None
    if needs[0]:
        to_data = (all_slopes.T @ sorted_gates(w_ih)).reshape(count, batch, -1)
        to_data = (to_data[::-1] if reverse else to_data).reshape(data.shape)
    return to_data, to_w_ih, to_bias, to_w_hh, to_h.T, to_c.T, None, None, None


_lstm.grad(lstm_back)


def the_plain_way(g, inputs, bias, count, reverse):
    """The gradients as tensors, by recording what the short cut went round."""
    recording = is_grad_enabled()
    with enable_grad():
        given = [*inputs] if bias is None else [*inputs, bias]
        given = [x if recording and x.requires_grad else x.detach().requires_grad_() for x in given]
        data, w_ih, w_hh, h, c = given[:5]
        parts = linear(data, w_ih, None if bias is None else given[5])
        sizes = [len(h)] * count
        shown, last = rnn.through_time(rnn.lstm_next, parts, sizes, [h, c], w_hh, None, None, reverse)
        out = rnn.cat([shown, *last])
    to_data, to_w_ih, to_w_hh, to_h, to_c, *to_bias = grad(out, given, g, create_graph=recording, allow_unused=True)
    return to_data, to_w_ih, to_bias[0] if to_bias else None, to_w_hh, to_h, to_c


def lstm(data, sizes, start, weights, reverse):
    """One layer in one direction, as rnn.direction does it; None where moments have different numbers of rows, and with numba.

    Its kernels do it with the batch before the features.
    """
    w_ih, w_hh, b_ih, b_hh, _ = weights
    (h, c), count = start, len(sizes)
    if has_numba() or not count or sizes[0] != sizes[-1] or not 0 < len(h) == sizes[0]:
        return None
    bias = b_ih if b_hh is None else b_ih + b_hh
    inputs = [data, w_ih, bias, w_hh, h, c]
    wanted = is_grad_enabled() and any([x is not None and x.requires_grad for x in inputs])
    made = _lstm.call(*inputs, count, reverse, [] if wanted else None)
    batch, rows = len(h), len(data)
    return made[:rows], [made[rows : rows + batch], made[rows + batch :]]
