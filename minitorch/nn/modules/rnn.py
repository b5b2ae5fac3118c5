"""rnn: RNN, LSTM, GRU: layers that apply a recurrent cell at each time step (core)."""

import math
import warnings

from ..._lazy import lazy_names
from ...creation.zeros import empty, zeros
from ...ops.casting import blocks
from .. import init
from ..functional.rnn import recurrent
from ..module.mode import Module
from ..parameter import Parameter

GATES = {"RNN_TANH": 1, "RNN_RELU": 1, "GRU": 3, "LSTM": 4}


class _Recurrent(Module):
    def reset_parameters(self):
        """Draw new starting values."""
        bound = 1 / math.sqrt(self.hidden_size) if self.hidden_size > 0 else 0
        for weight in self.parameters():
            init.uniform_(weight, -bound, bound)


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
        self.mode, self.input_size, self.hidden_size, self.num_layers = mode, input_size, hidden_size, num_layers
        self.bias, self.batch_first, self.dropout = bias, batch_first, dropout
        self.bidirectional, self.proj_size = bidirectional, proj_size
        self.check_options()
        rows, out, directions = GATES[mode] * hidden_size, proj_size or hidden_size, 2 if bidirectional else 1
        for place, names in enumerate(self._all_weights):
            below = input_size if place < directions else out * directions
            shapes = {"weight_ih": (rows, below), "weight_hh": (rows, out), "weight_hr": (proj_size, hidden_size)}
            for name in names:
                shape = shapes.get(name[:9], (rows,))  # the others are biases
                setattr(self, name, Parameter(empty(shape, device=device, dtype=dtype)))
        self.reset_parameters()

    def check_options(self):
        """Raise for options that are not allowed."""
        if not (isinstance(self.bias, bool) and isinstance(self.batch_first, bool)):  # meant for another argument
            raise TypeError(f"bias and batch_first should be of type bool, got: {self.bias!r} and {self.batch_first!r}")
        if min(self.input_size, self.hidden_size, self.num_layers) <= 0:
            raise ValueError("input_size, hidden_size and num_layers must be greater than zero")
        if not 0 <= self.dropout <= 1:
            raise ValueError("dropout should be a number in range [0, 1]")
        if not 0 <= self.proj_size < self.hidden_size or self.proj_size and self.mode != "LSTM":
            raise ValueError("proj_size has to be 0, or for an LSTM a positive integer smaller than hidden_size")
        if self.dropout > 0 and self.num_layers == 1:
            warnings.warn("dropout stands between recurrent layers, so with num_layers=1 it has no place", stacklevel=4)

    @property
    def _all_weights(self):
        """The names of the weights, a list for each layer and direction."""
        kinds = ["weight_ih", "weight_hh", *(["bias_ih", "bias_hh"] if self.bias else [])]
        kinds += ["weight_hr"] if self.proj_size else []
        ways = ["", "_reverse"] if self.bidirectional else [""]
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

    def forward(self, input, hx=None):
        """(the output of each time step, the last state), for an input or a PackedSequence, and a state to start from."""
        packed = isinstance(input, tuple)
        data, batch_sizes, order, back = input if packed else (input, None, None, None)
        single, batch_dim = not packed and data.dim() == 2, 0 if self.batch_first else 1
        self.check_input(data, packed)
        data = data.unsqueeze(batch_dim) if single else data
        states = self.start(data, hx, int(batch_sizes[0]) if packed else data.size(batch_dim), single, order)
        dropout = self.dropout if self.training else 0.0
        options = self.num_layers, dropout, self.bidirectional, self.batch_first, batch_sizes
        outputs, *states = recurrent(self.mode, data, states, self.given_weights(), *options)
        if single:
            outputs, states = outputs.squeeze(batch_dim), [s.squeeze(1) for s in states]
        if packed:
            outputs = input._replace(data=outputs)
        if back is not None:
            states = [s[:, back] for s in states]
        return outputs, tuple(states) if self.mode == "LSTM" else states[0]

    def check_input(self, data, packed):
        """Raise for an input that does not fit the weights."""
        if not packed and data.dim() not in (2, 3):
            raise ValueError(f"{self._get_name()}: Expected input to be 2D or 3D, got {data.dim()}D instead")
        if data.dtype != self.weight_ih_l0.dtype and not blocks[0]:  # in a block of autocast, both are converted
            raise ValueError(f"RNN input dtype ({data.dtype}) does not match weight dtype ({self.weight_ih_l0.dtype})")
        if data.size(-1) != self.input_size:
            raise RuntimeError(f"input.size(-1) must be equal to input_size {self.input_size}, but is {data.size(-1)}")

    def start(self, data, hx, batch, single, order):
        """The states to start from, each [layers * directions, batch, hidden]: zeros if hx is None."""
        count = self.num_layers * (2 if self.bidirectional else 1)
        sizes = [(count, batch, self.proj_size or self.hidden_size)]
        sizes += [(count, batch, self.hidden_size)] if self.mode == "LSTM" else []
        if hx is None:
            return [zeros(size, dtype=data.dtype, device=data.device) for size in sizes]
        states = [s.unsqueeze(1) if single else s for s in (hx if self.mode == "LSTM" else [hx])]
        states = states if order is None else [s[:, order] for s in states]
        if [tuple(state.shape) for state in states] != sizes:
            raise RuntimeError(f"Expected hidden states of sizes {sizes}, got {[list(s.shape) for s in states]}")
        return states

    def given_weights(self):
        """For each layer and direction (w_ih, w_hh, b_ih, b_hh, w_hr), None for what is not there."""
        ends = [names[0].removeprefix("weight_ih") for names in self._all_weights]
        names = ("weight_ih", "weight_hh", "bias_ih", "bias_hh", "weight_hr")
        return [tuple([getattr(self, name + end, None) for name in names]) for end in ends]

    def extra_repr(self):
        usual = {
            "proj_size": 0, "num_layers": 1, "bias": True, "batch_first": False, "dropout": 0, "bidirectional": False,
        }  # fmt: skip
        others = [f", {name}={getattr(self, name)}" for name, value in usual.items() if getattr(self, name) != value]
        return f"{self.input_size}, {self.hidden_size}{''.join(others)}"


