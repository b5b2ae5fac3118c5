"""conv_transpose: conv_transpose1d to conv_transpose3d: every number spread over the window that it came from (shelf)."""

from ...ops.casting import autocasts
from ...ops.one_step import one_step
from ...ops.view.squeeze import squeeze
from .convolution import _conv_input, check_channels, with_batch
from .windows import several


@one_step
@autocasts("lower")
def conv_transpose1d(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1):
    """The transposed convolution: every element of the input, times the kernel, is added to the window that a convolution makes it of.

    input           [N, C, length] or [C, length]
    weight          [C, O / groups, size of the window]; bias [O] or None
    stride, padding, dilation, groups   of that convolution
    output_padding  how many more numbers at the end, which that convolution does not reach with a stride

    -> [N, O, length'] or [O, length'], length' = (length - 1) stride - 2 padding + dilation (size - 1) + output_padding + 1

    >>> import minitorch as mt
    >>> mt.nn.functional.conv_transpose1d(mt.tensor([[1.0, 2.0]]), mt.tensor([[[1.0, 10.0]]]), stride=2)
    tensor([[ 1., 10.,  2., 20.]])

    Errors: RuntimeError for sizes and dtypes that do not fit, an output_padding not smaller than both stride and dilation,
    and a result without numbers; TypeError for anything that is not a tensor or an int.
    Source: PyTorch, torch.nn.functional.conv_transpose1d.
    """
    return transpose("conv_transpose1d", 1, input, weight, bias, stride, padding, output_padding, groups, dilation)


@one_step
@autocasts("lower")
def conv_transpose2d(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1):
    """The same for an image: [N, C, H, W] or [C, H, W], weight [C, O / groups, h, w] -> [N, O, H', W'] or [O, H', W'].

    Arguments and errors: conv_transpose1d's. Source: PyTorch, torch.nn.functional.conv_transpose2d.
    """
    return transpose("conv_transpose2d", 2, input, weight, bias, stride, padding, output_padding, groups, dilation)


@one_step
@autocasts("lower")
def conv_transpose3d(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1):
    """The same for a volume: [N, C, D, H, W] or [C, D, H, W], weight [C, O / groups, d, h, w] -> [N, O, D', H', W'].

    Arguments and errors: conv_transpose1d's. Source: PyTorch, torch.nn.functional.conv_transpose3d.
    """
    return transpose("conv_transpose3d", 3, input, weight, bias, stride, padding, output_padding, groups, dilation)


def transpose(name, dims, input, weight, bias, stride, padding, output_padding, groups, dilation):
    """Check the arguments, and spread the numbers over windows."""
    x = with_batch(name, dims, input, weight, bias)
    stride, dilation = several(name, "stride", stride, dims, 1), several(name, "dilation", dilation, dims, 1)
    padding, more = several(name, "padding", padding, dims), several(name, "output_padding", output_padding, dims)
    check_channels(x, weight, len(weight), bias, weight.shape[1] * groups, groups)
    if any([m >= max(s, d) for m, s, d in zip(more, stride, dilation, strict=True)]):
        raise RuntimeError(f"output padding must be smaller than either stride or dilation, but is {list(more)}")
    lengths = zip(x.shape[2:], weight.shape[2:], stride, padding, dilation, more, strict=True)
    size = tuple([(n - 1) * s - 2 * p + d * (k - 1) + m + 1 for n, k, s, p, d, m in lengths])
    if min(size) < 1:
        raise RuntimeError(f"Output size is too small: ({spaced(size)}) of an input ({spaced(x.shape[2:])})")
    made = _conv_input(x, weight, bias, (stride, padding, dilation, groups), size)
    return made if input.ndim == dims + 2 else squeeze(made, 0)


def spaced(sizes):
    """Sizes as PyTorch shows them here: 4 x 4."""
    return " x ".join(map(str, sizes))
