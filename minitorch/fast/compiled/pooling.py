"""pooling: max pooling of images in windows of 2 x 2, and the derivative of any max pooling, as kernels (short cuts).

With them a step of a small convolutional network takes a tenth less than with fast/pooling.py on NumPy.
"""

from math import prod

import numpy as np

from ..twins import FLOAT32
from .kernel import kernel, share


@kernel("i8, i8, f4[:, :, ::1], f4[:, :, ::1], i8[:, :, ::1]")
def pool_pairs(start, stop, x, out, places):
    """The largest number of each window of 2 x 2, side by side, and where it stands: of equal ones the first, of nan the last."""
    width, many = x.shape[2], out.shape[2]
    for n in range(start, stop):
        for p in range(out.shape[1]):
            above, below, to, at = x[n, 2 * p], x[n, 2 * p + 1], out[n, p], places[n, p]
            corner = 2 * p * width
            for q in range(many):
                a, b, c, d = above[2 * q], above[2 * q + 1], below[2 * q], below[2 * q + 1]
                better = (b > a) | (b != b)
                most, place = b if better else a, np.int32(1) if better else np.int32(0)
                better = (c > most) | (c != c)
                most, place = c if better else most, np.int32(width) if better else place
                better = (d > most) | (d != d)
                to[q] = d if better else most
                at[q] = corner + 2 * q + (np.int32(width + 1) if better else place)


def pairs(x):
    """(the largest numbers, their places) of images in one block, in windows of 2 x 2."""
    images, shape = x.reshape(-1, *x.shape[-2:]), (*x.shape[:-2], x.shape[-2] // 2, x.shape[-1] // 2)
    out = np.empty((len(images), *shape[-2:]), FLOAT32)
    places = np.empty(out.shape, np.int64)
    share(lambda start, stop: pool_pairs(start, stop, images, out, places), len(images), prod(shape[-2:]) * 4)
    return out.reshape(shape), places.reshape(shape)


@kernel("i8, i8, f4[:, ::1], i8[:, ::1], f4[:, ::1]")
def scatter(start, stop, g, places, out):
    """Each number of g is added at its place."""
    for r in range(start, stop):
        row, to, at = g[r], out[r], places[r]
        for i in range(len(row)):
            to[at[i]] += row[i]


def added(g, places, shape, dims, kind):
    """pooling._added"""
    usual = g.flags.carray and places.flags.c_contiguous and places.dtype == np.int64
    if not usual or g.shape != places.shape or "Fractional" in kind or not g.size:
        return None
    out, count = np.zeros((prod(shape[:-dims]), prod(shape[-dims:])), FLOAT32), prod(g.shape[-dims:])
    rows, at = g.reshape(-1, count), np.require(places, requirements="CAW").reshape(-1, count)
    if at.min() < 0 or at.max() >= out.shape[1]:
        return None
    share(lambda start, stop: scatter(start, stop, rows, at, out), len(rows), 1.5 * count)
    return out.reshape(shape)
