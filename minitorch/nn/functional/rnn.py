"""rnn: RNN, LSTM and GRU over whole sequences, several layers of them and in both directions (shelf).

Sequences come as one matrix of rows in the order of time, with the number of rows of each time step: batch_sizes. A padded
batch is the case that all time steps have the same number. The inputs' part of all steps is one matrix product; what is
left for a step is the state's part.
"""

from ...amp.state import get_autocast_dtype, set_to
from ...amp.state import state as autocast
from ...ops.join.cat import _cat, cat
from ...ops.join.split import split
from ...ops.join.stack import stack
from ...ops.matmul.addmm import addmm
from ...ops.matmul.matmul import mm
from ...ops.one_step import one_step
from ...ops.op import op
from ...ops.pointwise.activation import relu, sigmoid, tanh
from ...ops.view.transpose import t
from .dropout import dropout as drop
from .linear import linear

# --- one step, given the input's part ---------------------------------------------------------------------------------


@op
def _lstm_step(gates, c):
    """The next h and c side by side, [batch, 2 hidden]. Fused for speed: in 13 single steps, training takes a third longer."""
    i, f, n, o = opened(gates)
    c = f * c + i * n
    return _cat.forward(1, None, o * tanh(c), c)


def opened(gates):
    """How open the gates are, and what comes in, [batch, hidden] each, of [batch, 4 hidden]."""
    width = gates.shape[1] // 4
    i, f, n, o = [gates[:, k * width : (k + 1) * width] for k in range(4)]
    return sigmoid(i), sigmoid(f), tanh(n), sigmoid(o)


def lstm_step_back(g, needs, gates, c):
    to_h, to_c = g[:, : c.shape[1]], g[:, c.shape[1] :]
    i, f, n, o = opened(gates)
    shown = tanh(f * c + i * n)
    to_c = to_c + to_h * o * (1 - shown * shown)
    parts = to_c * n * i * (1 - i), to_c * c * f * (1 - f), to_c * i * (1 - n * n), to_h * shown * o * (1 - o)
    return _cat(1, None, *parts), to_c * f


_lstm_step.grad(lstm_step_back)


@op
def _gru_step(from_input, from_hidden, h):
    """The next h. Fused for speed, as the step before."""
    r, z, n, _ = mixed(from_input, from_hidden)
    return n + z * (h - n)


def mixed(from_input, from_hidden):
    """The gates, what is new, and the state's part of that, [batch, hidden] each, of [batch, 3 hidden] each."""
    width = from_input.shape[1] // 3
    gates = sigmoid(from_input[:, : 2 * width] + from_hidden[:, : 2 * width])
    r, seen = gates[:, :width], from_hidden[:, 2 * width :]
    return r, gates[:, width:], tanh(from_input[:, 2 * width :] + r * seen), seen


def gru_step_back(g, needs, from_input, from_hidden, h):
    r, z, n, seen = mixed(from_input, from_hidden)
    to_n = g * (1 - z) * (1 - n * n)
    to_r, to_z = to_n * seen * r * (1 - r), g * (h - n) * z * (1 - z)
    return _cat(1, None, to_r, to_z, to_n), _cat(1, None, to_r, to_z, to_n * r), g * z


_gru_step.grad(gru_step_back)


def tanh_next(from_input, state, w_hh, b_hh, w_hr):
    return (tanh(addmm(from_input, state[0], w_hh)),)


def relu_next(from_input, state, w_hh, b_hh, w_hr):
    return (relu(addmm(from_input, state[0], w_hh)),)


def gru_next(from_input, state, w_hh, b_hh, w_hr):
    """b_hh  [3 hidden] or None: the gate r stands before the state's part, and so before its bias"""
    from_hidden = mm(state[0], w_hh) if b_hh is None else addmm(b_hh, state[0], w_hh)
    return (_gru_step(from_input, from_hidden, state[0]),)


def lstm_next(from_input, state, w_hh, b_hh, w_hr):
    """w_hr  [projected, hidden] or None: what the cell shows is this projection of it"""
    made, width = _lstm_step(addmm(from_input, state[0], w_hh), state[1]), state[1].shape[1]
    h, c = made[:, :width], made[:, width:]
    return (h if w_hr is None else linear(h, w_hr)), c


# --- one direction, several layers ------------------------------------------------------------------------------------


