"""rnn_cell: RNNCellBase, RNNCell, LSTMCell, GRUCell: layers that take one step in time (shelf)."""

import math

from ...creation.zeros import empty, zeros
from .. import init
from ..functional.recurrent import gru_cell, lstm_cell, rnn_relu_cell, rnn_tanh_cell
from ..module.mode import Module
from ..parameter import Parameter


class RNNCellBase(Module):
    """What the cells share: two matrices, two biases, and one step for a batch or for a single input.

    weight_ih, weight_hh  [num_chunks * hidden_size, input_size], [num_chunks * hidden_size, hidden_size]
    bias_ih, bias_hh      [num_chunks * hidden_size], or None with bias=False

    All start evenly spread over [-k, k), where k = 1 / sqrt(hidden_size).

    Source: PyTorch, torch.nn.RNNCellBase.
    """

    def __init__(self, input_size, hidden_size, bias, num_chunks, device=None, dtype=None):
        super().__init__()
        self.input_size, self.hidden_size, self.bias = input_size, hidden_size, bias
        rows = num_chunks * hidden_size
        self.weight_ih = Parameter(empty((rows, input_size), device=device, dtype=dtype))
        self.weight_hh = Parameter(empty((rows, hidden_size), device=device, dtype=dtype))
        for name in ("bias_ih", "bias_hh"):
            self.register_parameter(name, Parameter(empty(rows, device=device, dtype=dtype)) if bias else None)
        self.reset_parameters()

    def reset_parameters(self):
        """Draw new starting values."""
        bound = 1 / math.sqrt(self.hidden_size) if self.hidden_size > 0 else 0
        for weight in self.parameters():
            init.uniform_(weight, -bound, bound)

    def step(self, cell, input, hx):
        """cell(input, hx, weights) for a batch [batch, features], or for a single input [features]; hx None is zeros."""
        if input.dim() not in (1, 2):
            raise ValueError(f"{type(self).__name__}: Expected input to be 1D or 2D, got {input.dim()}D instead")
        for state in () if hx is None else hx if isinstance(hx, tuple) else (hx,):
            if state.dim() not in (1, 2):
                raise ValueError(f"{type(self).__name__}: Expected hidden to be 1D or 2D, got {state.dim()}D instead")
        single = input.dim() == 1
        if single:
            input = input.unsqueeze(0)
        if hx is None:
            hx = self.start(zeros(len(input), self.hidden_size, dtype=input.dtype, device=input.device))
        elif single:
            hx = each(lambda state: state.unsqueeze(0), hx)
        found = cell(input, hx, self.weight_ih, self.weight_hh, self.bias_ih, self.bias_hh)
        return each(lambda state: state.squeeze(0), found) if single else found

    def start(self, state):
        """The state to start from, of zeros [batch, hidden]."""
        return state

    def extra_repr(self):
        said = f"{self.input_size}, {self.hidden_size}"
        said += "" if self.bias else f", bias={self.bias}"
        nonlinearity = getattr(self, "nonlinearity", "tanh")
        return said if nonlinearity == "tanh" else said + f", nonlinearity={nonlinearity}"


def each(function, state):
    """function(state), and of a state (h, c) both."""
    return tuple([function(one) for one in state]) if isinstance(state, (tuple, list)) else function(state)


class RNNCell(RNNCellBase):
    """input [batch, input_size] and state [batch, hidden_size] -> tanh(W_ih x + b_ih + W_hh h + b_hh), the next state.

    nonlinearity  "tanh" or "relu"

    Without a batch: [input_size] and [hidden_size]. No state given: zeros.

    >>> import minitorch as mt
    >>> cell, h = mt.nn.RNNCell(3, 4), mt.zeros(2, 4)
    >>> for x in mt.ones(5, 2, 3):
    ...     h = cell(x, h)
    >>> h.shape
    minitorch.Size([2, 4])
    >>> cell
    RNNCell(3, 4)

    Errors: ValueError and RuntimeError for shapes that do not fit, RuntimeError for another nonlinearity.
    Source: Elman, 1990; PyTorch, torch.nn.RNNCell.
    """

    def __init__(self, input_size, hidden_size, bias=True, nonlinearity="tanh", device=None, dtype=None):
        super().__init__(input_size, hidden_size, bias, num_chunks=1, device=device, dtype=dtype)
        self.nonlinearity = nonlinearity

    def forward(self, input, hx=None):
        if self.nonlinearity not in ("tanh", "relu"):
            raise RuntimeError(f"Unknown nonlinearity: {self.nonlinearity}")
        return self.step(rnn_tanh_cell if self.nonlinearity == "tanh" else rnn_relu_cell, input, hx)


class LSTMCell(RNNCellBase):
    """input [batch, input_size] and state (h, c), each [batch, hidden_size] -> the next (h, c).

    Without a batch: [input_size] and two of [hidden_size]. No state given: zeros.

    >>> import minitorch as mt
    >>> h, c = mt.nn.LSTMCell(3, 4)(mt.ones(2, 3))
    >>> h.shape, c.shape
    (minitorch.Size([2, 4]), minitorch.Size([2, 4]))

    Errors: ValueError and RuntimeError for shapes that do not fit.
    Source: Hochreiter and Schmidhuber, 1997; PyTorch, torch.nn.LSTMCell.
    """

    def __init__(self, input_size, hidden_size, bias=True, device=None, dtype=None):
        super().__init__(input_size, hidden_size, bias, num_chunks=4, device=device, dtype=dtype)

    def start(self, state):
        return state, state

    def forward(self, input, hx=None):
        return self.step(lstm_cell, input, hx)


class GRUCell(RNNCellBase):
    """input [batch, input_size] and state [batch, hidden_size] -> the next state of a gated recurrent unit.

    Without a batch: [input_size] and [hidden_size]. No state given: zeros.

    >>> import minitorch as mt
    >>> mt.nn.GRUCell(3, 4)(mt.ones(2, 3)).shape
    minitorch.Size([2, 4])

    Errors: ValueError and RuntimeError for shapes that do not fit. Source: Cho et al., 2014; PyTorch, torch.nn.GRUCell.
    """

    def __init__(self, input_size, hidden_size, bias=True, device=None, dtype=None):
        super().__init__(input_size, hidden_size, bias, num_chunks=3, device=device, dtype=dtype)

    def forward(self, input, hx=None):
        return self.step(gru_cell, input, hx)
