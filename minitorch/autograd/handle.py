"""handle: RemovableHandle, what registering a hook returns, to take the hook away again (core)."""

import weakref


class RemovableHandle:
    """What registering a hook returns: `handle.remove()` takes the hook away; so does leaving a `with handle:` block.

    Source: PyTorch, torch.utils.hooks.RemovableHandle.
    """

    next_id = 0

    def __init__(self, hooks_dict, *, extra_dict=None):
        self.hooks_dict_ref = weakref.ref(hooks_dict)
        self.extra_dict_ref = tuple([weakref.ref(one) for one in as_list(extra_dict)])
        self.id = RemovableHandle.next_id
        RemovableHandle.next_id += 1

    def remove(self):
        """Take the hook away. Doing so twice, or after what it hung on is gone, does no harm."""
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
        self.hooks_dict_ref = weakref.ref(_Gone() if hooks is None else hooks)
        self.extra_dict_ref = tuple([weakref.ref(one) for one in extra or ()])
        RemovableHandle.next_id = max(RemovableHandle.next_id, self.id + 1)


class _Gone(dict):
    """A dictionary that a weak reference can point to."""

    __slots__ = ("__weakref__",)


def as_list(extra_dict):
    """The further dictionaries that note something about a hook, which modules have: none, one or a list of them."""
    if extra_dict is None:
        return []
    return extra_dict if isinstance(extra_dict, list) else [extra_dict]
