"""adaptive_pooling: AdaptiveAvgPool1d to 3d, AdaptiveMaxPool1d to 3d: layers whose results have a size that is given (shelf)."""

from .. import functional as F
from ..module.mode import Module


class _AdaptiveAvgPoolNd(Module):
    """What the layers share."""

    def __init__(self, output_size):
        super().__init__()
        self.output_size = output_size

    def forward(self, input):
        return getattr(F, self._function)(input, self.output_size)

    def extra_repr(self):
        return f"output_size={self.output_size}"


class AdaptiveAvgPool1d(_AdaptiveAvgPoolNd):
    """The mean of each of output_size windows that divide a signal evenly: [N, C, length] -> [N, C, output_size].

    Errors: RuntimeError for inputs that do not fit. Source: PyTorch, torch.nn.AdaptiveAvgPool1d.
    """

    _function = "adaptive_avg_pool1d"


class AdaptiveAvgPool2d(_AdaptiveAvgPoolNd):
    """The same of an image: [N, C, H, W] or [C, H, W]; output_size is an int, or an int or None (as long as it was) for each.

    >>> import minitorch as mt
    >>> mt.nn.AdaptiveAvgPool2d((1, None))(mt.zeros(2, 8, 5, 6)).shape
    minitorch.Size([2, 8, 1, 6])

    Source: PyTorch, torch.nn.AdaptiveAvgPool2d.
    """

    _function = "adaptive_avg_pool2d"


class AdaptiveAvgPool3d(_AdaptiveAvgPoolNd):
    """The same of a volume: [N, C, D, H, W] or [C, D, H, W]. Source: PyTorch, torch.nn.AdaptiveAvgPool3d."""

    _function = "adaptive_avg_pool3d"


class _AdaptiveMaxPoolNd(_AdaptiveAvgPoolNd):
    """The largest numbers of such windows; return_indices -> (numbers, where each stood)."""

    def __init__(self, output_size, return_indices=False):
        super().__init__(output_size)
        self.return_indices = return_indices

    def forward(self, input):
        return getattr(F, self._function)(input, self.output_size, self.return_indices)


class AdaptiveMaxPool1d(_AdaptiveMaxPoolNd):
    """Of a signal: [N, C, length] -> [N, C, output_size]. Source: PyTorch, torch.nn.AdaptiveMaxPool1d."""

    _function = "adaptive_max_pool1d"


class AdaptiveMaxPool2d(_AdaptiveMaxPoolNd):
    """Of an image: [N, C, H, W] or [C, H, W]. Source: PyTorch, torch.nn.AdaptiveMaxPool2d."""

    _function = "adaptive_max_pool2d"


class AdaptiveMaxPool3d(_AdaptiveMaxPoolNd):
    """Of a volume: [N, C, D, H, W] or [C, D, H, W]. Source: PyTorch, torch.nn.AdaptiveMaxPool3d."""

    _function = "adaptive_max_pool3d"
