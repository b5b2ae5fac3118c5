"""fold: Fold, Unfold: layers that take an image apart into its windows, and add windows up to an image (shelf)."""

from .. import functional as F
from ..module.mode import Module


class Unfold(Module):
    """Every window of an image as a column: [N, C, H, W] or [C, H, W] -> [N, C * numbers of a window, windows] or without N.

    kernel_size, dilation, padding, stride  as in nn.functional.unfold

    >>> import minitorch as mt
    >>> layer = mt.nn.Unfold((2, 3))
    >>> layer(mt.zeros(2, 5, 3, 4)).shape
    minitorch.Size([2, 30, 4])
    >>> layer
    Unfold(kernel_size=(2, 3), dilation=1, padding=0, stride=1)

    Errors: RuntimeError for inputs that do not fit. Source: PyTorch, torch.nn.Unfold.
    """

    def __init__(self, kernel_size, dilation=1, padding=0, stride=1):
        super().__init__()
        self.kernel_size, self.dilation, self.padding, self.stride = kernel_size, dilation, padding, stride

    def forward(self, input):
        return F.unfold(input, self.kernel_size, self.dilation, self.padding, self.stride)

    def extra_repr(self):
        names = ("kernel_size", "dilation", "padding", "stride")
        return ", ".join([f"{name}={getattr(self, name)}" for name in names])


class Fold(Module):
    """The way back from Unfold: [N, C * numbers of a window, windows] -> [N, C, H, W], or without N. Where windows overlap, sums.

    output_size  (H, W); the others are Unfold's

    >>> import minitorch as mt
    >>> mt.nn.Fold((4, 5), 2)(mt.zeros(1, 12, 12)).shape
    minitorch.Size([1, 3, 4, 5])

    Errors: RuntimeError for inputs that do not fit. Source: PyTorch, torch.nn.Fold.
    """

    def __init__(self, output_size, kernel_size, dilation=1, padding=0, stride=1):
        super().__init__()
        self.output_size, self.kernel_size = output_size, kernel_size
        self.dilation, self.padding, self.stride = dilation, padding, stride

    def forward(self, input):
        return F.fold(input, self.output_size, self.kernel_size, self.dilation, self.padding, self.stride)

    def extra_repr(self):
        names = ("output_size", "kernel_size", "dilation", "padding", "stride")
        return ", ".join([f"{name}={getattr(self, name)}" for name in names])
