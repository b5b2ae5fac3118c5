"""remove: Registering a hook, and taking it away again (difficulty 2, 5 minutes)

A weak reference gives None when nobody else holds the dictionary any more: then there is nothing to do. `pop` with a
default is silent about a number that is no longer there.

1. The handle knows where the hook is, and its number: register puts the hook there, and remove goes over the
   references.
2. `self[handle.id] = hook`, with handle = RemovableHandle(self). In remove, call each of `(self.hooks_dict_ref,
   *self.extra_dict_ref)`: it gives the dictionary, or None when that is gone.
3. `hooks.pop(self.id, None)` does nothing when the number is not there.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.autograd.handle:RemovableHandle.remove",
    covers="minitorch.autograd.hooks:Hooks.register",
    changes=True,
    facts="""
        >>> hooks = Hooks()
        >>> first, second = hooks.register("first"), hooks.register("second")
        >>> list(hooks) == [first.id, second.id], list(hooks.values())
        (True, ['first', 'second'])
        if (False, []): register makes a handle, and the hook is nowhere: self[handle.id] = hook.
        if "AttributeError: 'NoneType' object has no attribute 'id'": register gives back nothing, so nobody can take
            the hook away again: return the handle.
        else: Look at `register`: a new RemovableHandle(self), the hook in self under handle.id, and the handle itself
            given back.
        >>> hooks = Hooks()
        >>> first, second = hooks.register("first"), hooks.register("second")
        >>> remove(first)
        >>> remove(first)
        >>> list(hooks.values())
        ['second']
        if []: That takes away everybody's hooks. A handle knows the number of its own: `self.id`.
        else: Exactly this handle's hook has to go: the one under the number `self.id`.
        >>> hooks, notes = Hooks(), Hooks()
        >>> handle = RemovableHandle(hooks, extra_dict=notes)
        >>> hooks[handle.id] = notes[handle.id] = "both"
        >>> del hooks
        >>> remove(handle)
        >>> list(notes.values())
        []
        else: A weak reference gives None once its dictionary is gone. Ask before you use it.
    """,
)
