"""clamp, clip: numbers held within bounds (core).

The gradient goes the way the number came. Where both were equally good, they share it.
"""

from ..._tensor import method
from ...backend import array_module
from ..index.where import masked
from ..op import NUMBER, common, op

__all__ = ["clamp", "clip"]


def clamp_name(x, *bounds):
    """PyTorch numbers the steps of clamp: 1 where the bounds are numbers."""
    return f"ClampBackward{int(all([isinstance(bound, NUMBER) for bound in bounds]))}"


@op(promote=common, derivative=clamp_name)
def _clamp(input, low, high):
    return array_module(input).clip(input, low, high)


@op(promote=common, derivative=clamp_name)
def _clamp_min(input, min):
    return array_module(input).maximum(input, min)


@op(promote=common, derivative=clamp_name)
def _clamp_max(input, max):
    return array_module(input).minimum(input, max)


_clamp.grad(
    input=lambda g, input, low, high: masked(g, (input >= low) & (input <= high)),
    low=lambda g, input, low, high: masked(g, (input < low) & (low < high)),
    high=lambda g, input, low, high: masked(g, (input > high) | (high < low)),
)
_clamp_min.grad(input=lambda g, input, min: masked(g, input >= min), min=lambda g, input, min: masked(g, input < min))
_clamp_max.grad(input=lambda g, input, max: masked(g, input <= max), max=lambda g, input, max: masked(g, input > max))


def clamp(input, min=None, max=None, *, out=None):
    """The numbers of `input`, but none below `min` or above `max`: numbers, or tensors that broadcast.

    >>> import minitorch as mt
    >>> mt.clamp(mt.tensor([-2.0, 0.5, 2.0]), -1, 1)
    tensor([-1.0000,  0.5000,  1.0000])

    Errors: RuntimeError when both bounds are left out. Source: PyTorch, torch.clamp.
    """
    if min is None and max is None:
        raise RuntimeError("torch.clamp: At least one of 'min' or 'max' must not be None")
    if input.dtype.is_complex:
        raise NotImplementedError("clamp is not supported for complex types")
    if max is None:
        return _clamp_min(input, min, out=out)
    return _clamp_max(input, max, out=out) if min is None else _clamp(input, min, max, out=out)


clip = method(clamp, "clamp", "clip")
