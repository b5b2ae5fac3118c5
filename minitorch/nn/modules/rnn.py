"""rnn: RNN, LSTM, GRU: recurrent layers over whole sequences, and the cells that take one step in time (shelf)."""

import math
import warnings

from ...amp.state import state as autocast
from ...creation.zeros import empty, zeros
from ...fast import recurrent as _recurrent  # noqa: F401  the short cut is taken from here on
from .. import init
from ..functional.rnn import gru_cell, lstm_cell, recurrent, rnn_relu_cell, rnn_tanh_cell
from ..module.mode import Module
from ..parameter import Parameter
from ..utils.rnn import PackedSequence


class _Recurrent(Module):
    def reset_parameters(self):
        """Draw new starting values."""
        bound = 1 / math.sqrt(self.hidden_size) if self.hidden_size > 0 else 0
        for weight in self.parameters():
            init.uniform_(weight, -bound, bound)


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
        """cell(input, hx, weights) for a batch [batch, features], or for a single input [features]; hx None is zeros."""
        for x in (input, *(() if hx is None else hx if isinstance(hx, tuple) else (hx,))):
            if x.dim() not in (1, 2):
                raise ValueError(f"{type(self).__name__}: Expected input and hidden to be 1D or 2D, got {x.dim()}D")
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


GATES = {"RNN_TANH": 1, "RNN_RELU": 1, "GRU": 3, "LSTM": 4}


