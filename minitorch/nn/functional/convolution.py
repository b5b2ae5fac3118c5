"""convolution: conv1d, conv2d, conv3d: a kernel that slides over a signal, an image or a volume (core)."""

from ...ops.casting import autocasts
from ...ops.one_step import one_step
from ...ops.view.squeeze import squeeze, unsqueeze
from .sliding import _slide
from .windows import check_tensor, count_of, several


@one_step
@autocasts("lower")
def conv1d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    """The convolution of a signal: every window of it, times the weights, added up.

    input     [N, C, length] or [C, length]
    weight    [O, C / groups, size of the window]; bias [O] or None
    stride    how far the window moves each time
    padding   how many zeros stand at both ends; "same": as many as keep the length, "valid": none
    dilation  how far apart the numbers of a window are
    groups    each of so many groups of channels has its own part of the O filters

    -> [N, O, length'] or [O, length'], length' = (length + 2 padding - dilation (size - 1) - 1) // stride + 1

    >>> import minitorch as mt
    >>> mt.nn.functional.conv1d(mt.tensor([[1.0, 2.0, 4.0, 8.0]]), mt.tensor([[[-1.0, 1.0]]]))
    tensor([[1., 2., 4.]])

    Errors: RuntimeError for sizes and dtypes that do not fit, a window larger than the input, and "same" with a stride;
    TypeError for anything that is not a tensor or an int. Source: PyTorch, torch.nn.functional.conv1d.
    """
    return convolve("conv1d", 1, input, weight, bias, stride, padding, dilation, groups)


@one_step
@autocasts("lower")
def conv2d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    """The convolution of an image: [N, C, H, W] or [C, H, W], weight [O, C / groups, h, w] -> [N, O, H', W'] or [O, H', W'].

    The arguments are conv1d's; stride, padding and dilation are an int, or one for each dimension.

    >>> import minitorch as mt
    >>> mt.nn.functional.conv2d(mt.arange(9.0).reshape(1, 1, 3, 3), mt.ones(1, 1, 2, 2))
    tensor([[[[ 8., 12.],
              [20., 24.]]]])

    Errors: conv1d's. Source: PyTorch, torch.nn.functional.conv2d.
    """
    return convolve("conv2d", 2, input, weight, bias, stride, padding, dilation, groups)


@one_step
@autocasts("lower")
def conv3d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    """The convolution of a volume: [N, C, D, H, W] or [C, D, H, W], weight [O, C / groups, d, h, w] -> [N, O, D', H', W'].

    Arguments and errors: conv2d's. Source: PyTorch, torch.nn.functional.conv3d.
    """
    return convolve("conv3d", 3, input, weight, bias, stride, padding, dilation, groups)


# --- the same in any number of dimensions -------------------------------------------------------------------------------


def convolve(name, dims, input, weight, bias, stride, padding, dilation, groups):
    """Check the arguments, and let the weights slide."""
    x = with_batch(name, dims, input, weight, bias)
    stride, dilation = several(name, "stride", stride, dims, 1), several(name, "dilation", dilation, dims, 1)
    kernel, same = weight.shape[2:], padding == "same"
    padding = named(padding, stride, kernel, dilation) if isinstance(padding, str) else padding
    padding = several(name, "padding", padding, dims)
    check_channels(x, weight, weight.shape[1] * groups, bias, len(weight), groups)
    how = stride, padding, dilation, groups
    size = tuple([count_of(n, k, *one) for n, k, *one in zip(x.shape[2:], kernel, *how[:3], strict=True)])
    size = tuple(x.shape[2:]) if same else size
    if min(size) < 1:
        raise RuntimeError(f"Kernel size can't be greater than actual input size: {list(kernel)}, {list(x.shape[2:])}")
    made = _slide(x, weight, bias, how, size)
    return made if input.ndim == dims + 2 else squeeze(made, 0)


def named(padding, stride, kernel, dilation):
    """How many zeros stand in front for "valid", none, and for "same": half of what keeps the length, the rest stands behind."""
    if padding not in ("same", "valid") or padding == "same" and max(stride) > 1:
        raise RuntimeError(f"padding='{padding}' is not supported with a stride of {stride}")
    return tuple([d * (k - 1) // 2 if padding == "same" else 0 for d, k in zip(dilation, kernel, strict=True)])


def with_batch(name, dims, input, weight, bias):
    """The input with a dimension for the batch, if it and the weights are tensors of the right number of dimensions."""
    for place, (what, x) in enumerate((("input", input), ("weight", weight), ("bias", bias)), 1):
        if what != "bias" or x is not None:
            check_tensor(name, x, what, place)
    if input.ndim not in (dims + 1, dims + 2) or weight.ndim != dims + 2:
        raise RuntimeError(
            f"Expected {dims + 1}D (unbatched) or {dims + 2}D (batched) input to {name}, not {list(input.shape)}"
        )
    return input if input.ndim == dims + 2 else unsqueeze(input, 0)


def check_channels(x, weight, channels, bias, outputs, groups):
    """Raise where input, weight and bias do not fit one another: in channels, or in dtype."""
    shape = list(weight.shape)
    if groups < 1 or len(weight) % groups or 0 in shape or 0 in x.shape[2:]:
        raise RuntimeError(f"no convolution of {list(x.shape)} with weight of size {shape} in groups={groups}")
    if x.shape[1] != channels:
        raise RuntimeError(
            f"Given groups={groups}, weight of size {shape}, expected input{list(x.shape)} to have {channels} channels, but got "
            f"{x.shape[1]} channels instead"
        )
    if bias is not None and tuple(bias.shape) != (outputs,):
        raise RuntimeError(
            f"Given weight of size {shape}, expected bias to be 1-dimensional with {outputs} elements, but got bias of size "
            f"{list(bias.shape)} instead"
        )
    for what, other in (("weight", weight), ("bias", bias)):
        if other is not None and other.dtype is not x.dtype:
            raise RuntimeError(
                f"Input type ({x.dtype.spelled}) and {what} type ({other.dtype.spelled}) should be the same"
            )


def spaced(sizes):
    """Sizes as PyTorch shows them here: 4 x 4."""
    return " x ".join(map(str, sizes))
