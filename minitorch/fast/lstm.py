"""lstm: a layer's whole way through time where all time steps have as many rows, features before the batch (short cuts).

A training step takes a third of the time of the plain way, which records two nodes for each time step.
The gates of a time step are [4 hidden, batch], so each gate is one stretch of memory, and a time step's product needs nothing
turned. The state, the input and a 1, for the bias, stand below each other, so that one product takes in all of them. The
three gates that a sigmoid opens stand first: sigmoid(x) = (1 + tanh(x / 2)) / 2, so with halved weights one tanh opens all.
The gradients of all weights are one product, and what a gradient is multiplied by at each time step is there before it comes.
"""

import numpy as np

from .._tensor import Tensor
from ..autograd.grad import grad
from ..graph.grad_mode import enable_grad, is_grad_enabled
from ..nn.functional import rnn
from ..ops.op import op
from .pieces import in_shares

plain = rnn.direction
ORDER, BACK = [3, 0, 1, 2], [1, 2, 3, 0]  # output, input, forget, new: of PyTorch's order, and back again


def sorted_gates(weight, order=ORDER):
    """[4 hidden, n] with the gates in another order."""
    return weight.reshape(4, len(weight) // 4, -1)[order].reshape(len(weight), -1)


def by_time_step(rows, count, reverse):
    """Rows [count * batch, n] as [count, batch, n], in the order in which time is visited."""
    time_steps = rows.reshape(count, -1, rows.shape[1])
    return time_steps[::-1] if reverse else time_steps


@op(derivative="LstmBackward0")
def _lstm(data, w_ih, bias, w_hh, h, c, count, reverse, kept):
    """[rows + 2 batch, hidden]: the h of all time steps, the last h and c.

    data     [count * batch, features]
    bias     [4 hidden] or None
    reverse  whether time is visited backwards
    kept     a list for what the derivative needs, or None if there will be none
    """
    width, batch, kind = h.shape[1], len(h), data.dtype
    weights = sorted_gates(np.concatenate([w_hh, w_ih, *([] if bias is None else [bias[:, None]])], 1))
    weights[: 3 * width] *= 0.5
    seen, cells = np.empty((count + 1, weights.shape[1], batch), kind), np.empty((count + 1, width, batch), kind)
    seen[0, :width], cells[0] = h.T, c.T
    seen[:-1, width : width + data.shape[1]] = by_time_step(data, count, reverse).swapaxes(1, 2)
    seen[:-1, width + data.shape[1] :] = 1
    gates, inner = np.empty((count, 4 * width, batch), kind), np.empty((count, width, batch), kind)
    part = np.empty((width, batch), kind)
    for now, before, cell, old, new, bent in zip(gates, seen, cells[1:], cells, seen[1:], inner, strict=False):
        np.matmul(weights, before, now)
        np.tanh(now, now)
        opened = now[: 3 * width]
        np.multiply(opened, 0.5, opened)
        np.add(opened, 0.5, opened)
        np.multiply(now[2 * width : 3 * width], old, cell)
        np.multiply(now[width : 2 * width], now[3 * width :], part)
        np.add(cell, part, cell)
        np.tanh(cell, bent)
        np.multiply(now[:width], bent, new[:width])
    out = np.empty(((count + 2) * batch, width), kind)
    by_time_step(out[: count * batch], count, reverse)[...] = seen[1:, :width].swapaxes(1, 2)
    out[count * batch : -batch], out[-batch:] = seen[-1, :width].T, cells[-1].T
    if kept is not None:
        kept[:] = gates, seen, cells, inner
    return out


def slopes_of(gates, cells, inner):
    """What gradients are multiplied by on their way: from h to the output gate, from c to the other three; from h to c.

    gates  [count, 4, hidden, batch]; the first result has this shape, the second that of a gate
    """
    slopes, to_cell = np.empty_like(gates), np.empty_like(inner)

    def work(some):
        now, made, bent, down = gates[some], slopes[some], inner[some], to_cell[some]
        np.subtract(1, now[:, :3], made[:, :3])
        np.multiply(made[:, :3], now[:, :3], made[:, :3])
        for place, factor in ((0, bent), (1, now[:, 3]), (2, cells[:-1][some])):
            np.multiply(made[:, place], factor, made[:, place])
        for one, value, gate in ((made[:, 3], now[:, 3], now[:, 1]), (down, bent, now[:, 0])):
            np.multiply(value, value, one)
            np.subtract(1, one, one)
            np.multiply(one, gate, one)

    in_shares(work, gates, 4)
    return slopes, to_cell


def lstm_back(g, needs, data, w_ih, bias, w_hh, h, c, count, reverse, kept):
    if isinstance(g, Tensor):

        def way(data, w_ih, bias, w_hh, *states):
            return plain("LSTM", data, [len(h)] * count, states, (w_ih, w_hh, bias, None, None), reverse)

        return *the_plain_way(g, (data, w_ih, bias, w_hh, h, c), way), None, None, None
    gates, seen, cells, inner = kept
    width, batch, features = h.shape[1], len(h), data.shape[1]
    gates = gates.reshape(count, 4, width, batch)
    slopes, to_cell = slopes_of(gates, cells, inner)
    turn = np.ascontiguousarray(sorted_gates(w_hh).T)
    to_h, to_c = np.ascontiguousarray(g[-2 * batch : -batch].T), np.ascontiguousarray(g[-batch:].T)
    arrived = np.ascontiguousarray(by_time_step(g[: count * batch], count, reverse).swapaxes(1, 2))
    part, table = np.empty((width, batch), g.dtype), slopes.reshape(count, 4 * width, batch)
    for time_step in reversed(range(count)):
        slope = slopes[time_step]
        np.add(to_h, arrived[time_step], to_h)
        np.multiply(to_h, to_cell[time_step], part)
        np.add(to_c, part, to_c)
        np.multiply(slope[0], to_h, slope[0])
        np.multiply(slope[1:], to_c, slope[1:])
        np.multiply(to_c, gates[time_step, 2], to_c)
        np.matmul(turn, table[time_step], to_h)
    del arrived, to_cell  # there is the most in memory now
    all_slopes = table.transpose(1, 0, 2).reshape(4 * width, -1)
    made = sorted_gates(all_slopes @ seen[:-1].transpose(1, 0, 2).reshape(seen.shape[1], -1).T, BACK)
    to_w_hh, to_w_ih = made[:, :width].copy(), made[:, width : width + features].copy()
    to_bias = None if bias is None else made[:, -1].copy()
    to_data = None
    if needs[0]:
        to_data = (all_slopes.T @ sorted_gates(w_ih)).reshape(count, batch, -1)
        to_data = (to_data[::-1] if reverse else to_data).reshape(data.shape)
    return to_data, to_w_ih, to_bias, to_w_hh, to_h.T, to_c.T, None, None, None


_lstm.grad(lstm_back)


def the_plain_way(g, inputs, compute):
    """The gradients of the inputs as tensors, by recording what the short cut went round; None for an input that is None."""
    recording = is_grad_enabled()
    with enable_grad():
        given = [x if x is None or recording and x.requires_grad else x.detach().requires_grad_() for x in inputs]
        shown, last = compute(*given)
        out = rnn.cat([shown, *last])
    found = iter(grad(out, [x for x in given if x is not None], g, create_graph=recording, allow_unused=True))
    return [None if x is None else next(found) for x in given]


def lstm(data, sizes, start, weights, reverse):
    """One layer in one direction, as rnn.direction does it; None where time steps have different numbers of rows."""
    w_ih, w_hh, b_ih, b_hh, _ = weights
    (h, c), count = start, len(sizes)
    if not count or sizes[0] != sizes[-1] or not 0 < len(h) == sizes[0]:
        return None
    bias = b_ih if b_hh is None else b_ih + b_hh
    inputs = [data, w_ih, bias, w_hh, h, c]
    wanted = is_grad_enabled() and any([x is not None and x.requires_grad for x in inputs])
    made = _lstm.call(*inputs, count, reverse, [] if wanted else None)
    batch, rows = len(h), len(data)
    return made[:rows], [made[rows : rows + batch], made[rows + batch :]]
