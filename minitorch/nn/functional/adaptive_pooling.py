"""adaptive_pooling: adaptive_avg_pool1d to 3d, adaptive_max_pool1d to 3d: as many windows as numbers are wanted (shelf)."""

from math import prod

from ...backend import array_module
from ...ops.one_step import one_step
from ...ops.reduction.mean import mean
from ...ops.view.squeeze import squeeze, unsqueeze
from .average_pooling import _avg_pool, output_sizes
from .pooling import pool
from .windows import even


@one_step
def adaptive_avg_pool1d(input, output_size):
    """The mean of each of output_size windows that divide a signal evenly: [N, C, length] or [C, length].

    >>> import minitorch as mt
    >>> mt.nn.functional.adaptive_avg_pool1d(mt.tensor([[1.0, 2.0, 3.0, 4.0, 5.0]]), 2)
    tensor([[2., 4.]])

    Errors: RuntimeError for sizes that do not fit, TypeError for what is no int, NotImplementedError for integers.
    Source: PyTorch, torch.nn.functional.adaptive_avg_pool1d.
    """
    size = output_sizes("adaptive_avg_pool1d", input, output_size, 1)
    return squeeze(averaged(unsqueeze(input, -2), (1, *size)), -2)


@one_step
def adaptive_avg_pool2d(input, output_size):
    """The same of an image: [N, C, H, W] or [C, H, W]; output_size is an int, or an int or None (as long as it was) for each.

    >>> import minitorch as mt
    >>> mt.nn.functional.adaptive_avg_pool2d(mt.arange(12.0).reshape(1, 3, 4), (1, None))
    tensor([[[4., 5., 6., 7.]]])

    Errors are adaptive_avg_pool1d's. Source: PyTorch, torch.nn.functional.adaptive_avg_pool2d.
    """
    return averaged(input, output_sizes("adaptive_avg_pool2d", input, output_size, 2))


@one_step
def adaptive_avg_pool3d(input, output_size):
    """The same of a volume: [N, C, D, H, W] or [C, D, H, W]. Source: PyTorch, torch.nn.functional.adaptive_avg_pool3d."""
    return averaged(input, output_sizes("adaptive_avg_pool3d", input, output_size, 3))


def averaged(input, size):
    """The mean of each window."""
    dims, lengths = len(size), input.shape[-len(size) :]
    if size == (1,) * dims:
        return mean(input, tuple(range(-dims, 0)), True)
    xp = array_module(input._array)
    windows = [even(n, count) for n, count in zip(lengths, size, strict=True)]
    numbers = [[-(-(i + 1) * n // m) - i * n // m for i in range(m)] for n, m in zip(lengths, size, strict=True)]
    divisor = prod(xp.ix_(*[xp.asarray(one, "int64") for one in numbers]))
    return _avg_pool(input, windows, divisor, f"AdaptiveAvgPool{dims}D")


@one_step
def adaptive_max_pool1d(input, output_size, return_indices=False):
    """The largest number of each of output_size windows that divide a signal evenly: [N, C, length] or [C, length].

    return_indices  -> (numbers, where each stood: int64)

    Errors are adaptive_avg_pool1d's. Source: PyTorch, torch.nn.functional.adaptive_max_pool1d.
    """
    size = output_sizes("adaptive_max_pool1d", input, output_size, 1)
    made = largest(unsqueeze(input, -2), (1, *size), return_indices)
    return tuple([squeeze(x, -2) for x in made]) if return_indices else squeeze(made, -2)


@one_step
def adaptive_max_pool2d(input, output_size, return_indices=False):
    """The same of an image: [N, C, H, W] or [C, H, W]; output_size is an int, or an int or None (as long as it was) for each.

    Errors are adaptive_avg_pool1d's. Source: PyTorch, torch.nn.functional.adaptive_max_pool2d.
    """
    return largest(input, output_sizes("adaptive_max_pool2d", input, output_size, 2), return_indices)


@one_step
def adaptive_max_pool3d(input, output_size, return_indices=False):
    """The same of a volume: [N, C, D, H, W] or [C, D, H, W]. Source: PyTorch, torch.nn.functional.adaptive_max_pool3d."""
    return largest(input, output_sizes("adaptive_max_pool3d", input, output_size, 3), return_indices)


def largest(input, size, return_indices):
    """The largest number of each window, and where it stood."""
    windows = [even(n, count) for n, count in zip(input.shape[-len(size) :], size, strict=True)]
    return pool(input, windows, f"AdaptiveMaxPool{len(size)}D", return_indices)
