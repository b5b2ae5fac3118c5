"""sgd: SGD's step written into the arrays themselves (short cuts).

The plain step calls an operation of the library for each of its terms. Here NumPy is asked for each, a piece at a time, so
that what lies between stays in the processor's own memory: a step of a small network takes a third of the time.
"""

import numpy as np

from .._tensor import touch
from ..optim.sgd import SGD
from . import add
from .pieces import STRETCH, are_alike
from .table import ShortCut, in_place_of

ROUND = ("minitorch.optim.sgd:SGD._change", "minitorch.ops.pointwise.", "minitorch.ops.inplace.", "minitorch.ops.op:")
ROUND += ("minitorch.ops.call:",)
NUMBERS = (float, int)
plain = SGD._change


def change(self, p, grad, group):
    """SGD._change, for parameters in one block of memory and options that are plain numbers."""
    x, g, v = p._array, grad._array, None
    lr, momentum, decay = group["lr"], group["momentum"], group["weight_decay"]
    usual = type(lr) in NUMBERS and type(momentum) in NUMBERS and type(decay) in NUMBERS and are_alike((x, g))
    if not usual or group["nesterov"] or group["maximize"] or group["dampening"] or group["differentiable"]:
        return plain(self, p, grad, group)
    if momentum:
        kept = self.state[p].get("momentum_buffer")
        if kept is None or not are_alike((x, kept._array)):  # None: the gradient itself is what is kept
            return plain(self, p, grad, group)
        v = kept._array
        touch(kept)
    if x.size <= STRETCH:
        step(x, g, v, lr, momentum, decay)
    else:
        flat = [None if array is None else array.reshape(-1) for array in (x, g, v)]
        for start in range(0, x.size, STRETCH):
            step(*[None if array is None else array[start : start + STRETCH] for array in flat], lr, momentum, decay)
    touch(p)


def step(p, g, v, lr, momentum, decay):
    """v = momentum v + g + decay p, where there is a v; p -= lr times that."""
    if decay:
        g = g + p * decay
    if v is not None:
        np.multiply(v, momentum, v)
        g = np.add(v, g, v)
    np.subtract(p, np.multiply(g, lr), p)


add(ShortCut("sgd", "minitorch.optim.sgd:SGD._change", in_place_of(SGD, "_change", change), ROUND))
