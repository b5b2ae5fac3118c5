"""calling: one call of a public function inside of vmap: it is made for each slice, or refused in PyTorch's words (shelf)."""

import sys
from contextlib import nullcontext
from itertools import repeat

from .._tensor import Tensor
from ..ops.join.stack import stack
from .again import one_of
from .levels import Below, Slices, batched, state
from .randomness import ELEMENTWISE, RANDOM, Position, check_random, drawn_together
from .refusals import refuse

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
            return self.inner(*args, **kwargs) if level is None else self.for_each(level, args, kwargs)
        if self.name in RANDOM:
            return self.random(level, args, kwargs)
        refuse(self.name, level, args, kwargs)
        if level is None:
            return self.inner(*args, **kwargs)
        return self.for_each(level, args, kwargs)

    def for_each(self, level, args, kwargs, before_each=None):
        """The call for each slice, one after the other."""
        if self.name in HISTORY and not any([one.kind != "vmap" for one in state.levels[level.number :]]):
            return HISTORY[self.name]
        if self.name == "__iter__":
            return iter(args[0].unbind(0))
        made, size = [], max(level.size, 1)
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
            return batched(top, list(whole.unbind(0)) or [whole.new_zeros(whole.shape[1:])])
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
                for part, one in zip(x._array.parts, made.unbind(0), strict=True):
                    part.copy_(one)
        return x if self.name.endswith("_") else batched(top, list(made.unbind(0)))
