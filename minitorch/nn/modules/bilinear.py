"""bilinear: Bilinear, Identity (shelf)."""

import math

from ...creation.zeros import empty
from .. import functional as F
from .. import init
from ..module.mode import Module
from ..parameter import Parameter


class Identity(Module):
    """Gives back its input; takes any arguments, so that it can stand in for another layer.

    >>> import minitorch as mt
    >>> mt.nn.Identity(54, unused=True)(mt.tensor([1.0]))
    tensor([1.])

    Source: PyTorch, torch.nn.Identity.
    """

    def __init__(self, *args, **kwargs):
        super().__init__()

    def forward(self, input):
        return input


class Bilinear(Module):
    """input1 [..., in1_features] and input2 [..., in2_features] -> [..., out_features]: x1 @ weight[k] @ x2 + bias[k].

    weight  [out_features, in1_features, in2_features]
    bias    [out_features], or None with bias=False

    Errors: ValueError for no in1_features, and those of nn.functional.bilinear. Source: PyTorch, torch.nn.Bilinear.
    """

    def __init__(self, in1_features, in2_features, out_features, bias=True, device=None, dtype=None):
        super().__init__()
        self.in1_features, self.in2_features, self.out_features = in1_features, in2_features, out_features
        self.weight = Parameter(empty((out_features, in1_features, in2_features), device=device, dtype=dtype))
        if bias:
            self.bias = Parameter(empty(out_features, device=device, dtype=dtype))
        else:
            self.register_parameter("bias", None)
        self.reset_parameters()

    def reset_parameters(self):
        """Draw new starting values, evenly from [-k, k), where k = 1 / sqrt(in1_features)."""
        if self.in1_features <= 0:
            raise ValueError(f"in1_features must be > 0, but got (in1_features={self.in1_features})")
        bound = 1 / math.sqrt(self.in1_features)
        init.uniform_(self.weight, -bound, bound)
        if self.bias is not None:
            init.uniform_(self.bias, -bound, bound)

    def forward(self, input1, input2):
        return F.bilinear(input1, input2, self.weight, self.bias)

    def extra_repr(self):
        sizes = f"in1_features={self.in1_features}, in2_features={self.in2_features}, out_features={self.out_features}"
        return f"{sizes}, bias={self.bias is not None}"
