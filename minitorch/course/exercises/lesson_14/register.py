"""register: Registering a hook (difficulty 2, 7 minutes)

The number, and not the function, tells which entry a handle removes. So the same function may be registered twice.

1. Make the handle first: it has the number. It must know all dictionaries from which it is to remove this number.
2. `RemovableHandle(hooks, extra_dict=marked)`. Then `hooks[handle.id] = hook`, and True in each of the dictionaries `marked`.
3. With prepend, `hooks.move_to_end(handle.id, last=False)`. Return the handle.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.nn.module.call:register",
    changes=True,
    given="""
        hooks, marks, more = OrderedDict(), OrderedDict(), OrderedDict()
    """,
    facts="""
        >>> first, second = register(hooks, len), register(hooks, len)
        >>> found = list(hooks.values()) == [len, len], list(hooks) == [first.id, second.id]
        >>> first.remove()
        >>> found, list(hooks) == [second.id]
        ((True, True), True)
        else: Each hook gets a number of its own, even if it is registered twice: `hooks[handle.id] = hook`. Return the handle.
        >>> handle = register(hooks, len, marked=[marks, more])
        >>> found = [dict(one) == {handle.id: True} for one in (marks, more)]
        >>> handle.remove()
        >>> found, [len(one) for one in (hooks, marks, more)]
        ([True, True], [0, 0, 0])
        if ([True, True], [0, 1, 1]): The handle does not know the dictionaries in `marked`: `extra_dict=marked`.
        else: Each of the dictionaries in `marked` maps the number to True, and the handle removes it there, too.
        >>> handles = [register(hooks, name, prepend=name in "bc") for name in "abcd"]
        >>> list(hooks.values())
        ['c', 'b', 'a', 'd']
        else: With prepend, the new hook stands before all that are there, in this very dictionary; otherwise behind them.
    """,
)
