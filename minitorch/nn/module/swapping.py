"""swapping: swap_tensors, and the two settings of `minitorch.__future__` for how a parameter is converted (core).

One gives a module new parameters. The other lets the old parameter and the new one swap places, so that whoever holds
the old one holds the new one, with all its properties and not its numbers alone.
"""

import weakref

from ..._tensor import Tensor
from ..parameter import Parameter

_overwrite_module_params_on_conversion = False
_swap_module_params_on_conversion = False


def wanted():
    """Whether one of the two ways is switched on."""
    return _overwrite_module_params_on_conversion or _swap_module_params_on_conversion


def exchanged(parameter, fn):
    """A new parameter of what `fn` makes of this one and of its gradient, or this one after it swapped places with it."""
    grad = parameter._grad
    new = Parameter(fn(parameter), parameter.requires_grad)
    if grad is not None:
        new.grad = fn(grad).requires_grad_(grad.requires_grad)
    if not _swap_module_params_on_conversion:
        return new
    if grad is not None and new.grad is not grad:
        swap_tensors(grad, new.grad)
    swap_tensors(parameter, new)
    parameter._grad = grad
    return parameter


# --- two tensors in each other's place --------------------------------------------------------------------------------


def swap_tensors(t1, t2):
    """Let two tensors take each other's place: all that each of them is, but for who holds it.

    >>> import minitorch as mt
    >>> x, y = mt.ones(2), mt.zeros(3)
    >>> mt.utils.swap_tensors(x, y)
    >>> x, y
    (tensor([0., 0., 0.]), tensor([1., 1.]))

    Errors: RuntimeError for a tensor to which there are weak references, as there are once it has hooks.
    Source: PyTorch, torch.utils.swap_tensors.
    """
    check_swap("t1", t1)
    check_swap("t2", t2)
    t1.__class__, t2.__class__ = type(t2), type(t1)
    for name in Tensor.__slots__:
        if name != "__weakref__":
            first, second = getattr(t1, name, None), getattr(t2, name, None)
            setattr(t1, name, second)
            setattr(t2, name, first)


def check_swap(name, tensor):
    """Raise if something refers weakly to a tensor: it would find another there."""
    if weakref.getweakrefs(tensor):
        raise RuntimeError(f"Cannot swap {name} because it has weakref associated with it")


# --- the switches --------------------------------------------------------------------------------------------------------


def set_overwrite_module_params_on_conversion(value):
    """With True, converting a module gives it new parameters, and the old ones stay as they are.

    Source: PyTorch, torch.__future__.set_overwrite_module_params_on_conversion.
    """
    global _overwrite_module_params_on_conversion
    _overwrite_module_params_on_conversion = value


def get_overwrite_module_params_on_conversion():
    """Whether converting a module gives it new parameters; False unless it was set."""
    return _overwrite_module_params_on_conversion


def set_swap_module_params_on_conversion(value):
    """With True, parameters swap places with what they are converted to, or with what load_state_dict assigns.

    So they stay the objects they are, with all the properties of the new ones. It goes before the other switch.
    Source: PyTorch, torch.__future__.set_swap_module_params_on_conversion.
    """
    global _swap_module_params_on_conversion
    _swap_module_params_on_conversion = value


def get_swap_module_params_on_conversion():
    """Whether parameters swap places with what they are converted to; False unless it was set."""
    return _swap_module_params_on_conversion
