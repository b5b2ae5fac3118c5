"""checks of .grad, .data and .requires_grad: the errors and warnings of a tensor's attributes (core)."""

import warnings

from ._extension import extension_point
from .errors import with_note


def check_grad(tensor, value):
    """`value` if it can be the gradient of `tensor`: a tensor of the same shape, dtype and device; otherwise an error."""
    if not hasattr(value, "_array"):
        raise TypeError(f"assigned grad expected to be a Tensor or None but got grad of type {type(value).__name__}")
    for name in ("shape", "dtype", "device"):
        own, other = getattr(tensor, name), getattr(value, name)
        if own != other:
            raise RuntimeError(f"a gradient of {name} {other} does not fit a tensor of {name} {own}")
    return value


def check_data(tensor, value):
    """`value` as the data of `tensor`, or an error that says why it cannot be."""
    if not hasattr(value, "_array"):
        raise TypeError(f"Variable data has to be a tensor, but got {type(value).__name__}")
    if tensor.requires_grad and not (value.dtype.is_floating_point or value.dtype.is_complex):
        raise RuntimeError("data set to a tensor that requires gradients must be floating point or complex dtype")
    return value


def check_requires_grad(tensor, flag):
    """An error if `tensor.requires_grad` cannot become `flag`: it is a bool, needs floats, and a result keeps its own."""
    if not isinstance(flag, bool):
        raise TypeError(f"requires_grad_(): argument 'requires_grad' must be bool, not {type(flag).__name__}")
    if flag and not (tensor.is_floating_point() or tensor.is_complex()):
        raise with_note(
            RuntimeError("only Tensors of floating point dtype can require gradients"),
            f"This one is {tensor.dtype}: convert it first with .float().",
        )
    if flag:
        check_mode(tensor)
    if not flag and not tensor.is_leaf:
        raise RuntimeError(
            "you can only change requires_grad flags of leaf variables. If you want to use a computed variable "
            "in a subgraph that doesn't require differentiation use var_no_grad = var.detach()."
        )


def check_setting(tensor, flag):
    """Raise for what `tensor.requires_grad = flag` refuses and requires_grad_() does not: another type, a computed tensor."""
    if not isinstance(flag, bool):
        raise RuntimeError("requires_grad must be a bool")
    if flag and not tensor.is_leaf:
        raise RuntimeError("you can only change requires_grad flags of leaf variables.")


@extension_point
def check_mode(tensor):
    """Raise for a tensor that inference_mode made, outside of it: nothing, until there is that mode."""


def check_single(tensor):
    """Raise if a tensor does not have exactly one element."""
    if tensor.numel() != 1:
        raise RuntimeError(f"a Tensor with {tensor.numel()} elements cannot be converted to Scalar")


def warn_not_a_leaf():
    """Warn that .grad is read on a tensor that will never get one."""
    warnings.warn(
        "The .grad attribute of a Tensor that is not a leaf Tensor is being accessed. Its .grad attribute won't be populated "
        "during autograd.backward(): call .retain_grad() on it before, or access the leaf Tensor instead.",
        stacklevel=3,
    )
