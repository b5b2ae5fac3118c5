"""convolution: sums of products over sliding windows, in one to three dimensions, as kernels (short cuts).

Each is the op of the same name in nn/functional/convolution.py: a product of matrices whose one factor is never laid out. Where
its numbers stand in the padded image is told by two tables, of the windows and of the places in a window: so strides and
dilations cost nothing. Groups are left to the plain way. A step of a small convolutional network takes two thirds of the time
that it takes on NumPy.
"""

from functools import lru_cache
from itertools import product
from math import prod

import numpy as np

from ..twins import FLOAT32
from . import tiles
from .kernel import block, kernel, share

AT_ONCE = 512  # windows, whose results stay in the processor's own memory
PARTS = 8  # into so many is a batch cut for the gradient of the weight, at most
SPEED = 100  # products of two numbers in a nanosecond
MUCH = 1 << 18  # numbers of a weight, from which on its gradient is made in two parts


@kernel("i8, i8, f4[:, :, :, :, ::1], i8[::1], UniTuple(i8, 4), i8[::1], i8[::1], i8[::1], f4[:, :, ::1], f4[:, ::1], "
        "f4[:, :, ::1]")  # fmt: skip
def windows(begin, end, x, lead, shape, places, taps, where, panels, bias, out):
    """out[n, o, where[p]] = bias[o] + sum over k of x[n, places[p] + taps[k]] * weight[k, o]; where: None stands for p itself."""
    count, width = len(where) or out.shape[2], panels.shape[2]
    whole, made = np.zeros(shape, np.float32), np.empty((min(AT_ONCE, len(places)), width), np.float32)
    flat, turned = whole.reshape(-1), np.empty((width, len(made)), np.float32)
    for n in range(begin, end):
        tiles.lay_inside(x[n], lead, whole)
        for start in range(0, len(places), len(made)):
            some = places[start : start + len(made)]
            stop = min(start + len(some), count)
            for q in range(len(panels)):
                tiles.repeat(bias[q], made)
                tiles.multiply(flat, some, taps, panels[q], made[: len(some)])
                channels = out[n, q * width : (q + 1) * width]
                if len(where):
                    tiles.transpose(made[: stop - start, : len(channels)], turned)
                    for o in range(len(channels)):
                        for p in range(start, stop):
                            channels[o, where[p]] = turned[o, p - start]
                else:
                    tiles.transpose(made[: stop - start, : len(channels)], channels[:, start:stop])


