"""pooling: MaxPool1d to MaxPool3d, layers that keep the largest number of every window (core)."""

from ..._lazy import lazy_names
from .. import functional as F
from ..module.mode import Module


class _MaxPoolNd(Module):
    """What the layers share: their settings. There is nothing to learn."""

    def __init__(self, kernel_size, stride=None, padding=0, dilation=1, return_indices=False, ceil_mode=False):
        super().__init__()
        self.kernel_size, self.stride = kernel_size, kernel_size if stride is None else stride
        self.padding, self.dilation = padding, dilation
        self.return_indices, self.ceil_mode = return_indices, ceil_mode

    def forward(self, input):
        how = self.kernel_size, self.stride, self.padding, self.dilation
        return getattr(F, self._function)(input, *how, ceil_mode=self.ceil_mode, return_indices=self.return_indices)

    def extra_repr(self):
        names = ("kernel_size", "stride", "padding", "dilation", "ceil_mode")
        return ", ".join([f"{name}={getattr(self, name)}" for name in names])


class MaxPool1d(_MaxPoolNd):
    """The largest number of every window of a signal. Arguments: MaxPool2d's. Source: PyTorch, torch.nn.MaxPool1d."""

    _function = "max_pool1d"


class MaxPool2d(_MaxPoolNd):
    """The largest number of every window of an image: [N, C, H, W] or [C, H, W] -> [N, C, H', W'].

    Arguments: nn.functional.max_pool2d.

    >>> import minitorch as mt
    >>> layer = mt.nn.MaxPool2d(3, stride=2)
    >>> layer(mt.zeros(1, 8, 13, 13)).shape
    minitorch.Size([1, 8, 6, 6])
    >>> layer
    MaxPool2d(kernel_size=3, stride=2, padding=0, dilation=1, ceil_mode=False)

    Errors: RuntimeError for inputs that do not fit. Source: PyTorch, torch.nn.MaxPool2d.
    """

    _function = "max_pool2d"


class MaxPool3d(_MaxPoolNd):
    """The largest number of every window of a volume. Arguments: MaxPool2d's. Source: PyTorch, torch.nn.MaxPool3d."""

    _function = "max_pool3d"


__getattr__, __dir__ = lazy_names(__name__)
