"""add_hook: A number for each hook (difficulty 2, 7 minutes)

The number says which registration is meant, and is never given out twice. What is known about a hook stands under the
same number, so the handle can take all of it away.

1. `RemovableHandle(hooks, extra_dict=[...])` makes a handle with a new number, `handle.id`. All that is kept stands
   under it.
2. Three steps: `hooks[handle.id] = hook`; the marks, where they are wanted; and the order, where prepend is true.
3. `for wanted, dictionary in marks: if wanted: dictionary[handle.id] = True`, then `if prepend:
   hooks.move_to_end(handle.id, last=False)`, and return the handle.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.nn.module.call:register",
    alone=True,
    changes=True,
    facts="""
        >>> hooks = OrderedDict()
        >>> handle = register(hooks, "a")
        >>> (hooks == {handle.id: "a"}, type(handle).__name__)
        (True, 'RemovableHandle')
        if "AttributeError: 'int' object has no attribute 'id'": You return the number. Whoever registers a hook waits
            for the handle, whose remove() takes it away.
        else: The hook stands under a number of your own. The handle removes what stands under *its* number,
            `handle.id`.
        >>> hooks = OrderedDict()
        >>> register(hooks, "a"), register(hooks, "b"), register(hooks, "c", prepend=True)
        >>> list(hooks.values())
        ['c', 'a', 'b']
        if ['a', 'b']: With prepend=True you make a new dictionary, and the module never hears of it. Change the one
            that was given.
        else: The order is turned round: only where prepend is true does a hook move to the front.
        >>> hooks, asks, always = OrderedDict(), OrderedDict(), OrderedDict()
        >>> a = register(hooks, "a", [(True, asks), (True, always)])
        >>> b = register(hooks, "b", [(True, asks), (False, always)])
        >>> a.remove()
        >>> (list(hooks.values()), asks == {b.id: True}, len(always))
        (['b'], True, 0)
        if (['b'], False, 0): The mark is True: dictionary[handle.id] = True. The hook itself stands in `hooks`.
        else: A mark is left behind when the handle takes its hook away, or another hook's goes: extra_dict is a list of
            all the dictionaries in `marks`, and each mark stands under the handle's own number.
    """,
)
