"""adam: Adam's step written into the arrays themselves, a piece at a time (short cuts).

The plain step makes a new array of each of its terms. Here all of them are computed in two pieces of memory that stay in
the processor's own: a step of a million numbers takes a third of the time, one of 32 x 32 a fourth.
"""

import numpy as np

from .._tensor import Tensor, touch
from ..optim.adam import Adam
from ..optim.by_parameter import ByParameter, apply
from ..threads import together
from . import add
from .pieces import LARGE, PIECE, are_alike
from .table import ShortCut, in_place_of
from .twins import FLOAT32, has_numba, with_twin

SMALL = 1 << 12  # numbers
ROUND = (
    "minitorch.optim.adam:Adam._change",
    "minitorch.optim.by_parameter:",
    "minitorch.ops.pointwise.",
    "minitorch.ops.inplace.",
    "minitorch.ops.op:",
    "minitorch.ops.call:",
)
plain, plain_all = Adam._change, ByParameter._change_all


def change(p, grad, state, group):
    """Adam._change, for parameters in one block of memory and options that are plain numbers."""
    m, v = state["exp_avg"], state["exp_avg_sq"]
    arrays = p._array, grad._array, m._array, v._array
    if group["amsgrad"] or group["differentiable"] or not are_plain(group) or not are_alike(arrays):
        return plain(p, grad, state, group)
    state["step"] += 1
    flat, options = [array.reshape(-1) for array in arrays], options_of(group, state["step"].item())

    def work(start):
        quick_step(*[array[start : start + PIECE] for array in flat], *options)

    if len(flat[0]) <= PIECE or (flat[0].dtype is FLOAT32 and has_numba()):  # a kernel is shared out as it is
        quick_step(*flat, *options)
    elif len(flat[0]) < LARGE:
        for start in range(0, len(flat[0]), PIECE):
            work(start)
    else:
        together(work, range(0, len(flat[0]), PIECE))
    for tensor in (p, m, v):
        touch(tensor)


def options_of(group, t):
    """What the t-th `step` is called with after the arrays."""
    (beta1, beta2), lr, decay = group["betas"], group["lr"], group["weight_decay"]
    apart = group["decoupled_weight_decay"]
    how = decay and ("shrink" if apart else "add")
    factor = 1 - lr * decay if apart else decay
    return how, factor, 1 - beta1, beta2, (1 - beta2**t) ** 0.5, group["eps"], lr / (1 - beta1**t)


# --- many small parameters ----------------------------------------------------------------------------------------------


def change_all(self, group):
    """ByParameter._change_all, with small parameters side by side in one piece of memory, as if they were one."""
    usual = not (group["amsgrad"] or group["differentiable"] or group.get("maximize") or group.get("capturable"))
    if not usual or not are_plain(group) or type(self)._change is not change:
        return plain_all(self, group)
    owners: set = set()  # ids of the arrays that own their memory
    waiting: dict = {}  # (how many steps they have made, dtype) -> the arrays and tensors of small parameters
    for p in group["params"]:
        grad = p.grad
        if grad is None:
            continue
        state = self._remembered(p, group)
        x = p._array
        if x.size > SMALL or not is_small(p, grad, state, owners):
            apply(self, p, grad, state, group)
            continue
        count = state["step"]
        number = count._array
        np.add(number, 1, number)
        touch(count)
        m, v = state["exp_avg"], state["exp_avg_sq"]
        kept = waiting.setdefault((number.item(), x.dtype), [])
        kept.append((p, grad, m, v))
        if len(kept) * SMALL >= 4 * PIECE:
            side_by_side(kept, options_of(group, number.item()))
            kept.clear()
    for (t, _), kept in waiting.items():
        if kept:
            side_by_side(kept, options_of(group, t))


def is_small(p, grad, state, owners):
    """Whether a parameter can be put beside others: its arrays are blocks that no other parameter shows."""
    m, v, count = state["exp_avg"], state["exp_avg_sq"], state["step"]
    arrays = x, _, *others = p._array, grad._array, m._array, v._array
    if not isinstance(count, Tensor) or type(count._array) is not np.ndarray or not are_alike(arrays):
        return False
    mine = [array if array.base is None else array.base for array in (x, *others)]
    if not all([type(owner) is np.ndarray and owner.size == x.size and id(owner) not in owners for owner in mine]):
        return False
    owners.update([id(owner) for owner in mine])
    return True


def side_by_side(kept, options):
    """One step of parameters [(p, grad, m, v)], whose numbers lie side by side meanwhile."""
    if len(kept) == 1:
        arrays = [tensor._array.reshape(-1) for tensor in kept[0]]
        quick_step(*arrays, *options)
    else:
        columns = [[tensor._array for tensor in column] for column in zip(*kept, strict=True)]
        arrays = [np.concatenate(column, None) for column in columns]
        quick_step(*arrays, *options)
        for column, whole in ((columns[0], arrays[0]), (columns[2], arrays[2]), (columns[3], arrays[3])):
            start = 0
            for array in column:
                end = start + array.size
                array.reshape(-1)[:] = whole[start:end]
                start = end
    for p, _, m, v in kept:
        touch(p)
        touch(m)
        touch(v)


def are_plain(group):
    """Whether the options are numbers: tensors would have to be recorded."""
    return type(group["lr"]) is float and all([type(beta) is float for beta in group["betas"]])


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


def put():
    """Let both be used; returns what undoes it."""
    undo = in_place_of(Adam, "_change", staticmethod(change))()
    Adam._change_all = change_all

    def back():
        undo()
        del Adam._change_all

    return back


add(ShortCut("adam", "minitorch.optim.adam:Adam._change", put, ROUND))