@kernel("i8, i8, f4[:, :, :, :, ::1], i8[::1], UniTuple(i8, 4), i8[::1], i8[::1], f4[:, :, ::1], f4[:, :, :, ::1]")
def matches(begin, end, x, lead, shape, places, taps, y, totals):
    """totals[part, k, o] += sum over n of that part, and p, of x[n, places[p] + taps[k]] * y[n, o, p]"""
    count, width, step = y.shape[2], totals.shape[3], (len(x) + len(totals) - 1) // len(totals)
    whole = np.zeros(shape, np.float32)
    flat, turned = whole.reshape(-1), np.zeros((totals.shape[1], min(AT_ONCE, len(places)), width), np.float32)
    for n in range(begin * step, min(end * step, len(x))):
        total = totals[n // step]
        tiles.lay_inside(x[n], lead, whole)
        for start in range(0, count, turned.shape[1]):
            stop = min(start + turned.shape[1], count)
            for q in range(len(total)):
                channels = y[n, q * width : (q + 1) * width, start:stop]
                tiles.transpose(channels, turned[q, : stop - start, : len(channels)])
                tiles.multiply(flat, taps, places[start:stop], turned[q, : stop - start], total[q])


# --- the tables -------------------------------------------------------------------------------------------------------


def spread_out(steps, pitches):
    """The sums of one number from each list, times the pitch of that dimension."""
    found = np.zeros(1, np.int64)
    for numbers, pitch in zip(steps, pitches, strict=True):
        found = np.add.outer(found, np.asarray(numbers, np.int64) * pitch).reshape(-1)
    return found


def filled_up(table):
    """A table of rows, for whole tiles."""
    found = np.zeros(tiles.up_to(len(table), tiles.sizes()[0]), np.int64)
    found[: len(table)] = table
    return found


def pitches_of(shape):
    """How far apart the neighbors in each dimension are."""
    return [prod(shape[i + 1 :]) for i in range(len(shape))]


@lru_cache(64)
def forwards(shape, kernel, how, size):
    """(lead, shape of the padded image, windows, places in a window), the last two for whole tiles"""
    (stride, padding, dilation, _), channels = how, shape[0]
    each = zip(shape[1:], kernel, stride, padding, dilation, size, strict=True)
    whole = channels, *[max(p + n, (m - 1) * s + d * (k - 1) + 1) for n, k, s, p, d, m in each]
    pitches = pitches_of(whole)
    places = spread_out([range(0, n * s, s) for n, s in zip(size, stride, strict=True)], pitches[1:])
    inner = [range(0, n * d, d) for n, d in zip(kernel, dilation, strict=True)]
    taps = spread_out([range(channels), *inner], pitches)
    return np.array(padding), whole, filled_up(places), filled_up(taps)


@lru_cache(64)
def backwards(shape, kernel, how, size):
    """(lead, shape of the padded y, phases): the numbers of x that lie one stride apart are of one phase.

    Each has (places of y, taps, where they are in x, which of the kernel it meets).
    """
    each = [phases(*one) for one in zip(shape[1:], kernel, *how[:3], size, strict=True)]
    lead, lengths = [one[0] for one in each], [one[1] for one in each]
    whole = shape[0], *lengths
    pitches, here, found = pitches_of(whole), pitches_of(size), []
    for parts in product(*[one[2] for one in each]):
        places = spread_out([part[0] for part in parts], pitches[1:])
        taps = spread_out([range(shape[0]), *[part[1] for part in parts]], pitches)
        where = spread_out([part[2] for part in parts], here)
        where = where if len(where) < prod(size) else where[:0]
        found.append((filled_up(places), taps, where, np.ix_(*[part[3] for part in parts])))
    return np.array(lead), whole, found


def phases(n, kernel, stride, padding, dilation, size):
    """One dimension of those: (lead, length, [(places, taps, where, which of the kernel)])."""
    found, low, high = [], 0, n - 1
    for first in range(min(stride, size)):
        at, rest = np.arange(first, size, stride), (first + padding) % stride
        from_y, which = (at + padding) // stride, [k for k in range(kernel) if (k * dilation - rest) % stride == 0]
        taps = np.array([-((k * dilation - rest) // stride) for k in which], np.int64)
        found.append((from_y, taps, at, np.array(which, np.int64)))
        if which:
            low, high = min(low, from_y[0] + taps.min()), max(high, from_y[-1] + taps.max())
    lead = -low
    return int(lead), int(high + lead + 1), [(y + lead, taps, at, which) for y, taps, at, which in found]


# --- the three --------------------------------------------------------------------------------------------------------


def usual(x, other, how):
    """Whether the kernels know these."""
    return x.flags.carray and other.dtype is FLOAT32 and 3 <= x.ndim <= 5 and how[3] == 1 and x.size and other.size


def in_three(x, how, *lengths):
    """The images, how and lengths in three dimensions."""
    more = 5 - x.ndim
    how = *[(first,) * more + tuple(rest) for first, rest in zip((1, 0, 1), how[:3], strict=True)], how[3]
    return x.reshape(*x.shape[:2], *[1] * more, *x.shape[2:]), how, *[(1,) * more + tuple(one) for one in lengths]


def panels_of(matrix):
    """[K, O] as panels [.., K, width of a tile], zeros where there is no column."""
    count, columns = matrix.shape
    width = tiles.width_of(columns)
    whole = np.zeros((count, tiles.up_to(columns, width)), FLOAT32)
    whole[:, :columns] = matrix
    return np.ascontiguousarray(whole.reshape(count, whole.shape[1] // width, width).swapaxes(0, 1))


def lines_of(bias, panels):
    """The bias as one row for each panel."""
    lines = np.zeros((len(panels), panels.shape[2]), FLOAT32)
    if bias is not None:
        lines.reshape(-1)[: len(bias)] = bias
    return lines


def convolution(x, weight, bias, how, size):
    """convolution._convolution"""
    if not usual(x, weight, how) or not prod(size):
        return None
    images, how, kernel_size, counts = in_three(x, how, weight.shape[2:], size)
    lead, whole, places, taps = forwards(images.shape[1:], kernel_size, how, counts)
    panels = panels_of(weight.reshape(len(weight), -1).T)
    out = np.empty((len(x), len(weight), prod(size)), FLOAT32)
    lines, cost = lines_of(bias, panels), len(places) * panels.size / SPEED
    given = images, lead, whole, places, taps[: weight[0].size], places[:0], panels, lines, out
    share(lambda start, stop: windows(start, stop, *given), len(x), cost)
    return out.reshape(len(x), len(weight), *size)


def conv_input(y, weight, bias, how, size):
    """convolution._conv_input"""
    y = block(y) if 0 in y.strides else y  # the gradient of a mean is one number for many windows
    if not usual(y, weight, how) or not prod(size):
        return None
    images, how, kernel_size, counts = in_three(y, how, weight.shape[2:], size)
    lead, whole, found = backwards(images.shape[1:], kernel_size, how, counts)
    outputs, channels = weight.shape[:2]
    out, by_place = np.empty((len(y), channels, prod(size)), FLOAT32), weight.reshape(outputs, channels, *kernel_size)
    for places, taps, where, which in found:
        some = by_place[:, :, *which].swapaxes(0, 1).reshape(channels, -1)
        panels = panels_of(some.T)
        lines, cost = lines_of(bias, panels), len(places) * panels.size / SPEED
        given = images, lead, whole, places, taps, where, panels, lines, out
        share(lambda start, stop, given=given: windows(start, stop, *given), len(y), cost)
    return out.reshape(len(y), channels, *size)


def conv_weight(x, y, how, size):
    """convolution._conv_weight"""
    if not usual(x, y, how) or not prod(size):
        return None
    images, how, kernel_size, counts = in_three(x, how, size, y.shape[2:])
    lead, whole, places, rows = forwards(images.shape[1:], kernel_size, how, counts)
    places, count = places[: prod(counts)], x.shape[1] * prod(size)
    outputs, width = y.shape[1], tiles.width_of(y.shape[1])
    slopes, panels = block(y).reshape(*y.shape[:2], -1), -(-outputs // width)
    step = -(-len(x) // (PARTS if count * outputs < MUCH else 2))  # by size: sums are the same with any threads
    total = np.zeros((-(-len(x) // step), panels, len(rows), width), FLOAT32)

    cost = step * len(places) * len(rows) * panels * width / SPEED
    given = images, lead, whole, places, rows, slopes, total
    share(lambda start, stop: matches(start, stop, *given), len(total), cost)
    made = total.sum(0).swapaxes(1, 2).reshape(panels * width, -1)[:outputs, :count]
    return np.ascontiguousarray(made).reshape(outputs, x.shape[1], *size)
