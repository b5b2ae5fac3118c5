"""register: The doors by name (difficulty 2, 8 minutes)

Every value comes through here in the end, so this is where names and values are checked and hooks are called. Whether
a buffer is persistent belongs to its name, and so the name is noted and not the tensor.

1. Each function in this order: are the dictionaries there; is the name allowed; is the value allowed; then keep what
   announce gives.
2. `check_name(self, name, "buffer", self._buffers)` raises by itself, and so does check_parameter. None is kept
   without being checked.
3. `self._buffers[name] = announce("buffer", self, name, tensor)`; then the name is added to
   `self._non_persistent_buffers_set`, or discarded from it.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.nn.module.registry:Registry.register_buffer",
    covers="Registry.add_module Registry.register_parameter",
    changes=True,
    solution="""
        def add_module(self, name, module):
            if not isinstance(module, mt.nn.Module) and module is not None:
                raise TypeError(f"{typename(module)} is not a Module subclass")
            check_name(self, name, "module", self._modules)
            self._modules[name] = announce("module", self, name, module)


        def register_buffer(self, name, tensor, persistent=True):
            if "_buffers" not in self.__dict__:
                raise AttributeError("cannot assign buffer before Module.__init__() call")
            check_name(self, name, "buffer", self._buffers)
            if not isinstance(tensor, mt.Tensor) and tensor is not None:
                refuse(tensor, "buffer", name, "minitorch Tensor")
            self._buffers[name] = announce("buffer", self, name, tensor)
            if persistent:
                self._non_persistent_buffers_set.discard(name)
            else:
                self._non_persistent_buffers_set.add(name)
    """,
    given="""
        m = mt.nn.Module()
    """,
    facts="""
        >>> m.register_parameter("bias", None)
        >>> m.register_buffer("mask", None)
        >>> (dict(m._parameters), dict(m._buffers))
        ({'bias': None}, {'mask': None})
        else: The value goes to __dict__, among the ordinary attributes. Its place is `self._parameters[name]`.
        >>> m.register_buffer("mask", mt.zeros(2), persistent=False)
        >>> m.register_buffer("mask", mt.ones(2))
        >>> (m.mask.tolist(), m._non_persistent_buffers_set == set())
        ([1.0, 1.0], True)
        else: The set holds the names of those buffers that are not persistent, and you put the others into it.
        >>> for value in (mt.ones(2), mt.zeros(2)):
        ...     m.register_parameter("w", mt.nn.Parameter(value))
        ...     m.register_buffer("mask", value, persistent=False)
        ...     m.register_buffer("table", value, False)
        >>> (m.w.tolist(), m.mask.tolist(), len(m._parameters), m._non_persistent_buffers_set == {"mask", "table"})
        ([0.0, 0.0], [0.0, 0.0], 1, True)
        else: A new set forgets the names that were in the old one. `add(name)` puts one more into it.
        >>> m.register_parameter("w", mt.nn.Parameter(mt.ones(2)))
        >>> m.register_parameter("b", mt.nn.Parameter(mt.ones(2)))
        >>> list(m._parameters)
        ['w', 'b']
        else: A new dictionary forgets all the parameters that were in the old one. Put the value into the one that is
            there.
        >>> mt.nn.Module().register_parameter('a.b', None)
        raises KeyError: parameter name can
        else: Any name passes as a parameter's: with a dot in it, or that of a method. Ask check_name first.
        >>> mt.nn.Module().register_buffer('', None)
        raises KeyError: buffer name can
        else: Any name passes as a buffer's: with a dot in it, or that of a method. Ask check_name first.
        >>> mt.nn.Module().register_parameter('w', mt.ones(2))
        raises TypeError: cannot assign
        else: Any value passes as a parameter, a plain tensor and a text too. check_parameter(name, param) refuses them.
        >>> mt.nn.Module().register_buffer('w', 'a text')
        raises TypeError: cannot assign
        else: Anything passes as a buffer. What is no tensor, and not None, has to be refused.
        >>> with mt.nn.module.register_module_parameter_registration_hook(lambda m, name, p: mt.nn.Parameter(p * 2)):
        ...     m.register_parameter("w", mt.nn.Parameter(mt.ones(2)))
        >>> m.w.tolist()
        [2.0, 2.0]
        else: A hook has given another value, and that is the one to keep: what `announce` returns.
        >>> with mt.nn.module.register_module_buffer_registration_hook(lambda m, name, b: b + 1):
        ...     m.register_buffer("mean", mt.ones(2))
        >>> m.mean.tolist()
        [2.0, 2.0]
        >>> class Hasty(mt.nn.Module):
        ...     def __init__(self):
        ...         self.register_parameter("w", None)
        ...
        >>> h = Hasty()
        raises AttributeError: cannot assign parameter before Module.__init__() call
        else: Before __init__ has run, the dictionaries are not there. Ask first whether `_parameters` (or `_buffers`)
            is in self.__dict__, and raise an AttributeError that says what to do.
        >>> mt.nn.Module().add_module('a.b', None)
        raises KeyError: got: a.b
        else: In `add_module`: any name passes, with a dot in it, or that of a method. Ask check_name.
        >>> seen = []
        >>> m, other = mt.nn.Module(), mt.nn.Module()
        >>> hook = lambda m, name, child: seen.append((name, child is None)) or other
        >>> with mt.nn.module.register_module_module_registration_hook(hook):
        ...     m.add_module("part", mt.nn.Module())
        >>> (seen, m.part is other)
        ([('part', False)], True)
        else: In `add_module`: the hooks for modules are not called. Keep what `announce` returns.
        >>> mt.nn.Module().add_module('a.b', 3)
        raises TypeError: int is not a Module subclass
        else: In `add_module`: anything passes as a module. What is no module, and not None, has to be refused.
    """,
)
