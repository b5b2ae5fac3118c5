"""adam: Adam's step written into the arrays themselves, a piece at a time (short cuts).

The plain step makes a new array of each of its terms. Here all of them are computed in two pieces of memory: a step of a
million numbers takes half of the time, and one over 200 parameters of 32 x 32 a fourth.
"""

import numpy as np

from .._tensor import touch
from ..optim.adam import Adam
from . import add
from .pieces import are_alike, in_shares
from .table import CALLS, ShortCut, in_place_of

ROUND = ("minitorch.optim.adam:Adam._change", "minitorch.optim.by_parameter:", "minitorch.ops.pointwise.")
ROUND += ("minitorch.ops.inplace.", *CALLS)
plain = Adam._change


def change(p, grad, state, group):
    """Adam._change, for parameters in one block of memory and options that are plain numbers."""
    m, v = state["exp_avg"], state["exp_avg_sq"]
    arrays = p._array, grad._array, m._array, v._array
    if group["differentiable"] or not are_plain(group) or not are_alike(arrays):
        return plain(p, grad, state, group)
    count = state["step"]
    count._array += 1
    flat, options = [array.reshape(-1) for array in arrays], options_of(group, count.item())
    in_shares(lambda some: step(*[array[some] for array in flat], *options), flat[0], 16)
    for tensor in (p, m, v, count):
        touch(tensor)


def options_of(group, t):
    """What the t-th `step` is called with after the arrays."""
    (beta1, beta2), lr = group["betas"], group["lr"]
    return 1 - beta1, beta2, (1 - beta2**t) ** 0.5, group["eps"], lr / (1 - beta1**t)


def are_plain(group):
    """Whether the options are numbers: tensors would have to be recorded."""
    return type(group["lr"]) is float and all([type(beta) is float for beta in group["betas"]])


def step(p, g, m, v, rest1, beta2, root, eps, size):
    """m += rest1 (g - m), v = beta2 v + (1 - beta2) g^2, p -= size m / (sqrt(v) / root + eps)."""
    one, other = np.empty_like(p), np.empty_like(p)
    np.subtract(g, m, one)
    np.multiply(one, rest1, one)
    np.add(m, one, m)
    np.multiply(g, 1 - beta2, one)
    np.multiply(one, g, one)
    np.multiply(v, beta2, v)
    np.add(v, one, v)
    np.sqrt(v, one)
    np.divide(one, root, one)
    np.add(one, eps, one)
    np.multiply(m, size, other)
    np.divide(other, one, other)
    np.subtract(p, other, p)


add(ShortCut("adam", "minitorch.optim.adam:Adam._change", in_place_of(Adam, "_change", staticmethod(change)), ROUND))
