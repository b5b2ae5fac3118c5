"""handle: Hooks, the hooks that are registered in one place, and RemovableHandle, which removes one of them (core)."""

import weakref


class Hooks(dict):
    """Hooks by number, in the order in which they were registered."""

    __slots__ = ("__weakref__",)

    def register(self, hook):
        """Add a hook, and return the handle that removes it."""
        handle = RemovableHandle(self)
        self[handle.id] = hook
        return handle

    def all(self):
        """The hooks as they are now, in a list. A hook that removes itself while it runs does not disturb the others."""
        return list(self.values())


class RemovableHandle:
    """What registering a hook returns. `handle.remove()` removes the hook, and so does leaving a `with handle:` block.

    Source: PyTorch, torch.utils.hooks.RemovableHandle.
    """

    next_id = 0

    def __init__(self, hooks_dict, *, extra_dict=None):
        self.hooks_dict_ref = weakref.ref(hooks_dict)
        self.extra_dict_ref = tuple([weakref.ref(one) for one in as_list(extra_dict)])
        self.id = RemovableHandle.next_id
        RemovableHandle.next_id += 1

    def remove(self):
        """Remove the hook. Nothing happens if it was removed before, or if the dictionary no longer exists."""
        for reference in (self.hooks_dict_ref, *self.extra_dict_ref):
            hooks = reference()
            if hooks is not None:
                hooks.pop(self.id, None)

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.remove()

    # --- in a pickle ---

    def __getstate__(self):
        return self.hooks_dict_ref(), self.id, tuple([reference() for reference in self.extra_dict_ref])

    def __setstate__(self, state):
        hooks, self.id, extra = state
        self.hooks_dict_ref = weakref.ref(Hooks() if hooks is None else hooks)
        self.extra_dict_ref = tuple([weakref.ref(one) for one in extra or ()])
        RemovableHandle.next_id = max(RemovableHandle.next_id, self.id + 1)


def as_list(extra_dict):
    """Further dictionaries with an entry for the hook, which modules have, as a list: none, one or several."""
    if extra_dict is None:
        return []
    return extra_dict if isinstance(extra_dict, (list, tuple)) else [extra_dict]
