"""average_pooling: AvgPool1d to 3d, LPPool1d to 3d: layers that keep a mean of every window (shelf)."""

from .. import functional as F
from ..module.mode import Module
from .utils import _single

# --- the mean -------------------------------------------------------------------------------------------------------------


class _AvgPoolNd(Module):
    """What the layers share."""

    def __setstate__(self, state):
        older = {
            "padding": 0,
            "ceil_mode": False,
            "count_include_pad": True,
        }  # what they were before there was a choice
        super().__setstate__(older | state)

    def forward(self, input):
        how = self.kernel_size, self.stride, self.padding, self.ceil_mode, self.count_include_pad
        more = {"divisor_override": self.divisor_override} if hasattr(self, "divisor_override") else {}
        return getattr(F, self._function)(input, *how, **more)

    def extra_repr(self):
        return f"kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}"


class AvgPool1d(_AvgPoolNd):
    """The mean of every window of a signal: [N, C, length] or [C, length] -> [N, C, length'].

    Arguments: nn.functional.avg_pool1d.

    >>> import minitorch as mt
    >>> mt.nn.AvgPool1d(2)(mt.tensor([[1.0, 3.0, 5.0, 9.0]]))
    tensor([[2., 7.]])

    Errors: RuntimeError for inputs that do not fit. Source: PyTorch, torch.nn.AvgPool1d.
    """

    _function = "avg_pool1d"

    def __init__(self, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True):
        super().__init__()
        self.kernel_size, self.stride = _single(kernel_size), _single(kernel_size if stride is None else stride)
        self.padding = _single(padding)
        self.ceil_mode, self.count_include_pad = ceil_mode, count_include_pad


class AvgPool2d(_AvgPoolNd):
    """The mean of every window of an image: [N, C, H, W] or [C, H, W] -> [N, C, H', W'].

    The arguments are AvgPool1d's, sizes an int or one for each dimension, and divisor_override: what the sums are divided by.

    Source: PyTorch, torch.nn.AvgPool2d.
    """

    _function = "avg_pool2d"

    def __init__(
        self, kernel_size, stride=None, padding=0, ceil_mode=False, count_include_pad=True, divisor_override=None
    ):
        super().__init__()
        self.kernel_size, self.stride, self.padding = kernel_size, kernel_size if stride is None else stride, padding
        self.ceil_mode, self.count_include_pad = ceil_mode, count_include_pad
        self.divisor_override = divisor_override


class AvgPool3d(AvgPool2d):
    """The same of a volume: [N, C, D, H, W] or [C, D, H, W]. Source: PyTorch, torch.nn.AvgPool3d."""

    _function = "avg_pool3d"


# --- the power mean -------------------------------------------------------------------------------------------------------


class _LPPoolNd(Module):
    """What the layers share."""

    def __init__(self, norm_type, kernel_size, stride=None, ceil_mode=False):
        super().__init__()
        self.norm_type, self.kernel_size, self.stride, self.ceil_mode = norm_type, kernel_size, stride, ceil_mode

    def forward(self, input):
        return getattr(F, self._function)(input, float(self.norm_type), self.kernel_size, self.stride, self.ceil_mode)

    def extra_repr(self):
        names = ("norm_type", "kernel_size", "stride", "ceil_mode")
        return ", ".join([f"{name}={getattr(self, name)}" for name in names])


class LPPool1d(_LPPoolNd):
    """(sum of x**p)**(1/p) of every window of a signal, p being norm_type: [N, C, length] or [C, length].

    kernel_size, stride, ceil_mode  as in AvgPool1d

    Source: PyTorch, torch.nn.LPPool1d.
    """

    _function = "lp_pool1d"


class LPPool2d(_LPPoolNd):
    """The same of an image: [N, C, H, W] or [C, H, W]. Source: PyTorch, torch.nn.LPPool2d."""

    _function = "lp_pool2d"


class LPPool3d(_LPPoolNd):
    """The same of a volume: [N, C, D, H, W] or [C, D, H, W]. Source: PyTorch, torch.nn.LPPool3d."""

    _function = "lp_pool3d"
