"""add, sub, mul, div, neg, reciprocal, abs (core).

Every formula is the rule from the calculus book for one operand. None of them mentions broadcasting or dtypes: the
backward walk undoes both.
"""

from ..._tensor import Tensor, method
from ...backend import array_module
from ..op import common, floating, op

__all__ = """add sub subtract mul multiply neg negative reciprocal abs absolute div divide true_divide""".split()


@op
def zeros_of(input):
    """Zeros in the shape of input: the gradient through a step function, flat almost everywhere."""
    return array_module(input).zeros_like(input)


zeros_of.grad(input=lambda g: zeros_of(g))


# --- adding ---------------------------------------------------------------------------------------------------------


@op(promote=common, tensors="none")
def _add(input, other):
    return input + other


_add.grad(input=lambda g: g, other=lambda g: g)


def add(input, other, *, alpha=1, out=None):
    """input + alpha * other, broadcast against each other.

    >>> import minitorch as mt
    >>> mt.add(mt.tensor([1, 2]), mt.tensor([[10], [20]]))
    tensor([[11, 12],
            [21, 22]])

    Errors: RuntimeError for shapes that do not broadcast, or a fractional alpha among integers.
    Source: PyTorch, torch.add.
    """
    if type(alpha) is int and alpha == 1:
        return _add(input, other, out=out)
    return Tensor._add_scaled(input, other, alpha, out=out)


method(add)
method(_add.operator, "__add__", "__radd__")


# --- subtracting ----------------------------------------------------------------------------------------------------


def no_bools(operands):
    """The dtype of a difference. Bools are rejected."""
    for x in operands:
        if (x._array.dtype.kind == "b") if isinstance(x, Tensor) else isinstance(x, bool):
            raise RuntimeError(
                "Subtraction, the `-` operator, with a bool tensor is not supported. If you are trying to invert a mask, "
                "use the `~` or `logical_not()` operator instead."
            )
    return common(operands)


@op(promote=no_bools, tensors="none")
def _sub(input, other):
    return input - other


_sub.grad(input=lambda g: g, other=lambda g: -g)


@op(promote=no_bools, derivative="RsubBackward1")
def _rsub(input, other):
    return other - input


_rsub.grad(input=lambda g: -g, other=lambda g: g)


def sub(input, other, *, alpha=1, out=None):
    """input - alpha * other, broadcast against each other.

    >>> import minitorch as mt
    >>> mt.sub(mt.tensor([5.0, 7.0]), 1, alpha=2)
    tensor([3., 5.])

    Errors: RuntimeError for bools, which `^` and `~` are for. Source: PyTorch, torch.sub.
    """
    if type(alpha) is int and alpha == 1:
        return _sub(input, other, out=out)
    return Tensor._sub_scaled(input, other, alpha, out=out)


method(sub)
subtract = method(sub, "subtract")
method(_sub.operator, "__sub__")
method(_rsub.operator, "__rsub__")


# --- multiplying and dividing ---------------------------------------------------------------------------------------


@op(promote=common, tensors="none")
def mul(input, other):
    """input * other, element by element, broadcast against each other.

    >>> import minitorch as mt
    >>> mt.mul(mt.tensor([1.0, 2.0]), 3)
    tensor([3., 6.])

    Source: PyTorch, torch.mul.
    """
    return input * other


mul.grad(input=lambda g, other: g * other, other=lambda g, input: g * input)
multiply = method(mul, "mul", "multiply")
method(mul.operator, "__mul__", "__rmul__")


@op(promote=floating, tensors="none")
def _div(input, other):
    return input / other


_div.grad(input=lambda g, other: g / other, other=lambda g, input, other: -g * (input / other / other))
method(_div.operator, "__truediv__")


def div(input, other, *, rounding_mode=None, out=None):
    """input / other, element by element; rounded down with rounding_mode="floor", towards 0 with "trunc".

    >>> import minitorch as mt
    >>> mt.div(mt.tensor([7, -7]), 2), mt.div(mt.tensor([7, -7]), 2, rounding_mode="trunc")
    (tensor([ 3.5000, -3.5000]), tensor([ 3, -3]))

    Source: PyTorch, torch.div.
    """
    if rounding_mode is None:
        return _div(input, other, out=out)
    if rounding_mode not in ("floor", "trunc"):
        raise RuntimeError(f"div expected rounding_mode to be None, 'trunc' or 'floor' but found '{rounding_mode}'")
    return getattr(Tensor, f"_div_{rounding_mode}")(input, other, out=out)  # in the file on rounding


divide = true_divide = method(div, "div", "divide", "true_divide")


@op(promote=floating)
def reciprocal(input):
    """1 / input. Source: PyTorch, torch.reciprocal."""
    return 1 / input


reciprocal.grad(input=lambda g, out: -g * (out * out))
method(reciprocal)
method(lambda x, y: reciprocal(x) * y, "__rtruediv__", "__rdiv__")  # y / x as PyTorch computes it


# --- signs ----------------------------------------------------------------------------------------------------------


@op(promote=common)
def neg(input):
    """-input. Source: PyTorch, torch.neg."""
    try:
        return -input
    except TypeError:
        raise RuntimeError(
            "Negation, the `-` operator, on a bool tensor is not supported: use `~` to invert a mask"
        ) from None


neg.grad(input=lambda g: -g)
negative = method(neg, "neg", "negative", "__neg__")


@op(promote=common)
def abs(input):
    """The distance from 0: |input|, real also for complex numbers. Source: PyTorch, torch.abs."""
    return array_module(input).abs(input)


abs.grad(input=lambda g, input: g * Tensor.sgn(input))
absolute = method(abs, "abs", "absolute", "__abs__")
