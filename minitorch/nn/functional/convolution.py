"""convolution: conv1d, conv2d, conv3d: one small kernel of weights for all windows of a signal, an image or a volume (core).

    y[n, o, i] = bias[o] + sum over c and k of  weight[o, c, k] * x[n, c, i * stride + k * dilation - padding]

i and k are places in as many dimensions as there are. The windows are laid out as the columns of a matrix X [C * K, N * L].
With the weights W [O, C * K] and the results Y [O, N * L], this is a product of matrices, and so are its derivatives:

    Y = W @ X        dW = dY @ X.T        dX = W.T @ dY

`how` is (stride, padding, dilation, groups); the first three have a number for each dimension. Groups are products of their own:
each group of input channels meets its own group of outputs. `size` is how long the result is in each dimension.
"""

from itertools import product
from math import prod

from ..._lazy import load
from ...backend import array_module
from ...ops.casting import autocasts
from ...ops.one_step import one_step
from ...ops.op import op
from ...ops.view.reshape import as_strided
from ...ops.view.squeeze import squeeze, unsqueeze
from .activation import single
from .loss import still
from .windows import check_tensor, count_of, several

# --- windows as columns, and back ---------------------------------------------------------------------------------------


def im2col(x, kernel, how, size):
    """The windows of x [N, C, *S] as columns: [C * K, N * L], with K = prod(kernel) places in a window and L = prod(size) windows."""
    stride, padding, dilation, _ = how
    whole = padded(x, padding)
    image, channel, *steps = whole.strides
    # how far it is to the next number inside a window, and onward to the next window
    inside = [step * d for step, d in zip(steps, dilation, strict=True)]
    onward = [step * s for step, s in zip(steps, stride, strict=True)]
    shape = (x.shape[1], *kernel, len(x), *size)
    columns = as_strided(whole, shape, (channel, *inside, image, *onward))
    return columns.reshape(x.shape[1] * prod(kernel), len(x) * prod(size))


def col2im(columns, kernel, how, size, shape):
    """The way back: each column is added to its window of an array of zeros, of `shape` [N, C, *S]. Where windows overlap, sums."""
    stride, padding, dilation, _ = how
    columns = columns.reshape(shape[1], *kernel, shape[0], *size)
    whole = padded(array_module(columns).zeros(shape, columns.dtype), padding)
    for place in product(*[range(k) for k in kernel]):
        # where in the padded images the numbers at this place of all windows come from
        steps = zip(place, dilation, size, stride, strict=True)
        seen = [slice(k * d, k * d + n * s, s) for k, d, n, s in steps]
        whole[:, :, *seen] += columns[:, *place].swapaxes(0, 1)
    inside = [slice(p, p + n) for p, n in zip(padding, shape[2:], strict=True)]
    return whole[:, :, *inside]


def padded(x, padding):
    """x [N, C, *S] with zeros around each image: as many at both ends of a dimension as its padding says."""
    return array_module(x).pad(x, [(0, 0), (0, 0), *zip(padding, padding, strict=True)])


# --- three products -----------------------------------------------------------------------------------------------------


def conv_forward(x, weight, how, size):
    """Y = W @ X: x [N, C, *S] and weight [O, C / groups, *K] -> [N, O, *size]."""
    columns = im2col(x, weight.shape[2:], how, size)
    made = by_group(weight, how[3]) @ by_group(columns, how[3])
    return made.reshape(len(weight), len(x), *size).swapaxes(0, 1)


def conv_input(g, weight, how, image_size):
    """dX = W.T @ dY, then each column back to its window: g [N, O, *L], weight [O, C / groups, *K] -> [N, C, *image_size]."""
    groups = how[3]
    columns = by_group(weight, groups).swapaxes(1, 2) @ by_group(g.swapaxes(0, 1), groups)
    return col2im(columns, weight.shape[2:], how, g.shape[2:], (len(g), weight.shape[1] * groups, *image_size))