class RNNBase(_Recurrent):
    """What RNN, LSTM and GRU share: their weights by layer and direction, and the ways in which sequences are given.

    weight_ih_l0, weight_hh_l0, bias_ih_l0, bias_hh_l0  of the first layer, with "_reverse" behind it backwards in time;
    of an LSTM with proj_size also weight_hr_l0. All start evenly spread over [-k, k), where k = 1 / sqrt(hidden_size).

    Source: PyTorch, torch.nn.RNNBase.
    """

    def __init__(
        self, mode, input_size, hidden_size, num_layers=1, bias=True, batch_first=False, dropout=0.0, bidirectional=False,
        proj_size=0, device=None, dtype=None,
    ):  # fmt: skip
        super().__init__()
        if not (isinstance(bias, bool) and isinstance(batch_first, bool)):  # a number was meant for another argument
            raise TypeError(f"bias and batch_first should be of type bool, got: {bias!r} and {batch_first!r}")
        if min(input_size, hidden_size, num_layers) <= 0:
            raise ValueError("input_size, hidden_size and num_layers must be greater than zero")
        if not 0 <= dropout <= 1:
            raise ValueError("dropout should be a number in range [0, 1]")
        if not 0 <= proj_size < hidden_size or proj_size and mode != "LSTM":
            raise ValueError("proj_size has to be 0, or for an LSTM a positive integer smaller than hidden_size")
        if dropout > 0 and num_layers == 1:
            warnings.warn("dropout stands between recurrent layers, so with num_layers=1 it has no place", stacklevel=3)
        self.mode, self.input_size, self.hidden_size, self.num_layers = mode, input_size, hidden_size, num_layers
        self.bias, self.batch_first, self.dropout = bias, batch_first, float(dropout)
        self.bidirectional, self.proj_size = bidirectional, proj_size
        rows, shown = GATES[mode] * hidden_size, proj_size or hidden_size
        for place, names in enumerate(self._all_weights):
            below = input_size if place < self._directions else shown * self._directions
            shapes = {"weight_ih": (rows, below), "weight_hh": (rows, shown), "weight_hr": (proj_size, hidden_size)}
            for name in names:
                shape = shapes.get(name[:9], (rows,))
                setattr(self, name, Parameter(empty(shape, device=device, dtype=dtype)))
        self.reset_parameters()

    @property
    def _directions(self):
        return 2 if self.bidirectional else 1

    @property
    def _all_weights(self):
        """The names of the weights, a list for each layer and direction."""
        kinds = ["weight_ih", "weight_hh", *(["bias_ih", "bias_hh"] if self.bias else [])]
        kinds += ["weight_hr"] if self.proj_size else []
        ways = ["", "_reverse"][: self._directions]
        return [[f"{kind}_l{k}{way}" for kind in kinds] for k in range(self.num_layers) for way in ways]

    @property
    def all_weights(self):
        """The weights in a list for each layer and direction."""
        return [[getattr(self, name) for name in names] for names in self._all_weights]

    def flatten_parameters(self):
        """Lay the weights out side by side for cuDNN; here there is nothing to do. Source: PyTorch, torch.nn.RNNBase."""

    def __setstate__(self, state):
        """Take a state, also PyTorch's, which holds the names of the weights: here these follow from the rest."""
        known = ("_all_weights", "_flat_weights", "_flat_weights_names", "_flat_weight_refs", "all_weights")
        super().__setstate__({name: value for name, value in state.items() if name not in known})

    # --- the call -----------------------------------------------------------------------------------------------------

    def forward(self, input, hx=None):
        """(what was shown at each time step, the last state) of an input, or of a PackedSequence, and a state to start from."""
        packed, kind = isinstance(input, PackedSequence), self.mode.split("_")[0]
        data, batch_sizes, order, back = input if packed else (input, None, None, None)
        if not packed and data.dim() not in (2, 3):
            raise ValueError(f"{kind}: Expected input to be 2D or 3D, got {data.dim()}D instead")
        alone, batch_dim = not packed and data.dim() == 2, 0 if self.batch_first else 1
        data = data.unsqueeze(batch_dim) if alone else data
        if data.dtype != self.weight_ih_l0.dtype and not autocast.active:
            raise ValueError(f"RNN input dtype ({data.dtype}) does not match weight dtype ({self.weight_ih_l0.dtype})")
        if data.size(-1) != self.input_size:
            raise RuntimeError(f"input.size(-1) must be equal to input_size {self.input_size}, but is {data.size(-1)}")
        # the states: h, of which a projection may be shown, and of an LSTM c
        count, batch = self.num_layers * self._directions, int(batch_sizes[0]) if packed else data.size(batch_dim)
        sizes = [(count, batch, n) for n in (self.proj_size or self.hidden_size, self.hidden_size)]
        sizes = sizes if kind == "LSTM" else sizes[:1]
        if hx is None:
            states = [zeros(size, dtype=data.dtype, device=data.device) for size in sizes]
        else:
            states = [s.unsqueeze(1) if alone else s for s in (hx if kind == "LSTM" else [hx])]
            states = states if order is None else [s.index_select(1, order) for s in states]
        if [tuple(state.shape) for state in states] != sizes:
            raise RuntimeError(f"Expected hidden states of sizes {sizes}, got {[list(s.shape) for s in states]}")
        names = ("weight_ih", "weight_hh", "bias_ih", "bias_hh", "weight_hr")
        ends = [some[0].removeprefix("weight_ih") for some in self._all_weights]
        weights = [tuple([getattr(self, name + end, None) for name in names]) for end in ends]
        dropout = self.dropout if self.training else 0.0
        options = self.num_layers, dropout, self.bidirectional, self.batch_first, batch_sizes
        shown, *states = recurrent(self.mode, data, states, weights, *options)
        if alone:
            shown, states = shown.squeeze(batch_dim), [s.squeeze(1) for s in states]
        if back is not None:
            states = [s.index_select(1, back) for s in states]
        shown = PackedSequence(shown, batch_sizes, order, back) if packed else shown
        return shown, tuple(states) if kind == "LSTM" else states[0]

    def extra_repr(self):
        said = f"{self.input_size}, {self.hidden_size}"
        usual = {
            "proj_size": 0, "num_layers": 1, "bias": True, "batch_first": False, "dropout": 0, "bidirectional": False,
        }  # fmt: skip
        others = [f", {name}={getattr(self, name)}" for name, value in usual.items() if getattr(self, name) != value]
        return said + "".join(others)


