"""set_attribute: What an assignment does (difficulty 3, 7 minutes)

Python calls this for every assignment. Two questions for each kind, one for the value and one for the name, decide
where it goes. What is registered must not stand in __dict__ as well, for Python looks there first.

1. Four branches: parameter, module, buffer, ordinary. Each of the first three asks for the value, or for the name.
2. `name in self.__dict__.get("_parameters", ())` is False before __init__, and an ordinary attribute goes through.
3. `if isinstance(value, mt.nn.Parameter) or name in own.get("_parameters", ()): self._set_parameter(name, value)`,
   and the same for the other kinds; at the end `object.__setattr__(self, name, value)`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.nn.module.registry:Registry.__setattr__",
    called="set_attribute",
    changes=True,
    solution="""
        def set_attribute(self, name, value):
            own = self.__dict__
            if isinstance(value, mt.nn.Parameter) or name in own.get("_parameters", ()):
                self._set_parameter(name, value)
            elif isinstance(value, mt.nn.Module) or name in own.get("_modules", ()):
                self._set_module(name, value)
            elif isinstance(value, mt.nn.Buffer) or name in own.get("_buffers", ()):
                self._set_buffer(name, value)
            else:
                object.__setattr__(self, name, value)
    """,
    given="""
        m = mt.nn.Module()
    """,
    facts="""
        >>> m.rate, m.scale = 0.1, mt.ones(2)
        >>> (m.rate, "rate" in vars(m), "scale" in vars(m), list(m._parameters), list(m._buffers))
        (0.1, True, True, [], [])
        else: What is none of the three kinds, a plain tensor too, is an ordinary attribute: `object.__setattr__(self,
            name, value)`.
        >>> m.w = mt.nn.Parameter(mt.ones(2))
        >>> m.w = m.w - 0.1
        raises TypeError: as parameter
        if None: `m.w = m.w - 0.1` goes through without a word: a computed tensor becomes an ordinary attribute and
            hides the parameter. Ask for the name as well as for the value.
        >>> m.inner = mt.nn.Module()
        >>> m.inner = 3
        raises TypeError: as child module
        else: `m.inner = 3` goes through, and hides the module that is registered. Ask for the name as well as for the
            value.
        >>> m.mean = mt.nn.Buffer(mt.ones(2))
        >>> m.mean = 0.5 * m.mean
        >>> (m.mean.tolist(), list(m._buffers), "mean" in vars(m))
        ([0.5, 0.5], ['mean'], False)
        else: The name is a buffer's already: self._set_buffer, and nothing else.
        >>> m.mask = mt.nn.Buffer(mt.ones(2), persistent=False)
        >>> m.mask = mt.zeros(2)
        >>> m._non_persistent_buffers_set == {"mask"}
        True
        else: register_buffer makes every buffer persistent, also one that was not. `self._set_buffer(name, value)`
            leaves it as it was.
        >>> m.part = mt.nn.Module()
        >>> m.part = mt.nn.Parameter(mt.ones(2))
        >>> (list(m._parameters), list(m._modules))
        (['part'], [])
        else: A Parameter wins over any name: assigned to a buffer's or a module's name it becomes a parameter. So
            parameters are asked for first, the value and the name, and only then the next kind.
        >>> class Net(mt.nn.Module):
        ...     def __init__(self):
        ...         self.rate = 0.1
        ...
        >>> net = Net()
        >>> net.rate
        0.1
        else: Before __init__ has run, the dictionaries are not there. An ordinary attribute must be possible all the
            same: ask `self.__dict__.get(...)`.
        >>> class Net(mt.nn.Module):
        ...     @property
        ...     def rate(self):
        ...         return self.kept
        ...
        ...     @rate.setter
        ...     def rate(self, value):
        ...         self.kept = 2 * value
        ...
        >>> net = Net()
        >>> net.rate = 3
        >>> net.rate
        6
        else: Writing into __dict__ goes past properties, whose setter is then never called. `object.__setattr__(self,
            name, value)` does all that Python would have done.
    """,
)
