"""maximum, minimum, fmax, fmin, clamp_min, clamp_max: the larger or smaller of two numbers (shelf)."""

from ..._tensor import method
from ...backend import array_module
from ..index.where import choose, masked
from ..inplace.in_place import in_place_forms
from ..op import common, op
from ..reduction.sum import numpy_names
from .clamp import clamp


def check_real(name, x):
    """Raise for complex numbers, of which none is the larger."""
    if x.dtype.kind == "c":
        raise RuntimeError(f"{name} not implemented for complex tensors.")


@op(promote=common, tensors="all")
def maximum(input, other):
    """The larger of the two; nan if one is nan. Equal ones share the gradient.

    >>> import minitorch as mt
    >>> mt.maximum(mt.tensor([1, 5]), mt.tensor([3, 2]))
    tensor([3, 5])

    Source: PyTorch, torch.maximum.
    """
    check_real("maximum", input)
    return array_module(input).maximum(input, other)


@op(promote=common, tensors="all")
def minimum(input, other):
    """The smaller of the two; nan if one is nan. Equal ones share the gradient. Source: PyTorch, torch.minimum."""
    check_real("minimum", input)
    return array_module(input).minimum(input, other)


def shared(g, tie, loses):
    """The gradient of a choice: nothing for the loser, half in a tie."""
    return masked(choose(tie, g / 2, g), ~loses)


maximum.grad(
    input=lambda g, input, other: shared(g, input == other, input < other),
    other=lambda g, input, other: shared(g, input == other, other < input),
)
minimum.grad(
    input=lambda g, input, other: shared(g, input == other, input > other),
    other=lambda g, input, other: shared(g, input == other, other > input),
)


@op(promote=common, tensors="all")
def fmax(input, other):
    """The larger of the two; where one is nan, the other. Source: PyTorch, torch.fmax."""
    check_real("fmax", input)
    return array_module(input).fmax(input, other)


@op(promote=common, tensors="all")
def fmin(input, other):
    """The smaller of the two; where one is nan, the other. Source: PyTorch, torch.fmin."""
    check_real("fmin", input)
    return array_module(input).fmin(input, other)


fmax.grad(
    input=lambda g, input, other: masked(g, (input >= other) | (other != other)),
    other=lambda g, input, other: masked(g, ~((input >= other) | (other != other))),
)
fmin.grad(
    input=lambda g, input, other: masked(g, (input <= other) | (other != other)),
    other=lambda g, input, other: masked(g, ~((input <= other) | (other != other))),
)


@numpy_names
def clamp_min(input, min, *, out=None):
    """clamp from below only. Source: PyTorch, torch.clamp_min."""
    return clamp(input, min, out=out)


@numpy_names
def clamp_max(input, max, *, out=None):
    """clamp from above only. Source: PyTorch, torch.clamp_max."""
    return clamp(input, None, max, out=out)


for _function in (maximum, minimum, fmax, fmin, clamp_min, clamp_max):
    method(_function)
in_place_forms("clamp_min", "clamp_max")