class RNN(RNNBase):
    """Elman's network over a sequence: h = tanh(W_ih x + b_ih + W_hh h + b_hh) at each time step.

    RNN(input_size, hidden_size, num_layers=1, nonlinearity="tanh", bias=True, batch_first=False, dropout=0.0,
    bidirectional=False, device=None, dtype=None)

    num_layers     layers, each with the outputs of the one below as its input
    nonlinearity   "tanh" or "relu"
    batch_first    input and output are [batch, time, features] and not [time, batch, features]; the states stay
    dropout        the chance that a number between two layers is set to 0 while training
    bidirectional  a second run backwards in time, whose outputs follow those of the first

    Called with an input and a state [num_layers * directions, batch, hidden_size], zeros if none is given, it returns the
    outputs of all time steps, [time, batch, directions * hidden_size], and the last states. Without a batch, that dimension
    is not there. A PackedSequence goes in and comes out as well.

    >>> import minitorch as mt
    >>> outputs, h = mt.nn.RNN(3, 4)(mt.zeros(5, 2, 3))
    >>> outputs.shape, h.shape
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
    """Long short-term memory over a sequence: its output is h, and c is only for itself.

    LSTM(input_size, hidden_size, num_layers=1, bias=True, batch_first=False, dropout=0.0, bidirectional=False, proj_size=0,
    device=None, dtype=None)

    proj_size  if not 0, h is a learned projection to so many numbers

    The other options, and the call, are as of RNN; the state is a pair (h, c).

    >>> import minitorch as mt
    >>> outputs, (h, c) = mt.nn.LSTM(3, 4, num_layers=2, bidirectional=True)(mt.zeros(5, 2, 3))
    >>> outputs.shape, h.shape, c.shape
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
    >>> outputs, h = mt.nn.GRU(3, 4, batch_first=True)(mt.zeros(2, 5, 3))
    >>> outputs.shape, h.shape
    (minitorch.Size([2, 5, 4]), minitorch.Size([1, 2, 4]))

    Errors: ValueError, TypeError and RuntimeError for options and sizes that do not fit.
    Source: Cho et al., 2014; PyTorch, torch.nn.GRU.
    """

    def __init__(self, *args, **kwargs):
        super().__init__("GRU", *args, **kwargs)


__getattr__, __dir__ = lazy_names(__name__)
