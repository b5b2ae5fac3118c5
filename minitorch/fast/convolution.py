"""convolution: windows laid out as columns in long stretches, a few images at a time, by several threads (short cuts).

A window's row is a stretch of the image's, and where windows lie side by side so are the stretches: with the rows of an image
one after the other in memory, and zeros between them, the numbers at one place of all windows are one long stretch, which
begins further on for the next place. So columns are copied by the thousand numbers. At the end of each row stand a few
products that belong to no window; they are left out of the answer, and count for nothing in a gradient. Windows a stride
apart are of several such images: one for each remainder that a row and a column leave when divided by the stride.
"""

from contextlib import nullcontext
from functools import lru_cache
from itertools import product
from math import gcd, prod

import numpy as np

from .. import threads
from ..nn.functional import sliding
from ..nn.functional.memory_order import ordered_like_either
from ..threads import together
from . import add
from .alternatives import Alternatives
from .blas import single
from .table import ShortCut

CACHED = 1 << 20  # numbers in the columns that are made at once: they fit into the processor's memory
SHARED = 1 << 22  # multiplications, from which several threads are worth handing images over


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
    """(the numbers from one row of windows to the next, how many numbers a plane has, what to copy for each remainder).

    What to copy: from where in an image, to where in a plane; to which places of the columns, from where on in the plane,
    and the steps there from one place to the next.
    """
    stride, lead, dilation, _ = how
    both = [*product(*[phases(*one) for one in zip(kernel, stride, dilation, strict=True)])]
    reach = [n + d * (k - 1) // s for n, k, s, d in zip(size, kernel, stride, dilation, strict=True)]
    pitch, parts = size[1], []
    for down, right in both:
        each = zip(lengths, lead, stride, (down[1], right[1]), reach, strict=True)
        (rows, to_rows), (along, to_along) = [inside(*one) for one in each]
        # the zeros at the end of a row are those at the beginning of the next
        pitch = max(pitch, to_along.stop, reach[1] - to_along.start)
        parts.append(((..., rows, along), (..., to_rows, to_along), down, right))
    parts = [
        (source, target, (slice(None), down[0], right[0]), down[2] * pitch + right[2], (down[3] * pitch, right[3]))
        for source, target, down, right in parts
    ]
    return pitch, (reach[0], pitch, reach[1]), parts


def laid_out(x, kernel, how, size):
    """([C * K, count * rows * pitch], pitch): the columns of images, in which a row of windows takes `pitch` numbers."""
    pitch, (height, width, more), parts = plan(x.shape[2:], kernel, how, size)
    (count, channels), length = x.shape[:2], size[0] * pitch
    columns = np.empty((channels, *kernel, count, length), x.dtype)
    for source, target, places, start, steps in parts:
        plane = np.zeros((channels, count, height * width + more), x.dtype)
        image = plane[..., : height * width].reshape(channels, count, height, width)
        image[target] = x[source].swapaxes(0, 1)
        part = columns[places]
        strides = plane.strides[0], steps[0] * x.itemsize, steps[1] * x.itemsize, *plane.strides[1:]
        part[...] = np.ndarray(part.shape, x.dtype, plane, start * x.itemsize, strides)
    return columns.reshape(-1, count * length), pitch


def by_images(work, count, numbers, outputs):
    """work(slice) for all images, a few at a time, by all threads if there is much to multiply.

    numbers  in the columns of an image; each meets so many `outputs`
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
    return (
        type(x) is np.ndarray
        and x.dtype is other.dtype
        and x.dtype.char in "fd"
        and x.ndim == 4
        and x.size
        and other.size
        and min(size) > 0
    )


def slid(x, rows, bias, kernel, how, size, out):
    """The convolution of a few images, written into `out`; rows [groups, O / groups, C / groups * K]"""
    columns, pitch = laid_out(x, kernel, how, size)
    made = rows @ columns.reshape(len(rows), rows.shape[2], -1)
    made = made.reshape(out.shape[1], len(x), size[0], pitch)
    sliding.finish(out, made[..., : size[1]].swapaxes(0, 1), bias)


def slide(plain):
    def forward(x, weight, bias, how, size):
        if not fits(x, weight, size, how):
            return plain(x, weight, bias, how, size)
        out, kernel = np.empty((len(x), len(weight), *size), x.dtype), weight.shape[2:]
        rows = weight.reshape(how[3], len(weight) // how[3], -1)

        def work(some):
            slid(x[some], rows, bias, kernel, how, size, out[some])

        by_images(work, len(x), x.shape[1] * prod(kernel) * prod(size), rows.shape[1])
        return ordered_like_either(x, weight, out, 2)

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


def spread(plain):
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
                rows = some.reshape(groups, outputs // groups, inputs, -1).swapaxes(1, 2).reshape(groups, inputs, -1)
                # where it is still a view, from the last number to the first, BLAS does not take it
                parts.append(
                    ((down, right), np.ascontiguousarray(rows), some.shape[2:], ((1, 1), lead, step, 1), length)
                )
        out = np.empty((len(y), inputs * groups, *size), y.dtype)
        if len(parts) < prod(how[0]):  # there are places between the windows
            out[...] = 0 if bias is None else sliding.single(bias)[:, None, None]

        def work(some):
            for (down, right), rows, *settings in parts:
                slid(y[some], rows, bias, *settings, out[some, :, down, right])

        by_images(work, len(y), outputs * prod(kernel) * prod(y.shape[2:]), inputs)
        return ordered_like_either(y, weight, out, 2)

    return forward


def match(plain):
    def forward(x, y, how, size):
        if not fits(x, y, size, how):
            return plain(x, y, how, size)
        made = matched(x, y, how, size)
        if not np.isfinite(made).all():  # it may come from beside a window, where inf meets a 0
            return plain(x, y, how, size)
        return ordered_like_either(x, y, made, 2)

    return forward


def matched(x, y, how, kernel):
    """The weight's gradient."""
    groups, outputs, size, totals = how[3], y.shape[1], y.shape[2:], {}

    def work(some):
        columns, pitch = laid_out(x[some], kernel, how, size)
        wide = np.zeros((outputs, len(x[some]), size[0], pitch), x.dtype)  # 0 where no window is
        wide[..., : size[1]] = y[some].swapaxes(0, 1)
        # this way round BLAS takes half of the time, and `@` would keep Python's lock where the result is small
        if groups == 1:
            totals[some.start] = np.dot(columns, wide.reshape(outputs, -1).T)
        else:
            columns, wide = [rows.reshape(groups, len(rows) // groups, -1) for rows in (columns, wide)]
            totals[some.start] = columns @ wide.swapaxes(1, 2)

    by_images(work, len(x), x.shape[1] * prod(kernel) * prod(size), outputs // groups)
    total = np.add.reduce([totals[start] for start in sorted(totals)])
    return np.ascontiguousarray(total.swapaxes(-1, -2)).reshape(outputs, x.shape[1] // groups, *kernel)


alternatives = Alternatives({sliding._slide: slide, sliding._spread: spread, sliding._match: match})
add(
    ShortCut(
        "convolution",
        "minitorch.nn.functional.sliding:_slide",
        alternatives.put,
        ("minitorch.nn.functional.sliding:", "minitorch.ops.op:", "minitorch.ops.call:"),
    )
)
