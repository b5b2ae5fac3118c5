"""twins: operations on large arrays of float32 by kernels that numba compiles, where it is installed (short cuts).

TWINS maps a forward, or the formula of a derivative, to the function in fast/compiled/ that takes its place; that function
gives the same up to rounding, or None for what it does not know. Numba is imported at the first call that is large enough.
MINITORCH_NUMBA=0 in the environment leaves it out; where it is missing or cannot compile, the plain functions stay.
"""

import os
from contextlib import suppress
from functools import wraps
from importlib import import_module
from inspect import CO_VARARGS

import numpy as np

from ..graph import node
from ..ops.op import ops

LEAST = 1 << 13  # numbers, from which a kernel is asked for
FLOAT32 = np.dtype("float32")
ROUND = ("minitorch.ops.", "minitorch.nn.functional", "minitorch.graph.", "minitorch.optim.")

# the file of an operation or helper, its name and the formula -> the file in fast/compiled/ and the function
ACTIVATION, SOFTMAX = "minitorch.nn.functional.gates:", "minitorch.ops.pointwise.softmax:"
SIMPLE, NORMAL = "minitorch.ops.pointwise.activation:", "minitorch.nn.functional.normalization:normalize"
ATTENTION, POOLING = "minitorch.nn.functional.attention:safe_softmax", "minitorch.nn.functional.pooling:"
SLIDING, MATMUL = "minitorch.nn.functional.sliding:", "minitorch.ops.matmul.matmul:"
ADDMM = "minitorch.ops.matmul.addmm:addmm"
TWINS = {
    SIMPLE + "sigmoid": "pointwise:sigmoid",
    SIMPLE + "sigmoid.grad[x]": "pointwise:sigmoid_back",
    SIMPLE + "tanh": "pointwise:tanh",
    SIMPLE + "tanh.grad[x]": "pointwise:tanh_back",
    SIMPLE + "relu.grad[x]": "pointwise:relu_back",
    ACTIVATION + "silu": "pointwise:silu",
    ACTIVATION + "silu.grad[x]": "pointwise:silu_back",
    ACTIVATION + "gelu": "pointwise:gelu",
    ACTIVATION + "gelu.grad[x]": "pointwise:gelu_back",
    ACTIVATION + "gelu_tanh": "pointwise:gelu_tanh",
    ACTIVATION + "gelu_tanh.grad[x]": "pointwise:gelu_tanh_back",
    SOFTMAX + "softmax": "rows:softmax",
    SOFTMAX + "softmax.grad[x]": "rows:softmax_back",
    SOFTMAX + "log_softmax": "rows:log_softmax",
    SOFTMAX + "log_softmax.grad[x]": "rows:log_softmax_back",
    ATTENTION: "rows:safe_softmax",
    ATTENTION + ".grad[x]": "rows:softmax_back",
    MATMUL + "mm": "products:product",
    MATMUL + "mm.grad[x]": "products:to_first",
    MATMUL + "mm.grad[mat2]": "products:to_second",
    MATMUL + "batched": "products:product",
    MATMUL + "batched.grad[x]": "products:to_first",
    MATMUL + "batched.grad[y]": "products:to_second",
    ADDMM: "products:affine",
    ADDMM + ".grad[mat1]": "products:affine_to_first",
    ADDMM + ".grad[mat2]": "products:affine_to_second",
    "minitorch.ops.cumulative.cumsum:cumsum": "rows:cumsum",
    NORMAL: "normalization:normalize",
    NORMAL + ".grad": "normalization:normalize_back",
    "minitorch.ops.index.where:either": "indexing:either",
    "minitorch.nn.functional.embedding:rows.grad[weight]": "indexing:rows_back",
    SLIDING + "slide": "convolution:slide",
    SLIDING + "spread": "convolution:spread",
    SLIDING + "match": "convolution:match",
    POOLING + "pool": "indexing:pooled",
    POOLING + "added": "indexing:added",
    "minitorch.fast.cross_entropy:cross_entropy": "loss:cross_entropy",
    "minitorch.fast.adam:step": "optimizers:adam",
    "minitorch.fast.random:rows_made": "random:normal",
    "minitorch.fast.recurrent:lstm_through": "recurrent:lstm",
    "minitorch.fast.recurrent:lstm_through.grad": "recurrent:lstm_back",
}
SECOND = {ADDMM, "minitorch.ops.index.where:either"}  # of these the second argument decides, of all others the first


class Unavailable(Exception):
    """There is no numba, or it could not compile."""


class Numba:
    """The package numba, once it is wanted; `missing` when it cannot be had."""

    missing = os.environ.get("MINITORCH_NUMBA", "1") == "0"

    @classmethod
    def get(cls):
        if cls.missing:
            raise Unavailable
        try:
            return import_module("numba")
        except Exception as error:
            cls.missing = True
            raise Unavailable from error


def has_numba():
    """Whether numba is there, for a short cut that does without it what a kernel does sooner."""
    if Numba.missing:
        return False
    with suppress(Unavailable):
        return bool(Numba.get())
    return False


def find(place):
    """A function of fast/compiled/, "file:name"."""
    file, name = place.split(":")
    return getattr(import_module(f"{__package__}.compiled.{file}"), name)


def with_twin(plain, name, least=LEAST):
    """The function `plain`, with its twin where an argument is a large array of float32, if TWINS has one of this name."""
    place, twin, ndarray = TWINS.get(name), None, np.ndarray
    if place is None or Numba.missing:
        return plain

    def compiled(*given):
        nonlocal twin
        try:
            twin = twin or find(place)
            made = twin(*given)
        except Unavailable:
            made = None
        return plain(*given) if made is None else made

    def is_large(x):
        return type(x) is ndarray and x.size >= least and x.dtype is FLOAT32 and not Numba.missing

    # written out for one argument and for two: small steps, which take this way too, notice a `*others`
    def of_one(x):
        return compiled(x) if type(x) is ndarray and x.size >= least and is_large(x) else plain(x)

    def of_two(x, y):
        return compiled(x, y) if type(x) is ndarray and x.size >= least and is_large(x) else plain(x, y)

    def of_several(x, *others):
        return compiled(x, *others) if is_large(x) else plain(x, *others)

    def by_second(first, x, *others):
        return compiled(first, x, *others) if is_large(x) else plain(first, x, *others)

    code = getattr(plain, "__code__", None)
    count = code.co_argcount if code and not code.co_flags & CO_VARARGS and not plain.__defaults__ else None
    return wraps(plain)(by_second if name in SECOND else {1: of_one, 2: of_two}.get(count, of_several))


# --- the twins of formulas --------------------------------------------------------------------------------------------

plain_type = node.new_type


def new_type(op, derivative):
    """The class of an op's steps, with twins of the formulas."""
    kind, name = plain_type(op, derivative), f"{op.__module__}:{op.forward.__name__.strip('_')}.grad"
    if kind.joint is not None:
        kind.joint = staticmethod(with_twin(kind.joint, name))
    else:
        inputs = [op.parameters[i] for i in op.positions]
        pairs = zip(kind.formulas, inputs, strict=True)
        kind.formulas = tuple([with_twin(formula, f"{name}[{one}]") for formula, one in pairs])
    return kind


def exchange(function):
    """Let classes of steps be made by this function, and forget those that there are."""
    node.new_type = function
    for op in ops:
        op.node_types.clear()
        vars(op).pop("quick", None)


def put():
    """Let derivatives be computed by twins; returns what undoes it."""
    exchange(new_type)
    return lambda: exchange(plain_type)
