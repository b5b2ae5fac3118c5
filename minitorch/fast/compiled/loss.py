"""loss: cross entropy of scores and right classes, and its derivative on the way, as a kernel (short cuts)."""

import numpy as np

from ..twins import FLOAT32
from . import functions as f
from .kernel import kernel, share
from .rows import LEAST

ONE, ZERO = f.ONE, f.ZERO


@kernel("f4[:, ::1], i8[::1], f4, f4[::1], f4[:, ::1]", sums=True)
def cross_entropy_rows(x, target, count, losses, slopes):
    """-log(softmax(x)[target]) of each row, and (softmax(x) - y) / count."""
    for r in range(len(x)):
        row, to, top, total = x[r], slopes[r], LEAST, ZERO
        for i in range(len(row)):
            top = max(top, f.as_bits(row[i]))
        most = f.of_bits(top)
        for i in range(len(row)):
            power = f.exp(row[i] - most)
            to[i] = power
            total += power
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
    share(lambda a, b: cross_entropy_rows(x[a:b], target[a:b], count, losses[a:b], made[a:b]), len(x), 0.6 * x.shape[1])
    if slopes is not None:
        slopes.append(made)
    return np.add.reduce(losses) / count
