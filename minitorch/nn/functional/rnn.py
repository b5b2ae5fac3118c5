"""rnn: RNN, LSTM and GRU over whole sequences, several layers of them and in both directions, and their cells (shelf).

Sequences come as one matrix of rows in the order of time, with the number of rows of each time step: batch_sizes. A padded
batch is the case that all time steps have the same number. The inputs' part of all steps is one matrix product; what is
left for a step is the state's part.
"""

from ...amp.state import get_autocast_dtype, set_to
from ...amp.state import state as autocast
from ...ops.join.cat import cat
from ...ops.join.split import split, unsafe_parts
from ...ops.join.stack import stack
from ...ops.matmul.addmm import addmm
from ...ops.matmul.matmul import mm
from ...ops.one_step import one_step
from ...ops.pointwise.activation import relu, sigmoid, tanh
from ...ops.view.transpose import t
from .dropout import dropout as drop
from .linear import linear

# --- one step, given the input's part ---------------------------------------------------------------------------------


def lstm_step(gates, c):
    """The next (h, c): what the cell keeps of c, plus what it takes in; h is what it shows of that.

    gates  [batch, 4 hidden]: how open the gates for input and for keeping are, what comes in, how open the output is
    c      [batch, hidden]
    """
    i, f, n, o = apart(gates, 4)
    c = sigmoid(f) * c + sigmoid(i) * tanh(n)
    return sigmoid(o) * tanh(c), c


def gru_step(from_input, from_hidden, h):
    """The next h: a mixture of h and of something new, which the gate r lets see h, or not.

    from_input, from_hidden  [batch, 3 hidden]: for the gate r, for the mixture z, for what is new
    h                        [batch, hidden]
    """
    r_input, z_input, n_input = apart(from_input, 3)
    r_hidden, z_hidden, n_hidden = apart(from_hidden, 3)
    r, z = sigmoid(r_hidden + r_input), sigmoid(z_hidden + z_input)
    n = tanh(n_input + n_hidden * r)
    return (h - n) * z + n


def apart(gates, count):
    """What stands side by side for `count` gates, [batch, hidden] each."""
    return unsafe_parts(gates, [gates.shape[1] // count] * count, 1)


def tanh_next(from_input, state, w_hh, b_hh, w_hr):
    return (tanh(addmm(from_input, state[0], w_hh)),)


def relu_next(from_input, state, w_hh, b_hh, w_hr):
    return (relu(addmm(from_input, state[0], w_hh)),)


def gru_next(from_input, state, w_hh, b_hh, w_hr):
    """b_hh  [3 hidden] or None: the gate r stands before the state's part, and so before its bias"""
    from_hidden = mm(state[0], w_hh) if b_hh is None else addmm(b_hh, state[0], w_hh)
    return (gru_step(from_input, from_hidden, state[0]),)


def lstm_next(from_input, state, w_hh, b_hh, w_hr):
    """w_hr  [projected, hidden] or None: what the cell shows is this projection of it"""
    h, c = lstm_step(addmm(from_input, state[0], w_hh), state[1])
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


# --- cells ------------------------------------------------------------------------------------------------------------


def rnn_tanh_cell(input, hx, w_ih, w_hh, b_ih=None, b_hh=None):
    """tanh(input @ w_ih.T + b_ih + hx @ w_hh.T + b_hh): the next state [batch, hidden].

    input       [batch, features]
    hx          [batch, hidden]: the state
    w_ih, w_hh  [hidden, features], [hidden, hidden]
    b_ih, b_hh  [hidden], or None

    >>> import minitorch as mt
    >>> x, h = mt.ones(1, 1), mt.zeros(1, 1)
    >>> mt.rnn_tanh_cell(x, h, mt.ones(1, 1), mt.ones(1, 1))
    tensor([[0.7616]])

    Errors: RuntimeError for sizes that do not fit. Source: Elman, 1990; PyTorch, torch.nn.RNNCell.
    """
    check_cell(input, (hx,), w_ih, w_hh)
    return tanh(linear(hx, w_hh, b_hh) + linear(input, w_ih, b_ih))


def rnn_relu_cell(input, hx, w_ih, w_hh, b_ih=None, b_hh=None):
    """The same with relu in place of tanh. Source: PyTorch, torch.nn.RNNCell."""
    check_cell(input, (hx,), w_ih, w_hh)
    return relu(linear(hx, w_hh, b_hh) + linear(input, w_ih, b_ih))


def lstm_cell(input, hx, w_ih, w_hh, b_ih=None, b_hh=None):
    """The next state (h, c), each [batch, hidden], of a long short-term memory.

    hx  (h, c): what the cell showed last, and what it keeps to itself

    The others are rnn_tanh_cell's, with four times as many rows in the weights and biases.

    >>> import minitorch as mt
    >>> h = c = mt.zeros(2, 3)
    >>> h, c = mt.lstm_cell(mt.ones(2, 1), (h, c), mt.ones(12, 1), mt.ones(12, 3))
    >>> h[0], c[0]
    (tensor([0.3696, 0.3696, 0.3696]), tensor([0.5568, 0.5568, 0.5568]))

    Errors: RuntimeError for sizes that do not fit. Source: Hochreiter and Schmidhuber, 1997; PyTorch, torch.nn.LSTMCell.
    """
    check_cell(input, hx, w_ih, w_hh)
    h, c = hx
    return lstm_step(linear(h, w_hh, b_hh) + linear(input, w_ih, b_ih), c)


def gru_cell(input, hx, w_ih, w_hh, b_ih=None, b_hh=None):
    """The next state [batch, hidden] of a gated recurrent unit.

    The arguments are rnn_tanh_cell's, with three times as many rows in the weights and biases.

    >>> import minitorch as mt
    >>> mt.gru_cell(mt.ones(1, 1), mt.zeros(1, 2), mt.ones(6, 1), mt.ones(6, 2))
    tensor([[0.2048, 0.2048]])

    Errors: RuntimeError for sizes that do not fit. Source: Cho et al., 2014; PyTorch, torch.nn.GRUCell.
    """
    check_cell(input, (hx,), w_ih, w_hh)
    return gru_step(linear(input, w_ih, b_ih), linear(hx, w_hh, b_hh), hx)


def check_cell(input, states, w_ih, w_hh):
    """Raise for an input and states that do not fit the weights, or each other."""
    if input.shape[-1] != w_ih.shape[1]:
        raise RuntimeError(f"input has inconsistent input_size: got {input.shape[-1]} expected {w_ih.shape[1]}")
    expected = input.shape[0], w_hh.shape[1]
    if any(tuple(state.shape) != expected for state in states):
        raise RuntimeError(f"hidden should be [batch, hidden_size] = {expected}, got {[list(s.shape) for s in states]}")
