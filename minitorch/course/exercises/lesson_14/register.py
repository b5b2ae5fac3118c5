"""register: Hooks under numbers (difficulty 2, 7 minutes)

The number of a handle is never used again, so a handle cannot remove the hook of another. Every hook of a module is
registered by this function.

1. `RemovableHandle(hooks, extra_dict=...)` makes the handle, and its number is `handle.id`.
2. `hooks[handle.id] = hook`, and `dictionary[handle.id] = True` for each dictionary in `marked`.
3. `handle = RemovableHandle(hooks, extra_dict=marked)`, and `hooks.move_to_end(handle.id, last=False)` if `prepend`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.nn.module.call:register",
    alone=True,
    changes=True,
    given="""
        hooks, kwargs, always = OrderedDict(), OrderedDict(), OrderedDict()
    """,
    facts="""
        >>> first, second = register(hooks, "one"), register(hooks, "two")
        >>> (list(hooks.values()), hooks[second.id])
        (['one', 'two'], 'two')
        if "has no attribute 'id'": Return the handle, which has the number in `.id`.
        else: The key of the hook is its number, handle.id.
        >>> first, second = register(hooks, "one"), register(hooks, "two")
        >>> first.remove()
        >>> third = register(hooks, "three")
        >>> list(hooks.values())
        ['two', 'three']
        if ['three']: The new hook has taken the place of another one: the number of hooks is not unique. Use handle.id.
        >>> one, two, three = register(hooks, "one"), register(hooks, "two"), register(hooks, "three", True)
        >>> list(hooks.values())
        ['three', 'one', 'two']
        if ['two', 'three', 'one']: Move the new hook, handle.id, and not another one.
        else: With `prepend` the new hook comes first: `hooks.move_to_end(handle.id, last=False)`.
        >>> handle = register(hooks, "one", marked=[kwargs, always])
        >>> other = register(hooks, "two", False, [kwargs])
        >>> (kwargs == {handle.id: True, other.id: True}, always == {handle.id: True})
        (True, True)
        else: Each dictionary of `marked`, and no other, maps handle.id to True.
        >>> handle = register(hooks, "one", marked=[kwargs, always])
        >>> handle.remove()
        >>> (len(hooks), len(kwargs), len(always))
        (0, 0, 0)
        else: The handle does not know all the dictionaries: RemovableHandle(hooks, extra_dict=marked).
    """,
)
