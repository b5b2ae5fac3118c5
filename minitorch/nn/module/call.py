"""call: `module(x)` runs forward with the forward pre-hooks before it and the forward hooks after it (core)."""

from collections import OrderedDict

from ..._lazy import load
from ...autograd.hooks import RemovableHandle
from .convert import Convert

_global_forward_pre_hooks: OrderedDict = OrderedDict()
_global_forward_hooks: OrderedDict = OrderedDict()
_global_forward_hooks_with_kwargs: OrderedDict = OrderedDict()
_global_forward_hooks_always_called: OrderedDict = OrderedDict()


class Call(Convert):
    """The fourth class of Module: calling.

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
        """What the module computes. Every class whose modules are called defines its own."""
        raise NotImplementedError(f'Module [{type(self).__name__}] is missing the required "forward" function')

    def __call__(self, *args, **kwargs):
        if self._forward_hooks_always_called or _global_forward_hooks_always_called:
            return load("minitorch.nn.module.always_call").call(self, args, kwargs)
        return self._call_impl(*args, **kwargs)

    def _call_impl(self, *args, **kwargs):
        """The result of a call. A module without hooks costs one test: self._call_with_hooks is not called."""
        if self._forward_hooks or self._forward_pre_hooks or _global_forward_hooks or _global_forward_pre_hooks:
            return self._call_with_hooks(args, kwargs)
        return self.forward(*args, **kwargs)

    def _call_with_hooks(self, args, kwargs):
        """Call the forward pre-hooks, forward, and the forward hooks. Returns the result."""
        args, kwargs = self._run_forward_pre_hooks(args, kwargs)
        result = self.forward(*args, **kwargs)
        return self._run_forward_hooks(args, kwargs, result)

    def _run_forward_pre_hooks(self, args, kwargs):
        """Call the forward pre-hooks. Returns the args and kwargs to call forward with."""
        for number, hook in [*_global_forward_pre_hooks.items(), *self._forward_pre_hooks.items()]:
            if takes_kwargs(self, number):
                found = hook(self, args, kwargs)
                if found is not None:
                    args, kwargs = check_pair(found)
            else:
                found = hook(self, args)
                if found is not None:
                    args = found if isinstance(found, tuple) else (found,)
        return args, kwargs

    def _run_forward_hooks(self, args, kwargs, result):
        """Call the forward hooks. Returns the result of the call."""
        for number, hook in [*_global_forward_hooks.items(), *self._forward_hooks.items()]:
            if takes_kwargs(self, number):
                found = hook(self, args, kwargs, result)
            else:
                found = hook(self, args, result)
            if found is not None:
                result = found
        return result

    # --- registering -------------------------------------------------------------------------------------------------

    def register_forward_pre_hook(self, hook, *, prepend=False, with_kwargs=False):
        """Call `hook(module, args)` before forward. If it returns something, that replaces the positional arguments.

        prepend      before the module's other pre-hooks instead of after them
        with_kwargs  call `hook(module, args, kwargs)`; it returns None or (new_args, new_kwargs)

        Source: PyTorch, torch.nn.Module.register_forward_pre_hook.
        """
        marked = [self._forward_pre_hooks_with_kwargs] if with_kwargs else []
        return register(self._forward_pre_hooks, hook, prepend, marked)

    def register_forward_hook(self, hook, *, prepend=False, with_kwargs=False, always_call=False):
        """Call `hook(module, args, result)` after forward. If it returns something, that replaces the result.

        prepend      before the module's other forward hooks instead of after them
        with_kwargs  call `hook(module, args, kwargs, result)`
        always_call  call it even if forward or another hook raises; the result may then be None

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
        marked = [self._forward_hooks_with_kwargs] * with_kwargs + [self._forward_hooks_always_called] * always_call
        return register(self._forward_hooks, hook, prepend, marked)


def takes_kwargs(module, number):
    """Whether the hook with this number gets the keyword arguments. No two hooks have the same number."""
    own = number in module._forward_pre_hooks_with_kwargs or number in module._forward_hooks_with_kwargs
    return own or number in _global_forward_hooks_with_kwargs


def check_pair(found):
    """What a pre-hook with with_kwargs returned. Raises unless it is (args, kwargs)."""
    if not (isinstance(found, tuple) and len(found) == 2):
        raise RuntimeError(f"forward pre-hook must return None or a tuple of (new_args, new_kwargs), but got {found}.")
    return found


def register(hooks, hook, prepend=False, marked=()):
    """Put a hook into the dictionary `hooks` under a new number. Returns the handle that removes it.

    prepend  put it before the hooks that are there already
    marked   dictionaries that map the number to True; the handle removes it from them as well
    """
    handle = RemovableHandle(hooks, extra_dict=marked)
    hooks[handle.id] = hook
    for dictionary in marked:
        dictionary[handle.id] = True
    if prepend:
        hooks.move_to_end(handle.id, last=False)
    return handle


def register_module_forward_pre_hook(hook):
    """A forward pre-hook for every module. Source: PyTorch, torch.nn.modules.module.register_module_forward_pre_hook."""
    return register(_global_forward_pre_hooks, hook)


def register_module_forward_hook(hook, *, with_kwargs=False, always_call=False):
    """A forward hook for every module. Source: PyTorch, torch.nn.modules.module.register_module_forward_hook."""
    marked = [_global_forward_hooks_with_kwargs] * with_kwargs + [_global_forward_hooks_always_called] * always_call
    return register(_global_forward_hooks, hook, marked=marked)