def conv_weight(x, g, how, kernel_size):
    """dW = dY @ X.T: x [N, C, *S] and g [N, O, *L] -> [O, C / groups, *kernel_size]."""
    groups = how[3]
    columns = im2col(x, kernel_size, how, g.shape[2:])
    made = by_group(g.swapaxes(0, 1), groups) @ by_group(columns, groups).swapaxes(1, 2)
    return made.reshape(g.shape[1], x.shape[1] // groups, *kernel_size)


def by_group(x, groups):
    """A matrix for each group of the R rows of x: [R, ...] -> [groups, R / groups, numbers in a row]."""
    return x.reshape(groups, len(x) // groups, prod(x.shape[1:]))


# --- operations: of each of the three, the derivatives are the other two ------------------------------------------------


@op(derivative="ConvolutionBackward0")
def _convolution(input, weight, bias, how, size):
    """input [N, C, *S], weight [O, C / groups, *K], bias [O] or None -> [N, O, *size]."""
    return finished(conv_forward(single(input), single(weight), how, size), bias, input.dtype)


@op(derivative="ConvolutionBackward0")
def _conv_input(input, weight, bias, how, size):
    """The gradient to a convolution's input, which is a transposed convolution: [N, O, *L] -> [N, C, *size]."""
    return finished(conv_input(single(input), single(weight), how, size), bias, input.dtype)


@op(derivative="ConvolutionBackwardBackward0")
def _conv_weight(input, other, how, size):
    """The gradient to a convolution's weight, from its input and the gradient to its result: -> [O, C / groups, *size]."""
    return finished(conv_weight(single(input), single(other), how, size), None, input.dtype)


def finished(made, bias, dtype):
    """A result with its bias, contiguous, in the dtype that it should have."""
    if bias is not None:
        made = made + single(bias).reshape(-1, *[1] * (made.ndim - 2))
    return array_module(made).ascontiguousarray(made).astype(dtype, copy=False)


_convolution.grad(
    input=lambda g, input, weight, how: still(_conv_input(g, weight, None, how, input.shape[2:]), input),
    weight=lambda g, input, weight, how: still(_conv_weight(input, g, how, weight.shape[2:]), weight),
    bias=lambda g: g.sum((0, *range(2, g.ndim))),  # it was added at all places
)
_conv_input.grad(
    input=lambda g, input, weight, how: still(_convolution(g, weight, None, how, input.shape[2:]), input),
    weight=lambda g, input, weight, how: still(_conv_weight(g, input, how, weight.shape[2:]), weight),
    bias=lambda g: g.sum((0, *range(2, g.ndim))),  # it was added at all places
)
_conv_weight.grad(
    input=lambda g, other, how, input_shape: _conv_input(other, g, None, how, input_shape[2:]),
    other=lambda g, input, how, other_shape: _convolution(input, g, None, how, other_shape[2:]),
)


# --- the functions ------------------------------------------------------------------------------------------------------


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
    """Check the arguments, and find the size of the result."""
    x = with_batch(name, dims, input, weight, bias)
    stride, dilation = several(name, "stride", stride, dims, 1), several(name, "dilation", dilation, dims, 1)
    check_channels(x, weight, weight.shape[1] * groups, bias, len(weight), groups)
    kernel = weight.shape[2:]
    if isinstance(padding, str):
        x, padding = named(x, padding, stride, kernel, dilation)
    padding = several(name, "padding", padding, dims)
    how = stride, padding, dilation, groups
    size = tuple([count_of(n, k, *one) for n, k, *one in zip(x.shape[2:], kernel, *how[:3], strict=True)])
    if min(size) < 1:
        sizes = f"{list(kernel)}, {list(x.shape[2:])}"
        raise RuntimeError(f"Kernel size can't be greater than actual input size: {sizes}")
    made = _convolution(x, weight, bias, how, size)
    return made if input.ndim == dims + 2 else squeeze(made, 0)


def named(x, padding, stride, kernel, dilation):
    """x, and the padding that a word stands for: "valid" for none, "same" for half of what keeps the length.

    Where this is an odd number, x gets the zero that is left over, at its end.
    """
    if padding not in ("same", "valid") or padding == "same" and max(stride) > 1:
        raise RuntimeError(f"padding='{padding}' is not supported with a stride of {stride}")
    more = [d * (k - 1) if padding == "same" else 0 for d, k in zip(dilation, kernel, strict=True)]
    if any([n % 2 for n in more]):
        pad = load("minitorch.nn.functional.padding").pad
        x = pad(x, [zeros for n in reversed(more) for zeros in (0, n % 2)])
    return x, tuple([n // 2 for n in more])


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
