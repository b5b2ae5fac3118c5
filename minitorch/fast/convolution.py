"""convolution: windows one number apart, laid out as columns in long stretches, a few images at a time (short cuts).

A window's row is a stretch of the image's, and where windows lie side by side so are the stretches: with the rows of an image
one after the other in memory, and zeros between them, the numbers at one place of all windows are one long stretch, which
begins further on for the next place. So columns are copied by the thousand numbers, as many as the processor's memory
holds, and the weight's gradient needs no columns at all. At the end of each row stand a few products that belong to no
window; they are left out of the answer, and count for nothing in a gradient.
"""

from math import prod

import numpy as np

from ..nn.functional import sliding
from ..nn.functional.memory_order import ordered_like_either
from . import add
from .alternatives import Alternatives
from .table import ShortCut

CACHED = 1 << 20  # numbers in the columns that are made at once
FEW = 3  # channels, below which there is too little to multiply


class Flat:
    """Images [N, C, H, W] in rows of `pitch` numbers, a few at a time.

    lead   the zeros above and to the left of an image
    size   the windows in a column and in a row
    """

    def __init__(self, x, kernel, how, size, count):
        _, self.lead, self.dilation, _ = how
        (height, width), self.kernel, self.size = x.shape[2:], kernel, size
        reach = sliding.reaches(kernel, how, size)
        # the zeros at the end of a row are those at the beginning of the next
        self.pitch = max(self.lead[1] + width, size[1] + self.lead[1], reach[1] - self.lead[1], size[1])
        rows = max(self.lead[0] + height, reach[0])
        self.memory = np.zeros((x.shape[1], count, rows * self.pitch + reach[1] + self.lead[1]), x.dtype)
        self.inside = self.memory[:, :, : rows * self.pitch].reshape(x.shape[1], count, rows, self.pitch)[
            :, :, self.lead[0] : self.lead[0] + height, self.lead[1] : self.lead[1] + width
        ]
        self.length = size[0] * self.pitch

    def take(self, x):
        """Let images be those that are looked at."""
        self.inside[:, : len(x)] = x.swapaxes(0, 1)

    def columns(self, count, out):
        """[C * K, count * length], written into an array."""
        channel, image, one = self.memory.strides
        step, (down, right) = self.pitch * one, self.dilation
        shown = np.lib.stride_tricks.as_strided(
            self.memory,
            (len(self.memory), *self.kernel, count, self.length),
            (channel, step * down, one * right, image, one),
        )
        out = out[: len(self.memory) * prod(self.kernel) * count * self.length].reshape(shown.shape)
        out[...] = shown
        return out.reshape(-1, count * self.length)


def fits(x, other, kernel, how):
    """Whether images and weights are of one usual kind, and windows lie one number apart."""
    stride, _, _, groups = how
    return (
        type(x) is np.ndarray
        and x.dtype is other.dtype
        and x.dtype.char in "fd"
        and x.ndim == 4
        and groups == 1
        and tuple(stride) == (1, 1)
        and len(x)
        and x.shape[1] >= FEW
        and other.size
        and prod(kernel) > 1
    )


def slide(plain):
    def forward(x, weight, bias, how, size):
        if not fits(x, weight, weight.shape[2:], how) or min(size) < 1:
            return plain(x, weight, bias, how, size)
        return ordered_like_either(x, weight, slid(x, weight, bias, how, size), 2)

    return forward


def at_once(x, kernel, how, size):
    """How many images make columns that fit into the processor's memory."""
    return min(max(CACHED // (x.shape[1] * prod(kernel) * size[0] * (size[1] + how[1][1])), 1), len(x))


def slid(x, weight, bias, how, size):
    """The convolution."""
    outputs, kernel = len(weight), weight.shape[2:]
    count = at_once(x, kernel, how, size)
    flat, out = Flat(x, kernel, how, size, count), np.empty((len(x), outputs, *size), x.dtype)
    columns = np.empty(weight[0].size * count * flat.length, x.dtype)
    made, rows = np.empty(outputs * count * flat.length, x.dtype), weight.reshape(outputs, -1)
    for start in range(0, len(x), count):
        part = x[start : start + count]
        flat.take(part)
        answer = made[: outputs * len(part) * flat.length].reshape(outputs, -1)
        np.matmul(rows, flat.columns(len(part), columns), answer)
        answer = answer.reshape(outputs, len(part), size[0], flat.pitch)[..., : size[1]].swapaxes(0, 1)
        sliding.finish(out[start : start + count], answer, bias)
    return out


def spread(plain):
    def forward(y, weight, bias, how, size):
        (stride, padding, dilation, groups), kernel = how, weight.shape[2:]
        back = tuple([d * (k - 1) - p for d, k, p in zip(dilation, kernel, padding, strict=True)])
        many = len(weight) <= 4 * weight.shape[1]  # or else there are more numbers to copy than to add up
        if not many or not fits(y, weight, kernel, how) or min(back) < 0 or min(size) < 1:
            return plain(y, weight, bias, how, size)
        turned = np.ascontiguousarray(weight[:, :, ::-1, ::-1].swapaxes(0, 1))
        return ordered_like_either(y, weight, slid(y, turned, bias, (stride, back, dilation, groups), size), 2)

    return forward


def match(plain):
    def forward(x, y, how, size):
        if not fits(x, y, size, how) or min(size) < 1:
            return plain(x, y, how, size)
        made = matched(x, y, how, size)
        if not np.isfinite(made).all():  # it may come from beside a window, where inf meets a 0
            return plain(x, y, how, size)
        return ordered_like_either(x, y, made, 2)

    return forward


def matched(x, y, how, kernel):
    """The weight's gradient."""
    (inputs, outputs), size = (x.shape[1], y.shape[1]), y.shape[2:]
    count = at_once(x, kernel, how, size)
    flat, total = Flat(x, kernel, how, size, count), np.zeros((outputs, inputs * prod(kernel)), x.dtype)
    columns, made = np.empty(total.shape[1] * count * flat.length, x.dtype), np.empty_like(total)
    wide = np.zeros((outputs, count, size[0], flat.pitch), x.dtype)  # 0 where no window is
    for start in range(0, len(x), count):
        part = x[start : start + count]
        flat.take(part)
        wide[:, : len(part), :, : size[1]] = y[start : start + count].swapaxes(0, 1)
        np.matmul(wide[:, : len(part)].reshape(outputs, -1), flat.columns(len(part), columns).T, made)
        total += made
    return total.reshape(outputs, inputs, *kernel)


alternatives = Alternatives({sliding._slide: slide, sliding._spread: spread, sliding._match: match})
add(
    ShortCut(
        "convolution",
        "minitorch.nn.functional.sliding:_slide",
        alternatives.put,
        ("minitorch.nn.functional.sliding:", "minitorch.ops.op:", "minitorch.ops.call:"),
    )
)
