"""always_call: forward hooks that are called after an error as well (shelf)."""

import contextlib
from functools import partial

from ...errors import warn
from .call import _global_forward_hooks, _global_forward_hooks_always_called, takes_kwargs

LAST = -1  # the number of a pre-hook that looks at the arguments after all others


def call(module, args, kwargs):
    """Call a module. If something raises, call those always_call hooks that have not run, and raise it again."""
    seen = Seen(module, args, kwargs)
    with seen.watching():
        try:
            return module._call_with_hooks(args, kwargs)
        except Exception:
            seen.call_the_rest()
            raise


class Seen:
    """What is known so far in one call: the arguments and the result as the hooks leave them, and which hooks ran."""

    def __init__(self, module, args, kwargs):
        self.module, self.args, self.kwargs, self.result = module, args, kwargs, None
        self.hooks = [*_global_forward_hooks.items(), *module._forward_hooks.items()]
        self.ran = set()

    @contextlib.contextmanager
    def watching(self):
        """Within it each forward hook notes that it ran, and a last pre-hook notes the arguments."""
        pre_hooks, marked = self.module._forward_pre_hooks, self.module._forward_pre_hooks_with_kwargs
        for number, hook in self.hooks:
            self.home_of(number)[number] = partial(self.note, number, hook)
        pre_hooks[LAST], marked[LAST] = self.note_arguments, True
        try:
            yield
        finally:
            del pre_hooks[LAST], marked[LAST]
            for number, hook in self.hooks:
                if number in self.home_of(number):
                    self.home_of(number)[number] = hook

    def home_of(self, number):
        return _global_forward_hooks if number in _global_forward_hooks else self.module._forward_hooks

    def note_arguments(self, module, args, kwargs):
        self.args, self.kwargs = args, kwargs

    def note(self, number, hook, *given):
        self.ran.add(number)
        self.result = given[-1]
        found = hook(*given)
        if found is not None:
            self.result = found
        return found

    def call_the_rest(self):
        """The hooks that have not run. An error of theirs becomes a warning."""
        module = self.module
        for number, hook in self.hooks:
            everywhere = number in _global_forward_hooks_always_called
            if number in self.ran or not (everywhere or number in module._forward_hooks_always_called):
                continue
            try:
                found = hook(module, self.args, *[self.kwargs] * takes_kwargs(module, number), self.result)
                self.result = self.result if found is None else found
            except Exception as error:
                kind = "global module" if everywhere else "module"
                warn(f"{kind} forward hook with ``always_call=True`` raised, after an error in forward: {error}")
