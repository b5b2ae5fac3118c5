"""relu, sigmoid, tanh (core)."""

import numpy as np

from ..._tensor import method
from ...backend import ready
from ...pieces import LARGE, in_pieces
from ..index.where import masked
from ..op import common, floating, op

__all__ = ["tanh", "sigmoid", "relu"]


@op(promote=floating)
def tanh(x):
    """sinh(x) / cosh(x): a smooth step from -1 to 1.

    >>> import minitorch as mt
    >>> mt.tanh(mt.tensor([-1.0, 0.0, 1.0]))
    tensor([-0.7616,  0.0000,  0.7616])

    Source: PyTorch, torch.tanh.
    """
    return np.tanh(x) if x.size < LARGE else in_pieces(np.tanh, x)


tanh.grad(x=lambda g, out: g * (ready(1, out) - out * out))


# --- the step, smooth and bent --------------------------------------------------------------------------------------


@op(promote=floating)
def sigmoid(x):
    """1 / (1 + e**-x): a smooth step from 0 to 1.

    >>> import minitorch as mt
    >>> mt.sigmoid(mt.tensor([-1000.0, 0.0, 1000.0]))
    tensor([0.0000, 0.5000, 1.0000])

    Source: PyTorch, torch.sigmoid.
    """
    if x.size >= LARGE:
        return in_pieces(logistic, x)
    one = ready(1, x)
    return one / (one + np.exp(-x))


def logistic(x, out=None):
    """The sigmoid of an array, a step of the formula after the other in one piece of memory."""
    one, out = ready(1, x), np.empty_like(x) if out is None else out
    np.negative(x, out=out)
    np.exp(out, out=out)
    np.add(out, one, out=out)
    return np.divide(one, out, out=out)


@op(promote=common)
def relu(x):
    """x where it is positive, else 0. Its slope at 0 is taken to be 0.

    >>> import minitorch as mt
    >>> mt.relu(mt.tensor([-1.0, 0.0, 2.0]))
    tensor([0., 0., 2.])

    Source: PyTorch, torch.relu.
    """
    if x.dtype.kind == "b":
        raise RuntimeError("Boolean inputs not supported for relu")
    if x.dtype.kind == "c":
        raise NotImplementedError("clamp is not supported for complex types")
    if x.size >= LARGE and x.dtype.kind == "f":
        return np.clip(x, 0, np.inf)  # with a number beside a large array it is quicker than maximum
    return np.maximum(x, ready(0, x))


sigmoid.grad(x=lambda g, out: g * (out - out * out))
relu.grad(x=lambda g, out: masked(g, out != 0))
for _op in (tanh, sigmoid, relu):
    method(_op)
