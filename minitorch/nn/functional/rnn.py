"""rnn: rnn_tanh, rnn_relu, lstm, gru: recurrent layers over whole sequences, as torch.lstm and its kin compute them (shelf).

Sequences come as one matrix of rows in the order of time, with the number of rows of each time step: batch_sizes. A padded
batch is the case that all time steps have the same number. The inputs' part of all steps is one matrix product; what is
left for a step is the state's part.
"""

from ..._tensor import Tensor
from ...amp.state import state as autocast
from ...dtypes import bfloat16, float32
from ...ops.join.cat import _cat, cat
from ...ops.join.split import split_with_sizes
from ...ops.join.stack import stack
from ...ops.matmul.addmm import addmm
from ...ops.matmul.matmul import mm
from ...ops.one_step import one_step
from ...ops.op import op
from ...ops.pointwise.activation import relu, sigmoid, tanh
from ...ops.step_names import led, step_of
from ...ops.view.transpose import t
from .dropout import dropout as drop
from .linear import linear
from .lstm_layer import lstm_layer
from .recurrent import check_pair, gru_step, lstm_step

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


# --- the same in 16 bits: in single operations, each of which rounds, as in PyTorch's ------------------------------------
# w_hh is [gates * hidden, hidden] here: a parameter, which autocast converts once for all steps


def gru_in_half(from_input, state, w_hh, b_hh, w_hr):
    return (gru_step(from_input, linear(state[0], w_hh, b_hh), state[0]),)


def lstm_in_half(from_input, state, w_hh, b_hh, w_hr):
    h, c = lstm_step(linear(state[0], w_hh, b_hh).add_(from_input), state[1])
    return (h if w_hr is None else mm(h, t(w_hr))), c


IN_HALF = {
    tanh_next: lambda from_input, state, w_hh, b_hh, w_hr: (tanh(linear(state[0], w_hh, b_hh).add_(from_input)),),
    relu_next: lambda from_input, state, w_hh, b_hh, w_hr: (relu(linear(state[0], w_hh, b_hh).add_(from_input)),),
    gru_next: gru_in_half,
    lstm_next: lstm_in_half,
}

# --- one direction, several layers ------------------------------------------------------------------------------------


def direction(step, data, sizes, start, weights, reverse):
    """One layer in one direction: the states that were shown, row by row as in `data`, and the last state of each sequence.

    data   [rows, features], or in 16 bits and in an autocast also [time, batch, features]
    sizes  how many rows each time step has, never more than the time step before
    start  the states to start from, each [batch, hidden]
    """
    w_ih, w_hh, b_ih, b_hh, w_hr = weights
    if data.itemsize == 2 or autocast.active:
        from_input = linear(data, w_ih, b_ih).flatten(0, -2)
        return through_time(IN_HALF[step], from_input, sizes, start, w_hh, b_hh, w_hr, reverse)
    bias = b_ih if b_hh is None or step is gru_next else b_ih + b_hh
    return through_time(step, linear(data, w_ih, bias), sizes, start, t(w_hh), b_hh, w_hr, reverse)


def through_time(step, from_input, sizes, start, w_hh, b_hh, w_hr, reverse):
    """The same, given the inputs' part of all steps: [rows, gates * hidden]."""
    parts = split_with_sizes(from_input, sizes)
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


def mkldnn_rnn_layer(step, data, sizes, start, weights, reverse):
    """The same where PyTorch calls oneDNN for it: one function, which autocast runs in few bits as a whole."""
    data, (w_ih, w_hh, b_ih, b_hh, _) = data.flatten(0, -2), weights
    tensors = [x for x in (data, *weights, *start) if x is not None]
    if not all([x.dtype is bfloat16 and x.device.type == "cpu" for x in tensors]):
        return direction(step, data, sizes, start, weights, reverse)

    def plain(data, w_ih, bias, w_hh, h, c):
        shown, last = direction(step, data, sizes, [h, c], (w_ih, w_hh, bias, None, None), reverse)
        return cat([shown, *last])

    bias, rows, batch = b_ih if b_hh is None else b_ih + b_hh, len(data), sizes[0]
    made = lstm_layer(data, w_ih, bias, w_hh, *start, reverse, [], plain)
    return made[:rows], [made[rows : rows + batch], made[rows + batch :]]


