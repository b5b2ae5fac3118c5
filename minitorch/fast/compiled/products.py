"""products: matrices times matrices, and the gradients of both factors, as kernels (short cuts).

One factor is read where it is, however it lies; of the other some columns at a time are laid out as a panel. Our own threads
share the columns out, so that no other pool of threads wakes up between two kernels.
"""

from functools import lru_cache

import numpy as np

from ... import threads
from ..twins import FLOAT32
from . import tiles
from .kernel import block, shared

LEAST = 1 << 18  # products of two numbers, from which on a kernel is worth its call
ROWS = DEPTH = 512  # rows of the result, and numbers of a sum, that are worked on at once
AT_ONCE = 128  # rows that a thread takes at a time, at most
QUICK = 8, 16  # the tiles of AVX-512; a processor without it multiplies no sooner here than in NumPy
NARROW = 12  # rows or columns, below which most of a tile would stay empty
SPEED = 100  # products of two numbers in a nanosecond


@shared("i8, f4[:, :, :], i8[::1], i8[::1], f4[:, :, :], f4[::1], f4[:, :, :]")
def products(start, stop, cut, a, rows, inner, b, bias, out):
    """out = a @ b + bias, for each of a stack; rows, inner: how far from the first number of a matrix the others are.

    cut  what is shared out: the matrices of the stack (0), the panels of columns (-1), or so many rows at a time
    """
    height, depth, columns, width = a.shape[1], b.shape[1], b.shape[2], tiles.width(b.shape[2])
    high, low, left, right, begin, end = 0, height, 0, columns, 0, len(a)
    if cut == 0:
        begin, end = start, stop
    elif cut < 0:
        left, right = start * width, min(stop * width, columns)
    else:
        high, low = start * cut, min(stop * cut, height)
    panel = np.empty((min(depth, DEPTH), width), np.float32)
    made = np.empty((min(len(rows), tiles.whole(low - high)), width), np.float32)
    for n in range(begin, end):
        for first in range(high, low, len(made)):
            count = min(first + len(made), low) - first
            tile, there = made[: tiles.whole(count)], rows
            if count < len(tile):  # the rest of the last tile reads the first row: behind the last there is no memory
                there = rows[: len(tile)].copy()
                there[count:] = 0
            for j in range(left, right, width):
                last = min(j + width, right)
                tiles.repeat(bias[j:last], tile)
                for k in range(0, depth, len(panel)):
                    part = b[n, k : k + len(panel), j:last]
                    if part.strides[0] == 4:
                        tiles.transpose(part.T, panel)
                    elif part.strides[1] == 4:
                        tiles.copy(part, panel)
                    else:
                        for r in range(len(part)):
                            for i in range(last - j):
                                panel[r, i] = part[r, i]
                    tiles.multiply(a[n, first:, k:], there, inner[: len(part)], panel[: len(part)], tile)
                tiles.copy(tile[:count, : last - j], out[n, first:, j:last])


@lru_cache(256)
def places(count, apart, multiple=1):
    """How far from the first the others are, in numbers; the last are 0, to make whole tiles."""
    found = np.zeros(tiles.up_to(count, multiple), np.int64)
    found[:count] = np.arange(count) * apart
    return found


def matrices(x):
    """Matrices in one list, whose numbers lie a multiple of their size apart; of others a copy."""
    whole = x.flags.writeable and x.flags.aligned and all([step >= 0 and step % 4 == 0 for step in x.strides])
    x = x if whole else block(x)
    return x[None] if x.ndim == 2 else x.reshape(-1, *x.shape[-2:])


def multiplied(a, b, bias=None):
    """a @ b + bias, or None where that is little, or they are none of float32 that go together."""
    if type(b) is not np.ndarray or b.dtype is not FLOAT32 or a.dtype is not FLOAT32 or a.ndim < 2 or a.ndim != b.ndim:
        return None
    (height, depth), width = a.shape[-2:], b.shape[-1]
    few = a.size * width < LEAST or min(height, width) < NARROW
    if few or tiles.sizes() != QUICK or b.shape[-2] != depth or a.shape[:-2] != b.shape[:-2]:
        return None
    out = np.empty((*a.shape[:-1], width), FLOAT32)
    a, b, answer = matrices(a), matrices(b), out.reshape(-1, height, width)
    line = np.zeros(width, FLOAT32) if bias is None else bias
    wide = tiles.width_of(width)
    rows, inner = places(min(height, ROWS), a.strides[1] // 4, tiles.sizes()[0]), places(depth, a.strides[2] // 4)
    panels, cut = -(-width // wide), 0
    if len(a) == 1:
        by_rows = panels < 2 * threads.count or height >= ROWS * threads.count
        cut = tiles.up_to(min(-(-height // (2 * threads.count)), AT_ONCE), tiles.sizes()[0]) if by_rows else -1
    count = -(-height // cut) if cut > 0 else panels if cut else len(a)
    products(count, out.size * depth / SPEED / count, cut, a, rows, inner, b, line, answer)
    return out


# --- the formulas -----------------------------------------------------------------------------------------------------


def product(a, b):
    """a @ b"""
    return multiplied(a, b)


def to_first(g, b):
    """g @ b.mT"""
    return multiplied(g, b.mT)


def to_second(g, a):
    """a.mT @ g"""
    return multiplied(a.mT, g)


def affine(x, mat1, mat2, beta=1, alpha=1):
    """addmm, for a row that is added to each."""
    if (type(beta), beta, type(alpha), alpha) != (int, 1, int, 1) or type(x) is not np.ndarray or not x.flags.carray:
        return None
    return multiplied(mat1, mat2, x) if x.dtype is FLOAT32 and mat2.ndim == 2 and x.shape == mat2.shape[1:] else None


def affine_to_first(g, mat2, alpha):
    return multiplied(g, mat2.mT) if type(alpha) is int and alpha == 1 else None


def affine_to_second(g, mat1, alpha):
    """mat1.mT @ g, lying as the weight of a linear layer does."""
    made = multiplied(g.mT, mat1) if type(alpha) is int and alpha == 1 else None
    return None if made is None else made.mT
