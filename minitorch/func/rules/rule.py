"""rule: the table of rules, and what they put the slices of arguments in order with (shelf)."""

import inspect
import math

from ..._tensor import Tensor
from ..levels import batched, lying

RULES: dict = {}  # name of a function -> rule(call, level, args, kwargs)


def rule(*names):
    """A decorator: the rule for functions of these names."""

    def register(function):
        RULES.update(dict.fromkeys(names, function))
        return function

    return register


def named(*names):
    """The same for a rule that is written with the function's own parameters behind call and level."""

    def register(function):
        code = function.__code__
        most = math.inf if code.co_flags & inspect.CO_VARARGS else code.co_argcount - 2
        known = None if code.co_flags & inspect.CO_VARKEYWORDS else frozenset(code.co_varnames)

        def given(call, level, args, kwargs):
            if len(args) > most or (known is not None and kwargs and not known.issuperset(kwargs)):
                return NotImplemented
            return function(call, level, *args, **kwargs)

        rule(*names)(given)
        return function

    return register


def is_batched(x, level):
    """Whether an argument stands for slices of a level."""
    return isinstance(x, Tensor) and lying(x, level)[1] is not None


def front(x, level):
    """The tensor that slices lie in, along its first dimension."""
    whole, dim = lying(x, level)
    return whole.movedim(dim, 0) if dim else whole


def each(x, level):
    """The same of any tensor: what is the same for each slice is there once for each."""
    whole, dim = lying(x, level)
    return whole.expand(level.size, *whole.shape) if dim is None else front(x, level)


def result(level, made, dim=0):
    """What a function gave for all slices, which lie along a dimension, as what it gives for one."""
    if isinstance(made, Tensor):
        return batched(level, None, (made, dim))
    if isinstance(made, (list, tuple)):
        parts = [result(level, one, dim) for one in made]
        return type(made)._make(parts) if hasattr(made, "_make") else type(made)(parts)
    return made


def no_others(level, args, kwargs):
    """Whether the first argument alone is a tensor."""
    return not any([holds_tensor(one) for one in (*args[1:], *kwargs.values())])


def holds_tensor(x):
    """Whether an argument is a tensor, or a list with one."""
    return hasattr(x, "__array__") or (isinstance(x, (list, tuple)) and any([holds_tensor(one) for one in x]))
