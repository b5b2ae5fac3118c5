"""handle: A handle that removes a hook (difficulty 3, 9 minutes)

A weak reference does not keep its dictionary in memory, so a forgotten handle does no harm. A second remove() does nothing.

1. The number is unique among all handles, so it is counted in the class: RemovableHandle.next_id, and not self.next_id.
2. A weak reference, called, returns the dictionary, or None if it is gone. `pop(key, None)` raises no error for a missing key.
3. `for reference in (self.hooks_dict_ref, *self.extra_dict_ref):` goes through all references.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.autograd.handle:RemovableHandle.remove",
    covers="RemovableHandle.__init__",
    changes=True,
    facts="""
        if "object is not callable": A reference to each dictionary is made with weakref.ref(...), and called to get the dictionary.
        >>> hooks, others, before = Hooks(), Hooks(), RemovableHandle.next_id
        >>> [one.register(print).id - before for one in (hooks, others, hooks)], RemovableHandle.next_id - before
        ([0, 1, 2], 3)
        if ([0, 0, 0], 0): `self.next_id += 1` changes the handle alone. Count in the class: RemovableHandle.next_id.
        else: Each handle takes the number RemovableHandle.next_id, which then goes up by 1. Two handles never have the same.
        >>> hooks = Hooks()
        >>> first, second, third = [hooks.register(word) for word in ("first", "second", "third")]
        >>> second.remove(), second.remove(), hooks.all(), second.extra_dict_ref == (), RemovableHandle.next_id - third.id
        (None, None, ["first", "third"], True, 1)
        if (None, None, ["first", "third"], True, 0): The number of a removed hook is not given out again: next_id never goes down.
        if (None, None, ["first", "third"], False, 1): self.extra_dict_ref is a tuple of weak references, and empty without further dictionaries.
        if "KeyError": Here a hook is removed twice. The second time, it is not there any more, and nothing happens.
        else: remove() takes the entry under self.id out of the dictionary, and leaves the others.
        >>> gone, more, last = [Hooks({RemovableHandle.next_id + n: print for n in (0, 1)}) for _ in range(3)]
        >>> handle, other = RemovableHandle(gone, extra_dict=[more, last]), RemovableHandle(more, extra_dict=last)
        >>> del gone
        >>> handle.hooks_dict_ref(), handle.remove(), other.remove(), len(more), len(last), handle.extra_dict_ref[1]() is last
        (None, None, None, 0, 0, True)
        if (None, None, None, 1, 0, True): The hook has an entry in hooks_dict, too. Remove it there as well.
        if (None, None, None, 1, 2, True): The hook has an entry in each of the extra dictionaries, too. Remove them all.
        else: A dictionary that nobody else keeps is gone: keep weak references only, one for each in as_list(extra_dict). remove() goes on with the others.
    """,
)
