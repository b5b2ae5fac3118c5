"""fold: Fold, Unfold: layers that take an image apart into its windows, and add windows up to an image (shelf)."""

from .function_layer import FunctionLayer


class Unfold(FunctionLayer, function="unfold"):
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

    kernel_size: int | tuple
    dilation: int | tuple = 1
    padding: int | tuple = 0
    stride: int | tuple = 1


class Fold(FunctionLayer, function="fold"):
    """The way back from Unfold: [N, C * numbers of a window, windows] -> [N, C, H, W], or without N. Where windows overlap, sums.

    output_size  (H, W); the others are Unfold's

    >>> import minitorch as mt
    >>> mt.nn.Fold((4, 5), 2)(mt.zeros(1, 12, 12)).shape
    minitorch.Size([1, 3, 4, 5])

    Errors: RuntimeError for inputs that do not fit. Source: PyTorch, torch.nn.Fold.
    """

    output_size: int | tuple
    kernel_size: int | tuple
    dilation: int | tuple = 1
    padding: int | tuple = 0
    stride: int | tuple = 1
