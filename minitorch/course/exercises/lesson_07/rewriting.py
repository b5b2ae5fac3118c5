"""What to say of wrong answers to an exercise of several formulas: which of them it is, and what is wrong in it."""

import ast

import numpy as np

from minitorch.autograd import GradcheckError

from ...define import Mistake, Wrong
from ...values import compare, freeze


def otherwise(solution, name, body):
    """The solution with the function `name` given another body.

    >>> otherwise("def f(x):\\n    return x\\n", "f", "return -x")
    'def f(x):\\n    return -x\\n'
    """
    tree = ast.parse(solution)
    node = next(node for node in tree.body if node.name == name)
    node.body = ast.parse(body).body
    return ast.unparse(tree) + "\n"


def where(says, *values):
    """What to say when the case that fails first is one that expects one of these values."""
    values = [freeze(value) for value in values]
    return Mistake(lambda expected, got, error: any(compare(value, expected) is None for value in values), says)


def measured(says):
    """What to say when only gradcheck, or gradgradcheck, finds that something is wrong."""
    return Mistake(lambda expected, got, error: isinstance(error, GradcheckError), says)


def _is_no_tensor(expected, got, error):
    what = isinstance(error, AttributeError) and error.obj
    return isinstance(what, int | float | tuple | list | np.ndarray) and error.name in ("shape", "is_complex")


NO_TENSOR = Mistake(
    _is_no_tensor,
    "The formula of the operation shown gives back something that is no tensor: a number, a tuple or an array. A gradient is one "
    "tensor, made of g, the gradient that arrives.",
)


def wrong_formulas(solution, table):
    """A Wrong for each (name, other body, what to say of it)."""
    return [Wrong(otherwise(solution, name, body), says) for name, body, says in table]
