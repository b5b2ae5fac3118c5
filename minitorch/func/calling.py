"""calling: one call of a public function inside of vmap: it is made for each slice, or refused in PyTorch's words (shelf)."""

import sys
from contextlib import nullcontext
from itertools import repeat

from .._tensor import Tensor
from ..ops.join.stack import stack
from .levels import Below, Slices, batched, copied, state
from .randomness import ELEMENTWISE, RANDOM, Position, check_random, drawn_together
from .refusals import is_inplace, refuse
from .retain_graph import one_of
from .rules import RULES

# what a tensor of a slice says about its own history: nothing, unless it has one inside of vmap
HISTORY = {"requires_grad": False, "grad_fn": None, "is_leaf": True}
MANY = ("grad",)  # walks a graph that the slices may share

BY_USERS = ("requires_grad_", "backward")  # what transforms refuse, and the package itself may call


def topmost(values, best=None):
    """Of the levels of vmap that arguments belong to, also those in lists, the innermost."""
    for x in values:
        if isinstance(x, Tensor):
            array = x._array
            if type(array) is Slices and (best is None or array.level.number > best.number):
                best = array.level
        elif isinstance(x, (list, tuple)):
            best = topmost(x, best)
        elif isinstance(x, dict):
            best = topmost(x.values(), best)
        elif isinstance(x, slice):
            best = topmost((x.start, x.stop, x.step), best)
    return best


def at(x, level, i):
    """An argument as the call for slice i has it."""
    if isinstance(x, Tensor):
        array = x._array
        return array.parts[i] if type(array) is Slices and array.level is level else x
    if isinstance(x, (list, tuple)):
        parts = [at(one, level, i) for one in x]
        return type(x)._make(parts) if hasattr(x, "_make") else type(x)(parts)
    if isinstance(x, dict):
        return {key: at(one, level, i) for key, one in x.items()}
    if isinstance(x, slice):
        return slice(at(x.start, level, i), at(x.stop, level, i), at(x.step, level, i))
    return x


def column(x, level, size):
    """An argument as the calls for all slices have it."""
    if isinstance(x, Tensor):
        array = x._array
        return array.parts if type(array) is Slices and array.level is level else [x] * size
    return [at(x, level, i) for i in range(size)] if isinstance(x, (list, tuple, dict, slice)) else [x] * size


def gathered(level, made, given):
    """The results for all slices as one: a tensor that stands for them, or the argument whose slices they are."""
    first = made[0]
    if isinstance(first, Tensor):
        if len(made) > 1 and all([x is first for x in made]):
            return first
        for x in given:
            if all([a is b for a, b in zip(made, x._array.parts, strict=True)]):
                return x
        return batched(level, made)
    if isinstance(first, (list, tuple)) and not hasattr(first, "numel"):
        parts = [gathered(level, list(one), given) for one in zip(*made, strict=True)]
        return type(first)._make(parts) if hasattr(first, "_make") else type(first)(parts)
    if isinstance(first, dict):
        return {key: gathered(level, [one[key] for one in made], given) for key in first}
    return first


def among(values, level):
    """The arguments that stand for slices of a level."""
    found = []
    for x in values:
        if isinstance(x, Tensor):
            if type(x._array) is Slices and x._array.level is level:
                found.append(x)
        elif isinstance(x, (list, tuple)):
            found += among(x, level)
    return found


def own_copies(x, level):
    """Arguments with a copy for each slice of those whose gradient each slice may be asked for."""
    if isinstance(x, Tensor):
        return x if type(x._array) is Slices and x._array.level is level else copied(x, level)
    if isinstance(x, (list, tuple)):
        parts = [own_copies(one, level) for one in x]
        return type(x)._make(parts) if hasattr(x, "_make") else type(x)(parts)
    if isinstance(x, dict):
        return {key: own_copies(one, level) for key, one in x.items()} if x else x
    return x


def told(made):
    """What a rule made below a level belongs to the levels in force here."""
    if isinstance(made, Tensor):
        if made.__dict__.get("_made_in") is not state.levels and type(made._array) is Slices:
            made._made_in = state.levels
    elif isinstance(made, (list, tuple)):
        for one in made:
            told(one)
    return made


