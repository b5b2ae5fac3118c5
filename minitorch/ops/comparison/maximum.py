"""maximum, minimum, fmax, fmin, clamp_min, clamp_max: the larger or smaller of two numbers (shelf)."""

from ..._tensor import method
from ...backend import array_module
from ..index.where import choose, masked
from ..inplace.in_place import in_place_forms
from ..op import common, op
from ..reduction.sum import numpy_names
from .clamp import clamp


def of_two(name, doc):
    """The operation that takes one of two numbers: NumPy's function of that name."""

    def choice(input, other):
        if input.dtype.kind == "c":
            raise RuntimeError(f"{name} not implemented for complex tensors.")
        return getattr(array_module(input), name)(input, other)

    choice.__name__ = choice.__qualname__ = name
    choice.__doc__ = f"{doc} Source: PyTorch, torch.{name}."
    return op(choice, promote=common, tensors="all")


maximum = of_two("maximum", "The larger of the two; nan if one is nan. Equal ones share the gradient.")
minimum = of_two("minimum", "The smaller of the two; nan if one is nan. Equal ones share the gradient.")
fmax = of_two("fmax", "The larger of the two; where one is nan, the other.")
fmin = of_two("fmin", "The smaller of the two; where one is nan, the other.")


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
