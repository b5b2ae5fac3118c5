"""conv_transpose: conv_transpose1d to 3d, and PyTorch's other ways to ask for a convolution: convolution, conv_tbc (shelf)."""

from ...ops.one_step import one_step
from ...ops.view.squeeze import squeeze
from .convolution import conv1d, convolve
from .convolution_checks import by, check_bias, check_numbers, check_weight, settings, with_batch
from .sliding import _spread


@one_step
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
    and a result without numbers; TypeError for what is no tensor or no int.
    Source: PyTorch, torch.nn.functional.conv_transpose1d.
    """
    return transpose("conv_transpose1d", 1, input, weight, bias, stride, padding, output_padding, groups, dilation)


@one_step
def conv_transpose2d(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1):
    """The same for an image: [N, C, H, W] or [C, H, W], weight [C, O / groups, h, w] -> [N, O, H', W'] or [O, H', W'].

    >>> import minitorch as mt
    >>> mt.nn.functional.conv_transpose2d(mt.ones(1, 1, 2, 2), mt.ones(1, 1, 2, 2))
    tensor([[[[1., 2., 1.],
              [2., 4., 2.],
              [1., 2., 1.]]]])

    Arguments and errors: conv_transpose1d's. Source: PyTorch, torch.nn.functional.conv_transpose2d.
    """
    return transpose("conv_transpose2d", 2, input, weight, bias, stride, padding, output_padding, groups, dilation)


@one_step
def conv_transpose3d(input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1):
    """The same for a volume: [N, C, D, H, W] or [C, D, H, W], weight [C, O / groups, d, h, w] -> [N, O, D', H', W'].

    >>> import minitorch as mt
    >>> mt.nn.functional.conv_transpose3d(mt.ones(1, 2, 3, 3, 3), mt.ones(2, 1, 2, 2, 2), stride=2).shape
    minitorch.Size([1, 1, 6, 6, 6])

    Arguments and errors: conv_transpose1d's. Source: PyTorch, torch.nn.functional.conv_transpose3d.
    """
    return transpose("conv_transpose3d", 3, input, weight, bias, stride, padding, output_padding, groups, dilation)


def transpose(name, dims, input, weight, bias, stride, padding, output_padding, groups, dilation):
    """Check the arguments, and spread the numbers over windows."""
    x = with_batch(name, dims, input, weight, bias)
    if isinstance(padding, str):
        raise TypeError(f"{name}(): argument 'padding' must be tuple of ints, not str")
    *how, more, groups = settings(
        name, dims, weight, groups, stride=stride, padding=padding, dilation=dilation, output_padding=output_padding
    )
    check_weight(x, weight, groups)
    given = f"Given transposed=1, weight of size {list(weight.shape)}"
    if x.shape[1] != weight.shape[0]:
        raise RuntimeError(
            f"{given}, expected input{list(x.shape)} to have {weight.shape[0]} channels, but got {x.shape[1]} channels instead"
        )
    check_bias(bias, weight.shape[1] * groups, given)
    if any([m >= max(s, d) for m, s, d in zip(more, how[0], how[2], strict=True)]):
        raise RuntimeError(
            "output padding must be smaller than either stride or dilation, but got "
            f"output_padding={list(more)}, stride={list(how[0])}, dilation={list(how[2])}"
        )
    lengths = zip(x.shape[2:], weight.shape[2:], *how, more, strict=True)
    size = tuple([(n - 1) * s - 2 * p + d * (k - 1) + m + 1 for n, k, s, p, d, m in lengths])
    if min(size) < 1:
        raise RuntimeError(
            f"Given input size per channel: ({by(x.shape[2:])}). Calculated output size per channel: ({by(size)}). Output "
            "size is too small"
        )
    check_numbers(x, weight, bias, name)
    made = _spread(x, weight, bias, (*how, groups), size)
    return made if input.ndim == dims + 2 else squeeze(made, 0)


# --- other names --------------------------------------------------------------------------------------------------------


def convolution(input, weight, bias, stride, padding, dilation, transposed, output_padding, groups):
    """conv1d to conv3d, and transposed conv_transpose1d to 3d, in as many dimensions as the weight has: all arguments are given.

    >>> import minitorch as mt
    >>> mt.convolution(mt.ones(1, 1, 3), mt.ones(1, 1, 2), None, [1], [0], [1], False, [0], 1)
    tensor([[[2., 2.]]])

    Errors: TypeError for what is no tuple of ints, and conv1d's. Source: PyTorch, torch.convolution.
    """
    given = {"stride": stride, "padding": padding, "dilation": dilation, "output_padding": output_padding}
    for place, what in ((4, "stride"), (5, "padding"), (6, "dilation"), (8, "output_padding")):
        if not isinstance(given[what], (tuple, list)):
            raise TypeError(
                f"convolution(): argument '{what}' (position {place}) must be tuple of ints, not {type(given[what]).__name__}"
            )
    if input.ndim != weight.ndim:
        raise RuntimeError(
            f"Expected {weight.ndim}-dimensional input for {weight.ndim}-dimensional weight {list(weight.shape)}, but got "
            f"{input.ndim}-dimensional input of size {list(input.shape)} instead"
        )
    dims = weight.ndim - 2
    if transposed:
        return transpose("convolution", dims, input, weight, bias, stride, padding, output_padding, groups, dilation)
    return convolve("convolution", dims, input, weight, bias, stride, padding, dilation, groups)


def conv_tbc(input, weight, bias, pad=0):
    """conv1d of signals whose dimensions are in another order: [length, N, C], weight [size of the window, C, O], bias [O].

    >>> import minitorch as mt
    >>> mt.conv_tbc(mt.ones(4, 1, 2), mt.ones(3, 2, 1), mt.zeros(1)).flatten()
    tensor([6., 6.])

    Errors: RuntimeError for sizes that do not fit. Source: PyTorch, torch.conv_tbc.
    """
    if input.ndim != 3:
        raise RuntimeError(f"Input must have 3 dims: time, batch, in_channel, but its shape is {list(input.shape)}")
    if weight.ndim != 3:
        raise RuntimeError(
            f"Weight tensor must have 3 dims: kernel_width, in_channels, out_channels, not {weight.ndim}"
        )
    if input.shape[2] != weight.shape[1]:
        raise RuntimeError("Input dim 2 (input channels) is not == dim 1 in the weight tensor")
    if tuple(bias.shape) != (weight.shape[2],):
        raise RuntimeError("Bias size must equal dim 2 in the weight tensor (output channels).")
    size = input.shape[0] + 2 * pad - weight.shape[0] + 1
    if size < 0:
        wanted = [size, input.shape[1], weight.shape[2]]
        raise RuntimeError(f"Trying to create tensor with negative dimension {size}: {wanted}")
    return conv1d(input.permute(1, 2, 0), weight.permute(2, 1, 0), bias, padding=pad).permute(2, 0, 1)
