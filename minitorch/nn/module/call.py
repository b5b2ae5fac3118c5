"""call: `module(x)` runs forward with the forward pre-hooks before it and the forward hooks after it (core).

Most modules have no hooks, so the way without them is short: one test, then forward.
"""

import warnings
from collections import OrderedDict

from ...autograd.hooks import RemovableHandle
from .convert import Convert

_global_forward_pre_hooks: OrderedDict = OrderedDict()
_global_forward_hooks: OrderedDict = OrderedDict()
_global_forward_hooks_with_kwargs: OrderedDict = OrderedDict()
_global_forward_hooks_always_called: OrderedDict = OrderedDict()


class Call(Convert):
    """The fourth rung of Module: calling.

    The order of one call: global forward pre-hooks, the module's own, forward, global forward hooks, the module's own.
    """

    _fresh = Convert._fresh | {
        "_forward_hooks": OrderedDict,
        "_forward_hooks_with_kwargs": OrderedDict,
        "_forward_hooks_always_called": OrderedDict,
        "_forward_pre_hooks": OrderedDict,
        "_forward_pre_hooks_with_kwargs": OrderedDict,
    }

    def forward(self, *input):
        """What the module computes. Every class that is to be called defines its own."""
        raise NotImplementedError(f'Module [{type(self).__name__}] is missing the required "forward" function')

    def __call__(self, *args, **kwargs):
        return self._call_impl(*args, **kwargs)

    def _call_impl(self, *args, **kwargs):
        """forward at once where there is no hook, else the way with hooks."""
        if self._forward_hooks or self._forward_pre_hooks or _global_forward_hooks or _global_forward_pre_hooks:
            return self._call_with_hooks(args, kwargs)
        return self.forward(*args, **kwargs)

    def _call_with_hooks(self, args, kwargs):
        """The way with hooks. Whatever fails on it, the hooks with always_call have run when the error goes on."""
        seen = Seen(args, kwargs)
        try:
            self._run_forward_pre_hooks(seen)
            seen.result = self.forward(*seen.args, **seen.kwargs)
            self._run_forward_hooks(seen)
            return seen.result
        except Exception:
            self._run_the_rest(seen)
            raise

    def _run_forward_pre_hooks(self, seen):
        """The pre-hooks see the arguments, and may replace them."""
        for number, hook in [*_global_forward_pre_hooks.items(), *self._forward_pre_hooks.items()]:
            if number in self._forward_pre_hooks_with_kwargs:
                found = hook(self, seen.args, seen.kwargs)
                if found is not None:
                    seen.args, seen.kwargs = pair(found)
            else:
                found = hook(self, seen.args)
                if found is not None:
                    seen.args = found if isinstance(found, tuple) else (found,)

    def _run_forward_hooks(self, seen):
        """The forward hooks see the result, and may replace it."""
        for number, hook in [*_global_forward_hooks.items(), *self._forward_hooks.items()]:
            seen.ran.add(number)
            found = self._run_forward_hook(number, hook, seen)
            if found is not None:
                seen.result = found

    def _run_forward_hook(self, number, hook, seen):
        """Call one forward hook, with the keyword arguments if it wants to see them; what it returns."""
        if number in self._forward_hooks_with_kwargs or number in _global_forward_hooks_with_kwargs:
            return hook(self, seen.args, seen.kwargs, seen.result)
        return hook(self, seen.args, seen.result)

    def _run_the_rest(self, seen):
        """After an error: the hooks with always_call that have not run. An error of theirs becomes a warning."""
        for number, hook in [*_global_forward_hooks.items(), *self._forward_hooks.items()]:
            everywhere = number in _global_forward_hooks_always_called
            if number in seen.ran or not (everywhere or number in self._forward_hooks_always_called):
                continue
            try:
                found = self._run_forward_hook(number, hook, seen)
                seen.result = seen.result if found is None else found
            except Exception as error:
                warnings.warn(silenced(error, everywhere), stacklevel=4)

    # --- registering -------------------------------------------------------------------------------------------------

    def register_forward_pre_hook(self, hook, *, prepend=False, with_kwargs=False):
        """Call `hook(module, args)` before forward; what it returns takes the place of the arguments.

        prepend      before the hooks that are there, instead of after them
        with_kwargs  call `hook(module, args, kwargs)`; it returns None or (new_args, new_kwargs)

        Source: PyTorch, torch.nn.Module.register_forward_pre_hook.
        """
        marks = [(with_kwargs, self._forward_pre_hooks_with_kwargs)]
        return register(self._forward_pre_hooks, hook, marks, prepend)

    def register_forward_hook(self, hook, *, prepend=False, with_kwargs=False, always_call=False):
        """Call `hook(module, args, result)` after forward; what it returns takes the place of the result.

        prepend      before the hooks that are there, instead of after them
        with_kwargs  call `hook(module, args, kwargs, result)`
        always_call  call it even when forward or another hook raises; the result may then be None

        >>> import minitorch as mt
        >>> class Double(mt.nn.Module):
        ...     def forward(self, x):
        ...         return 2 * x
        >>> double = Double()
        >>> handle = double.register_forward_hook(lambda module, args, result: result + 1)
        >>> double(mt.tensor([1.0]))
        tensor([3.])
        >>> handle.remove()

        Source: PyTorch, torch.nn.Module.register_forward_hook.
        """
        marks = [(with_kwargs, self._forward_hooks_with_kwargs), (always_call, self._forward_hooks_always_called)]
        return register(self._forward_hooks, hook, marks, prepend)


class Seen:
    """What is known so far in one call: what goes in and what comes out as the hooks leave it, and which hooks ran."""

    def __init__(self, args, kwargs):
        self.args, self.kwargs, self.result = args, kwargs, None
        self.ran = set()  # the numbers of the forward hooks whose turn has come


def pair(found):
    """What a pre-hook with with_kwargs returned, if that is (args, kwargs)."""
    if not (isinstance(found, tuple) and len(found) == 2):
        raise RuntimeError(f"forward pre-hook must return None or a tuple of (new_args, new_kwargs), but got {found}.")
    return found


def silenced(error, everywhere):
    """What to say of an error in a hook that was called because of another error."""
    return (
        f"{'global ' if everywhere else ''}module forward hook with ``always_call=True`` raised an exception "
        f"that was silenced as another error was raised in forward: {error}"
    )


def register(hooks, hook, marks=(), prepend=False):
    """Add a hook and return its handle. `marks` are (whether, a dictionary that names the hooks to which it applies)."""
    handle = RemovableHandle(hooks, extra_dict=[dictionary for _, dictionary in marks])
    hooks[handle.id] = hook
    for wanted, dictionary in marks:
        if wanted:
            dictionary[handle.id] = True
    if prepend:
        hooks.move_to_end(handle.id, last=False)
    return handle


def register_module_forward_pre_hook(hook):
    """A forward pre-hook for every module. Source: PyTorch, torch.nn.modules.module.register_module_forward_pre_hook."""
    return register(_global_forward_pre_hooks, hook)


def register_module_forward_hook(hook, *, with_kwargs=False, always_call=False):
    """A forward hook for every module. Source: PyTorch, torch.nn.modules.module.register_module_forward_hook."""
    marks = [(with_kwargs, _global_forward_hooks_with_kwargs), (always_call, _global_forward_hooks_always_called)]
    return register(_global_forward_hooks, hook, marks)
