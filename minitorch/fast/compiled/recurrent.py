"""recurrent: an LSTM's whole way through time, and back, as kernels (short cuts).

Each sequence goes its way alone, so threads take some sequences each, through all time steps. The derivative needs the gates as
they were opened, the cells before each time step and tanh of those after it.
"""

import numpy as np

from ... import threads
from ..twins import FLOAT32
from . import functions as f
from . import tiles
from .convolution import panels_of
from .kernel import block, shared
from .products import places, to_second

ONE, ZERO = f.ONE, f.ZERO


@shared("i8, i8[:, ::1], f4[:, ::1], i8[::1], f4[:, :, ::1], f4[:, ::1], f4[:, ::1], "
        "f4[:, ::1], f4[:, ::1], f4[:, ::1], f4[:, ::1]")  # fmt: skip
def lstm_time_steps(start, stop, step, time_steps, parts, inner, panels, states, cells, gates, before, bent, made):
    """time_steps: (first row, how many) of each; states, cells: which go on in place; step: the sequences of a thing."""
    width, wide = cells.shape[1], panels.shape[2]
    begin, end = start * step, min(stop * step, len(cells))
    h, c, rows = states[begin:end], cells[begin:end], tiles.places(end - begin, width)
    product = np.empty((len(rows), len(panels) * wide), np.float32)
    for time_step in range(len(time_steps)):
        first, count = time_steps[time_step, 0] + begin, min(time_steps[time_step, 1], end) - begin
        if count <= 0:
            continue
        some = product[: tiles.whole(count)]
        for r in range(len(some)):
            some[r] = ZERO
        for q in range(len(panels)):
            tiles.multiply(h, rows, inner, panels[q], some[:, q * wide : (q + 1) * wide])
        for r in range(count):
            here, more, now, cell = parts[first + r], product[r], gates[first + r], c[r]
            b, t, out, state = before[first + r], bent[first + r], made[first + r], h[r]
            opened, forget, new, last = tiles.quarters(now)
            for i in range(4 * width):
                more[i] += here[i]
            third, fourth = more[2 * width : 3 * width], more[3 * width :]
            for i in range(2 * width):
                now[i] = f.sigmoid(more[i])
            for i in range(width):
                new[i] = f.tanh(third[i])
            for i in range(width):
                last[i] = f.sigmoid(fourth[i])
            # short loops: of arrays that may lie in one another, the compiler can tell few apart
            for i in range(width):
                b[i] = cell[i]
            for i in range(width):
                cell[i] = cell[i] * forget[i] + opened[i] * new[i]
            for i in range(width):
                t[i] = f.tanh(cell[i])
            for i in range(width):
                out[i] = last[i] * t[i]
            for i in range(width):
                state[i] = out[i]


@shared("i8, i8[:, ::1], f4[:, ::1], f4[:, ::1], f4[:, ::1], f4[:, ::1], i8[::1], f4[:, :, ::1], "
        "f4[:, ::1], f4[:, ::1], f4[:, ::1]")  # fmt: skip
