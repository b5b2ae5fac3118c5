"""relu, sigmoid, tanh (core)."""

import numpy as np

from ..._tensor import method
from ...backend import ready
from ..index.where import masked
from ..op import common, floating, op
from .arithmetic import zeros_of

__all__ = ["tanh", "sigmoid", "relu"]


@op(promote=floating)
def tanh(input):
    """sinh(input) / cosh(input): a smooth step from -1 to 1.

    >>> import minitorch as mt
    >>> mt.tanh(mt.tensor([-1.0, 0.0, 1.0]))
    tensor([-0.7616,  0.0000,  0.7616])

    Source: PyTorch, torch.tanh.
    """
    return np.tanh(input)


tanh.grad(input=lambda g, out: g * (1 - out * out))


@op(promote=floating)
def sigmoid(input):
    """1 / (1 + e**-input): a smooth step from 0 to 1.

    >>> import minitorch as mt
    >>> mt.sigmoid(mt.tensor([-1000.0, 0.0, 1000.0]))
    tensor([0.0000, 0.5000, 1.0000])

    Source: PyTorch, torch.sigmoid.
    """
    one = ready(1, input)
    return one / (one + np.exp(-input))


@op(promote=common)
def relu(input):
    """input where it is positive, else 0. Its slope at 0 is taken to be 0.

    >>> import minitorch as mt
    >>> mt.relu(mt.tensor([-1.0, 0.0, 2.0]))
    tensor([0., 0., 2.])

    Source: PyTorch, torch.relu.
    """
    if input.dtype.kind == "b":
        raise RuntimeError("Boolean inputs not supported for relu")
    if input.dtype.kind == "c":
        raise NotImplementedError("clamp is not supported for complex types")
    return np.maximum(input, ready(0, input))


sigmoid.grad(input=lambda g, out: g * (out - out * out))
relu.grad(input=lambda g, out: threshold_backward(g, out))


@op(derivative="ThresholdBackwardBackward0")
def threshold_backward(grad_output, result):
    """What relu sends back: the gradient where its result is not 0. Of the result it is flat: its gradient is zeros, not None."""
    return masked.forward(grad_output, result != 0)


threshold_backward.grad(
    grad_output=lambda g, result: masked(g, result != 0),
    result=lambda g: zeros_of(g),
)
for _op in (tanh, sigmoid, relu):
    method(_op)
