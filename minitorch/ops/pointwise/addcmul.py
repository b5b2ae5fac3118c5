"""add and sub with alpha, addcmul, addcdiv, lerp: sums of products, as optimizers compute them (shelf)."""

from ..._tensor import Tensor, method
from ...dtypes import BOOL, INTEGER, kind_of_scalar
from ..inplace.in_place import in_place_forms
from ..op import common, floating, op
from .arithmetic import no_bools


def kind_of(x):
    """The dtype of an operand, tensor or number."""
    return x.dtype if isinstance(x, Tensor) else kind_of_scalar(x)


def check_factor(factor, name, *operands):
    """`alpha` as it is, or PyTorch's error when it is not a number, or of a higher category than the result."""
    if isinstance(factor, Tensor) and (factor.requires_grad or factor.ndim):
        raise TypeError(f"argument '{name}' must be Number, not Tensor")
    category = max([kind_of(x).category for x in operands])
    if kind_of(factor).category > max(category, INTEGER) or (isinstance(factor, bool) and category != BOOL):
        raise RuntimeError(f"For input tensors of this kind, argument {name} must not be {factor}.")
    return factor


@op(promote=common, derivative="AddBackward0", tensors="none")
def add_alpha(input, other, alpha):
    return input + alpha * other


add_alpha.grad(input=lambda g: g, other=lambda g, alpha: g * alpha)


@op(promote=no_bools, derivative="SubBackward0", tensors="none")
def sub_alpha(input, other, alpha):
    return input - alpha * other


sub_alpha.grad(input=lambda g: g, other=lambda g, alpha: g * -alpha)


def scaled(change):
    """The function that add or sub calls where alpha is not 1."""
    return lambda input, other, alpha, out=None: change(
        input, other, check_factor(alpha, "alpha", input, other), out=out
    )


method(scaled(add_alpha), "_add_scaled")
method(scaled(sub_alpha), "_sub_scaled")


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
    return _addcdiv(input, tensor1, tensor2, check_factor(value, "value", input, tensor1, tensor2, 1.0), out=out)


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
