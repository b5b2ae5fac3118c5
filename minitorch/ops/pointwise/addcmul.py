"""addcmul, addcdiv, lerp: sums of products, as optimizers compute them (shelf)."""

from ..._tensor import Tensor, method
from ..inplace.in_place import in_place_forms
from ..op import common, floating, op
from .arithmetic import check_factor

__all__ = ["addcmul", "addcdiv", "lerp"]


@op(promote=common, derivative="AddcmulBackward0")
def _addcmul(input, tensor1, tensor2, value):
    return input + value * tensor1 * tensor2


_addcmul.grad(
    input=lambda g: g,
    tensor1=lambda g, tensor2, value: g * (tensor2 * value),
    tensor2=lambda g, tensor1, value: g * (tensor1 * value),
)


def addcmul(input, tensor1, tensor2, *, value=1, out=None):
    """input + value * tensor1 * tensor2. Source: PyTorch, torch.addcmul."""
    return _addcmul(input, tensor1, tensor2, check_factor(value, "value", input, tensor1, tensor2), out=out)


@op(promote=floating, derivative="AddcdivBackward0")
def _addcdiv(input, tensor1, tensor2, value):
    return input + value * tensor1 / tensor2


_addcdiv.grad(
    input=lambda g, tensor2: g,  # PyTorch saves the divisor for any of the three
    tensor1=lambda g, tensor2, value: g * (value / tensor2),
    tensor2=lambda g, tensor1, tensor2, value: -g * (value * tensor1 / (tensor2 * tensor2)),
)


def addcdiv(input, tensor1, tensor2, *, value=1, out=None):
    """input + value * tensor1 / tensor2. Source: PyTorch, torch.addcdiv."""
    return _addcdiv(input, tensor1, tensor2, value, out=out)


@op(promote=common, derivative="LerpBackward1")
def _lerp(input, end, weight):
    return input + weight * (end - input)


_lerp_by_number = op(_lerp.forward, promote=common, derivative="LerpBackward0")  # nothing saved is a tensor
to_ends = {"input": lambda g, weight: g * (1 - weight), "end": lambda g, weight: g * weight}
_lerp.grad(**to_ends, weight=lambda g, input, end: g * (end - input))
_lerp_by_number.grad(**to_ends)


def lerp(input, end, weight, *, out=None):
    """The point on the way from `input` to `end`, of which `weight` says how far. Source: PyTorch, torch.lerp."""
    for name, x in (("end", end), ("weight", weight)):
        if isinstance(x, Tensor) and x.dtype is not input.dtype:
            raise RuntimeError(f"expected dtype {input.dtype.spelled} for `{name}` but got dtype {x.dtype.spelled}")
    return (_lerp if isinstance(weight, Tensor) else _lerp_by_number)(input, end, weight, out=out)


method(addcmul)
method(addcdiv)
method(lerp)
in_place_forms("addcmul", "addcdiv", "lerp")
