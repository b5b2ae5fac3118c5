"""objects: what is no operator, and another thing of a class with __torch_dispatch__: nn.Parameter, copies, repr (shelf)."""

import copy as copying

import numpy as np

from ...dtypes import get_default_dtype
from ...graph.grad_mode import no_grad
from ...nn.parameter import Parameter
from ...overrides.parameters import of_own_class
from ...printing import INDENT, goes_without_saying, numbers, with_facts
from ..subclasses import StandIn, _make_wrapper_subclass, takes
from .table import form


@form("Parameter.__new__")
def parameter(inner, cls, data=None, requires_grad=True):
    if not takes(data) or isinstance(data, cls):
        return inner(cls, data, requires_grad)
    return of_own_class(data, requires_grad)


# --- copies -------------------------------------------------------------------------------------------------------------------


@form("__deepcopy__", "_deepcopy")
def deepcopy(inner, x, memo):
    if type(x._array) is not StandIn or not x.is_leaf or id(x) in memo:
        return inner(x, memo)
    with no_grad():
        made = x.clone()
    if type(made) is not type(x):
        raise RuntimeError(
            "The default implementation of __deepcopy__() for wrapper subclasses only works for subclass types that implement "
            "clone() and for which cloning returns another instance of the same subclass. You should either properly implement "
            "clone() for your subclass or override __deepcopy__() if it is intended behavior for clone() to return an instance "
            "of a different type."
        )
    made.requires_grad_(x.requires_grad)
    if x._grad is not None:
        made._grad = copying.deepcopy(x._grad, memo)
    made.__dict__ = copying.deepcopy(x.__dict__, memo)
    memo[id(x)] = made
    return made


@form("__reduce_ex__", "_reduce_ex")
def reduce_ex(inner, x, protocol):
    if type(x._array) is not StandIn:
        return inner(x, protocol)
    facts = type(x), tuple(x.shape), x.stride(), x.dtype, x.device, x.requires_grad
    return rebuilt, (*facts, x.__dict__)


def rebuilt(cls, size, stride, dtype, device, requires_grad, attributes):
    """A wrapper of what pickle and copy.copy took."""
    made = _make_wrapper_subclass(cls, size, stride, dtype=dtype, device=device, requires_grad=requires_grad)
    made.__dict__.update(attributes)
    return made


# --- numbers ------------------------------------------------------------------------------------------------------------------


def refused(name):
    """The form of what PyTorch does not do for such a class."""

    def one(inner, x, *args, **named):
        if takes(x):
            raise RuntimeError(f".{name}() is not supported for tensor subclasses, got {type(x).__name__}")
        return inner(x, *args, **named)

    return one


form("tolist")(refused("tolist"))


@form("__repr__")
def printed(inner, x, *args, **named):
    """The numbers are read one by one, by the operators that the class is handed."""
    if type(x._array) is not StandIn:
        return inner(x, *args, **named)
    array = np.zeros(x.shape, x.dtype.numpy)
    with no_grad():
        for place in np.ndindex(*x.shape):
            one = x.detach()
            for i in place:
                one = one.select(0, i)
            array[place] = one.item()
    node, facts, head = x.grad_fn, [], type(x).__name__ + "("
    if x.dtype is not get_default_dtype() and not goes_without_saying(x.dtype, array):
        facts.append(f"dtype={x.dtype!r}")
    if node is not None:
        facts.append(f"grad_fn=<{type(node).__name__}>")
    elif x.requires_grad:
        facts.append("requires_grad=True")
    text = with_facts(head + numbers(array, len(head) if array.size else INDENT), facts) + ")"
    return f"Parameter({text})" if isinstance(x, Parameter) else text