def lstm_time_steps_back(
    start, stop, step, time_steps, gates, before, bent, g, inner, panels, to_states, to_cells, slopes
):
    """The gradients of the gates before they were opened; those of the states go on to the time step before."""
    width, wide = to_cells.shape[1], panels.shape[2]
    begin, end = start * step, min(stop * step, len(to_cells))
    to_h, to_c, rows = to_states[begin:end], to_cells[begin:end], tiles.places(end - begin, slopes.shape[1])
    product = np.empty((len(rows), len(panels) * wide), np.float32)
    for time_step in range(len(time_steps)):
        first, count = time_steps[time_step, 0] + begin, min(time_steps[time_step, 1], end) - begin
        if count <= 0:
            continue
        for r in range(count):
            now, b, t, one, to = gates[first + r], before[first + r], bent[first + r], g[first + r], slopes[first + r]
            dh, dc = to_h[r], to_c[r]
            opened, forget, new, last = tiles.quarters(now)
            to_opened, to_forget, to_new, to_last = tiles.quarters(to)
            for i in range(width):
                dh[i] += one[i]
            for i in range(width):
                dc[i] += dh[i] * last[i] * (ONE - t[i] * t[i])
            for i in range(width):
                to_last[i] = dh[i] * t[i] * last[i] * (ONE - last[i])
            for i in range(width):
                to_opened[i] = dc[i] * new[i] * opened[i] * (ONE - opened[i])
            for i in range(width):
                to_new[i] = dc[i] * opened[i] * (ONE - new[i] * new[i])
            for i in range(width):
                to_forget[i] = dc[i] * b[i] * forget[i] * (ONE - forget[i])
            for i in range(width):
                dc[i] *= forget[i]
        some = product[: tiles.whole(count)]
        for r in range(len(some)):
            some[r] = ZERO
        for q in range(len(panels)):
            tiles.multiply(slopes[first:], rows, inner, panels[q], some[:, q * wide : (q + 1) * wide])
        tiles.copy(some[:count, :width], to_h)


def time_steps_of(sizes, reverse):
    """[(first row, how many)] for the time steps in the order in which they are gone through."""
    sizes = np.array(sizes, np.int64)
    found = np.stack([np.cumsum(sizes) - sizes, sizes], 1)
    return np.ascontiguousarray(found[::-1]) if reverse else found


def sharing(time_steps, batch, width):
    """How a kernel over sequences is shared out: (things, nanoseconds of each, sequences of each)."""
    step = tiles.up_to(-(-batch // threads.count), tiles.sizes()[0])
    return -(-batch // step), len(time_steps) * step * width * width * 4 / 100, step


def lstm(parts, w_hh, h, c, sizes, reverse, kept):
    """fast/recurrent.py's _lstm_through"""
    if not all([a.dtype is FLOAT32 and a.ndim == 2 for a in (w_hh, h, c)]):
        return None
    (batch, width), rows = h.shape, len(parts)
    parts, panels, time_steps = block(parts), panels_of(w_hh.T), time_steps_of(sizes, reverse)
    gates, made = np.empty((rows, 4 * width), FLOAT32), np.empty((rows + 2 * batch, width), FLOAT32)
    before, bent = np.empty((2, rows, width), FLOAT32)
    last, cell = made[rows : rows + batch], made[rows + batch :]
    last[...], cell[...] = h, c

    inner = places(width, 1)
    lstm_time_steps(
        *sharing(time_steps, batch, width), time_steps, parts, inner, panels, last, cell, gates, before, bent, made
    )
    if kept is not None:
        kept[:] = gates, before, bent, seen_before(made, h, time_steps)
    return made


def seen_before(made, h, time_steps):
    """The state that each row had before its time step."""
    seen, last = np.empty((len(made) - 2 * len(h), h.shape[1]), FLOAT32), h.copy()
    for start, count in time_steps.tolist():
        seen[start : start + count] = last[:count]
        last[:count] = made[start : start + count]
    return seen


def lstm_back(g, needs, parts, w_hh, h, c, sizes, reverse, kept):
    """fast/recurrent.py's lstm_back"""
    gates, before, bent, seen = kept
    (rows, height), (batch, width) = gates.shape, h.shape
    slopes, panels, time_steps = np.empty_like(gates), panels_of(w_hh), time_steps_of(sizes, not reverse)
    to_h, to_c, g = np.array(g[rows : rows + batch]), np.array(g[rows + batch :]), block(g)

    given = gates, before, bent, g, places(height, 1), panels, to_h, to_c, slopes
    lstm_time_steps_back(*sharing(time_steps, batch, width), time_steps, *given)
    to_w_hh = None
    if needs[1]:
        to_w_hh = to_second(seen, slopes)
        to_w_hh = slopes.T @ seen if to_w_hh is None else to_w_hh
    return slopes, to_w_hh, to_h, to_c, None, None, None
