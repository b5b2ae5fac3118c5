"""rnn: the cells of RNN, GRU and LSTM, and layers that apply a cell at each time step (core).

A batch of sequences comes as one matrix, the rows of the first time step before those of the second, with the number of rows
of each time step: `sizes`. In a packed batch, the longest sequence comes first, and a sequence that has ended has no row.
The states of a cell are a tuple: (h,), or for an LSTM (h, c). h is the output.
"""

from ...ops.casting import autocasts
from ...ops.join.cat import cat
from ...ops.join.split import split
from ...ops.join.stack import stack
from ...ops.one_step import one_step
from ...ops.pointwise.activation import relu, sigmoid, tanh
from .dropout import dropout as drop
from .linear import linear

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

    Source: Elman, 1990; PyTorch, torch.nn.RNNCell.
    """
    return tanh(linear(input, w_ih, b_ih) + linear(hx, w_hh, b_hh))


def rnn_relu_cell(input, hx, w_ih, w_hh, b_ih=None, b_hh=None):
    """The same with relu in place of tanh. Source: PyTorch, torch.nn.RNNCell."""
    return relu(linear(input, w_ih, b_ih) + linear(hx, w_hh, b_hh))


def gru_cell(input, hx, w_ih, w_hh, b_ih=None, b_hh=None):
    """The next state [batch, hidden] of a gated recurrent unit, from input [batch, features] and the state hx.

    The weights and biases have rows for r, z and n, in this order. If all of them are 0, the next state is hx / 2.

    >>> import minitorch as mt
    >>> w_ih, w_hh = mt.tensor([[0.0], [0.0], [1.0]]), mt.tensor([[0.0], [0.0], [2.0]])
    >>> mt.gru_cell(mt.tensor([[1.0]]), mt.tensor([[0.5]]), w_ih, w_hh)
    tensor([[0.7026]])

    Source: Cho et al., 2014; PyTorch, torch.nn.GRUCell.
    """
    r_input, z_input, n_input = linear(input, w_ih, b_ih).chunk(3, 1)
    r_hidden, z_hidden, n_hidden = linear(hx, w_hh, b_hh).chunk(3, 1)
    r = sigmoid(r_input + r_hidden)
    z = sigmoid(z_input + z_hidden)
    n = tanh(n_input + r * n_hidden)
    return (1 - z) * n + z * hx


def lstm_cell(input, hx, w_ih, w_hh, b_ih=None, b_hh=None):
    """The next state (h, c) of a long short-term memory, from hx = (h, c), each [batch, hidden].

    The weights and biases have rows for i, f, g and o, in this order: [4 hidden, ...].

    >>> import minitorch as mt
    >>> h = c = mt.zeros(2, 3)
    >>> h, c = mt.lstm_cell(mt.ones(2, 1), (h, c), mt.ones(12, 1), mt.ones(12, 3))
    >>> h[0], c[0]
    (tensor([0.3696, 0.3696, 0.3696]), tensor([0.5568, 0.5568, 0.5568]))

    Source: Hochreiter and Schmidhuber, 1997; PyTorch, torch.nn.LSTMCell.
    """
    h, c = hx
    i, f, g, o = (linear(input, w_ih, b_ih) + linear(h, w_hh, b_hh)).chunk(4, 1)
    c = sigmoid(f) * c + sigmoid(i) * tanh(g)
    return sigmoid(o) * tanh(c), c


def next_states(mode, input, states, weights):
    """One step of a cell. weights  w_ih, w_hh, b_ih, b_hh, w_hr; w_hr projects the h of an LSTM, or is None."""
    *weights, w_hr = weights
    if mode == "LSTM":
        h, c = lstm_cell(input, states, *weights)
        return (h if w_hr is None else linear(h, w_hr)), c
    if mode == "GRU":
        return (gru_cell(input, *states, *weights),)
    cell = rnn_tanh_cell if mode == "RNN_TANH" else rnn_relu_cell
    return (cell(input, *states, *weights),)


# --- layers -----------------------------------------------------------------------------------------------------------


def through_time(step, inputs, states, reverse=False):
    """(outputs, last states): a list with the output [n, hidden] of each time step, and a tuple of [batch, hidden].

    step    step(input, states) gives the next states, all [n, hidden]
    inputs  one tensor [n, features] for each time step, with a row for each sequence that has not ended

    Example: step(x, (h,)) = (10 * h + x,), zeros as the state, sequences (1, 2) and (5,): inputs = [[[1], [5]], [[2]]]
    forwards    [[[1], [5]], [[12]]], ([[12], [5]],)
    in reverse  [[[21], [5]], [[2]]], ([[21], [5]],)
    """
    outputs = [None] * len(inputs)
    for t in reversed(range(len(inputs))) if reverse else range(len(inputs)):
        n = len(inputs[t])
        made = step(inputs[t], tuple([s[:n] for s in states]))
        outputs[t] = made[0]
        states = made if n == len(states[0]) else tuple([cat([a, b[n:]]) for a, b in zip(made, states, strict=True)])
    return outputs, states


def direction(mode, rows, sizes, states, weights, reverse):
    """One layer in one direction: its outputs [rows, hidden], in the order of `rows`, and a tuple of its last states."""

    def step(input, states):
        return next_states(mode, input, states, weights)

    outputs, states = through_time(step, split(rows, sizes), tuple(states), reverse)
    return cat(outputs), states


def layers(mode, rows, sizes, states, weights, num_layers, dropout, bidirectional):
    """All layers: (outputs of the last layer, last states ...). The last states have the shape and order of `states`.

    Example: the sequences (1, 2) and (5,), one layer of mode "RNN_RELU" in both directions, states = [zeros(2, 2, 1)]
    rows, sizes   [[1], [5], [2]], [2, 1]
    weights       2 * [([[1]], [[10]], None, None, None)]
    the result    [[1, 21], [5, 5], [12, 2]], [[[12], [5]], [[21], [5]]]
    """
    directions, ends = 2 if bidirectional else 1, []
    for layer in range(num_layers):
        places = range(layer * directions, (layer + 1) * directions)
        made = [direction(mode, rows, sizes, [s[k] for s in states], weights[k], k % directions == 1) for k in places]
        ends += [end for _, end in made]
        rows = made[0][0] if directions == 1 else cat([outputs for outputs, _ in made], 1)
        if dropout and layer < num_layers - 1:
            rows = drop(rows, dropout)
    return rows, *[stack(one) for one in zip(*ends, strict=True)]


def in_single(mode, rows, sizes, states, weights, *options):
    """The same for numbers of 16 bits: all of it in float32, and rounded once."""
    weights = [tuple([None if w is None else w.float() for w in some]) for some in weights]
    made = layers(mode, rows.float(), sizes, [s.float() for s in states], weights, *options)
    return tuple([x.to(rows.dtype) for x in made])


@one_step
@autocasts("lower")
def recurrent(mode, input, states, weights, num_layers, dropout, bidirectional, batch_first=False, batch_sizes=None):
    """(the outputs, the last states ...) of a recurrent layer.

    mode     "RNN_TANH", "RNN_RELU", "GRU" or "LSTM"
    input    [time, batch, features], with batch_first [batch, time, features]; with batch_sizes the rows of a packed batch
    dropout  the chance that a number between two layers is set to 0

    Errors: RuntimeError for sequences without an element.
    """
    run = in_single if input.itemsize == 2 else layers
    options = states, weights, num_layers, dropout, bidirectional
    if batch_sizes is not None:
        return run(mode, input, batch_sizes.tolist(), *options)
    if batch_first:
        input = input.transpose(0, 1)
    time, batch, features = input.shape
    if time == 0:
        raise RuntimeError("Expected sequence length to be larger than 0 in RNN")
    rows, *ends = run(mode, input.reshape(time * batch, features), [batch] * time, *options)
    outputs = rows.reshape(time, batch, rows.shape[1])
    return (outputs.transpose(0, 1) if batch_first else outputs), *ends
