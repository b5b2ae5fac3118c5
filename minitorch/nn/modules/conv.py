"""conv: Conv1d to Conv3d, layers that slide a kernel of learned weights over their input (core)."""

import math

from ..._lazy import lazy_names
from ...creation.zeros import empty
from .. import functional as F
from .. import init
from ..module.mode import Module
from ..parameter import Parameter
from .utils import _pair, _reverse_repeat_tuple, _single, _triple

MODES = ("zeros", "reflect", "replicate", "circular")


class _ConvNd(Module):
    """What the layers share: settings, parameters and how they start.

    weight  [out_channels, in_channels / groups, *kernel_size]; transposed [in_channels, out_channels / groups, *kernel_size]
    bias    [out_channels], or None with bias=False
    """

    def __init__(
        self, in_channels, out_channels, kernel_size, stride, padding, dilation, transposed, output_padding, groups, bias,
        padding_mode, device=None, dtype=None,
    ):  # fmt: skip
        super().__init__()
        check_settings(in_channels, out_channels, stride, padding, groups, padding_mode)
        self.in_channels, self.out_channels, self.kernel_size = in_channels, out_channels, kernel_size
        self.stride, self.padding, self.dilation = stride, padding, dilation
        self.transposed, self.output_padding = transposed, output_padding
        self.groups, self.padding_mode = groups, padding_mode
        self._reversed_padding_repeated_twice = self._around()
        channels = (in_channels, out_channels // groups) if transposed else (out_channels, in_channels // groups)
        self.weight = Parameter(empty((*channels, *kernel_size), device=device, dtype=dtype))
        self.register_parameter("bias", Parameter(empty(out_channels, device=device, dtype=dtype)) if bias else None)
        self.reset_parameters()

    def _around(self):
        """The padding as nn.functional.pad takes it."""
        if not isinstance(self.padding, str):
            return _reverse_repeat_tuple(self.padding, 2)
        around = []
        for d, k in zip(reversed(self.dilation), reversed(self.kernel_size), strict=True):
            total = d * (k - 1) if self.padding == "same" else 0
            around += [total // 2, total - total // 2]
        return around

    def reset_parameters(self):
        """Draw new starting values, evenly from [-k, k), where k = 1 / sqrt(numbers that make up one number of the output)."""
        init.kaiming_uniform_(self.weight, a=math.sqrt(5))
        if self.bias is not None:
            inputs = self.weight.shape[1] * math.prod(self.kernel_size)
            bound = 1 / math.sqrt(inputs) if inputs > 0 else 0
            init.uniform_(self.bias, -bound, bound)

    def __setstate__(self, state):
        super().__setstate__({"padding_mode": "zeros", **state})  # what it was before there was a choice

    def extra_repr(self):
        said = f"{self.in_channels}, {self.out_channels}, kernel_size={self.kernel_size}, stride={self.stride}"
        usual = {"padding": 0, "dilation": 1, "output_padding": 0}
        for name, value in usual.items():
            if getattr(self, name) != (value,) * len(getattr(self, name)):
                said += f", {name}={getattr(self, name)}"
        said += f", groups={self.groups}" if self.groups != 1 else ""
        said += ", bias=False" if self.bias is None else ""
        return said + (f", padding_mode={self.padding_mode}" if self.padding_mode != "zeros" else "")


def check_settings(in_channels, out_channels, stride, padding, groups, padding_mode):
    """Raise ValueError for settings that no convolution has."""
    if groups <= 0 or in_channels % groups or out_channels % groups:
        raise ValueError(f"in_channels and out_channels must be divisible by groups, not {groups}")
    if isinstance(padding, str) and padding not in ("same", "valid"):
        raise ValueError(f"Invalid padding string {padding!r}, should be one of {{'same', 'valid'}}")
    if padding == "same" and max(stride) > 1:
        raise ValueError("padding='same' is not supported for strided convolutions")
    if padding_mode not in MODES:
        raise ValueError(f"padding_mode must be one of {set(MODES)}, but got padding_mode='{padding_mode}'")


# --- convolutions -------------------------------------------------------------------------------------------------------


class _Conv(_ConvNd):
    """A convolution; the classes below say in how many dimensions."""

    def __init__(
        self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True,
        padding_mode="zeros", device=None, dtype=None,
    ):  # fmt: skip
        several = self._several
        super().__init__(
            in_channels, out_channels, several(kernel_size), several(stride),
            padding if isinstance(padding, str) else several(padding), several(dilation), False, several(0), groups, bias,
            padding_mode, device, dtype,
        )  # fmt: skip

    def _conv_forward(self, input, weight, bias):
        padding = self.padding
        if self.padding_mode != "zeros":
            input = F.pad(input, self._reversed_padding_repeated_twice, mode=self.padding_mode)
            padding = 0
        return getattr(F, self._function)(input, weight, bias, self.stride, padding, self.dilation, self.groups)

    def forward(self, input):
        return self._conv_forward(input, self.weight, self.bias)


class Conv1d(_Conv):
    """A convolution of signals: [N, in_channels, length] or [in_channels, length] -> [N, out_channels, length'].

    Arguments: nn.functional.conv1d, and padding_mode: "zeros", "reflect", "replicate" or "circular".

    weight [out_channels, in_channels / groups, kernel_size] and bias [out_channels] start evenly spread over [-k, k), where
    k = 1 / sqrt(in_channels / groups * kernel_size). nn.functional.conv1d says what length' is.

    >>> import minitorch as mt
    >>> layer = mt.nn.Conv1d(2, 4, 3, padding=1, padding_mode="circular")
    >>> layer(mt.zeros(5, 2, 10)).shape
    minitorch.Size([5, 4, 10])
    >>> layer
    Conv1d(2, 4, kernel_size=(3,), stride=(1,), padding=(1,), padding_mode=circular)

    Errors: ValueError for groups that do not divide the channels, and paddings that there are not; RuntimeError for inputs
    that do not fit. Source: PyTorch, torch.nn.Conv1d.
    """

    _several, _function = staticmethod(_single), "conv1d"


class Conv2d(_Conv):
    """A convolution of images: [N, in_channels, H, W] or [in_channels, H, W] -> [N, out_channels, H', W'].

    Arguments and errors are Conv1d's; sizes are an int, or one for each dimension.

    Source: PyTorch, torch.nn.Conv2d.
    """

    _several, _function = staticmethod(_pair), "conv2d"


class Conv3d(_Conv):
    """A convolution of volumes: [N, in_channels, D, H, W] or [in_channels, D, H, W] -> [N, out_channels, D', H', W'].

    Arguments and errors are Conv1d's; sizes are an int, or one for each dimension. Source: PyTorch, torch.nn.Conv3d.
    """

    _several, _function = staticmethod(_triple), "conv3d"


__getattr__, __dir__ = lazy_names(__name__)
