"""loss: cross entropy of scores and right classes, and its derivative on the way, as a kernel (short cuts)."""

import numpy as np

from ..twins import FLOAT32
from . import functions as f
from .kernel import shared

ONE = f.ONE


@shared("f4[:, ::1], i8[::1], f4, f4[::1], f4[:, ::1]", sums=True)
def cross_entropy_rows(start, stop, x, target, count, losses, slopes):
    """-log(softmax(x)[target]) of each row, and (softmax(x) - y) / count."""
    for r in range(start, stop):
        row, to = x[r], slopes[r]
        most = f.largest(row)
        total = f.powers(row, most, to)
        losses[r] = np.log(total) - (row[target[r]] - most)
        part = ONE / (total * count)
        for i in range(len(row)):
            to[i] *= part
        to[target[r]] -= ONE / count


def cross_entropy(x, target, slopes):
    """fast/cross_entropy.py's step"""
    if not x.flags.carray or target.dtype != np.int64 or not target.flags.carray:
        return None
    losses, made = np.empty(len(x), FLOAT32), np.empty(x.shape, FLOAT32)
    count = np.float32(len(x))
    cross_entropy_rows(len(x), 0.6 * x.shape[1], x, target, count, losses, made)
    if slopes is not None:
        slopes.append(made)
    return np.add.reduce(losses) / count
