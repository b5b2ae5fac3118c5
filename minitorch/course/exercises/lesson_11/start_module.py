"""start_module: What __init__ lays out (difficulty 2, 5 minutes)

The table holds what makes the dictionaries, not the dictionaries: so every module gets its own, and a later rung of
the ladder adds a line to the table instead of an __init__.

1. `self._fresh.items()` gives pairs: a name, and what makes its dictionary. Two lines are the loop.
2. `object.__setattr__(self, name, make())` in the loop. After it one question, `self.call_super_init`, and two ways.
3. take_nothing: `if kwargs: raise TypeError(...)` with `next(iter(kwargs))`, and `if args: raise TypeError(...)` with
   `len(args) + 1`. The class's name is `module._get_name()`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.nn.module.registry:Registry.__init__",
    covers="take_nothing",
    called="start_module",
    facts="""
        >>> class Rung(mt.nn.Module):
        ...     _fresh = {**mt.nn.Module._fresh, "_notes": list}
        ...
        >>> r, other = Rung(), Rung()
        >>> r._notes.append("mine")
        >>> (r._notes, other._notes, r._parameters)
        (['mine'], [], {})
        if "AttributeError: 'Rung' object has no attribute '_notes'": These four names are right today. Later rungs add
            names of their own to `_fresh`: go through the table.
        if "AttributeError: 'dict' object has no attribute 'append'": Each name is to have what the table says, made
            anew: call `make()` for each. It is no dictionary everywhere, and none is shared.
        >>> m = mt.nn.Module()
        >>> m.w = mt.nn.Parameter(mt.ones(2))
        >>> mt.nn.Module.__init__(m)
        >>> (list(m._parameters), hasattr(m, "w"))
        ([], False)
        else: You leave out what is there already. `__init__` begins anew: it puts fresh dictionaries in the places of
            old ones.
        >>> m = mt.nn.Module(3, depth=1, rate=3)
        raises TypeError: keyword argument 'depth'
        if 'TypeError: Module.__init__() got an unexpected keyword': The error names one keyword, the first:
            `next(iter(kwargs))`.
        else: Arguments that nobody wants are swallowed without a word. Where call_super_init is not set, ask
            take_nothing, and `raise` the error in it.
        >>> class Net(mt.nn.Module):
        ...     pass
        ...
        >>> net = Net(3)
        raises TypeError: Net.__init__() takes 1 positional argument but 2 were given
        else: Python counts `self` among the positional arguments: one argument too many means that 2 were given.
        >>> class Named:
        ...     def __init__(self, name="none"):
        ...         self.inner = mt.nn.Module()
        ...
        >>> class Net(mt.nn.Module, Named):
        ...     call_super_init = True
        ...
        >>> net = Net(name="a net")
        >>> list(net._modules)
        ['inner']
        else: The second class's __init__ runs before the dictionaries are there, and an assignment in it may need them.
            First the dictionaries.
    """,
)
