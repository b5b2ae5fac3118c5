"""values: what arguments and results of calls are in a traced graph (shelf)."""

import sys

from .._tensor import Tensor
from .kinds import IntType, ListType, OptionalType, TensorType, type_of


def number_dtype(x):
    """The dtype of a number that becomes a tensor."""
    top = sys.modules["minitorch"]
    kinds = {bool: top.bool, int: top.int64, float: top.float64, complex: top.complex128}
    return kinds.get(type(x), top.float64)


def list_type(word):
    """The type of a list by the word for what is in it."""
    inner = {"Tensor": TensorType(), "Tensor?": OptionalType(TensorType())}.get(word)
    if inner is None:
        inner = type_of(0.0) if word == "float" else type_of(True) if word == "bool" else IntType()
    return ListType(inner)


def flat(values):
    """The tensors among results."""
    return [
        x for one in values for x in (flat(one) if isinstance(one, (tuple, list)) else [one]) if isinstance(x, Tensor)
    ]