def layers(step, data, sizes, states, weights, num_layers, dropout, train, bidirectional, origin=None):
    """Layer upon layer, both directions side by side: the last one's rows, and all last states, each [layers, batch, hidden].

    states   the states to start from, each [layers * directions, batch, hidden]
    weights  for each layer and direction (w_ih, w_hh, b_ih, b_hh, w_hr)
    origin   where PyTorch has one step for a direction, that of which `data` holds the rows
    """
    directions, ends = 2 if bidirectional else 1, []
    one_way = direction if origin is None else mkldnn_rnn_layer
    for layer in range(num_layers):
        shown = []
        for way in range(directions):
            place = layer * directions + way
            start = [s[place] for s in states]
            rows, end = one_way(step, data, sizes, start, weights[place], way == 1)
            if origin is not None:
                step_of(rows, "MkldnnRnnLayerBackward0", origin, *weights[place][:4], *start)
            shown.append(rows)
            ends.append(end)
        data = shown[0] if directions == 1 else cat(shown, 1)
        if dropout and train and layer < num_layers - 1:
            data = drop(data, dropout)
        origin = origin if origin is None else data
    return data, *[stack(one) for one in zip(*ends, strict=True)]


def sorted_out(params, has_biases, projected, count):
    """The weights in one list as (w_ih, w_hh, b_ih, b_hh, w_hr) for each layer and direction, None for what is not there."""
    each = 2 + 2 * has_biases + projected
    if len(params) != each * count:
        raise RuntimeError("got an incorrect number of RNN parameters")
    groups = [params[start : start + each] for start in range(0, len(params), each)]
    return [
        (*group[:2], *(group[2:4] if has_biases else (None, None)), group[-1] if projected else None)
        for group in groups
    ]


# --- the functions ----------------------------------------------------------------------------------------------------

PADDED = "input hx params has_biases num_layers dropout train bidirectional batch_first".split()
PACKED = "data batch_sizes hx params has_biases num_layers dropout train bidirectional".split()


def arguments(name, packed, args, named):
    """{name: value} of a call in one of the two ways: padded, or packed with batch_sizes. TypeError for what fits neither."""
    names = PACKED if packed or "batch_sizes" in named or "data" in named else PADDED
    given = dict(zip(names, args, strict=False)) | named
    states = given.get("hx")
    fits = list(given) == names if not named else sorted(given) == sorted(names)
    if len(args) > len(names) or not fits or not isinstance(given["params"], (list, tuple)):
        kinds = ", ".join([type(a).__name__ for a in args])
        raise TypeError(
            f"{name}() received an invalid combination of arguments - got ({kinds}), but expected one of:\n"
            f" * ({', '.join(PACKED)})\n * ({', '.join(PADDED)})"
        )
    if name == "lstm":
        check_pair("lstm", states)
    return given


