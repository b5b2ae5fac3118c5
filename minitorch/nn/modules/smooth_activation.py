"""smooth_activation: GELU, SiLU, ELU, CELU, SELU, Mish, Softplus, LogSigmoid, GLU ... as modules (shelf)."""

from .. import functional as F
from ..module.mode import Module
from .activation import _Along, _Switched


class _Optioned(Module):
    """A function of nn.functional, whose options are attributes: `_options` names them in the function's order."""

    def forward(self, input):
        return getattr(F, self._function)(input, *[getattr(self, name) for name in self._options])

    def extra_repr(self):
        return ", ".join(
            [f"{name}={getattr(self, name)}" for name in self._options if name != "inplace" or self.inplace]
        )


class _Bent(_Optioned):
    """A curve for negative numbers, with an alpha."""

    _options = ("alpha", "inplace")

    def __init__(self, alpha=1.0, inplace=False):
        super().__init__()
        self.alpha, self.inplace = alpha, inplace


class ELU(_Bent):
    """x for positive x, alpha (exp(x) - 1) for others. Source: PyTorch, torch.nn.ELU."""

    _function = "elu"


class CELU(_Bent):
    """x for positive x, alpha (exp(x / alpha) - 1) for others. Source: Barron, 2017; PyTorch, torch.nn.CELU."""

    _function = "celu"


class _Named(_Switched):
    """A function of nn.functional that takes `inplace`."""

    def forward(self, input):
        return getattr(F, self._function)(input, inplace=self.inplace)


class SELU(_Named):
    """elu that keeps mean 0 and variance 1 from layer to layer. Source: Klambauer et al., 2017; PyTorch, torch.nn.SELU."""

    _function = "selu"


class SiLU(_Named):
    """x sigmoid(x). Source: PyTorch, torch.nn.SiLU."""

    _function = "silu"


class Mish(_Named):
    """x tanh(softplus(x)). Source: Misra, 2019; PyTorch, torch.nn.Mish."""

    _function = "mish"


class GELU(Module):
    """x times the probability that a standard normal number is below x. Source: PyTorch, torch.nn.GELU."""

    def __init__(self, approximate="none"):
        super().__init__()
        self.approximate = approximate

    def forward(self, input):
        return F.gelu(input, approximate=self.approximate)

    def extra_repr(self):
        return f"approximate={self.approximate!r}"


class Softplus(_Optioned):
    """log(1 + exp(beta x)) / beta, and x where beta x > threshold. Source: PyTorch, torch.nn.Softplus."""

    _function, _options = "softplus", ("beta", "threshold")

    def __init__(self, beta=1.0, threshold=20.0):
        super().__init__()
        self.beta, self.threshold = beta, threshold


class LogSigmoid(_Optioned):
    """log(sigmoid(x)). Source: PyTorch, torch.nn.LogSigmoid."""

    _function, _options = "logsigmoid", ()


class Softsign(_Optioned):
    """x / (1 + |x|). Source: PyTorch, torch.nn.Softsign."""

    _function, _options = "softsign", ()


class Tanhshrink(_Optioned):
    """x - tanh(x). Source: PyTorch, torch.nn.Tanhshrink."""

    _function, _options = "tanhshrink", ()


class GLU(_Along):
    """The first half of x along `dim` times the sigmoid of the second. Source: Dauphin et al., 2016; PyTorch, torch.nn.GLU."""

    def __init__(self, dim=-1):
        super().__init__(dim)

    def forward(self, input):
        return F.glu(input, self.dim)


class Softmin(_Along):
    """softmax(-x) along `dim`. Source: PyTorch, torch.nn.Softmin."""

    def forward(self, input):
        return F.softmin(input, self.dim, _stacklevel=5)


class Softmax2d(Module):
    """Softmax over the channels of [N, C, H, W] or [C, H, W], at each place. Source: PyTorch, torch.nn.Softmax2d."""

    def forward(self, input):
        if input.ndim not in (3, 4):
            raise ValueError(f"Softmax2d: expected input to be 3D or 4D, got {input.ndim}D instead")
        return F.softmax(input, -3, _stacklevel=5)
