"""random: normal numbers from rows of fractions, as a kernel (short cuts)."""

import numpy as np

from ..twins import FLOAT32
from . import functions as f
from .kernel import shared

ONE, TURN, TWICE = f.ONE, f.f4(2 * np.pi), f.f4(-2)
COST = 8  # nanoseconds for two numbers


@shared("f4[::1], f4[::1], f4, f4, f4[::1], f4[::1]", exact=True)
def polar(start, stop, chances, directions, std, mean, x, y):
    """Random points of the plane, from fractions for their distance and for their direction."""
    for i in range(start, stop):
        radius = np.sqrt(TWICE * f.log(ONE - chances[i]))
        sine, cosine = f.sine_cosine(TURN * directions[i])
        x[i] = f.multiply_add(radius * cosine, std, mean)
        y[i] = f.multiply_add(radius * sine, std, mean)


def normal(rows, std, mean):
    """fast/random.py's rows_made: in each row eight fractions are for the distance and eight for the direction."""
    chances, directions = rows[:, :8].reshape(-1), rows[:, 8:].reshape(-1)
    x, y = np.empty(chances.shape, FLOAT32), np.empty(chances.shape, FLOAT32)
    polar(x.size, COST, chances, directions, std, mean, x, y)
    return np.concatenate([x.reshape(-1, 8), y.reshape(-1, 8)], axis=1)
