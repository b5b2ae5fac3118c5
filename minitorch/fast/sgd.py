"""sgd: SGD's step written into the arrays themselves (short cuts).

The plain step calls an operation of the library for each of its terms. Here NumPy is asked for each, a piece at a time, so
that what lies between stays in the processor's own memory: a step of a small network takes a third of the time.
"""

import numpy as np

from .._tensor import touch
from ..optim.sgd import SGD
from . import add
from .adam import are_blocks
from .pieces import PIECE
from .table import ShortCut, in_place_of

ROUND = ("minitorch.optim.sgd:SGD._change", "minitorch.ops.pointwise.", "minitorch.ops.inplace.", "minitorch.ops.op:")
ROUND += ("minitorch.ops.call:",)
NUMBERS = (float, int)
plain = SGD._change


def change(self, p, grad, group):
    """SGD._change, for parameters in one block of memory and options that are plain numbers."""
    lr, momentum, decay = group["lr"], group["momentum"], group["weight_decay"]
    usual = type(lr) in NUMBERS and type(momentum) in NUMBERS and type(decay) in NUMBERS
    if not usual or group["nesterov"] or group["maximize"] or group["dampening"] or group["differentiable"]:
        return plain(self, p, grad, group)
    kept = self.state[p].get("momentum_buffer") if momentum else None
    if momentum and kept is None:  # the first step: the gradient itself is what is kept
        return plain(self, p, grad, group)
    arrays = [p._array, grad._array] if kept is None else [p._array, grad._array, kept._array]
    if not are_blocks(arrays) or any([array.shape != arrays[0].shape for array in arrays]):
        return plain(self, p, grad, group)
    flat = [array.reshape(-1) for array in arrays]
    for start in range(0, len(flat[0]), PIECE):
        step(*[array[start : start + PIECE] for array in flat], lr=lr, momentum=momentum, decay=decay)
    touch(p)
    if kept is not None:
        touch(kept)


def step(p, g, v=None, *, lr, momentum, decay):
    """v = momentum v + g + decay p, where there is a v; p -= lr times that."""
    part = np.empty_like(p)
    if decay:
        g = np.add(g, np.multiply(p, decay, part), part)
    if v is not None:
        np.multiply(v, momentum, v)
        g = np.add(v, g, v)
    np.multiply(g, lr, part)
    np.subtract(p, part, p)


add(ShortCut("sgd", "minitorch.optim.sgd:SGD._change", in_place_of(SGD, "_change", change), ROUND))