def direction(step, data, sizes, start, weights, reverse):
    """One layer in one direction: the states that were shown, row by row as in `data`, and the last state of each sequence.

    data   [rows, features]
    sizes  how many rows each time step has, never more than the time step before
    start  the states to start from, each [batch, hidden]
    """
    w_ih, w_hh, b_ih, b_hh, w_hr = weights
    bias = b_ih if b_hh is None or step is gru_next else b_ih + b_hh
    return through_time(step, linear(data, w_ih, bias), sizes, start, t(w_hh), b_hh, w_hr, reverse)


def through_time(step, from_input, sizes, start, w_hh, b_hh, w_hr, reverse):
    """The same, given the inputs' part of all steps: [rows, gates * hidden]."""
    parts = split(from_input, sizes)
    shown, ended = [None] * len(sizes), []
    state = [s[: sizes[-1]] for s in start] if reverse else start
    for time_step in reversed(range(len(sizes))) if reverse else range(len(sizes)):
        now, before = sizes[time_step], len(state[0])
        if now < before:  # sequences end: their states wait
            ended.append([s[now:] for s in state])
            state = [s[:now] for s in state]
        elif now > before:  # backwards in time, sequences begin
            state = [cat([s, s0[before:now]]) for s, s0 in zip(state, start, strict=True)]
        state = step(parts[time_step], state, w_hh, b_hh, w_hr)
        shown[time_step] = state[0]
    if ended:
        state = [cat(parts) for parts in zip(state, *reversed(ended), strict=True)]
    return cat(shown), state


def layers(step, data, sizes, states, weights, num_layers, dropout, bidirectional):
    """Layer upon layer, both directions side by side: the last one's rows, and all last states, each [layers, batch, hidden].

    states   the states to start from, each [layers * directions, batch, hidden]
    weights  for each layer and direction (w_ih, w_hh, b_ih, b_hh, w_hr)
    """
    directions, ends = 2 if bidirectional else 1, []
    for layer in range(num_layers):
        shown = []
        for way in range(directions):
            place = layer * directions + way
            rows, end = direction(step, data, sizes, [s[place] for s in states], weights[place], way == 1)
            shown.append(rows)
            ends.append(end)
        data = shown[0] if directions == 1 else cat(shown, 1)
        if dropout and layer < num_layers - 1:
            data = drop(data, dropout)
    return data, *[stack(one) for one in zip(*ends, strict=True)]


def in_single(step, data, sizes, states, weights, *options):
    """The same where numbers have 16 bits, or autocast asks for those: all of it in float32, and rounded once."""
    kind = data.dtype if data.itemsize == 2 else get_autocast_dtype(data.device.type)
    with set_to(None):
        whole = data.float(), sizes, [s.float() for s in states]
        weights = [tuple([None if w is None else w.float() for w in some]) for some in weights]
        return tuple([x.to(kind) for x in layers(step, *whole, weights, *options)])


# --- the call -----------------------------------------------------------------------------------------------------------

STEPS = {"RNN_TANH": tanh_next, "RNN_RELU": relu_next, "GRU": gru_next, "LSTM": lstm_next}


@one_step
def recurrent(mode, input, states, weights, num_layers, dropout, bidirectional, batch_first=False, batch_sizes=None):
    """(what was shown, the last states ...) of a recurrent layer.

    input    [time, batch, features], with batch_first [batch, time, features]; with batch_sizes the rows of packed sequences
    states   each [layers * directions, batch, hidden]
    weights  for each layer and direction (w_ih, w_hh, b_ih, b_hh, w_hr), None for what is not there
    dropout  the chance that a number between two layers is set to 0

    Errors: RuntimeError for sequences without an element.
    """
    options = num_layers, dropout, bidirectional
    run = in_single if autocast.active or input.itemsize == 2 else layers
    if batch_sizes is not None:
        return run(STEPS[mode], input, batch_sizes.tolist(), states, weights, *options)
    if batch_first:
        input = input.transpose(0, 1)
    time, batch, features = input.shape
    if time == 0:
        raise RuntimeError("Expected sequence length to be larger than 0 in RNN")
    rows, *ends = run(STEPS[mode], input.reshape(time * batch, features), [batch] * time, states, weights, *options)
    shown = rows.reshape(time, batch, rows.shape[1])
    return (shown.transpose(0, 1) if batch_first else shown), *ends
