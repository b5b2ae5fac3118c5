"""set_attribute: What an assignment does (difficulty 4, 15 minutes)

A registered name must not be in __dict__ as well, because Python looks there first.

1. The table has four regions: parameter, module, buffer, ordinary. Each is a branch, and their order matters. `pop(name, None)` and `discard(name)` accept a missing name.
2. A Buffer says whether it is persistent. For any other value, the set says so: a buffer is persistent if its name is not in it.
3. `elif isinstance(value, Registry) or name in self.__dict__.get("_modules", ()):`; at the end `object.__setattr__`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.nn.module.registry:Registry.__setattr__",
    covers="take_name=Registry._take_name",
    called="set_attribute",
    changes=True,
    given="m = mt.nn.Module()",
    facts="""
        if "no attribute 'persistent'": A plain tensor has no `.persistent`: look whether the name is in the set.
        >>> m.rate, m.scale, m.layers, m.act = None, mt.ones(2, requires_grad=True), [mt.nn.Module()], mt.relu
        >>> (m.rate, "rate" in vars(m), "scale" in vars(m), [*m._parameters, *m._buffers, *m._modules])
        (None, True, True, [])
        if (None, True, False, ['scale']): A plain tensor is not a Buffer, so it is an ordinary attribute.
        else: Any other value, also a plain tensor, a list or a function, is an ordinary attribute: `object.__setattr__(self, name, value)`.
        >>> m.w, m.v = "later", mt.nn.Parameter(mt.ones(1))
        >>> m.w = type("Marked", (mt.nn.Parameter,), {})(mt.ones(2), requires_grad=False)
        >>> (type(m.w).__name__, "w" in vars(m), list(m._parameters))
        ('Marked', False, ['v', 'w'])
        if "already exists": The old value is still in __dict__. First take the name, with self._take_name, which removes it there as well.
        if "KeyError": The name need not be in each of these places: `pop(name, None)` and `discard(name)` raise no error.
        else: A subclass of Parameter is a Parameter, too, and so is a frozen one. It goes into `_parameters` and not into __dict__.
        >>> m.register_parameter("w", None)
        >>> m.w = mt.ones(2)
        raises TypeError
        else: Only a Parameter or None may replace a parameter, even one that is None. Ask about the name as well, and call `register_parameter`.
        >>> m.w = mt.nn.Parameter(mt.ones(2))
        >>> m.w = mt.nn.Buffer(mt.ones(2))
        raises TypeError
        else: The name of a parameter takes no Buffer: in the table, the row of a parameter accepts only a Parameter or None.
        >>> m.w = mt.nn.Parameter(mt.ones(2))
        >>> m.w = mt.nn.Module()
        raises TypeError
        else: The name of a parameter takes only a Parameter or None. Ask about parameters first, value and name.
        >>> m.add_module("inner", None)
        >>> m.inner = mt.nn.Buffer(mt.ones(2))
        raises TypeError
        else: The name of a module takes only a module or None, even if it is None. Ask about modules before buffers, and use `checked_value`.
        >>> m.w, m.inner = mt.nn.Parameter(mt.ones(2)), mt.nn.Module()
        >>> m.w, m.inner = None, None
        >>> (m._parameters, m._modules, "w" in vars(m), "inner" in vars(m))
        ({'w': None}, {'inner': None}, False, False)
        else: None is allowed: the name stays registered, with the value None.
        >>> m.mean = mt.nn.Buffer(mt.ones(2))
        >>> m.mean = 0.5 * m.mean
        >>> m.mean = value = mt.nn.Buffer(m.mean + 1)
        >>> (m.mean.tolist(), list(m._buffers), "mean" in vars(m), m.mean is value)
        ([1.5, 1.5], ['mean'], False, True)
        else: A tensor that is assigned to the name of a buffer is a buffer, as it is: ask about the name as well as the value.
        >>> m.other = 1
        >>> m.other = mt.nn.Buffer(mt.ones(2))
        raises KeyError
        else: A Buffer does not take over the name of an ordinary attribute: call `self.register_buffer`, and do not remove the name first.
        >>> m.mean = mt.nn.Buffer(mt.ones(2))
        >>> m.mean = "text"
        raises TypeError
        else: The name of a buffer takes only a tensor or None. `self.register_buffer` checks the value.
        >>> m.mask, m.mean = mt.nn.Buffer(mt.ones(2), persistent=False), mt.nn.Buffer(mt.ones(2))
        >>> m.mask, m.mean = mt.zeros(2), mt.zeros(2)
        >>> hidden = sorted(m._non_persistent_buffers_set)
        >>> m.mask = mt.nn.Buffer(mt.ones(2))
        >>> hidden, sorted(m._non_persistent_buffers_set)
        (['mask'], [])
        if (['mask'], ['mask']): A Buffer says whether it is persistent: `value.persistent`. The old value does not count.
        else: For a Buffer, use `value.persistent`. For a plain tensor, look whether its name is in the set.
        >>> m.a, m.b, m.c, m.d, m.e = *[mt.nn.Buffer(mt.ones(2), persistent=False) for _ in range(3)], None, mt.nn.Module()
        >>> m.a, m.b, m.c, m.d, m.e = mt.nn.Parameter(mt.ones(2)), mt.nn.Module(), None, mt.nn.Module(), mt.nn.Parameter(mt.ones(2))
        >>> (list(m._parameters), list(m._modules), list(m._buffers), sorted(m._non_persistent_buffers_set), [*{"c", "d"} & {*vars(m)}])
        (['a', 'e'], ['b', 'd'], ['c'], ['c'], [])
        if (['a', 'e'], ['b', 'd'], ['c'], ['c'], ['c']): The buffer `c` now has the value None: ask about the name, whatever the value is.
        else: A name is in one place only. In `take_name`, remove it from the other dictionaries, also from __dict__, and from the set. `c` stays there.
        >>> m.first, m.second = mt.nn.Parameter(mt.ones(2)), mt.nn.Parameter(mt.ones(2))
        >>> m.first = mt.nn.Parameter(mt.zeros(2))
        >>> (list(m._parameters), m.first.tolist())
        (['first', 'second'], [0.0, 0.0])
        else: A new parameter keeps the place of the old one: do not remove the name from `keep`.
        >>> half = mt.nn.Module.__new__(mt.nn.Module)
        >>> half.rate = 0.1
        >>> half.inner = mt.nn.Module()
        raises AttributeError: cannot assign module before Module.__init__() call
        if "KeyError": Before __init__ there are no dictionaries: read them by `.get`. In `take_name`, `check_init(self, keep)` is first.
        else: Before __init__ the three dictionaries do not exist: read them by `self.__dict__.get(...)`. `check_init` raises for a module.
        >>> setattr(m, "a.b", mt.nn.Module())
        >>> list(m._modules)
        ['a.b']
        else: The name of a module is not checked here: write into `self._modules`, without add_module.
        >>> setattr(m, "a.c", mt.nn.Parameter(mt.ones(2)))
        raises KeyError
        else: The name of a parameter is checked: call `self.register_parameter`, and do not write into `_parameters`.
        >>> net = type("Net", (mt.nn.Module,), {"rate": property(lambda s: s.kept, lambda s, value: setattr(s, "kept", 2 * value))})()
        >>> net.rate = 3
        >>> net.rate
        6
        else: Writing into __dict__ skips properties. Call `object.__setattr__(self, name, value)`.
    """,
)
