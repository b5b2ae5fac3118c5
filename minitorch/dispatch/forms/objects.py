"""objects: what is no operator, and another thing of a class with __torch_dispatch__: nn.Parameter, copies, repr (shelf)."""

import copy as copying

import numpy as np

from ...dtypes import get_default_dtype
from ...graph.grad_mode import no_grad
from ...nn.parameter import Parameter
from ...printing import INDENT, goes_without_saying, numbers, with_facts
from ..subclasses import StandIn, _make_wrapper_subclass, takes
from .table import form


class _ParameterMeta(type):
    """The type of the class that a parameter of a class of the user's says it is of: calling that makes one of the user's."""

    def __call__(cls, *args, **kwargs):
        return cls.__mro__[1](*args, **kwargs)


def known_as_parameters(kind):
    """Let isinstance find that those tensors of a class are parameters that are marked so: they say they are of both classes.

    PyTorch asks Parameter's metaclass. Ours is a plain class, so the tensors answer.
    """
    if vars(kind).get("__getattribute__") is not None and hasattr(kind.__getattribute__, "both"):
        return
    plain, own = kind.__getattribute__, object.__getattribute__
    both = _ParameterMeta(kind.__name__, (kind, Parameter), {"__module__": kind.__module__, "__doc__": kind.__doc__})

    def __getattribute__(self, name):
        if name == "__class__" and own(self, "__dict__").get("_is_param"):
            return both if type(self) is kind else type(self)
        return plain(self, name)

    __getattribute__.both = both
    kind.__getattribute__ = __getattribute__


@form("Parameter.__new__")
def parameter(inner, cls, data=None, requires_grad=True):
    if not takes(data) or isinstance(data, cls):
        return inner(cls, data, requires_grad)
    made = data.detach().requires_grad_(requires_grad)
    if type(made) is not type(data):
        raise RuntimeError(
            f"Creating a Parameter from an instance of type {type(data).__name__} requires that detach() returns an instance of "
            f"the same type, but return type {type(made).__name__} was found instead. To use the type as a Parameter, please "
            "correct the detach() semantics defined by its __torch_dispatch__() implementation."
        )
    known_as_parameters(type(made))
    made._is_param = True
    return made


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
