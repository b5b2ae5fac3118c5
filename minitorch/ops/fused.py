"""fused: the three operations that PyTorch offers as one step where one would write two.

One step keeps less and records less than two; optimizers are written with them.
"""

from .._tensor import Tensor, method
from ..dtypes import FLOATING
from .arithmetic import check_factor, kind_of
from .op import NUMBER, common, floating, op

__all__ = ["addcmul", "addcdiv", "lerp"]


@op(promote=common, derivative="AddcmulBackward0")
def _addcmul(x, tensor1, tensor2, value):
    return x + value * tensor1 * tensor2


_addcmul.grad(
    x=lambda g: g,
    tensor1=lambda g, tensor2, value: g * (tensor2 * value),
    tensor2=lambda g, tensor1, value: g * (tensor1 * value),
)


def addcmul(input, tensor1, tensor2, *, value=1, out=None):
    """input + value * tensor1 * tensor2. Source: PyTorch, torch.addcmul."""
    return _addcmul(input, tensor1, tensor2, check_factor(value, "value", input, tensor1, tensor2), out=out)


@op(promote=floating, derivative="AddcdivBackward0")
def _addcdiv(x, tensor1, tensor2, value):
    return x + value * tensor1 / tensor2


_addcdiv.grad(
    x=lambda g: g,
    tensor1=lambda g, tensor2, value: g * (value / tensor2),
    tensor2=lambda g, tensor1, tensor2, value: -g * (value * tensor1 / (tensor2 * tensor2)),
)


def addcdiv(input, tensor1, tensor2, *, value=1, out=None):
    """input + value * tensor1 / tensor2. Source: PyTorch, torch.addcdiv."""
    if max(kind_of(x).category for x in (input, tensor1, tensor2)) < FLOATING:
        raise RuntimeError(
            "Integer division with addcdiv is no longer supported, and in a future release addcdiv will perform a true "
            "division of tensor1 and tensor2. Convert one of the inputs to a floating dtype first."
        )
    return _addcdiv(input, tensor1, tensor2, value, out=out)


@op(promote=common, derivative=lambda x, end, weight: f"LerpBackward{int(not isinstance(weight, NUMBER))}")
def _lerp(x, end, weight):
    return x + weight * (end - x)


_lerp.grad(
    x=lambda g, weight: g * (1 - weight),
    end=lambda g, weight: g * weight,
    weight=lambda g, x, end: g * (end - x),
)


def lerp(input, end, weight, *, out=None):
    """The point on the way from `input` to `end`, of which `weight` says how far. Source: PyTorch, torch.lerp."""
    for name, x in (("end", end), ("weight", weight)):
        if isinstance(x, Tensor) and x.dtype is not input.dtype:
            raise RuntimeError(f"expected dtype {input.dtype.name} for `{name}` but got dtype {x.dtype.name}")
    if input._array.dtype.kind in "biu":
        raise RuntimeError(f'"lerp" not implemented for {input.dtype.name}: it needs fractions')
    return _lerp(input, end, weight, out=out)


method(addcmul)
method(addcdiv)
method(lerp)