class Mapping:
    """What a function does while vmap is in force somewhere."""

    def __init__(self, function, name):
        self.function, self.name = function, name
        self.inner = self.before = self.code = None

    def __call__(self, args, kwargs):
        levels = state.levels
        if not levels:
            return self.inner(*args, **kwargs)
        level = topmost((*args, *kwargs.values()))
        if self.name in BY_USERS and sys._getframe(2).f_globals.get("__name__", "").startswith("minitorch."):
            return self.inner(*args, **kwargs) if level is None else self.for_all(level, args, kwargs)
        if self.name in RANDOM:
            return self.random(level, args, kwargs)
        refuse(self.name, level, args, kwargs)
        if level is None:
            return self.inner(*args, **kwargs)
        return self.for_all(level, args, kwargs)

    def for_all(self, level, args, kwargs):
        """The call for all slices at once where there is a rule for it; else for each."""
        if self.name in HISTORY and not any([one.kind != "vmap" for one in state.levels[level.number :]]):
            return HISTORY[self.name]
        if self.name == "__iter__":
            return iter(args[0].unbind(0))
        rule = RULES.get(self.name) if level.size else None
        if self.name != "grad" or len(args) == 1:
            args, kwargs = own_copies(args, level), own_copies(kwargs, level)
        if rule is not None:
            with Below(level):
                made = rule(self.__call__ if state.levels else self.called, level, args, kwargs)
            if made is not NotImplemented:
                return told(made)
        return self.for_each(level, args, kwargs)

    def for_each(self, level, args, kwargs, before_each=None):
        """The call for each slice, one after the other."""
        made, size = [], max(level.size, 1)
        if is_inplace(self.name):
            args[0]._array.to_change()
        with Below(level):
            call = self.__call__ if state.levels else self.called
            columns = zip(*[column(x, level, size) for x in args], strict=True) if args else repeat((), size)
            for i, given in enumerate(columns):
                named = {key: at(x, level, i) for key, x in kwargs.items()} if kwargs else kwargs
                if before_each is not None:
                    before_each()
                if self.name in MANY:
                    with one_of(i + 1 < size):
                        made.append(call(given, named))
                else:
                    made.append(call(given, named))
        return gathered(level, made, among(args, level))

    def called(self, args, kwargs):
        """The function's own result."""
        return self.inner(*args, **kwargs)

    def random(self, level, args, kwargs):
        """The same of a function that draws random numbers, by what the innermost vmap says about them."""
        maps = [one for one in state.levels if one.kind != "grad"]
        if not maps:
            refuse(self.name, None, args, kwargs)
            return self.inner(*args, **kwargs)
        top = maps[-1]
        one = level is top
        check_random(self.name, top, one, args, kwargs)
        refuse(self.name, level, args, kwargs)
        if top.randomness == "error":
            return self.undrawn(top, one, args, kwargs)
        if top.kind == "basis":
            with Below(top):
                return self(args, kwargs)
        if top.randomness == "same":
            if not one:
                with Below(top):
                    return self(args, kwargs)
            return self.for_each(top, args, kwargs, Position().restore)
        return self.different(top, one, args, kwargs)

    def undrawn(self, top, one, args, kwargs):
        """The result of a call that turns out to draw nothing, such as dropout in a network that is evaluated."""
        before = Position()
        with Below(top) if not one else nullcontext():
            made = self.for_each(top, args, kwargs) if one else self(args, kwargs)
        before.check()
        return made

    def different(self, top, one, args, kwargs):
        """Numbers for all slices, drawn together where PyTorch draws them so."""
        with Below(top):
            whole = drawn_together(self.name, self, top, args, kwargs)
        if whole is not None:
            return batched(top, None, (whole, 0))
        if not one:
            with Below(top):
                return batched(top, [self(args, kwargs) for _ in range(max(top.size, 1))])
        if self.name in ELEMENTWISE and top.size and len(among((*args, *kwargs.values()), top)) == 1:
            return self.elementwise(top, args, kwargs)
        return self.for_each(top, args, kwargs)

    def elementwise(self, top, args, kwargs):
        """A function that treats each element alike: all slices go through it as one tensor."""
        (x,) = among((*args, *kwargs.values()), top)
        with Below(top):
            whole = stack(x._array.parts)
            given = [whole if one is x else one for one in args]
            made = self(given, {key: whole if one is x else one for key, one in kwargs.items()})
            if self.name.endswith("_"):
                x._array.to_change()
                for part, one in zip(x._array.parts, made.unbind(0), strict=True):
                    part.copy_(one)
        return x if self.name.endswith("_") else batched(top, None, (made, 0))
