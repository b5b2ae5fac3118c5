"""kernels: quicker forwards and derivatives for arrays, in the place of an operation's own (short cuts).

KERNELS maps "module:function" to what makes the quicker forward of the plain one, and "module:function.grad[number of the
operand]" (of a joint formula "module:function.grad") to what makes the quicker formula. Files that are loaded later enter
theirs; what numba has compiled (twins.py) goes before them. Here are a linear layer's, whose bias is added where the product
lies, and a choice by a mask without a branch; what others are worth stands in their files.
"""

import sys

import numpy as np

from ..graph import node
from ..ops.index import where
from ..ops.op import FLOAT_DTYPES, Op, ops
from .blas import product
from .twins import with_twin

ROUND = ("minitorch.ops.", "minitorch.nn.functional", "minitorch.graph.")
GUESSED = 1 << 13  # choices, from which a wrong guess costs more than computing with bits
BITS = {np.dtype(f"{kind}{size}"): np.dtype(f"i{size}") for kind in "fi" for size in (4, 8)}
FLOAT32 = np.dtype("float32")
ONE = np.array(1, FLOAT32)
KERNELS: dict = {}
UFUNCS = {  # what these forwards call, with nothing else before or after
    "minitorch.ops.pointwise.arithmetic:add": np.add,
    "minitorch.ops.pointwise.arithmetic:sub": np.subtract,
    "minitorch.ops.pointwise.arithmetic:mul": np.multiply,
    "minitorch.ops.pointwise.activation:tanh": np.tanh,
}


def name_of(op):
    """The name under which short cuts know an operation: "module:function"."""
    return f"{op.__module__}:{op.forward.__name__.strip('_')}"


def quicker(function, name):
    """A forward or a formula, with what takes its place where there is something quicker."""
    if name not in KERNELS:
        return with_twin(UFUNCS.get(name, function), name)
    made = KERNELS[name](function)
    made.__wrapped__ = function  # what a drawing shows
    return with_twin(made, name)


def enter(kernels):
    """The `put` of a short cut that gives operations quicker forwards and formulas: {name: what makes it}."""

    def put():
        KERNELS.update(kernels)
        look_up_again(kernels)

        def undo():
            for name in kernels:
                del KERNELS[name]
            look_up_again(kernels)

        return undo

    return put


def look_up_again(names):
    """Let the operations of these names look up anew what there is for them."""
    changed = {name.partition(".grad")[0] for name in names}
    for op in ops:
        if name_of(op) in changed:
            op.node_types.clear()
            op.quick, op.call = None, Op.make(op, op.call.on_unsupported)


# --- formulas -----------------------------------------------------------------------------------------------------------

plain_type = node.new_type


def new_type(op, derivative):
    """The class of an op's nodes, with the quicker formulas."""
    kind, name = plain_type(op, derivative), f"{name_of(op)}.grad"
    if kind.joint is not None:
        kind.joint = staticmethod(quicker(kind.joint, name))
    else:
        pairs = zip(kind.functions, op.positions, strict=True)
        kind.functions = tuple([quicker(function, f"{name}[{place}]") for function, place in pairs])
    kept = set(kind.keeping)  # the walk may call these with arrays, and then let go of what was saved: of all, or asks
    kind.quick = kind.joint, kind.functions, kept == {True}, kept == {True, False}
    return kind


def use(function):
    """Let the classes of nodes be made by this function, and forget those that there are."""
    node.new_type = function
    for op in ops:
        op.node_types.clear()
        op.quick = None


# --- linear layers, and the gradient of relu ------------------------------------------------------------------------------


def affine(plain):
    """mat1 @ mat2 + input for matrices of floats and a row, added where the product lies."""

    def forward(x, mat1, mat2, beta=1, alpha=1):
        usual = type(x) is np.ndarray and x.dtype is mat1.dtype is mat2.dtype and x.dtype.kind == "f" and x.itemsize > 2
        alone = usual and (type(beta), beta, type(alpha), alpha) == (int, 1, int, 1)
        if alone and mat1.ndim == mat2.ndim == 2 and mat1.shape[1] == mat2.shape[0] and x.shape == mat2.shape[1:]:
            made = product(mat1, mat2)
            made += x
            return made
        return plain(x, mat1, mat2, beta, alpha)

    return forward


def to_first(plain):
    """g @ mat2.mT"""

    def formula(g, mat2, alpha):
        return product(g, mat2.T) if is_plain(g, alpha) else plain(g, mat2, alpha)

    return formula


def to_second(plain):
    """mat1.mT @ g, lying as the weight of a linear layer does, which was turned for the product."""

    def formula(g, mat1, alpha):
        return product(g.T, mat1).T if is_plain(g, alpha) else plain(g, mat1, alpha)

    return formula


def is_plain(g, alpha):
    return type(g) is np.ndarray and type(alpha) is int and alpha == 1


def relu(plain):
    """x where it is positive, else 0: with two numbers beside a large array clip is quicker than maximum with one."""

    def forward(x):
        usual = type(x) is np.ndarray and x.size >= GUESSED and x.dtype in FLOAT_DTYPES
        return np.clip(x, 0, np.inf) if usual else plain(x)

    return forward


def to_tanh(plain):
    """g * (1 - out * out), computed where the product lies."""

    def formula(g, out):
        if type(g) is not np.ndarray or g.dtype is not FLOAT32 or not out.ndim:
            return plain(g, out)
        slope = out * out
        np.subtract(ONE, slope, slope)
        return np.multiply(g, slope, slope)

    return formula


ADDMM = "minitorch.ops.matmul.addmm:addmm"
KERNELS |= {ADDMM: affine, f"{ADDMM}.grad[1]": to_first, f"{ADDMM}.grad[2]": to_second}
KERNELS |= {"minitorch.ops.pointwise.activation:relu": relu, "minitorch.ops.pointwise.activation:tanh.grad[0]": to_tanh}


def either(mask, x, y):
    """np.where(mask, x, y). For large arrays without a branch: a processor guesses badly which way a mask goes.

    The bits of y, changed where the mask is True to those of x.
    """
    kind = getattr(x, "dtype", None)
    usual = type(mask) is np.ndarray and mask.size >= GUESSED and mask.dtype.kind == "b"
    if not usual or kind not in BITS or getattr(y, "dtype", None) != kind:
        return plain_either(mask, x, y)
    bits = BITS[kind]
    x, y = x.view(bits), y.view(bits)
    chosen = np.negative(mask.view("int8"), dtype=bits)  # all bits, or none
    if not y.ndim and not y:  # 0, as for the gradient of relu
        return np.bitwise_and(x, chosen, chosen if chosen.shape == x.shape else None).view(kind)
    out = (x ^ y) & chosen
    out ^= y
    return out.view(kind)


plain_either = where.either


def put():
    """Let all of these be used; returns what undoes it."""
    use(new_type)
    exchange([(plain_either, either)])

    def undo():
        use(plain_type)
        exchange([(either, plain_either)])

    return undo


def exchange(pairs):
    """Let every module of the package that knows one function know another instead."""
    other = {id(old): new for old, new in pairs}
    for name, module in list(sys.modules.items()):
        if name.startswith("minitorch") and not name.startswith("minitorch.fast"):
            for key, value in list(vars(module).items()):
                if id(value) in other:
                    setattr(module, key, other[id(value)])
