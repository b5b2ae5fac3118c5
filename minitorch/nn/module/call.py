"""call: `module(x)` is forward(x) with hooks around it: functions of yours that see, and may replace, what goes in and out.

Most modules have no hooks, so the way without them is short: one test, then forward.
"""

import warnings
from collections import OrderedDict

from ...autograd.hooks import RemovableHandle
from .convert import Convert

_global_forward_pre_hooks: OrderedDict = OrderedDict()
_global_forward_pre_hooks_with_kwargs: OrderedDict = OrderedDict()
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

    def _call_impl(self, *args, **kwargs):
        if self._forward_hooks or self._forward_pre_hooks or _global_forward_hooks or _global_forward_pre_hooks:
            return self._call_with_hooks(args, kwargs)
        return self.forward(*args, **kwargs)

    def __call__(self, *args, **kwargs):
        return self._call_impl(*args, **kwargs)

    def _call_with_hooks(self, args, kwargs):
        """The way with hooks. Whatever fails on it, the hooks with always_call have run when the error goes on."""
        run, seen = set(), {"args": args, "kwargs": kwargs, "result": None}
        try:
            watch = self._watch_backward()
            args, kwargs = self._run_forward_pre_hooks(args, kwargs)
            seen.update(args=args, kwargs=kwargs)
            args = args if watch is None else watch.take_inputs(args)
            seen["result"] = self.forward(*args, **kwargs)
            for number, hook in self._forward_hooks_in_order():
                run.add(number)
                found = self._run_forward_hook(number, hook, args, kwargs, seen["result"])
                seen["result"] = seen["result"] if found is None else found
            return seen["result"] if watch is None else watch.take_outputs(args, seen["result"])
        except Exception:
            self._run_the_rest(run, seen)
            raise

    def _watch_backward(self):
        """What takes hold of the inputs and the result for the backward hooks; the next rung knows, here there are none."""

    def _run_forward_pre_hooks(self, args, kwargs):
        for number, hook in [*_global_forward_pre_hooks.items(), *self._forward_pre_hooks.items()]:
            if number in self._forward_pre_hooks_with_kwargs or number in _global_forward_pre_hooks_with_kwargs:
                found = hook(self, args, kwargs)
                if found is not None and not (isinstance(found, tuple) and len(found) == 2):
                    raise RuntimeError(
                        f"forward pre-hook must return None or a tuple of (new_args, new_kwargs), but got {found}."
                    )
                args, kwargs = (args, kwargs) if found is None else found
            else:
                found = hook(self, args)
                if found is not None:
                    args = found if isinstance(found, tuple) else (found,)
        return args, kwargs

    def _forward_hooks_in_order(self):
        return [*_global_forward_hooks.items(), *self._forward_hooks.items()]

    def _run_forward_hook(self, number, hook, args, kwargs, result):
        if number in self._forward_hooks_with_kwargs or number in _global_forward_hooks_with_kwargs:
            return hook(self, args, kwargs, result)
        return hook(self, args, result)

    def _run_the_rest(self, run, seen):
        """After an error: the hooks with always_call that have not run. An error of theirs becomes a warning."""
        for number, hook in self._forward_hooks_in_order():
            everywhere = number in _global_forward_hooks_always_called
            if number in run or not (everywhere or number in self._forward_hooks_always_called):
                continue
            try:
                found = self._run_forward_hook(number, hook, seen["args"], seen["kwargs"], seen["result"])
                seen["result"] = seen["result"] if found is None else found
            except Exception as error:
                warnings.warn(
                    f"{'global ' if everywhere else ''}module forward hook with ``always_call=True`` raised an exception "
                    f"that was silenced as another error was raised in forward: {error}",
                    stacklevel=4,
                )

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
