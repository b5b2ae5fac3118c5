"""normalization: LayerNorm: mean 0 and variance 1 over each example, whatever else is in the batch (core)."""

from numbers import Integral

from ..._lazy import lazy_names
from ...creation.zeros import empty
from .. import functional as F
from .. import init
from ..module.mode import Module
from ..parameter import Parameter


class LayerNorm(Module):
    """The last dimensions, those of normalized_shape, brought to mean 0 and variance 1, then times weight plus bias.

    normalized_shape    an int, or a length for each of those dimensions
    eps                 added to the variance
    elementwise_affine  whether there are a weight of ones and a bias of zeros of that shape, to learn; bias=False: a weight only

    >>> import minitorch as mt
    >>> mt.nn.LayerNorm(2)
    LayerNorm((2,), eps=1e-05, elementwise_affine=True, bias=True)

    Errors: RuntimeError for an input of another shape. Source: Ba et al., 2016; PyTorch, torch.nn.LayerNorm.
    """

    def __init__(self, normalized_shape, eps=1e-5, elementwise_affine=True, bias=True, device=None, dtype=None):
        super().__init__()
        shape = (normalized_shape,) if isinstance(normalized_shape, Integral) else tuple(normalized_shape)
        self.normalized_shape, self.eps, self.elementwise_affine = shape, eps, elementwise_affine
        for name, wanted in (("weight", elementwise_affine), ("bias", elementwise_affine and bias)):
            self.register_parameter(name, Parameter(empty(shape, device=device, dtype=dtype)) if wanted else None)
        self.reset_parameters()

    def reset_parameters(self):
        """Set the weights to 1 and the biases to 0."""
        if self.elementwise_affine:
            init.ones_(self.weight)
            if self.bias is not None:
                init.zeros_(self.bias)

    def forward(self, input):
        """The normalized input, times weight plus bias."""
        return F.layer_norm(input, self.normalized_shape, self.weight, self.bias, self.eps)

    def extra_repr(self):
        affine = f"elementwise_affine={self.elementwise_affine}, bias={self.bias is not None}"
        return f"{self.normalized_shape}, eps={self.eps}, {affine}"


__getattr__, __dir__ = lazy_names(__name__)
