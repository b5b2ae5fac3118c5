"""jacobians: the derivatives of every result by every element of an input, measured and from the formulas (core).

Both are tables J with a row for each element of the result and a column for each element of the input:
J[i, j] is the derivative of element i of the result by element j of the input.
"""

import numpy as np

from .._tensor import wrap
from ..backend import to_device
from .grad import grad


def numbers_of(x):
    """The numbers of a tensor in one row, as a new NumPy array."""
    return to_device(x._array, "cpu").flatten()


def numerical_jacobian(function, inputs, place, eps=1e-6):
    """The Jacobian of function(*inputs), one tensor, for input number `place`, by central differences.

    Each element x is moved by eps in both directions: (f(x + eps) - f(x - eps)) / (2 eps). The error is of order eps**2.
    """
    x = inputs[place]._array
    columns = []
    for j in np.ndindex(x.shape):
        before = x[j].copy()
        x[j] = before + eps
        above = numbers_of(function(*inputs))
        x[j] = before - eps
        below = numbers_of(function(*inputs))
        x[j] = before
        columns.append((above - below) / (2 * eps))
    return np.stack(columns, axis=1)


def analytical_jacobian(function, inputs, place):
    """The same Jacobian from the formulas: one backward pass for each element of the result."""
    x, out = inputs[place], function(*inputs)
    rows = np.zeros((out._array.size, x._array.size), x._array.dtype)
    for i in range(len(rows) if out.requires_grad else 0):
        (g,) = grad(out, x, weight_of(out, i), retain_graph=True, allow_unused=True)
        if g is not None:
            rows[i] = numbers_of(g)
    return rows


def weight_of(out, i):
    """A gradient for a result: 1 for its element i, and 0 for the others."""
    weight = np.zeros(out._array.size, out._array.dtype)
    weight[i] = 1
    return wrap(to_device(weight.reshape(out._array.shape), out.device))