@op(derivative=lambda rows, time, name: name)
def _in_time(rows, time, name):
    return rows.reshape(time, len(rows) // time, rows.shape[1])


_in_time.grad(rows=lambda g, rows_shape: g.reshape(rows_shape))


def recurrent(step, input, states, params, has_biases, num_layers, dropout, train, bidirectional, batch_first):
    """The results for a padded input [time, batch, features]: what was shown, and the last states."""
    if batch_first:
        input = input.transpose(0, 1)
    if len(input) == 0:
        raise RuntimeError("Expected sequence length to be larger than 0 in RNN")
    check_states(states, num_layers * (2 if bidirectional else 1), input.shape[1])
    time, batch, features = input.shape
    weights = weights_of(states, params, has_biases, num_layers, bidirectional)
    whole = step is lstm_next and states[0].shape[2] == states[1].shape[2] and input.dtype in (float32, bfloat16)
    input = input.contiguous() if whole else input
    as_given = whole or input.itemsize == 2 or autocast.active
    rows = input if as_given else input.reshape(time * batch, features)
    options = num_layers, dropout, train, bidirectional
    rows, *ends = layers(step, rows, [batch] * time, states, weights, *options, input if whole else None)
    shown = _in_time(rows, time, type(rows.grad_fn).__name__ if whole and rows.requires_grad else "ViewBackward0")
    if whole and rows.requires_grad:
        led[shown.grad_fn] = rows.grad_fn.shown_edges()  # a view of what PyTorch makes in this shape
    return (shown.transpose(0, 1) if batch_first else shown), *ends


def recurrent_packed(step, data, batch_sizes, states, params, has_biases, num_layers, dropout, train, bidirectional):
    """The results for packed rows [rows, features]."""
    weights = weights_of(states, params, has_biases, num_layers, bidirectional)
    check_states(states, num_layers * (2 if bidirectional else 1), int(batch_sizes[0]))
    options = num_layers, dropout, train, bidirectional
    return layers(step, data, batch_sizes.tolist(), states, weights, *options)


def weights_of(states, params, has_biases, num_layers, bidirectional):
    """The weights by layer. A projection is there when what is shown is shorter than what is kept."""
    projected = len(states) == 2 and states[0].shape[-1] != states[1].shape[-1]
    return sorted_out(params, has_biases, projected, num_layers * (2 if bidirectional else 1))


def check_states(states, count, batch):
    """Raise for states of too few layers, or of another batch."""
    for s in states:
        if len(s) < count:
            raise RuntimeError("Expected more hidden states in stacked_rnn")
        if s.shape[1] != batch:
            raise RuntimeError(f"Expected hidden size {(count, batch, s.shape[2])}, got {list(s.shape)}")


def run(name, step, packed, args, named):
    """Any of the four functions, in both ways to call it."""
    given = arguments(name, packed, args, named)
    hx = given.pop("hx")
    given["states"] = tuple(hx) if name == "lstm" else (hx,)
    if "batch_sizes" in given:
        return recurrent_packed(step, **given)
    return recurrent(step, **given)


def second(args):
    return len(args) > 2 and isinstance(args[2], Tensor)


@one_step
def lstm(*args, **named):
    """Long short-term memory over whole sequences: (what was shown, the last h, the last c).

    lstm(input, hx, params, has_biases, num_layers, dropout, train, bidirectional, batch_first)
    lstm(data, batch_sizes, hx, params, has_biases, num_layers, dropout, train, bidirectional)

    input   [time, batch, features], or with batch_first [batch, time, features]
    data    [rows, features] of a PackedSequence, and its batch_sizes
    hx      (h, c), each [layers * directions, batch, hidden]
    params  w_ih, w_hh, with has_biases b_ih and b_hh, and w_hr where h is a projection, for each layer and direction

    >>> import minitorch as mt
    >>> h = c = mt.zeros(1, 2, 3)
    >>> shown, h, c = mt.lstm(mt.ones(5, 2, 1), (h, c), [mt.ones(12, 1), mt.ones(12, 3)], False, 1, 0.0, False, False, False)
    >>> shown.shape, h.shape
    (minitorch.Size([5, 2, 3]), minitorch.Size([1, 2, 3]))

    Errors: RuntimeError for sizes that do not fit, TypeError for arguments of neither way.
    Source: Hochreiter and Schmidhuber, 1997; PyTorch, torch.nn.LSTM.
    """
    return run("lstm", lstm_next, len(args) > 1 and isinstance(args[1], Tensor), args, named)


@one_step
def gru(*args, **named):
    """Gated recurrent units over whole sequences: (what was shown, the last state). Arguments as of lstm, with hx a tensor.

    Errors: RuntimeError for sizes that do not fit, TypeError for arguments of neither way.
    Source: Cho et al., 2014; PyTorch, torch.nn.GRU.
    """
    return run("gru", gru_next, second(args), args, named)


@one_step
def rnn_tanh(*args, **named):
    """Elman's network over whole sequences: (what was shown, the last state). Arguments as of lstm, with hx a tensor.

    Errors: RuntimeError for sizes that do not fit, TypeError for arguments of neither way.
    Source: Elman, 1990; PyTorch, torch.nn.RNN.
    """
    return run("rnn_tanh", tanh_next, second(args), args, named)


@one_step
def rnn_relu(*args, **named):
    """rnn_tanh with relu in place of tanh. Source: PyTorch, torch.nn.RNN."""
    return run("rnn_relu", relu_next, second(args), args, named)
