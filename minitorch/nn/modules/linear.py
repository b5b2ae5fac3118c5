"""linear: Linear, NonDynamicallyQuantizableLinear (core)."""

import math

from ..._lazy import lazy_names
from ...creation.zeros import empty
from .. import functional as F
from .. import init
from ..module.mode import Module
from ..parameter import Parameter


class Linear(Module):
    """input [..., in_features] @ weight.T + bias -> [..., out_features].

    weight  [out_features, in_features]
    bias    [out_features], or None with bias=False

    Both start evenly spread over [-k, k), where k = 1 / sqrt(in_features).

    >>> import minitorch as mt
    >>> layer = mt.nn.Linear(3, 4)
    >>> layer(mt.zeros(2, 3)).shape
    minitorch.Size([2, 4])
    >>> layer
    Linear(in_features=3, out_features=4, bias=True)

    Errors: RuntimeError when the sizes do not fit. Source: PyTorch, torch.nn.Linear.
    """

    def __init__(self, in_features, out_features, bias=True, device=None, dtype=None):
        super().__init__()
        self.in_features, self.out_features = in_features, out_features
        self.weight = Parameter(empty((out_features, in_features), device=device, dtype=dtype))
        if bias:
            self.bias = Parameter(empty(out_features, device=device, dtype=dtype))
        else:
            self.register_parameter("bias", None)
        self.reset_parameters()

    def reset_parameters(self):
        """Draw new starting values."""
        init.kaiming_uniform_(self.weight, a=math.sqrt(5))  # that is [-k, k)
        if self.bias is not None:
            bound = 1 / math.sqrt(self.in_features) if self.in_features > 0 else 0
            init.uniform_(self.bias, -bound, bound)

    def forward(self, input):
        return F.linear(input, self.weight, self.bias)

    def extra_repr(self):
        return f"in_features={self.in_features}, out_features={self.out_features}, bias={self.bias is not None}"


class NonDynamicallyQuantizableLinear(Linear):
    """Linear under a name that quantization passes over: MultiheadAttention's last step. Source: PyTorch, torch.nn.modules.linear."""


__getattr__, __dir__ = lazy_names(__name__)
