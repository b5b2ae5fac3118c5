"""register_buffer: Registering a buffer (difficulty 2, 6 minutes)

All checks come before the value is stored, so a call that raises an error changes nothing.

1. The function before this exercise checks the name and the value, and puts the value into a dictionary.
2. Afterwards the name is in the set, or it is not. It may have been there before.
3. `register_value(self, "_buffers", name, tensor)`, then `discard` the name from the set, or `add` it.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.nn.module.registry:Registry.register_buffer",
    changes=True,
    given="""
        m, hidden, refused = mt.nn.Module(), "_non_persistent_buffers_set", False
    """,
    facts="""
        >>> m.register_buffer("mean", mt.zeros(2))
        >>> m.register_buffer("mask", None, persistent=False)
        >>> m.register_buffer("table", mt.ones(2), False)
        >>> (list(m._buffers), sorted(vars(m)[hidden]), "mean" in vars(m))
        (['mean', 'mask', 'table'], ['mask', 'table'], False)
        else: All three are in the dictionary `_buffers`, and not in __dict__. Only `mask` and `table` are in the set.
        >>> m.register_buffer("mask", mt.zeros(2), persistent=False)
        >>> m.register_buffer("mean", mt.zeros(2), persistent=False)
        >>> m.register_buffer("mean", mt.ones(2))
        >>> (m.mean.tolist(), sorted(vars(m)[hidden]))
        ([1.0, 1.0], ['mask'])
        else: `mean` is persistent now, and `mask` is not: discard this one name from `_non_persistent_buffers_set`.
        >>> try:
        ...     m.register_buffer("zero_grad", mt.ones(2), persistent=False)
        ... except KeyError:
        ...     refused = True
        >>> (refused, sorted(vars(m)[hidden]))
        (True, [])
        if (True, ['zero_grad']): A call that raises an error changes nothing: register_value comes before the change of the set.
        else: `zero_grad` is the name of a method. Call register_value, which checks the name.
        >>> m.register_buffer("mean", "text")
        raises TypeError: as buffer
        else: Call register_value, which checks the value: it must be a tensor or None.
    """,
)
