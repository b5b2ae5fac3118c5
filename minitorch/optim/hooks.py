"""hooks: register_step_pre_hook, register_step_post_hook and the hooks round state_dict and load_state_dict (core)."""

import functools
from collections import OrderedDict

from ..autograd.hooks import RemovableHandle

_global_optimizer_pre_hooks: OrderedDict = OrderedDict()
_global_optimizer_post_hooks: OrderedDict = OrderedDict()
HOOKS = [f"_optimizer_{name}_hooks" for name in ("step_pre", "step_post", "state_dict_pre", "state_dict_post")]
HOOKS += [f"_optimizer_{name}_hooks" for name in ("load_state_dict_pre", "load_state_dict_post")]


def added(hooks, hook, prepend=False):
    """Register a hook, last or first."""
    handle = RemovableHandle(hooks)
    hooks[handle.id] = hook
    if prepend:
        hooks.move_to_end(handle.id, last=False)
    return handle


def registers(name, when, given=""):
    """The method of an optimizer that adds a hook of some kind, last or with prepend first."""

    def register(self, hook, prepend=False):
        return added(vars(self)[f"_optimizer_{name}_hooks"], hook, prepend)

    register.__doc__ = f"Call `hook({', '.join(['optimizer', given] if given else ['optimizer'])})` {when}."
    return register


class Hooked:
    """What an Optimizer has of hooks: six dictionaries, a method to add to each, and a `step` that calls them."""

    def _patch_step_function(self):
        """Let this class's `step` call the hooks; done where an optimizer is made, as in PyTorch, and once."""
        cls = type(self)
        if not getattr(cls.step, "hooked", False):
            cls.step = hooked(cls.step)

    def _step_with_hooks(self, step, args, kwargs):
        """Call step(self, *args, **kwargs) with the hooks of all optimizers and those of this one before and after it."""
        given = (self, *args)
        for hook in (*_global_optimizer_pre_hooks.values(), *self._optimizer_step_pre_hooks.values()):
            given, kwargs = replaced(hook(self, given, kwargs), given, kwargs, step)
        out = step(*given, **kwargs)
        for hook in (*self._optimizer_step_post_hooks.values(), *_global_optimizer_post_hooks.values()):
            hook(self, given, kwargs)
        return out

    register_step_pre_hook = registers(
        "step_pre", "before each step; it may return (args, kwargs) for it", "args, kwargs"
    )
    register_step_post_hook = registers("step_post", "after each step", "args, kwargs")
    register_state_dict_pre_hook = registers("state_dict_pre", "before each state_dict")
    register_state_dict_post_hook = registers("state_dict_post", "after it; it may return another one", "state_dict")
    register_load_state_dict_pre_hook = registers(
        "load_state_dict_pre", "before each; it may return another", "state_dict"
    )
    register_load_state_dict_post_hook = registers("load_state_dict_post", "after each load_state_dict")


def shown(hooks, optimizer, state_dict):
    """A state_dict after the hooks have seen it."""
    for hook in list(hooks.values()):
        found = hook(optimizer, state_dict)
        state_dict = state_dict if found is None else found
    return state_dict


def register_optimizer_step_pre_hook(hook):
    """Call `hook(optimizer, args, kwargs)` before each step of any optimizer."""
    return added(_global_optimizer_pre_hooks, hook)


def register_optimizer_step_post_hook(hook):
    """Call `hook(optimizer, args, kwargs)` after each step of any optimizer."""
    return added(_global_optimizer_post_hooks, hook)


def hooked(step):
    """The method `step` with the hooks around it."""

    @functools.wraps(step)
    def around(self, *args, **kwargs):
        return self._step_with_hooks(step, args, kwargs)

    around.hooked = True
    return around


def replaced(found, given, kwargs, step):
    """The arguments after a hook that returned `found`: those it was given, or its own in their place."""
    if found is None:
        return given, kwargs
    if not (isinstance(found, tuple) and len(found) == 2):
        raise RuntimeError(f"{step} must return None or a tuple of (new_args, new_kwargs), but got {found}.")
    return found
