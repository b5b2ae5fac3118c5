"""recurrent: rnn_tanh_cell, rnn_relu_cell, lstm_cell, gru_cell: one step in time of a recurrent layer (shelf).

A step takes what came in now and the state that the step before left, and gives the next state.
"""

from ...ops.join.split import unsafe_parts
from ...ops.pointwise.activation import relu, sigmoid, tanh
from .linear import linear

# --- the steps --------------------------------------------------------------------------------------------------------


def apart(gates, count):
    """What stands side by side for `count` gates, [batch, hidden] each."""
    return unsafe_parts(gates, [gates.shape[1] // count] * count, 1)


def lstm_step(gates, c):
    """The next (h, c): what the cell keeps of c, plus what it takes in; h is what it shows of that.

    gates  [batch, 4 hidden]: how open the gates for input and for keeping are, what comes in, how open the output is
    c      [batch, hidden]
    """
    i, f, g, o = apart(gates, 4)
    c = sigmoid(f) * c + sigmoid(i) * tanh(g)
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
    for place, x in enumerate(states):
        if tuple(x.shape) != expected:
            raise RuntimeError(f"hidden{place} should be [batch, hidden_size] = {list(expected)}, got {list(x.shape)}")
