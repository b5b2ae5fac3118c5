"""smooth_activation: CELU, SELU, Mish, GLU, Softsign, Tanhshrink, RReLU, Softmax2d as modules (shelf)."""

from .. import functional as F
from ..module.mode import Module
from .activation import _Switched


class CELU(Module):
    """x for positive x, alpha (exp(x / alpha) - 1) for others. Source: Barron, 2017; PyTorch, torch.nn.CELU."""

    def __init__(self, alpha=1.0, inplace=False):
        super().__init__()
        self.alpha, self.inplace = alpha, inplace

    def forward(self, input):
        return F.celu(input, self.alpha, self.inplace)

    def extra_repr(self):
        return f"alpha={self.alpha}{', inplace=True' if self.inplace else ''}"


class SELU(_Switched):
    """elu that keeps mean 0 and variance 1 from layer to layer. Source: Klambauer et al., 2017; PyTorch, torch.nn.SELU."""

    def forward(self, input):
        return F.selu(input, self.inplace)


class Mish(_Switched):
    """x tanh(softplus(x)). Source: Misra, 2019; PyTorch, torch.nn.Mish."""

    def forward(self, input):
        return F.mish(input, inplace=self.inplace)


class GLU(Module):
    """The first half of x along `dim` times the sigmoid of the second. Source: Dauphin et al., 2016; PyTorch, torch.nn.GLU."""

    def __init__(self, dim=-1):
        super().__init__()
        self.dim = dim

    def forward(self, input):
        return F.glu(input, self.dim)

    def extra_repr(self):
        return f"dim={self.dim}"


class Softsign(Module):
    """x / (1 + |x|). Source: PyTorch, torch.nn.Softsign."""

    def forward(self, input):
        return F.softsign(input)


class Tanhshrink(Module):
    """x - tanh(x). Source: PyTorch, torch.nn.Tanhshrink."""

    def forward(self, input):
        return F.tanhshrink(input)


class RReLU(Module):
    """x for positive x; others times a slope that is drawn for each while training.

    >>> import minitorch as mt
    >>> mt.nn.RReLU().eval()(mt.tensor([-1.0, 2.0]))
    tensor([-0.2292,  2.0000])

    Source: Xu et al., 2015; PyTorch, torch.nn.RReLU.
    """

    def __init__(self, lower=1.0 / 8, upper=1.0 / 3, inplace=False):
        super().__init__()
        self.lower, self.upper, self.inplace = lower, upper, inplace

    def forward(self, input):
        return F.rrelu(input, self.lower, self.upper, self.training, self.inplace)

    def extra_repr(self):
        return f"lower={self.lower}, upper={self.upper}{', inplace=True' if self.inplace else ''}"


class Softmax2d(Module):
    """Softmax over the channels of [N, C, H, W] or [C, H, W], at each place. Source: PyTorch, torch.nn.Softmax2d."""

    def forward(self, input):
        if input.ndim not in (3, 4):
            raise ValueError(f"Softmax2d: expected input to be 3D or 4D, got {input.ndim}D instead")
        return F.softmax(input, -3, _stacklevel=5)
