"""formulas: derivatives for the backward pass on bare arrays, each in the place of the core's formula (short cuts).

A formula here names the same values as the core's, so that a step saves the same, and gives the same. It runs in the quick
walk alone: with create_graph, hooks or a reader's own piece the core's does.
"""

import numpy as np

from ..ops.matmul.addmm import times
from ..ops.reduction.sum import _sum
from .blas import product
from .twins import ADDMM, with_twin


def to_first_factor(g, mat2, alpha):
    """g @ mat2.mT"""
    return times(product(g, mat2.T), alpha)


def to_second_factor(g, mat1, alpha):
    """mat1.mT @ g, lying as the weight of a linear layer does, which was turned for the product."""
    return times(product(g.T, mat1).T, alpha)


def stretched(g, shape):
    """An array of this shape that shows one number everywhere."""
    made = np.ndarray(shape, g.dtype, g, 0, (0,) * len(shape))
    made.flags.writeable = False
    return made


def to_summed(g, x_shape, dim, keepdim):
    """Of the sum of all, everywhere the same number."""
    if type(g) is np.ndarray and not g.ndim and x_shape:
        return stretched(g, x_shape)
    return _sum.functions["x"](g, x_shape, dim, keepdim)


FORMULAS = {  # an operation: {input: formula}
    ADDMM: {
        "mat1": with_twin(to_first_factor, ADDMM + ".grad[mat1]"),
        "mat2": with_twin(to_second_factor, ADDMM + ".grad[mat2]"),
    },
    "minitorch.ops.reduction.sum:sum": {"x": to_summed},
}
JOINTS: dict = {}  # a fused operation: its joint formula, under the same name


def name_of(op):
    """The name under which short cuts know an operation: "module:function"."""
    return f"{op.__module__}:{op.forward.__name__.strip('_')}"


def of(op, names, plain):
    """The formulas of an op's quick steps, for the inputs of these names; `plain` are those that it has."""
    own = FORMULAS.get(name_of(op), {})
    for name, function in zip(names, plain, strict=True):
        if name in own:
            own[name].__wrapped__ = function  # what a drawing shows
    return tuple([own.get(name, function) for name, function in zip(names, plain, strict=True)])


def joint_of(node):
    """A step's joint formula for arrays."""
    kind = type(node)
    found = known.get(kind)
    if found is None:
        found = known[kind] = JOINTS.get(name_of(node.op)) or node.joint
    return found


known: dict = {}  # the class of a step: its joint formula; emptied where JOINTS changes
