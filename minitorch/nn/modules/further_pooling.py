"""further_pooling: the other pooling layers: means, power means, results of a given size, windows at random, and back (shelf)."""

from .. import functional as F
from ..module.mode import Module
from .function_layer import FunctionLayer, likewise
from .utils import _pair, _single, _triple

# --- the mean of every window ---------------------------------------------------------------------------------------------


class _AvgPoolNd(FunctionLayer):
    """What the layers share."""

    def __post_init__(self):
        super().__post_init__()
        self.stride = self.kernel_size if self.stride is None else self.stride

    def extra_repr(self):
        return f"kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}"


class AvgPool1d(_AvgPoolNd, function="avg_pool1d"):
    """The mean of every window of a signal. Arguments, errors, source: nn.functional.avg_pool1d."""

    kernel_size: int
    stride: int | None = None
    padding: int = 0
    ceil_mode: bool = False
    count_include_pad: bool = True

    def __post_init__(self):
        super().__post_init__()
        for name in ("kernel_size", "stride", "padding"):
            setattr(self, name, _single(getattr(self, name)))


class AvgPool2d(_AvgPoolNd, function="avg_pool2d"):
    """The mean of every window of an image. Arguments, errors, source: nn.functional.avg_pool2d."""

    kernel_size: int | tuple
    stride: int | tuple | None = None
    padding: int | tuple = 0
    ceil_mode: bool = False
    count_include_pad: bool = True
    divisor_override: int | None = None


class AvgPool3d(AvgPool2d, function="avg_pool3d"):
    """The same of a volume: [N, C, D, H, W] or [C, D, H, W]. Source: PyTorch, torch.nn.AvgPool3d."""


class _LPPoolNd(FunctionLayer, function="lp_pool1d"):
    norm_type: float
    kernel_size: int | tuple
    stride: int | tuple | None = None
    ceil_mode: bool = False


class LPPool1d(_LPPoolNd, function="lp_pool1d"):
    """(sum of x**p)**(1/p) of every window of a signal, p being norm_type. Source: nn.functional.lp_pool1d."""


LPPool2d, LPPool3d = likewise(LPPool1d, 2, 3)

# --- as many windows as numbers are wanted --------------------------------------------------------------------------------


class _AdaptiveAvgPoolNd(FunctionLayer, function="adaptive_avg_pool1d"):
    output_size: int | tuple


class AdaptiveAvgPool2d(_AdaptiveAvgPoolNd, function="adaptive_avg_pool2d"):
    """The mean of each of output_size windows that divide an image evenly: [N, C, H, W] or [C, H, W].

    output_size  an int, or an int or None (as long as it was) for each dimension

    Errors, source: nn.functional.adaptive_avg_pool2d.
    """


AdaptiveAvgPool1d, AdaptiveAvgPool3d = likewise(AdaptiveAvgPool2d, 1, 3)


class _AdaptiveMaxPoolNd(FunctionLayer, function="adaptive_max_pool1d"):
    """The largest numbers of such windows; return_indices -> (numbers, where each stood)."""

    output_size: int | tuple
    return_indices: bool = False

    def extra_repr(self):
        return f"output_size={self.output_size}"


class AdaptiveMaxPool1d(_AdaptiveMaxPoolNd, function="adaptive_max_pool1d"):
    """Of a signal: [N, C, length] -> [N, C, output_size]. Source: PyTorch, torch.nn.AdaptiveMaxPool1d."""


AdaptiveMaxPool2d, AdaptiveMaxPool3d = likewise(AdaptiveMaxPool1d, 2, 3)

# --- back to their places -------------------------------------------------------------------------------------------------


class _MaxUnpoolNd(Module):
    """What the layers share; the classes below say in how many dimensions."""

    def __init__(self, kernel_size, stride=None, padding=0):
        super().__init__()
        self.kernel_size = self._several(kernel_size)
        self.stride = self._several(kernel_size if stride is None else stride)
        self.padding = self._several(padding)

    def forward(self, input, indices, output_size=None):
        return getattr(F, self._function)(input, indices, self.kernel_size, self.stride, self.padding, output_size)

    def extra_repr(self):
        return f"kernel_size={self.kernel_size}, stride={self.stride}, padding={self.padding}"


class MaxUnpool1d(_MaxUnpoolNd):
    """What MaxPool1d(..., return_indices=True) found, put back in place, with zeros between: [N, C, length] or [C, length].

    Call the layer with output_size where several lengths give the same result. Errors, source: nn.functional.max_unpool1d.
    """

    _several, _function = staticmethod(_single), "max_unpool1d"


MaxUnpool2d, MaxUnpool3d = likewise(MaxUnpool1d, 2, 3)

# --- windows at random ----------------------------------------------------------------------------------------------------


class FractionalMaxPool2d(Module):
    """The largest numbers of windows whose distances are drawn anew each time: [N, C, H, W] -> [N, C, H', W'].

    Arguments: nn.functional.fractional_max_pool2d. Errors: ValueError without a size, with two, and for ratios beyond 0 and 1.
    """

    _several, _function = staticmethod(_pair), "fractional_max_pool2d"

    def __init__(
        self, kernel_size, output_size=None, output_ratio=None, return_indices=False, _random_samples=None
    ):  # fmt: skip
        super().__init__()
        self.kernel_size, self.return_indices = self._several(kernel_size), return_indices
        self.register_buffer("_random_samples", _random_samples)
        self.output_size = None if output_size is None else self._several(output_size)
        self.output_ratio = None if output_ratio is None else self._several(output_ratio)
        if (output_size is None) == (output_ratio is None):
            raise ValueError(f"{type(self).__name__} requires one of output_size and output_ratio, and not both")
        if self.output_ratio is not None and not all([0 < ratio < 1 for ratio in self.output_ratio]):
            raise ValueError(f"output_ratio must be between 0 and 1 (got {output_ratio})")

    def forward(self, input):
        how = self.kernel_size, self.output_size, self.output_ratio, self.return_indices
        return getattr(F, self._function)(input, *how, _random_samples=self._random_samples)


class FractionalMaxPool3d(FractionalMaxPool2d):
    """The same of volumes: [N, C, D, H, W] or [C, D, H, W]. Source: PyTorch, torch.nn.FractionalMaxPool3d."""

    _several, _function = staticmethod(_triple), "fractional_max_pool3d"
