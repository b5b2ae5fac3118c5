"""recurrent: a layer's whole way through time in one step of the graph: lstm, gru (short cuts).

The plain way records two steps of the graph for each time step. Here a loop over arrays does what depends on the time step
before; all that does not is done for all time steps at once: the inputs' part, what gradients are multiplied by, and the
weights' gradient, one matrix product. Training takes a tenth to a third of the time. Gradients of gradients go the
plain way again.
"""

import numpy as np

from .._tensor import Tensor
from ..creation.tensor import from_numpy
from ..graph.grad_mode import is_grad_enabled
from ..nn.functional import rnn
from ..nn.functional.linear import linear
from ..ops.op import op
from . import add
from .lstm import lstm, the_plain_way
from .table import CALLS, ShortCut, in_place_of

ROUND = ("minitorch.nn.functional.rnn:", "minitorch.ops.matmul.", "minitorch.ops.pointwise.activation:", *CALLS)
plain = rnn.direction


def time_steps(sizes, reverse):
    """(first row, end, how many) for each time step, in the order in which they are visited."""
    ends = np.cumsum(sizes).tolist()
    found = [(end - size, end, size) for end, size in zip(ends, sizes, strict=True)]
    return found[::-1] if reverse else found


@op(derivative="GruBackward0")
def _gru_through(parts, w_hh, b_hh, h, sizes, reverse, kept):
    """[rows + batch, hidden]: the h of all time steps, and the last.

    parts    [rows, 3 hidden]: the inputs' part of the gates      b_hh  [3 hidden] or None
    kept     a list for what the derivative needs, or None if there will be none

    sigmoid(x) = (1 + tanh(x / 2)) / 2, so tanh opens all gates.
    """
    width, rows = h.shape[1], len(parts)
    half = np.full(3 * width, 0.5, parts.dtype)
    half[2 * width :] = 1
    turned, bias = w_hh.T * half, 0 if b_hh is None else b_hh * half
    gates = parts * half
    gates[:, : 2 * width] += bias if b_hh is None else bias[: 2 * width]
    own = None if b_hh is None else bias[2 * width :]
    shown, h = np.empty((rows, width), parts.dtype), h.copy()
    seen, before = np.empty_like(shown), np.empty_like(shown)
    for start, end, n in time_steps(sizes, reverse):
        now, from_hidden, state = gates[start:end], h[:n] @ turned, h[:n]
        if own is not None:
            from_hidden[:, 2 * width :] += own
        before[start:end], seen[start:end] = state, from_hidden[:, 2 * width :]
        open_, new = now[:, : 2 * width], now[:, 2 * width :]
        open_ += from_hidden[:, : 2 * width]
        np.tanh(open_, open_)
        open_ *= 0.5
        open_ += 0.5
        new += open_[:, :width] * seen[start:end]
        np.tanh(new, new)
        state -= new
        state *= open_[:, width:]
        state += new
        shown[start:end] = state
    if kept is not None:
        kept[:] = gates, seen, before
    return np.concatenate([shown, h])


def gru_back(g, needs, parts, w_hh, b_hh, h, sizes, reverse, kept):
    if isinstance(g, Tensor):
        as_it_is = from_numpy(np.eye(parts.shape[1], dtype=parts._array.dtype))  # the inputs' part is there already

        def way(parts, w_hh, b_hh, h):
            return plain("GRU", parts, sizes, [h], (as_it_is, w_hh, None, b_hh, None), reverse)

        return *the_plain_way(g, (parts, w_hh, b_hh, h), way), None, None, None
    (gates, seen, before), width = kept, h.shape[1]
    r, z, n = [gates[:, k * width : (k + 1) * width] for k in range(3)]
    to_n = (1 - z) * (1 - n * n)
    slopes = np.empty_like(gates)
    np.multiply(to_n * seen, r * (1 - r), slopes[:, :width])
    np.multiply(before - n, z * (1 - z), slopes[:, width : 2 * width])
    slopes[:, 2 * width :] = to_n
    rows = len(gates)
    to_h, from_hidden = g[rows:].copy(), np.empty_like(slopes)
    by_gate = slopes.reshape(rows, 3, width)
    for start, end, size in reversed(time_steps(sizes, reverse)):
        dh, back = to_h[:size], from_hidden[start:end]
        dh += g[start:end]
        by_gate[start:end] *= dh[:, None]
        back[:] = slopes[start:end]
        back[:, 2 * width :] *= r[start:end]
        dh *= z[start:end]
        dh += back @ w_hh
    to_b = None if b_hh is None else np.add.reduce(from_hidden, 0)
    return slopes, from_hidden.T @ before if needs[1] else None, to_b, to_h, None, None, None


_gru_through.grad(gru_back)

# --- where it stands --------------------------------------------------------------------------------------------------


def direction(mode, rows, sizes, states, weights, reverse):
    """One layer in one direction, as rnn.direction does it. Elman's network goes the plain way."""
    w_ih, w_hh, b_ih, b_hh, w_hr = weights
    usual = mode in ("LSTM", "GRU") and w_hr is None and fits(rows, w_ih, w_hh, *states)
    found = None
    if usual and mode == "LSTM":
        found = lstm(rows, sizes, states, weights, reverse)
    elif usual:
        parts = linear(rows, w_ih, b_ih)
        inputs = parts, w_hh, b_hh, *states
        kept = [] if is_grad_enabled() and any([x is not None and x.requires_grad for x in inputs]) else None
        made = _gru_through.call(*inputs, sizes, reverse, kept)
        found = made[: len(parts)], (made[len(parts) :],)
    return found or plain(mode, rows, sizes, states, weights, reverse)


def fits(*tensors):
    """Whether all are tensors of one kind of floating point that NumPy computes with."""
    dtype = tensors[0].dtype
    return dtype.name in ("float32", "float64") and all(
        type(x._array) is np.ndarray and x.dtype is dtype for x in tensors
    )


add(ShortCut("recurrent", "minitorch.nn.functional.rnn:direction", in_place_of(rnn, "direction", direction), ROUND))
