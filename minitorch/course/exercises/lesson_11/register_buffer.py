"""register_buffer: Registering a buffer (difficulty 2, 11 minutes)

All checks come before the value is stored, so a call that raises an error changes nothing.

1. check_name is a list of conditions, each with an error. In register_buffer, register_value does the checks and stores
   the value. Afterwards the name is in the set, or it is not. It may have been there before.
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
    given="""
        m, hidden = mt.nn.Module(), "_non_persistent_buffers_set"
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
        if "KeyError": In `check_name`: a buffer may be registered again. A name in `place` is not taken.
        else: `mean` is persistent now, and `mask` is not: discard this one name from `_non_persistent_buffers_set`.
        >>> m.rate, m.weight = None, mt.nn.Parameter(mt.ones(2))
        >>> m.register_buffer("mean", None)
        >>> found = [refuses(m, name) for name in ("a.b", "", "rate", "weight", "zero_grad", "mean")]
        >>> found, refuses(m, 3, None, TypeError), refuses(m, "mean", "text", TypeError), "mean" in m._buffers, len(vars(m)[hidden])
        ([True, True, True, True, True, False], True, True, True, 1)
        if ([True, True, True, True, False, False], True, True, True, 2): In `check_name`: `zero_grad` is the name of a
            method. `hasattr` finds it as well.
        if ([True, True, True, True, True, False], True, True, True, 7): A call that raises an error changes nothing:
            register_value comes before the change of the set.
        if ([True, True, True, True, True, False], True, True, False, 1): A call that raises an error changes nothing: remove no buffer first.
        else: Call register_value, which checks the value. In `check_name`, an empty name, a name with a dot and a name that is taken
            raise a KeyError.
        >>> m.add_module("inner", mt.nn.Module())
        >>> m.add_module("inner", None)
        >>> m._modules
        {'inner': None}
        else: In `check_name`: add_module passes another `place`. A name in `module.__dict__[place]` is not taken.
    """,
)
