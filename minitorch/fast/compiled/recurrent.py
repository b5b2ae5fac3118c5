"""recurrent: what an LSTM does at each moment beside its matrix product, as kernels (short cuts).

The whole way through time is that of fast/recurrent.py; its derivative needs the gates as they were opened, the cells before
each moment and tanh of those after it.
"""

import numpy as np

from ..twins import FLOAT32
from . import functions as f
from .kernel import kernel, share

ONE, ZERO = f.ONE, f.ZERO


@kernel("f4[:, ::1], f4[:, ::1], f4[:, ::1], f4[:, ::1], f4[:, ::1], f4[:, ::1]")
def lstm_moment(gates, product, cell, before, inner, h):
    """Opens the gates, in place, and lets the cell go on: [n, 4 width] and [n, width]."""
    width = cell.shape[1]
    for r in range(len(gates)):
        now, more, c, b, t, out = gates[r], product[r], cell[r], before[r], inner[r], h[r]
        opened, forget, new, last = now[:width], now[width : 2 * width], now[2 * width : 3 * width], now[3 * width :]
        first, second = now[: 2 * width], more[: 2 * width]
        for i in range(2 * width):
            first[i] = f.sigmoid(first[i] + second[i])
        third, fourth = more[2 * width : 3 * width], more[3 * width :]
        for i in range(width):
            new[i] = f.tanh(new[i] + third[i])
        for i in range(width):
            last[i] = f.sigmoid(last[i] + fourth[i])
        for i in range(width):  # short loops: of arrays that may lie in one another, the compiler can tell few apart
            b[i] = c[i]
        for i in range(width):
            c[i] = c[i] * forget[i] + opened[i] * new[i]
        for i in range(width):
            t[i] = f.tanh(c[i])
        for i in range(width):
            out[i] = last[i] * t[i]


@kernel("f4[:, ::1], f4[:, ::1], f4[:, ::1], f4[:, ::1], f4[:, ::1], f4[:, ::1], f4[:, ::1]")
def lstm_moment_back(gates, before, inner, g, to_h, to_c, slopes):
    """The gradients of the gates before they were opened; that of the cell goes on to the moment before."""
    width = to_c.shape[1]
    for r in range(len(gates)):
        now, b, t, dh, dc, one, to = gates[r], before[r], inner[r], to_h[r], to_c[r], g[r], slopes[r]
        opened, forget, new, last = now[:width], now[width : 2 * width], now[2 * width : 3 * width], now[3 * width :]
        first, second, third, fourth = to[:width], to[width : 2 * width], to[2 * width : 3 * width], to[3 * width :]
        for i in range(width):
            dh[i] += one[i]
        for i in range(width):
            dc[i] += dh[i] * last[i] * (ONE - t[i] * t[i])
        for i in range(width):
            fourth[i] = dh[i] * t[i] * last[i] * (ONE - last[i])
        for i in range(width):
            first[i] = dc[i] * new[i] * opened[i] * (ONE - opened[i])
        for i in range(width):
            third[i] = dc[i] * opened[i] * (ONE - new[i] * new[i])
        for i in range(width):
            second[i] = dc[i] * b[i] * forget[i] * (ONE - forget[i])
        for i in range(width):
            dc[i] *= forget[i]


def moments(sizes, reverse):
    """(first row, end, how many) for each moment, in the order in which they are gone through."""
    ends = np.cumsum(sizes).tolist()
    found = [(end - size, end, size) for end, size in zip(ends, sizes, strict=True)]
    return found[::-1] if reverse else found


def lstm(parts, w_hh, h, c, sizes, reverse, kept):
    """fast/recurrent.py's _lstm_through"""
    if not all([a.dtype is FLOAT32 and a.ndim == 2 for a in (w_hh, h, c)]):
        return None
    (batch, width), rows = h.shape, len(parts)
    gates, turned, product = np.array(parts, order="C"), w_hh.T, np.empty((batch, 4 * width), FLOAT32)
    made, before, inner = (np.empty((n, width), FLOAT32) for n in (rows + 2 * batch, rows, rows))
    seen = np.empty_like(before) if kept is not None else None
    last, cell = made[rows : rows + batch], made[rows + batch :]
    last[...], cell[...] = h, c
    for start, end, n in moments(sizes, reverse):
        np.matmul(last[:n], turned, product[:n])
        if seen is not None:
            seen[start:end] = last[:n]
        arrays = gates[start:end], product, cell, before[start:end], inner[start:end], made[start:end]
        share(lambda a, b, arrays=arrays: lstm_moment(*[x[a:b] for x in arrays]), n, 1.2 * width)
        last[:n] = made[start:end]
    if kept is not None:
        kept[:] = gates, before, inner, seen
    return made


def lstm_back(g, needs, parts, w_hh, h, c, sizes, reverse, kept):
    """fast/recurrent.py's lstm_back"""
    gates, before, inner, seen = kept
    rows, (batch, _) = len(gates), h.shape
    slopes, (to_h, to_c) = (
        np.empty_like(gates),
        (np.array(part) for part in (g[rows : rows + batch], g[rows + batch :])),
    )
    g = np.require(g, requirements="CAW")
    for start, end, n in reversed(moments(sizes, reverse)):
        arrays = gates[start:end], before[start:end], inner[start:end], g[start:end], to_h, to_c, slopes[start:end]
        share(lambda a, b, arrays=arrays: lstm_moment_back(*[x[a:b] for x in arrays]), n, 0.8 * to_h.shape[1])
        np.matmul(slopes[start:end], w_hh, to_h[:n])
    return slopes, slopes.T @ seen if needs[1] else None, to_h, to_c, None, None, None
