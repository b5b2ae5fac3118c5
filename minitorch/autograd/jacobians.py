"""jacobians: the derivative of every result with respect to every element, measured by small steps and by the formulas (core)."""

import numpy as np

from .._tensor import Tensor, wrap
from ..backend import to_device
from ..ops.join.stack import stack
from .grad import grad


def numerical_jacobian(function, inputs, place, eps=1e-6):
    """The derivative of every result with respect to every element of input number `place`, by central differences.

    Each element is moved by eps in both directions:  (f(x + eps) - f(x - eps)) / (2 eps). Its error is of order eps**2.
    Returns one array per result, of shape [elements of the input, elements of the result].
    """
    x = inputs[place]._array
    columns = []
    for i in np.ndindex(x.shape):
        before = x[i].copy()
        x[i] = before + eps
        above = [to_device(out._array, "cpu").copy() for out in results_of(function, inputs)]
        x[i] = before - eps
        below = [to_device(out._array, "cpu").copy() for out in results_of(function, inputs)]
        x[i] = before
        columns.append([(a - b).reshape(-1) / (2 * eps) for a, b in zip(above, below, strict=True)])
    return [np.array(rows) for rows in zip(*columns, strict=True)]


def analytical_jacobian(function, inputs, place):
    """The same from the formulas: one backward pass per element of the results."""
    found = []
    for number, out in enumerate(results_of(function, inputs)):
        rows = np.zeros((out._array.size, inputs[place]._array.size), inputs[place]._array.dtype)
        for j in range(out._array.size):
            g = np.zeros(out._array.size, out._array.dtype)
            g[j] = 1
            g = wrap(to_device(g.reshape(out._array.shape), out.device))
            out = results_of(function, inputs)[number]
            if out.requires_grad:
                (slope,) = grad(out, inputs[place], g, retain_graph=True, allow_unused=True)
                if slope is not None:
                    rows[j] = to_device(slope._array, "cpu").reshape(-1)
        found.append(rows.T)
    return found


def results_of(function, inputs):
    """The floating results of a function, as a list; complex ones as pairs of real numbers."""
    out = function(*inputs)
    outs = [x for x in (out if isinstance(out, (tuple, list)) else (out,)) if isinstance(x, Tensor)]
    return [
        stack((x.real, x.imag), -1) if x.is_complex() else x for x in outs if x.is_complex() or x.is_floating_point()
    ]
