"""out: the rules of `out=`, the tensor that a result is written into (core)."""

from .._lazy import load
from .._tensor import Tensor
from ..dtypes import named
from ..errors import fault


def fill_out(out, result, op, operands=()):
    """Write a result into the tensor given as `out=`, which takes its shape; of several results, into a tuple of tensors."""
    return load("minitorch.ops.writing_out").fill_out(out, result, op, operands)


def kind_of(out, dtype, name):
    """The dtype that a reduction computes in: the one that was asked for, which must be `out`'s, else that of `out`."""
    return named(dtype) if out is None else load("minitorch.ops.writing_out").kind_of(out, dtype, name)


def takes_out(function):
    """Give a function that has no `out` of its own the argument: what it returns is written there."""

    def call(*args, out=None, **named):
        try:
            result = function(*args, **named)
        except Exception as error:
            raise fault(error, function.__name__) from None
        return result if out is None else fill_out(out, result, function, args)

    call.__name__ = call.__qualname__ = function.__name__
    call.__doc__, call.__module__, call.__wrapped__ = function.__doc__, function.__module__, function
    return call


def refuse_shared(x, operands, name):
    """Raise for a write into x over a part of an operand: in PyTorch, x[1:].add_(x[:-1]) would read what it has written."""
    array = x._array
    for other in [y._array for y in operands if isinstance(y, Tensor) and name != "index_put_"]:
        alone = other is array or (array.base is None and other.base is None)
        if not alone and other.ndim:
            load("minitorch.ops.writing_out").refuse_part(array, other)
