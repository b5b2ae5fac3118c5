"""convolution: conv1d, conv2d, conv3d: a kernel that slides over a signal, an image or a volume (core)."""

from ...ops.one_step import one_step
from ...ops.view.squeeze import squeeze
from .convolution_checks import check_channels, check_named_padding, check_size, settings, with_batch
from .sliding import _slide


@one_step
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
    TypeError for what is no tensor or no int. Source: PyTorch, torch.nn.functional.conv1d.
    """
    return convolve("conv1d", 1, input, weight, bias, stride, padding, dilation, groups)


@one_step
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
def conv3d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    """The convolution of a volume: [N, C, D, H, W] or [C, D, H, W], weight [O, C / groups, d, h, w] -> [N, O, D', H', W'].

    >>> import minitorch as mt
    >>> mt.nn.functional.conv3d(mt.ones(1, 1, 4, 4, 4), mt.ones(2, 1, 3, 3, 3), padding="same").shape
    minitorch.Size([1, 2, 4, 4, 4])

    Arguments and errors: conv2d's. Source: PyTorch, torch.nn.functional.conv3d.
    """
    return convolve("conv3d", 3, input, weight, bias, stride, padding, dilation, groups)


# --- the same in any number of dimensions -------------------------------------------------------------------------------


def convolve(name, dims, input, weight, bias, stride, padding, dilation, groups):
    """Check the arguments, and let the weights slide."""
    x = with_batch(name, dims, input, weight, bias)
    kernel, same = weight.shape[2:], padding == "same"
    padding = named_padding(padding, stride, kernel, dilation) if isinstance(padding, str) else padding
    how = settings(name, dims, weight, groups, stride=stride, padding=padding, dilation=dilation)
    check_channels(x, weight, bias, groups)
    size = tuple(x.shape[2:]) if same else window_counts(x.shape[2:], kernel, how)
    check_size(name, x, weight, bias, how, size)
    made = _slide(x, weight, bias, how, size)
    if not x.shape[1]:
        made = made[:, :0]  # no channels make no channels, whatever the weights say: so it is in PyTorch
    return made if input.ndim == dims + 2 else squeeze(made, 0)


def named_padding(padding, stride, kernel, dilation):
    """How many zeros stand in front for "valid", none, and for "same": half of what keeps the length, the rest stands behind."""
    check_named_padding(padding, stride, kernel, dilation)
    dilation = dilation if isinstance(dilation, (tuple, list)) else [dilation]
    dilation = [*dilation] * (len(kernel) if len(dilation) == 1 else 1)
    return tuple([d * (k - 1) // 2 if padding == "same" else 0 for d, k in zip(dilation, kernel, strict=False)])


def window_counts(lengths, kernel, how):
    """How many windows there are in each dimension."""
    each = zip(lengths, kernel, *how[:3], strict=True)
    return tuple([(n + 2 * p - d * (k - 1) - 1) // s + 1 for n, k, s, p, d in each])
