"""linear: x @ W.T + b (core)."""

import math

from ...ops.casting import blocks
from ...ops.matmul.addmm import addmm
from ...ops.matmul.matmul import matmul
from ...ops.view.reshape import reshape, view
from ...ops.view.transpose import t


def linear(input, weight, bias=None):
    """input [..., n] @ weight [m, n].T + bias [m] -> [..., m].

    Errors: RuntimeError when the sizes do not fit. Source: PyTorch, torch.nn.functional.linear.
    """
    if bias is None or input._array.ndim in (0, 2) or not is_table(input, weight, bias):
        return linear_step(input, weight, bias)
    *places, n = input._array.shape
    table = reshape(input, (math.prod(places), n))
    return view(linear_step(table, weight, bias), (*places, len(weight)))


def is_table(input, weight, bias):
    """Whether rows of numbers can be multiplied as one table: they lie in order, and the others are a matrix and a row.

    Under autocast they are put in order, for the sum with the bias is in 16 bits, too.
    """
    return weight.ndim == 2 and bias.ndim == 1 and (input.is_contiguous() or blocks[0] > 0)


def linear_step(input, weight, bias=None):
    """The same, where a table [k, n] with a bias takes one step in the graph."""
    if bias is not None and input._array.ndim == weight._array.ndim == 2 and bias._array.ndim == 1:
        return addmm.call(bias, input, t.call(weight))
    made = matmul(input, t(weight))
    return made if bias is None else made + bias
