"""take_name: A name changes hands (difficulty 3, 7 minutes)

A name stands in one place at a time. What is registered must not stand in __dict__ as well, for Python looks there
first; and a new value of the same kind stays where the old one was, so that the order of the parameters does not
change.

1. forget: one loop over the three names of dictionaries, without `keep`; then __dict__ itself; then the set. The
   other two: forget or expect None, and then keep the value.
2. `dictionary.pop(name, None)` takes a name out and says nothing if it is not there; `discard(name)` does it for a
   set.
3. In the loop `self.__dict__[place].pop(name, None)`. And `if isinstance(value, mt.nn.Parameter): self._forget(name,
   keep="_parameters")`, `else: expect_none(...)`, `self.register_parameter(name, value)`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.nn.module.registry:Registry._set_module",
    covers="forget=Registry._forget set_parameter=Registry._set_parameter",
    called="set_module",
    changes=True,
    solution="""
        def set_parameter(self, name, value):
            if isinstance(value, mt.nn.Parameter):
                self._forget(name, keep="_parameters")
            else:
                expect_none(value, "as parameter", name, "minitorch.nn.Parameter")
            self.register_parameter(name, value)


        def set_module(self, name, value):
            if isinstance(value, mt.nn.Module):
                self._forget(name, keep="_modules")
            else:
                expect_none(value, "as child module", name, "minitorch.nn.Module")
            self._modules[name] = announce("module", self, name, value)
    """,
    given="""
        m = mt.nn.Module()
    """,
    facts="""
        >>> m.w = "later"
        >>> m.w = mt.nn.Parameter(mt.ones(2))
        >>> (type(m.w).__name__, "w" in vars(m))
        ('Parameter', False)
        else: In `set_parameter`: expect_none refuses everything but None, a Parameter too. It is for a value that is no
            Parameter: `else`.
        >>> m.part, m.other = mt.nn.Module(), mt.nn.Module()
        >>> m.part = mt.nn.Parameter(mt.ones(2))
        >>> (list(m._parameters), list(m._modules))
        (['part'], ['other'])
        else: In `forget`: a module may have the name as well. It stays registered, and the name has two values.
        >>> m.first, m.second = mt.nn.Parameter(mt.ones(2)), mt.nn.Parameter(mt.ones(2))
        >>> m.first = mt.nn.Parameter(mt.zeros(2))
        >>> (list(m._parameters), m.first.tolist())
        (['first', 'second'], [0.0, 0.0])
        else: In `set_parameter`: `keep` names the dictionary in which the name may stay, because the new value goes
            there. For a Parameter that is `_parameters`.
        >>> m.mask = mt.nn.Buffer(mt.ones(2), persistent=False)
        >>> m.other = mt.nn.Buffer(mt.ones(2), persistent=False)
        >>> m.mask = mt.nn.Parameter(mt.ones(2))
        >>> sorted(m._non_persistent_buffers_set)
        ['other']
        else: In `forget`: you empty the whole set. The other buffers in it are not persistent still: `discard(name)`
            takes out one.
        >>> m.w = mt.nn.Parameter(mt.ones(2))
        >>> m.w = m.w - 0.1
        raises TypeError: as parameter 'w'
        else: In `set_parameter`: for a value that is no Parameter the error comes from register_parameter, with its
            words. Here expect_none is asked: `cannot assign ... as parameter`.
        >>> m.inner = mt.nn.Module()
        >>> m.inner = 3
        raises TypeError: as child module 'inner'
        else: In `set_module`: anything goes into `_modules`. A value that is no module has to be None: ask expect_none.
        >>> m.w, m.inner = mt.nn.Parameter(mt.ones(2)), mt.nn.Module()
        >>> m.w, m.inner = None, None
        >>> (m._parameters, m._modules, "w" in vars(m), "inner" in vars(m))
        ({'w': None}, {'inner': None}, False, False)
        else: None is kept under the name, as something that is left out: register it, or put it into `_modules`, in
            either case.
        >>> class Net(mt.nn.Module):
        ...     def __init__(self):
        ...         self.inner = mt.nn.Module()
        ...
        >>> net = Net()
        raises AttributeError: cannot assign module before Module.__init__() call
        else: Before __init__ there is no dictionary: `forget` begins with `if keep not in self.__dict__: raise
            before_init(keep)`.
        >>> class Net(mt.nn.Module):
        ...     gain = 1.0
        ...
        >>> net = Net()
        >>> net.gain = mt.nn.Parameter(mt.ones(2))
        raises KeyError: already exists
        else: In `set_parameter`: register_parameter is left out, and with it every check of name and value, and the
            hooks. Hand the value to `self.register_parameter(name, value)`.
        >>> class Net(mt.nn.Module):
        ...     gain = 1.0
        ...
        >>> net = Net()
        >>> net.gain = mt.nn.Module()
        >>> (list(net._modules), net.gain)
        (['gain'], 1.0)
        else: In `set_module`: add_module also asks whether the class has an attribute of this name, and PyTorch's
            assignment of a module does not. Announce the value and put it into `self._modules`.
        >>> seen = []
        >>> m, other = mt.nn.Module(), mt.nn.Module()
        >>> hook = lambda m, name, child: seen.append(name) or other
        >>> with mt.nn.module.register_module_module_registration_hook(hook):
        ...     m.inner = mt.nn.Module()
        >>> (seen, m.inner is other)
        (['inner'], True)
        else: In `set_module`: the hooks for modules are not called. Keep what `announce` returns.
    """,
)
