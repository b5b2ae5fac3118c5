"""step_names: the last step of a tensor under another of PyTorch's names, where that makes one step of what is two here (shelf)."""

from functools import cache
from weakref import WeakKeyDictionary

from .._tensor import wrap

led: WeakKeyDictionary = WeakKeyDictionary()  # a step -> the edges that it is shown with


@cache
def kind_called(kind, name):
    """A class of steps that is another in all but its name."""
    return type(name, (kind,), {"__slots__": (), "__module__": "builtins", "derivative": name})


def step_called(x, name):
    """The tensor, whose own step is called `name` from now on; nothing else may know that step yet."""
    edge = x._edge
    if edge is not None and hasattr(edge[0], "derivative"):
        edge[0].__class__ = kind_called(type(edge[0]), name)
    return x


def step_of(x, name, *inputs):
    """The tensor, whose own step is called `name` and shown to come from these inputs, as where PyTorch has one step."""
    step_called(x, name)
    if x._edge is not None:
        led[x._edge[0]] = [end_of(one) for one in inputs]
    return x


def end_of(x):
    """Where the gradient of an input goes; None where there is no input, or it wants none."""
    return None if x is None or not x.requires_grad else x._edge or (x, 0)


def copy_of_view(view, array, name=None):
    """A tensor around a copy of a view's numbers, whose step is the view's own, named as PyTorch names such copies."""
    made = wrap(array)
    if view.requires_grad:
        node, number = view._edge
        if not node.derivative.endswith("_copy"):
            node.__class__ = kind_called(type(node), name or f"{node.derivative}_copy")
        made._edge, made._requires_grad = (node, number), True
    return made
