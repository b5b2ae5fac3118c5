"""register_buffer: Registering a buffer (difficulty 2, 11 minutes)

All checks come before the value is stored, so a call that raises an error changes nothing. `hasattr` finds methods,
ordinary attributes and whatever is registered, because it calls `__getattr__` as well.

1. check_name is a list of conditions, each with an error. register_buffer calls register_value first.
2. A name is taken if `hasattr(module, name)` and it is not in the dictionary `place` itself, `module.__dict__[place]`.
3. In register_buffer, `register_value(self, "_buffers", name, tensor)`. Then `discard` the name from the set, or `add` it.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.nn.module.registry:Registry.register_buffer",
    covers="check_name",
    changes=True,
    setup="""
        def refuses(module, name):
            try:
                module.register_buffer(name, mt.ones(2), persistent=False)
            except KeyError:
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
        if (['mean', 'mask', 'table'], [], False): `mask` is not persistent: add its name to `_non_persistent_buffers_set`.
        else: Both are in the dictionary `_buffers`, and not in __dict__. Only `mask` and `table` are in the set.
        >>> m.register_buffer("mean", mt.zeros(2), persistent=False)
        >>> m.register_buffer("mean", mt.ones(2))
        >>> (m.mean.tolist(), sorted(vars(m)[hidden]))
        ([1.0, 1.0], [])
        if "KeyError": A buffer may be registered again, and the new value replaces the old one: only a name that is not
            in `place` is taken.
        if ([1.0, 1.0], ['mean']): `mean` is persistent now: discard its name from `_non_persistent_buffers_set`.
        >>> m.register_buffer("mean", None)
        >>> m.rate, m.weight = 0.1, mt.nn.Parameter(mt.ones(2))
        >>> [refuses(m, name) for name in ("a.b", "", "rate", "weight", "register_buffer", "mean", "new")]
        [True, True, True, True, True, False, False]
        if [False, True, True, True, True, False, False]: A name must not contain a dot: "a.b" means b inside a.
        if [True, False, True, True, True, False, False]: An empty name is a KeyError.
        if [True, True, True, True, False, False, False]: `register_buffer` is the name of a method. `hasattr` finds it as well.
        else: A name is taken if it belongs to anything that is not in `place`: `hasattr` also finds parameters and methods.
        >>> refuses(m, "zero_grad"), sorted(vars(m)[hidden])
        (True, [])
        else: A call that raises an error changes nothing: register_value comes before the change of the set.
        >>> m.add_module("inner", mt.nn.Module())
        >>> m.add_module("inner", None)
        >>> m._modules
        {'inner': None}
        if "KeyError": add_module calls check_name with another `place`: a name in `module.__dict__[place]` is not taken.
        >>> m.register_buffer(3, mt.ones(2))
        raises TypeError
        >>> m.register_buffer("mean", "text")
        raises TypeError: as buffer
        else: checked_value raises the error for a value that is neither a tensor nor None.
        >>> mt.nn.Module.__new__(mt.nn.Module).register_buffer("mean", None)
        raises AttributeError: before Module.__init__
        else: Call check_init first: it says that Module.__init__ has not run.
    """,
)
