"""convolution: columns laid out once for all rows of the kernel, a few images at a time, by several threads (short cuts).

A column holds the numbers below a window, and what one row of the kernel meets there, the next row meets in the window below.
So the rows of an image are laid out for each place along the kernel, cut to where windows are; for another row of the kernel
the same numbers are read from a row further on, and the products for all of its rows are added up. That is a third of the
copies for a kernel of 3 x 3, and no number is there that belongs to no window. Where windows are a stride apart, each row of
the kernel meets the rows of the image with one remainder. On NumPy alone a step of a residual network takes two thirds of the
time of the plain way.
"""

from contextlib import nullcontext
from functools import lru_cache
from itertools import product
from math import gcd, prod

import numpy as np

from ..ops import threads
from ..ops.threads import together
from . import add
from .blas import single
from .kernels import enter
from .table import ShortCut

CACHED = 1 << 21  # numbers in the windows that are visited at once: as laid out, they fit into the cache
SHARED = 1 << 22  # multiplications, from which several threads are worth handing images over
SHORT = 50  # windows of an image, below which products for each take longer than laying all of them side by side


# --- one dimension ------------------------------------------------------------------------------------------------------


def phases(kernel, stride, dilation):
    """The places of a window by what is left of their distance, divided by the stride: [(places, remainder, shift, step)].

    The numbers with one remainder are a row of their own, in which those places stand `shift`, shift + step ... further on.
    """
    apart = stride // gcd(stride, dilation)
    return [
        (slice(k, kernel, apart), k * dilation % stride, k * dilation // stride, apart * dilation // stride)
        for k in range(min(apart, kernel))
    ]


def inside(length, lead, stride, rest, reach):
    """(which numbers of a row have a remainder, which of `reach` places they take), with `lead` zeros in front."""
    first = max((rest - lead) % stride, rest - lead)
    place = (lead + first - rest) // stride
    count = max(min(-(-(length - first) // stride), reach - place), 0)
    return slice(first, first + count * stride, stride), slice(place, place + count)


# --- columns ------------------------------------------------------------------------------------------------------------


@lru_cache(256)
def plan(lengths, kernel, how, size):
    """(what to copy: from where in an image, to where in columns; their shape; where the numbers of each kernel row begin)."""
    stride, lead, dilation, _ = how
    downs = [divmod(k * dilation[0], stride[0]) for k in range(kernel[0])]
    rests = sorted({rest for _, rest in downs})
    height = size[0] + max(downs)[0]
    lines = [inside(lengths[0], lead[0], stride[0], rest, height) for rest in rests]
    places = [inside(lengths[1], lead[1], stride[1], k * dilation[1], size[1]) for k in range(kernel[1])]
    parts = [
        ((..., rows, along), (..., k, i, to_rows, to_along))
        for i, (rows, to_rows) in enumerate(lines)
        for k, (along, to_along) in enumerate(places)
    ]
    starts = [(rests.index(rest) * height + shift) * size[1] for shift, rest in downs]
    return parts, (kernel[1], len(rests), height, size[1]), starts


def are_beside(outputs, groups, size):
    """Whether images go side by side, since the products of matrices for each would be small."""
    return prod(size) < SHORT or outputs == groups > 1


def matrices(x, groups, beside):
    """[N, C, H, W] as matrices [N, groups, C / groups, H * W], or as [1, groups, C / groups, H * N * W]."""
    if beside:
        return x.transpose(1, 2, 0, 3).reshape(1, groups, x.shape[1] // groups, -1)
    return x.reshape(len(x), groups, x.shape[1] // groups, -1)


def laid_out(x, outputs, kernel, how, size):
    """[the numbers that each row of the kernel meets], as matrices [N or 1, groups, C / groups * width, windows].

    Where a group has more outputs to add up than these have rows to copy, all that the kernel meets goes into one matrix.
    """
    parts, shape, starts = plan(x.shape[2:], kernel, how, size)
    (count, channels), (source, target) = x.shape[:2], parts[0]
    if are_beside(outputs, how[3], size):
        columns = np.zeros((channels, *shape[:3], count, shape[3]), x.dtype)
        images, step = columns.transpose(4, 0, 1, 2, 3, 5), count
    elif shape[:2] == (1, 1) and target[3:] == (slice(0, shape[2]), slice(0, shape[3])):
        columns, parts, step = x[source], [], 1
    else:
        columns = images = np.zeros((count, channels, *shape), x.dtype)
        step = 1
    for source, target in parts:
        images[target] = x[source]
    columns = columns.reshape(count // step, how[3], channels // how[3] * kernel[1], -1)
    found = [columns[..., start * step : (start + prod(size)) * step] for start in starts]
    copied = len(found) > 1 and columns.shape[2] < outputs // how[3]
    return [np.concatenate(found, 2)] if copied else found


def by_images(work, count, numbers, outputs):
    """work(slice) for all images, a few at a time, by all threads if there is much to multiply.

    numbers  in the windows of an image; each meets so many `outputs`
    """
    step, much = min(max(CACHED // numbers, 1), count), numbers * count * outputs >= SHARED
    shared = much and threads.count > 1 and count > 1
    with single() if shared or not much else nullcontext() as alone:  # or else it is BLAS that shares out
        if shared and alone:
            turns = -(-count // (step * threads.count))
            step = -(-count // (turns * threads.count))
            together(lambda start: work(slice(start, start + step)), range(0, count, step))
        else:
            for start in range(0, count, step):
                work(slice(start, start + step))


# --- the three ----------------------------------------------------------------------------------------------------------


def fits(x, other, size, how):
    """Whether images and weights are of one usual kind."""
    usual = type(x) is np.ndarray and x.dtype is other.dtype and x.dtype.char in "fd" and x.ndim == 4
    return usual and x.size and other.size and min(size) > 0


def by_rows(weight, groups):
    """A weight [O, C / groups, *K] as a matrix for each row of the kernel: [kernel height, groups, O / groups, ...]."""
    outputs, inputs, height, width = weight.shape
    return np.ascontiguousarray(np.moveaxis(weight, 2, 0)).reshape(height, groups, outputs // groups, inputs * width)


def slid(x, rows, bias, kernel, how, size, out):
    """The convolution of a few images, written into `out`, by the weight's rows."""
    groups, outputs = how[3], out.shape[1]
    beside, parts = are_beside(outputs, groups, size), laid_out(x, outputs, kernel, how, size)
    if len(parts) < len(rows):
        rows = [np.concatenate(rows, 2)]
    straight = out.flags.c_contiguous and not beside
    made = np.matmul(rows[0], parts[0], matrices(out, groups, False) if straight else None)
    for row, part in zip(rows[1:], parts[1:], strict=True):
        made += row @ part
    if beside:
        made = made.reshape(outputs, size[0], len(x), size[1]).transpose(2, 0, 1, 3)
    if bias is not None:
        np.add(made.reshape(out.shape), bias[:, None, None], out=out)
    elif not straight:
        out[...] = made.reshape(out.shape)


def convolution(plain):
    def forward(x, weight, bias, how, size):
        if not fits(x, weight, size, how):
            return plain(x, weight, bias, how, size)
        out, kernel = np.empty((len(x), len(weight), *size), x.dtype), weight.shape[2:]
        rows = by_rows(weight, how[3])

        def work(some):
            slid(x[some], rows, bias, kernel, how, size, out[some])

        by_images(work, len(x), x.shape[1] * prod(kernel) * prod(size), rows.shape[2])
        return out

    return forward


@lru_cache(256)
def turned(kernel, how, size):
    """Of each remainder of x's places: (its places, those of the kernel, (lead, step, size) of the convolution of y)."""
    found = []
    for k, s, p, d, n in zip(kernel, *how[:3], size, strict=True):
        found.append([])
        for places, rest, shift, step in phases(k, s, d):
            first = (rest - p) % s
            lead = (len(range(k)[places]) - 1) * step + shift - (first + p) // s
            found[-1].append((slice(first, n, s), places, (lead, max(step, 1), len(range(first, n, s)))))
    return [*product(*found)]


def conv_input(plain):
    def forward(y, weight, bias, how, size):
        groups, (outputs, inputs), kernel = how[3], weight.shape[:2], weight.shape[2:]
        many = outputs <= 4 * inputs * groups  # or else there are more numbers to copy than to add up
        if not many or not fits(y, weight, size, how):
            return plain(y, weight, bias, how, size)
        parts = []
        for (down, below, one), (right, beside, other) in turned(kernel, how, size):
            some = weight[:, :, below, beside][:, :, ::-1, ::-1]
            lead, step, length = zip(one, other, strict=True)
            if min(length) > 0:
                some = some.reshape(groups, outputs // groups, inputs, *some.shape[2:]).swapaxes(1, 2)
                rows = by_rows(some.reshape(groups * inputs, outputs // groups, *some.shape[3:]), groups)
                parts.append(((down, right), rows, some.shape[3:], ((1, 1), lead, step, groups), length))
        out = np.empty((len(y), inputs * groups, *size), y.dtype)
        if len(parts) < prod(how[0]):  # there are places between the windows
            out[...] = 0 if bias is None else bias[:, None, None]

        def work(some):
            for (down, right), rows, *settings in parts:
                slid(y[some], rows, bias, *settings, out[some, :, down, right])

        by_images(work, len(y), outputs * prod(kernel) * prod(y.shape[2:]), inputs)
        return out

    return forward


def conv_weight(plain):
    def forward(x, y, how, size):
        if not fits(x, y, size, how):
            return plain(x, y, how, size)
        return matched(x, y, how, size)

    return forward


def matched(x, y, how, kernel):
    """The weight's gradient."""
    groups, outputs, inputs, size, totals = how[3], y.shape[1], x.shape[1] // how[3], y.shape[2:], {}
    beside = are_beside(outputs, groups, size)

    def work(some):
        given = matrices(y[some], groups, beside).swapaxes(2, 3)
        # this way round BLAS takes less time
        parts = laid_out(x[some], outputs, kernel, how, size)
        totals[some.start] = np.stack([np.add.reduce(part @ given) for part in parts], 1)

    by_images(work, len(x), x.shape[1] * prod(kernel) * prod(size), outputs // groups)
    total = np.add.reduce([totals[start] for start in sorted(totals)])
    total = total.reshape(groups, kernel[0], inputs, kernel[1], -1).transpose(0, 4, 2, 1, 3)
    return np.ascontiguousarray(total).reshape(outputs, inputs, *kernel)


CONVOLUTION = "minitorch.nn.functional.convolution:"
ROUND = (CONVOLUTION, "minitorch.ops.op:", "minitorch.ops.call:")
put = enter({CONVOLUTION + make.__name__: make for make in (convolution, conv_input, conv_weight)})
add(ShortCut("convolution", CONVOLUTION + "_convolution", put, ROUND))
