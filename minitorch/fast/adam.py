"""adam: Adam's step written into the arrays themselves, a piece at a time (short cuts).

The plain step makes a new array of each of its terms. Here all of them are computed in two pieces of memory that stay in
the processor's own: a step of a million numbers takes a third of the time, one of 32 x 32 a fourth.
"""

import numpy as np

from .._tensor import touch
from ..optim.adam import Adam
from ..threads import together
from . import add
from .pieces import LARGE, PIECE
from .table import ShortCut, in_place_of
from .twins import with_twin

ROUND = (
    "minitorch.optim.adam:Adam._change",
    "minitorch.ops.pointwise.",
    "minitorch.ops.inplace.",
    "minitorch.ops.op:",
    "minitorch.ops.call:",
)
plain = Adam._change


def change(p, grad, state, group):
    """Adam._change, for parameters in one block of memory and options that are plain numbers."""
    m, v = state["exp_avg"], state["exp_avg_sq"]
    arrays = p._array, grad._array, m._array, v._array
    if group["amsgrad"] or group["differentiable"] or not are_plain(group) or not are_blocks(arrays):
        return plain(p, grad, state, group)
    state["step"] += 1
    t, (beta1, beta2), lr = state["step"].item(), group["betas"], group["lr"]
    decay, apart = group["weight_decay"], group["decoupled_weight_decay"]
    factors = (
        1 - lr * decay if apart else decay,
        1 - beta1,
        beta2,
        (1 - beta2**t) ** 0.5,
        group["eps"],
        lr / (1 - beta1**t),
    )
    flat = [array.reshape(-1) for array in arrays]

    def work(start):
        quick_step(
            *[array[start : start + PIECE] for array in flat], decay and ("shrink" if apart else "add"), *factors
        )

    if len(flat[0]) <= PIECE:
        quick_step(*flat, decay and ("shrink" if apart else "add"), *factors)
    elif len(flat[0]) < LARGE:
        for start in range(0, len(flat[0]), PIECE):
            work(start)
    else:
        together(work, range(0, len(flat[0]), PIECE))
    for tensor in (p, m, v):
        touch(tensor)


def are_plain(group):
    """Whether the options are numbers: tensors would have to be recorded."""
    return type(group["lr"]) is float and all([type(beta) is float for beta in group["betas"]])


def are_blocks(arrays):
    """Whether arrays are NumPy's, of one dtype of float, and each in one block of memory."""
    kind = arrays[0].dtype
    if kind.char not in "fd":
        return False
    return all([type(x) is np.ndarray and x.dtype is kind and x.flags.c_contiguous for x in arrays])


def step(p, g, m, v, decay, factor, rest1, beta2, root, eps, size):
    """m += rest1 (g - m), v = beta2 v + (1 - beta2) g^2, p -= size m / (sqrt(v) / root + eps)."""
    one, other = np.empty_like(p), np.empty_like(p)
    if decay == "shrink":
        np.multiply(p, factor, p)
    elif decay:
        g = np.add(g, np.multiply(p, factor, other), other)
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


quick_step = with_twin(step, "minitorch.fast.adam:step", least=1 << 10)
add(ShortCut("adam", "minitorch.optim.adam:Adam._change", in_place_of(Adam, "_change", staticmethod(change)), ROUND))
