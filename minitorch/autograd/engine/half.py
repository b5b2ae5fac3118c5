"""half: the backward pass through steps of float16 and bfloat16 (shelf).

A formula that is one kernel in PyTorch is computed in float32, and its result rounded once: the formulas of the
operations in KERNELS. All others are PyTorch's formulas in single operations, each of which rounds.
"""

import math

import numpy as np

from ... import threads
from ..._holes import fill
from ..._tensor import Tensor, wrap
from ...dtypes import FLOATING
from ...ops.half import are_half, in_half, scale_of
from .walk import Walk

KERNELS = frozenset("tanh sigmoid softmax log_softmax smooth_l1 softplus elu silu mish gelu gelu_tanh".split())
STATISTICS = ("normalize", "group_norm")  # whose mean and scale PyTorch keeps in 16 bits for the backward pass
STEPS = {  # formulas that round where PyTorch's kernels for float16 do
    "sigmoid": lambda g, out: rounded(g * rounded(1 - out)) * out,
    "rsqrt": lambda g, out: rounded(g * -0.5) * rounded(out * out * out),
}
LOSSES = {  # derivatives of losses of which the mean was taken: how much each counts, and the slope of each
    "mse": (2, lambda apart: apart),
    "huber": (1, lambda apart, delta: apart.clamp(-delta, delta)),
}
plain = Walk.differentiate


def soft_margin(g, x, target, reduction):
    """-t / (1 + exp(t x)), where PyTorch rounds each step, the share of each loss of a mean as well."""
    power = (-target * x).exp()
    share = in_half(np.asarray(1 / x.numel()), x._array.dtype).item() if reduction == "mean" else 1
    return -target * power * share / (power + 1) * g


def differentiate(walk, node, g, edges):
    """What a node sends along its edges: of one of those kernels, computed in single precision."""
    if node.op is None or node.several or node.dtype.itemsize != 2:
        return plain(walk, node, g, edges)
    if node.op.name in STATISTICS and not walk.create_graph and is_own(node):
        return by_statistics(node, g, edges)
    if node.op.name in STEPS and node.dtype.kind == "f" and edges[0] is not None:
        node.check()
        return [STEPS[node.op.name](single(g), *map(single, node.tensors(0)))]
    if node.op.name in LOSSES and takes_mean(node):
        node.check()
        return by_mean(node, g, edges)
    if node.op.name == "soft_margin":
        node.check()
        return [edges[0] and soft_margin(g, *node.tensors(0))]
    if node.op.name not in KERNELS:
        return plain(walk, node, g, edges)
    node.check()
    if node.joint is not None:
        return node.joint(single(g), tuple([edge is not None for edge in edges]), *map(single, node.tensors(0)))
    pairs = enumerate(zip(edges, node.formulas, strict=True))
    return [None if edge is None else formula(single(g), *map(single, node.tensors(i))) for i, (edge, formula) in pairs]


def is_own(node):
    """Whether a step's formula is this package's, and so may be called with arrays."""
    return node.joint.__module__.startswith("minitorch.nn.functional.")


def by_statistics(node, g, edges):
    """What a normalization sends along its edges, with a mean and a scale in 16 bits where its weights have them, too."""
    node.check()
    values = dict(zip(node.steps[0].names, node.kept(0), strict=True))
    kind, own = values["x"].dtype, are_half(values["weight"])
    if own:
        mean, var = values["found"]
        scale = scale_of(var, values["eps"], values["x"], values.get("kind")).astype("float64")
        values["found"] = [in_half(mean, kind), scale**-2 - values["eps"]]  # the variance that has this scale
    values["x"] = values["x"].astype("float32")
    if values["weight"] is not None:
        values["weight"] = values["weight"].astype("float32")
    needs, g = tuple([edge is not None for edge in edges]), g._array.astype("float32")
    by_rows = values.get("kind") == "LayerNorm"
    found = list(node.joint(g, (needs[0], *[need and not by_rows for need in needs[1:]]), *values.values()))
    if by_rows and needs[1]:
        mean, var = values["found"]
        found[1] = sum_of_rows(
            g * ((values["x"] - mean) / np.sqrt(var + values["eps"])).astype("float32"), values, kind
        )
    if by_rows and needs[2]:
        found[2] = sum_of_rows(g, values, kind)
    return [None if one is None else wrap(one) for one in found]


def sum_of_rows(x, values, kind):
    """The gradient of layer norm's weight or bias: each thread adds its share of the rows up in 16 bits, one after the other."""
    shape = x.shape[values["dims"][0] :]
    rows = x.reshape(-1, math.prod(shape))
    each = -(-len(rows) // min(threads.count, len(rows))) if len(rows) else 0
    total = np.zeros((0 if not each else -(-len(rows) // each), rows.shape[1]), kind)
    for first in range(each):
        share = rows[first::each]
        total[: len(share)] = (total[: len(share)].astype("float32") + share).astype(kind)
    return total.astype("float32").sum(0).reshape(shape)


def takes_mean(node):
    """Whether a loss is the mean of several."""
    return any([part == "mean" for i in range(2) for part in node.kept(i) if isinstance(part, str)])


def by_mean(node, g, edges):
    """The gradients of both operands of a loss, which PyTorch rounds at each of its steps, the share of each loss as well."""
    x, y, _, *options = node.tensors(0 if edges[0] is not None else 1)
    count, slope = LOSSES[node.op.name]
    apart = x - y
    share = in_half(np.asarray(count / apart.numel()), apart._array.dtype).item()
    found = slope(apart, *options) * share * g
    return [edge and sign for edge, sign in zip(edges, (found, -found), strict=True)]


def rounded(x):
    """A tensor of float32 with the digits that a float16 has."""
    return x.half().float()


def single(x):
    """A tensor of 16-bit floats in float32; all else as it is."""
    return x.float() if isinstance(x, Tensor) and x.itemsize == 2 and x.dtype.category == FLOATING else x


fill(Walk, differentiate=differentiate)
