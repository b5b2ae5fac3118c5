"""table: where forms are entered, and the form of a function that is one operator (shelf)."""

import functools

from ... import return_types
from ..._tensor import Tensor
from ...backend import CPU
from ...ops import aten
from ...out import refuse_gradient
from ..calling import dispatch, tensors_in
from ..overloads import choose, writing

FORMS: dict = {}  # name of a function -> what is done in its place
OP_FORMS: dict = {}  # name of an operation that users do not call by that name -> the same


def form(*names, table=FORMS):
    """A decorator that enters a form under the names of functions."""

    def enter(function):
        table.update(dict.fromkeys(names, function))
        return function

    return enter


def overload(name, which="default"):
    """An operator: overload("sum", "dim_IntList")."""
    return getattr(getattr(aten, name), which)


@functools.cache
def announced(name, read=None):
    """The form of a function that is the operator `name`; read: what makes the operator's arguments of the function's."""

    def one(inner, *args, **kwargs):
        out = kwargs.get("out")
        if out is not None and not is_tensor(out):
            return inner(*args, **kwargs)
        named = {key: value for key, value in kwargs.items() if key != "out"}
        given = (args, named) if read is None else read(*args, **named)
        chosen = given and choose(name, *given)
        which = chosen and (chosen[0] if out is None else writing(name, chosen[0]))
        if which is None:
            return inner(*args, **kwargs)
        _, by_place, by_name = chosen
        if out is not None:  # which has a device already
            floats = out.is_floating_point() or out.is_complex()
            refuse_gradient(floats and any([x.requires_grad for x in tensors_in((out, *by_place))]), name)
            by_name = {key: value for key, value in by_name.items() if key not in on_cpu()} | {"out": out}
        made = dispatch(overload(name, which), by_place, by_name, lambda: inner(*args, **kwargs))
        return named_results(name, made) if type(made) is tuple else made

    return one


def named_results(name, made):
    """Several results under the names that a function gives them: values, indices."""
    kind = getattr(return_types, name, None)
    return made if kind is None else kind(made) if not hasattr(kind, "_make") else kind._make(made)


def is_tensor(x):
    return isinstance(x, Tensor)


def on_cpu(**more):
    """The arguments by name that PyTorch's functions in Python give what makes tensors."""
    return {"device": CPU, "pin_memory": False} | more
