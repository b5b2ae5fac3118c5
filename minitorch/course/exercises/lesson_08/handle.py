"""handle: A handle that removes a hook (difficulty 3, 9 minutes)

A weak reference does not keep its dictionary in memory, so a forgotten handle does no harm.

1. The number is unique among all handles, so increase the class attribute: RemovableHandle.next_id, and not self.next_id.
2. Calling a weak reference returns the dictionary, or None if it is gone. `pop(key, None)` raises no error for a missing key.
3. `for reference in (self.hooks_dict_ref, *self.extra_dict_ref):` visits all references.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.autograd.handle:RemovableHandle.remove",
    covers="RemovableHandle.__init__",
    changes=True,
    facts="""
        if "object is not callable": Make each reference with weakref.ref(dictionary). Call the reference to get the dictionary.
        >>> hooks, others, before = Hooks(), Hooks(), RemovableHandle.next_id
        >>> [one.register(print).id - before for one in (hooks, others, hooks)], RemovableHandle.next_id - before
        ([0, 1, 2], 3)
        if ([0, 0, 0], 0): Every handle gets the same number. Increase RemovableHandle.next_id: `self.next_id += 1` sets an attribute of one handle only.
        else: Each handle takes the number RemovableHandle.next_id, which then grows by 1. No two handles have the same number, even with different dictionaries.
        >>> hooks = Hooks()
        >>> first, second, third = [hooks.register(word) for word in ("first", "second", "third")]
        >>> second.remove(), second.remove(), hooks.all(), second.extra_dict_ref == (), RemovableHandle.next_id - third.id
        (None, None, ["first", "third"], True, 1)
        if (None, None, ["first", "third"], True, 0): No other handle may get the number of a removed hook: next_id never decreases.
        if (None, None, ["first", "third"], False, 1): self.extra_dict_ref is a tuple of weak references. It is empty if extra_dict is None.
        if "KeyError": This hook was removed before. A second remove() must do nothing: `pop(self.id, None)` raises no error.
        else: remove() removes only the entry with the key self.id. The other hooks stay.
        >>> gone, more, last = [Hooks({RemovableHandle.next_id + n: print for n in (0, 1)}) for _ in range(3)]
        >>> handle, other = RemovableHandle(gone, extra_dict=[more, last]), RemovableHandle(more, extra_dict=last)
        >>> del gone
        >>> handle.hooks_dict_ref(), handle.remove(), other.remove(), len(more), len(last), handle.extra_dict_ref[1]() is last
        (None, None, None, 0, 0, True)
        if (None, None, None, 1, 0, True): The hook also has an entry in hooks_dict. Remove it there as well.
        if (None, None, None, 1, 2, True): The hook also has an entry in each extra dictionary. Remove them all.
        else: Keep only weak references, one for each dictionary in as_list(extra_dict). Here hooks_dict no longer exists: remove() skips it, and still removes the hook from the others.
    """,
)
