"""register_buffer: Registering a buffer (difficulty 2, 11 minutes)

All checks come before the value is stored, so a call that raises an error changes nothing.

1. What do the refused names have in common? register_value does the checks and stores the value. Then change the set.
2. A name is taken if `hasattr(module, name)` and it is not in the dictionary `place` itself, `module.__dict__[place]`.
3. `register_value(self, "_buffers", name, tensor)`, then `discard` the name from the set, or `add` it.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.nn.module.registry:Registry.register_buffer",
    covers="check_name",
    changes=True,
    setup="""
        def refuses(module, name, value=None, error=KeyError):
            try:
                module.register_buffer(name, value, persistent=False)
            except error:
                return True
            return False
    """,
    given='m, hidden = mt.nn.Module(), "_non_persistent_buffers_set"',
    facts="""
        >>> m.register_buffer("mean", mt.zeros(2))
        >>> m.register_buffer("mask", None, persistent=False)
        >>> m.register_buffer("table", mt.ones(2), False)
        >>> (list(m._buffers), sorted(vars(m)[hidden]), "mean" in vars(m))
        (['mean', 'mask', 'table'], ['mask', 'table'], False)
        if "KeyError": The name need not be in the set: `discard` raises no error, `remove` does.
        else: All three are in the dictionary `_buffers`, and not in __dict__. Only `mask` and `table` are in the set.
        >>> [m.register_buffer(name, mt.zeros(2), persistent=False) for name in ("mask", "mean")]
        >>> m.register_buffer("mean", mt.ones(2))
        >>> (m.mean.tolist(), sorted(vars(m)[hidden]))
        ([1.0, 1.0], ['mask'])
        if "KeyError": In `check_name`: a buffer may be registered again. A name in `place` is not taken.
        else: `mean` is persistent now, and `mask` is not: discard this one name from `_non_persistent_buffers_set`.
        >>> m.rate, m.weight = None, mt.nn.Parameter(mt.ones(2))
        >>> m.add_module("0", None)
        >>> [name for name in ("a.b", "", "rate", "weight", "zero_grad", "0", "mean") if not refuses(m, name)]
        ['mean']
        if "KeyError: ": In `check_name`: "0" is a name. Only the empty name and one with a dot are wrong by themselves.
        if "Error: ": In `check_name`: a wrong name raises a KeyError, and no other error.
        if ['rate', '0', 'mean']: In `check_name`: an attribute with the value None takes the name, too.
        if ['0', 'mean']: In `check_name`: "0" is the name of a module here, and taken. `dir` leaves it out, hasattr finds it.
        if ['a.b', '', 'rate', 'weight', 'zero_grad', '0', 'mean']: Call register_value. Its `check_name` must raise the error.
        else: In `check_name`: an empty name, one with a dot, and one in use (a method, a parameter) raise a KeyError.
        >>> m.register_buffer("mean", None)
        >>> wrong = [refuses(m, name, None, TypeError) for name in (3, None)], refuses(m, "mean", "text", TypeError)
        >>> wrong, refuses(m, "", None, Exception), list(m._buffers), len(vars(m)[hidden])
        (([True, True], True), True, ['mean'], 0)
        if "KeyError": In `check_name`: a name that is not a string raises a TypeError. Look at that first. A name in `place` is not taken, even if its value is None.
        if (([True, True], True), True, [], 0): A call that raises an error changes nothing: remove no buffer first.
        else: Call register_value, which checks the value, before the set changes: a call that raises an error changes nothing.
        >>> m.add_module("inner", mt.nn.Module()), m.add_module("inner", None)
        >>> m._modules
        {'inner': None}
        else: In `check_name`: add_module passes another `place`. A name in `module.__dict__[place]` is not taken.
    """,
)
