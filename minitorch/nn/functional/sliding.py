"""sums of products over sliding windows: the ops below convolution, its gradients and transposed convolution (core).

    sum over n, o, c, i, k of  y[n, o, i] * weight[o, c, k] * x[n, c, i * stride + k * dilation - padding]

Three arrays meet in it. Leave one out, and what the other two leave to be multiplied with is that one's gradient:

    slide   x and weight -> y        every window of x times the weights: the convolution
    spread  y and weight -> x        every y, times the weights, added to the window it came from: the transposed one
    match   x and y      -> weight   every window of x times the y that came from it

So the derivatives of each are the other two. i and k are places in as many dimensions as there are; `how` holds the four
(stride, padding, dilation, groups), of which the first three have a number for each dimension. Of the channels, every
group of x's meets its own group of y's.

The windows are laid side by side as the columns of a matrix, so that the sum is one product of matrices for each group.
"""

from itertools import product
from math import prod

from ...backend import array_module
from ...creation.meta import MetaArray
from ...ops.op import op
from ...ops.reduction.sum import sum
from .activation import single
from .loss import still

AT_ONCE = 1 << 22  # numbers in the matrix: of a large batch, a few are worked on at a time


@op(derivative="ConvolutionBackward0")
def _slide(input, weight, bias, how, size):
    """input [N, C, *S], weight [O, C / groups, *K], bias [O] or None -> [N, O, *size]."""
    xp, groups, outputs = array_module(input), how[3], weight.shape[0]
    out = xp.empty((len(input), outputs, *size), input.dtype)
    rows = single(weight).reshape(groups, outputs // groups, prod(weight.shape[1:]))
    for part, columns in windows(input, weight.shape[2:], how, size):
        made = multiplied(rows, columns).reshape(outputs, len(out[part]), *size).swapaxes(0, 1)
        finish(out[part], made, bias)
    return out


@op(derivative="ConvolutionBackward0")
def _spread(input, weight, bias, how, size):
    """input [N, O, *L], weight [O, C / groups, *K], bias [C] or None -> [N, C, *size]."""
    (stride, padding, dilation, groups), kernel, xp = how, weight.shape[2:], array_module(input)
    channels = weight.shape[1] * groups
    out = xp.empty((len(input), channels, *size), input.dtype)
    columns = single(weight).reshape(groups, len(weight) // groups, prod(weight.shape[1:])).swapaxes(1, 2)
    reach = [max(r, p + n) for r, p, n in zip(reaches(kernel, how, input.shape[2:]), padding, size, strict=True)]
    inside = tuple([slice(p, p + n) for p, n in zip(padding, size, strict=True)])
    for part in parts(input, channels * prod(kernel) * prod(input.shape[2:])):
        made = multiplied(columns, by_channel(input[part], groups))
        made = made.reshape(channels, *kernel, len(out[part]), *input.shape[2:])
        whole = xp.zeros((channels, len(out[part]), *reach), made.dtype)
        for place in product(*[range(n) for n in kernel]):
            seen = [
                slice(k * d, k * d + (n - 1) * s + 1, s)
                for k, d, n, s in zip(place, dilation, input.shape[2:], stride, strict=True)
            ]
            whole[:, :, *seen] += made[:, *place]
        finish(out[part], whole[:, :, *inside].swapaxes(0, 1), bias)
    return out


@op(derivative="ConvolutionBackwardBackward0")
def _match(input, other, how, size):
    """input [N, C, *S], other [N, O, *L] -> weight [O, C / groups, *size]."""
    groups, (outputs, *length) = how[3], other.shape[1:]
    inputs = input.shape[1] // groups
    total = array_module(input).zeros((groups, outputs // groups, inputs * prod(size)), single(input).dtype)
    for part, columns in windows(input, size, how, length):
        total += by_channel(other[part], groups) @ columns.swapaxes(1, 2)
    made = total.reshape(outputs, inputs, *size).astype(input.dtype, copy=False)
    return made


def each_place(g):
    """The gradient of a bias, which was added at every place."""
    return sum(g, (0, *range(2, g.ndim)))


_slide.grad(
    input=lambda g, input, weight, how: still(_spread(g, weight, None, how, input.shape[2:]), input),
    weight=lambda g, input, weight, how: still(_match(input, g, how, weight.shape[2:]), weight),
    bias=lambda g: each_place(g),
)
_spread.grad(
    input=lambda g, input, weight, how: still(_slide(g, weight, None, how, input.shape[2:]), input),
    weight=lambda g, input, weight, how: still(_match(g, input, how, weight.shape[2:]), weight),
    bias=lambda g: each_place(g),
)
_match.grad(
    input=lambda g, other, how, input_shape: _spread(other, g, None, how, input_shape[2:]),
    other=lambda g, input, how, other_shape: _slide(input, g, None, how, other_shape[2:]),
)


# --- matrices -----------------------------------------------------------------------------------------------------------


def windows(x, kernel, how, size):
    """(which of the batch, their windows as [groups, C / groups * K, how many * L]), a few of the batch at a time."""
    (stride, padding, dilation, groups), xp = how, array_module(x)
    channels = x.shape[1]
    for part in parts(x, channels * prod(kernel) * prod(size)):
        whole = padded(single(x[part]), padding, reaches(kernel, how, size))
        item, channel, *steps = whole.strides
        shown = xp.lib.stride_tricks.as_strided(
            whole,
            (channels, *kernel, len(whole), *size),
            (channel, *[n * d for n, d in zip(steps, dilation, strict=True)], item,
             *[n * s for n, s in zip(steps, stride, strict=True)]),
        )  # fmt: skip
        yield part, shown.reshape(groups, channels // groups * prod(kernel), len(whole) * prod(size))


def parts(batch, numbers):
    """Slices of a batch, each of which makes a matrix of about AT_ONCE numbers if one element makes `numbers`.

    A GPU, which has no small memory to stay in, takes more at once: usually the whole batch in one product. On "meta"
    there are no numbers to multiply, and no slices.
    """
    if isinstance(batch, MetaArray):
        return []
    step = max(getattr(array_module(batch), "at_once", AT_ONCE) // max(numbers, 1), 1)
    return [slice(start, start + step) for start in range(0, len(batch), step)]


def reaches(kernel, how, size):
    """How far `size` windows reach in each dimension, from the first number of the first to the last of the last."""
    stride, _, dilation, _ = how
    return [(n - 1) * s + d * (k - 1) + 1 for n, s, d, k in zip(size, stride, dilation, kernel, strict=True)]


def padded(x, padding, reach):
    """x [N, C, *S] with `padding` zeros in front of it in each dimension, and behind it as many as the windows reach."""
    if not any(padding) and all([n >= r for n, r in zip(x.shape[2:], reach, strict=True)]):
        return x
    size = [max(p + n, r) for p, n, r in zip(padding, x.shape[2:], reach, strict=True)]
    whole = array_module(x).zeros((*x.shape[:2], *size), x.dtype)
    whole[:, :, *[slice(p, p + n) for p, n in zip(padding, x.shape[2:], strict=True)]] = x
    return whole


def by_channel(y, groups):
    """[N, O, *L] as one matrix for each group, a row for each of its channels: [groups, O / groups, N * L]."""
    count, outputs, *length = y.shape
    return single(y).swapaxes(0, 1).reshape(groups, outputs // groups, count * prod(length))


def multiplied(a, b):
    """a @ b. Columns times rows, as with a group for each channel, broadcast: NumPy's @ is slow at those."""
    return a * b if a.shape[2] == 1 else a @ b


def finish(out, made, bias):
    """Write a result with the bias added."""
    if bias is None:
        out[...] = made
    else:
        array_module(out).add(made, single(bias).reshape(-1, *[1] * (out.ndim - 2)), out=out)
