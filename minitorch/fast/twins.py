"""twins: operations on large arrays of float32 by kernels that numba compiles, where it is installed (short cuts).

TWINS maps a forward, or the formula of a derivative, to the function in fast/compiled/ that takes its place; that function
gives the same up to rounding, or None for what it does not know. Numba is imported at the first call that is large enough.
MINITORCH_NUMBA=0 in the environment leaves it out; where it is missing or cannot compile, the plain functions stay.
"""

import os
from contextlib import suppress
from functools import wraps
from importlib import import_module

import numpy as np

LEAST = 1 << 13  # numbers, from which a kernel is asked for
FLOAT32 = np.dtype("float32")

# the file of an operation, its name and the number of the operand whose derivative it is -> the file in fast/compiled/
# and the function
ACTIVATION, SOFTMAX = "minitorch.nn.functional.gates:", "minitorch.ops.pointwise.softmax:"
SIMPLE, NORMAL = "minitorch.ops.pointwise.activation:", "minitorch.nn.functional.normalization:normalize"
ATTENTION, POOLING = "minitorch.nn.functional.attention:safe_softmax", "minitorch.nn.functional.pooling:"
CONVOLUTION = "minitorch.nn.functional.convolution:"
TWINS = {
    SIMPLE + "sigmoid": "pointwise:sigmoid",
    SIMPLE + "sigmoid.grad[0]": "pointwise:sigmoid_back",
    SIMPLE + "relu.grad[0]": "pointwise:relu_back",
    ACTIVATION + "gelu": "pointwise:gelu",
    ACTIVATION + "gelu.grad[0]": "pointwise:gelu_back",
    SOFTMAX + "softmax": "rows:softmax",
    SOFTMAX + "softmax.grad[0]": "rows:softmax_back",
    SOFTMAX + "log_softmax": "rows:log_softmax",
    SOFTMAX + "log_softmax.grad[0]": "rows:log_softmax_back",
    ATTENTION: "rows:safe_softmax",
    ATTENTION + ".grad[0]": "rows:softmax_back",
    NORMAL: "normalization:normalize",
    NORMAL + ".grad": "normalization:normalize_back",
    CONVOLUTION + "convolution": "convolution:convolution",
    CONVOLUTION + "conv_input": "convolution:conv_input",
    CONVOLUTION + "conv_weight": "convolution:conv_weight",
    POOLING + "find_largest": "pooling:pairs",
    POOLING + "added": "pooling:added",
}


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


def find(place):
    """A function of fast/compiled/, "file:name"."""
    file, name = place.split(":")
    return getattr(import_module(f"{__package__}.compiled.{file}"), name)


def with_twin(plain, name):
    """The function `plain`, with its twin where the first argument is a large array of float32, if TWINS has one of this name."""
    place, twin, ndarray = TWINS.get(name), None, np.ndarray
    if place is None or Numba.missing:
        return plain

    @wraps(plain)
    def chosen(x, *others):
        nonlocal twin
        if type(x) is ndarray and x.size >= LEAST and x.dtype is FLOAT32 and not Numba.missing:
            with suppress(Unavailable):
                twin = twin or find(place)
                made = twin(x, *others)
                if made is not None:
                    return made
        return plain(x, *others)

    return chosen
