"""rnn_cells: RNNCell, LSTMCell, GRUCell: the cells of recurrent layers as modules, one step in time (shelf)."""

from ...creation.zeros import empty, zeros
from ..functional.rnn import gru_cell, lstm_cell, rnn_relu_cell, rnn_tanh_cell
from ..parameter import Parameter
from .rnn import _Recurrent


class RNNCellBase(_Recurrent):
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

    def step(self, cell, input, hx):
        """cell(input, hx, weights), for a batch [batch, features] or a single input [features]; hx None is zeros."""
        states = [] if hx is None else [*hx] if isinstance(hx, (tuple, list)) else [hx]
        for x in (input, *states):
            if x.dim() not in (1, 2):
                raise ValueError(f"{type(self).__name__}: Expected input and hidden to be 1D or 2D, got {x.dim()}D")
        single = input.dim() == 1
        if single:
            input, *states = [x.unsqueeze(0) for x in (input, *states)]
        count = 2 if cell is lstm_cell else 1
        if hx is None:
            states = [zeros(len(input), self.hidden_size, dtype=input.dtype, device=input.device)] * count
        self.check(input, states)
        weights = self.weight_ih, self.weight_hh, self.bias_ih, self.bias_hh
        made = cell(input, states[0] if count == 1 else tuple(states), *weights)
        if not single:
            return made
        return made.squeeze(0) if count == 1 else tuple([state.squeeze(0) for state in made])

    def check(self, input, states):
        """Raise for an input and states that do not fit the weights, or each other."""
        if input.shape[1] != self.input_size:
            raise RuntimeError(f"input has inconsistent input_size: got {input.shape[1]} expected {self.input_size}")
        expected, found = (len(input), self.hidden_size), [tuple(state.shape) for state in states]
        if any([shape != expected for shape in found]):
            raise RuntimeError(f"hidden should be [batch, hidden_size] = {expected}, got {found}")

    def extra_repr(self):
        bias = "" if self.bias else f", bias={self.bias}"
        nonlinearity = getattr(self, "nonlinearity", "tanh")
        return f"{self.input_size}, {self.hidden_size}{bias}" + (
            "" if nonlinearity == "tanh" else f", nonlinearity={nonlinearity}"
        )


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