class RNN(RNNBase):
    """Elman's network over a sequence: h = tanh(W_ih x + b_ih + W_hh h + b_hh) at each time step.

    RNN(input_size, hidden_size, num_layers=1, nonlinearity="tanh", bias=True, batch_first=False, dropout=0.0,
    bidirectional=False, device=None, dtype=None)

    num_layers     layers, each with what the one below shows as its input
    nonlinearity   "tanh" or "relu"
    batch_first    input and output are [batch, time, features] and not [time, batch, features]; the states stay
    dropout        the chance that a number between two layers is set to 0 while training
    bidirectional  a second run backwards in time, whose numbers stand behind the first one's

    Called with an input and a state [num_layers * directions, batch, hidden_size], zeros if none is given, it returns what
    was shown at each time step, [time, batch, directions * hidden_size], and the last states. Without a batch, that
    dimension is not there. A PackedSequence goes in and comes out as well.

    >>> import minitorch as mt
    >>> shown, h = mt.nn.RNN(3, 4)(mt.zeros(5, 2, 3))
    >>> shown.shape, h.shape
    (minitorch.Size([5, 2, 4]), minitorch.Size([1, 2, 4]))

    Errors: ValueError, TypeError and RuntimeError for options and sizes that do not fit.
    Source: Elman, 1990; PyTorch, torch.nn.RNN.
    """

    def __init__(self, *args, **kwargs):
        nonlinearity = args[3] if len(args) > 3 else kwargs.pop("nonlinearity", "tanh")
        modes = {"tanh": "RNN_TANH", "relu": "RNN_RELU"}
        if nonlinearity not in modes:
            raise ValueError(f"Unknown nonlinearity '{nonlinearity}'. Select from 'tanh' or 'relu'.")
        super().__init__(modes[nonlinearity], *args[:3], *args[4:], **kwargs)
        self.nonlinearity = nonlinearity


class LSTM(RNNBase):
    """Long short-term memory over a sequence: what it shows is h, and what it keeps to itself is c.

    LSTM(input_size, hidden_size, num_layers=1, bias=True, batch_first=False, dropout=0.0, bidirectional=False, proj_size=0,
    device=None, dtype=None)

    proj_size  if not 0, h is a learned projection to so many numbers

    The other options, and the call, are as of RNN; the state is a pair (h, c).

    >>> import minitorch as mt
    >>> shown, (h, c) = mt.nn.LSTM(3, 4, num_layers=2, bidirectional=True)(mt.zeros(5, 2, 3))
    >>> shown.shape, h.shape, c.shape
    (minitorch.Size([5, 2, 8]), minitorch.Size([4, 2, 4]), minitorch.Size([4, 2, 4]))

    Errors: ValueError, TypeError and RuntimeError for options and sizes that do not fit.
    Source: Hochreiter and Schmidhuber, 1997; PyTorch, torch.nn.LSTM.
    """

    def __init__(self, *args, **kwargs):
        super().__init__("LSTM", *args, **kwargs)


class GRU(RNNBase):
    """Gated recurrent units over a sequence.

    GRU(input_size, hidden_size, num_layers=1, bias=True, batch_first=False, dropout=0.0, bidirectional=False, device=None,
    dtype=None)

    The options and the call are as of RNN.

    >>> import minitorch as mt
    >>> shown, h = mt.nn.GRU(3, 4, batch_first=True)(mt.zeros(2, 5, 3))
    >>> shown.shape, h.shape
    (minitorch.Size([2, 5, 4]), minitorch.Size([1, 2, 4]))

    Errors: ValueError, TypeError and RuntimeError for options and sizes that do not fit.
    Source: Cho et al., 2014; PyTorch, torch.nn.GRU.
    """

    def __init__(self, *args, **kwargs):
        super().__init__("GRU", *args, **kwargs)
