"""fold: Fold, Unfold: layers that take an image apart into its windows, and add windows up to an image (shelf)."""

from .function_layer import FunctionLayer


class Unfold(FunctionLayer, function="unfold"):
    """Every window of an image as a column: [N, C, H, W] or [C, H, W] -> [N, C * numbers of a window, windows] or without N.

    Arguments, errors, source: nn.functional.unfold.
    """

    kernel_size: int | tuple
    dilation: int | tuple = 1
    padding: int | tuple = 0
    stride: int | tuple = 1


class Fold(FunctionLayer, function="fold"):
    """The way back from Unfold; where windows overlap, sums. Arguments, errors, source: nn.functional.fold."""

    output_size: int | tuple
    kernel_size: int | tuple
    dilation: int | tuple = 1
    padding: int | tuple = 0
    stride: int | tuple = 1
