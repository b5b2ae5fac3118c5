"""custom_functions: Functions and operators of the user's inside of vmap: by their own rules, or slice by slice (shelf)."""

import sys
from typing import NamedTuple

from .._tensor import Tensor
from ..utils._pytree import _broadcast_to_and_flatten, tree_flatten, tree_unflatten
from .calling import Mapping, own_copies, told, topmost
from .generated_rule import generated, into
from .levels import Below, lying, state, taken

__all__ = ["VmapInfo"]
DETAILS = "For more details, please see https://pytorch.org/docs/main/notes/extending.func.html"


class VmapInfo(NamedTuple):
    """What a Function's vmap rule is told: how many slices there are, and what vmap does about random numbers."""

    batch_size: int
    randomness: str


class Applying(Mapping):
    """Function.apply while vmap is in force."""

    def __call__(self, args, kwargs):
        function, *given = args
        if not state.levels:
            return self.inner(*args)
        check_form(function)
        if not any([level.kind == "vmap" for level in state.levels]):
            return self.inner(*args)
        check_rule(function)
        level = topmost(given)
        if level is None:
            return self.inner(*args)
        if function.generate_vmap_rule:
            return by_generated_rule(function, level, given)
        return by_own_rule(function, level, given)


class Operating(Mapping):
    """The call of an operator, torch.ops.mylib.sin: by the rule that was registered for it, else slice by slice."""

    def __call__(self, args, kwargs):
        operator, *given = args
        level = topmost((*given, *kwargs.values())) if state.levels else None
        if level is None:
            return self.inner(*args, **kwargs)
        if getattr(operator, "vmap", None) is None or kwargs:
            return self.for_all(level, args, kwargs)
        return by_own_rule(operator, level, given)


def check_rule(function):
    """vmap wants one rule, and no more."""
    own = function.vmap is not None
    if function.generate_vmap_rule and own:
        raise RuntimeError(
            f"You tried to vmap over {function.__name__}, but it has both generate_vmap_rule=True and an overridden vmap "
            "staticmethod. Please set generate_vmap_rule=False or delete the overridden vmap staticmethod to avoid "
            f"ambiguity. {DETAILS}"
        )
    if not function.generate_vmap_rule and not own:
        raise RuntimeError(
            f"You tried to vmap over {function.__name__}, but it does not have vmap support. Please override and "
            f"implement the vmap staticmethod or set generate_vmap_rule=True. {DETAILS}"
        )


def check_form(function):
    """Transforms want forward and setup_context apart."""
    if function.setup_context is None:
        raise RuntimeError(
            "In order to use an autograd.Function with functorch transforms (vmap, grad, jvp, jacrev, ...), it must override "
            f"the setup_context staticmethod. {DETAILS}"
        )


def by_own_rule(function, level, args):
    """What the vmap rule of a Function makes of the tensors that the slices are of."""

    with Below(level):
        flat, spec = tree_flatten(tuple(args))
        given, dims = zip(*[lying(x, level) for x in flat], strict=True)
        info = VmapInfo(level.size, level.randomness)
        made = function.vmap(info, tree_unflatten(dims, spec), *tree_unflatten(given, spec))
        flat, places, spec = checked(made)
        found = [
            x if d is None or not isinstance(x, Tensor) else taken(x, d, level)
            for x, d in zip(flat, places, strict=True)
        ]
    return tree_unflatten(found, spec)


def by_generated_rule(function, level, args):
    """What the Function's own methods give inside of vmap, with one step recorded for all slices."""
    args = own_copies(list(args), level)
    with Below(level):
        flat, spec = tree_flatten(tuple(args))
        given, dims = zip(*[lying(x, level) for x in flat], strict=True)
        vmapped, places = generated(function, level, tree_unflatten(dims, spec), looking())
        made = vmapped.apply(*tree_unflatten(given, spec))
        outs = into(made if isinstance(made, tuple) else (made,), places, level)
    return told(outs if isinstance(made, tuple) else outs[0])


def looking():
    """The block of install.py, which reads this file."""
    return sys.modules[f"{__package__}.install"].looking


def checked(made):
    """(results, where their slices lie, their structure) of what a rule gave."""
    if not isinstance(made, tuple) or len(made) != 2:
        got = f"{len(made)} returns" if isinstance(made, tuple) else f"a {type(made)}"
        raise RuntimeError(
            "Expected the vmap staticmethod to have two returns, an output and out_dims with pytree structure compatible with "
            f"the output. Got {got} instead"
        )
    out, out_dims = made
    flat, spec = tree_flatten(out)
    places = _broadcast_to_and_flatten(out_dims, spec)
    if places is None:
        raise RuntimeError(
            "The autograd.Function's vmap staticmethod returned an incompatible (output, out_dims) tuple. Expected "
            f"out_dims={out_dims} to be compatible with the structure of `output`. out_dims has structure "
            f"{tree_flatten(out_dims)[1]} but output has structure {spec}. {DETAILS}"
        )
    return flat, places, spec
