"""cuda_kernels: on a GPU, several steps in one kernel: the powers of softmax, gelu, the end of a norm, Adam's step (short cuts).

A kernel is a line of C++ that CuPy compiles when it is first used: one pass over the memory, where the core's steps take
one each; how much that is worth, no GPU has measured yet. The file is loaded with CuPy; without it nothing of this is there.
"""

from .._tensor import touch
from ..backend import array_module
from ..nn.functional import gates as activation
from ..nn.functional import normalization
from ..ops.pointwise import softmax
from ..ops.reduction.sum import add_up
from ..optim.adam import Adam
from ..optim.by_parameter import as_scalar, decayed
from . import add
from .kernels import exchange
from .table import ShortCut

ROUND = ("minitorch.ops.pointwise.softmax:", "minitorch.nn.functional.gates:", "minitorch.nn.functional.normalization:",
         "minitorch.optim.adam:", "minitorch.optim.by_parameter:")  # fmt: skip

# name: (what comes in, what goes out, how); T is float or double, as the arrays are
SOURCES = {
    "powers": ("T x, T most", "T y", "y = exp(x - most)"),
    "cdf": ("T x", "T y", "y = (erf(x * T(0.70710678118654752)) + T(1)) * T(0.5)"),
    "scaled": ("T x, T weight, T bias", "T y", "y = x * weight + bias"),
    "adam": (
        "T g, T new_m, T new_v, T lr, T root, T eps",
        "T p, T m, T v",
        "m += new_m * (g - m); v += new_v * (g * g - v); p -= lr * m / (sqrt(v) * root + eps)",
    ),
}


def kernel(name, x):
    """The kernel of this name, compiled once."""
    made = array_module(x).kernels
    if name not in made:
        made[name] = array_module(x).ElementwiseKernel(*SOURCES[name], f"minitorch_{name}")
    return made[name]


def fits(*arrays):
    """Whether arrays lie on a GPU and are of one dtype, float32 or float64."""
    kinds = {x.dtype.name if hasattr(x, "__cuda_array_interface__") else "" for x in arrays}
    return kinds in ({"float32"}, {"float64"})


plain = {
    name: getattr(home, name)
    for home, name in ((softmax, "softmax_along"), (activation, "cdf"), (normalization, "weighed"))
}


def softmax_along(x, axis):
    """softmax, with the difference and its power in one."""
    if not fits(x):
        return plain["softmax_along"](x, axis)
    powers = kernel("powers", x)(x, x.max(axis=axis, keepdims=True))
    return powers / add_up(powers, (axis,), True)


def cdf(x):
    """The distribution function of standard normal numbers, of which gelu is made."""
    return kernel("cdf", x)(x) if not hasattr(x, "_array") and fits(x) else plain["cdf"](x)


def weighed(hat, weight, bias, shape, dtype):
    """hat * weight + bias"""
    if weight is None or bias is None or not fits(hat, weight, bias):
        return plain["weighed"](hat, weight, bias, shape, dtype)
    return kernel("scaled", hat)(hat, weight.reshape(shape), bias.reshape(shape)).astype(dtype, copy=False)


plain_change = Adam._change


def change(p, grad, state, group):
    """One step of Adam for a parameter."""
    lr, betas = as_scalar(group["lr"]), [as_scalar(beta) for beta in group["betas"]]
    m, v = state["exp_avg"], state["exp_avg_sq"]
    arrays = [getattr(x, "_array", None) for x in (p, grad, m, v)]
    numbers = all([isinstance(x, (int, float)) for x in (lr, *betas)])
    if group["amsgrad"] or group["differentiable"] or not numbers or not fits(*arrays):
        return plain_change(p, grad, state, group)
    grad = decayed(p, grad, lr, group)
    state["step"] += 1
    t = state["step"].item()
    sizes = (1 - betas[0], 1 - betas[1], lr / (1 - betas[0] ** t), (1 - betas[1] ** t) ** -0.5, group["eps"])
    kernel("adam", p._array)(grad._array, *sizes, p._array, m._array, v._array)
    for x in (p, m, v):
        touch(x)


PAIRS = [(plain["softmax_along"], softmax_along), (plain["cdf"], cdf), (plain["weighed"], weighed)]


def put():
    """Let these be used in the place of the core's; returns what undoes it."""
    exchange(PAIRS)
    Adam._change = staticmethod(change)

    def undo():
        exchange([(quick, old) for old, quick in PAIRS])
        Adam._change = staticmethod(plain_change)

    return undo


add(ShortCut("cuda_kernels", "minitorch.ops.pointwise.softmax:softmax_along", put, ROUND))
