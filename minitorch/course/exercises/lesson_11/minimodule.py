"""A module that keeps account of its parameters."""

from ...define import Case, Exercise, Mistake, Wrong

exercise = Exercise(
    "MiniModule",
    title="A module that keeps account of its parameters",
    difficulty=4,
    minutes=15,
    stub='''
        class MiniModule:
            """Keeps every mt.nn.Parameter assigned to it in the dictionary `_parameters`, and nowhere else.

            A name that is registered takes another Parameter, or None (kept there too); TypeError for all else.
            A parameter takes the name of an ordinary attribute over. Without __init__: AttributeError for a parameter.
            """

            def __init__(self):
                ...

            def __setattr__(self, name, value):
                ...

            def __getattr__(self, name):
                ...
    ''',
    solution='''
        class MiniModule:
            """Keeps every mt.nn.Parameter assigned to it in the dictionary `_parameters`, and nowhere else.

            A name that is registered takes another Parameter, or None (kept there too); TypeError for all else.
            A parameter takes the name of an ordinary attribute over. Without __init__: AttributeError for a parameter.
            """

            def __init__(self):
                object.__setattr__(self, "_parameters", {})

            def __setattr__(self, name, value):
                parameters = self.__dict__.get("_parameters")
                if isinstance(value, mt.nn.Parameter):
                    if parameters is None:
                        raise AttributeError("cannot assign parameters before __init__() call")
                    self.__dict__.pop(name, None)
                    parameters[name] = value
                elif parameters is not None and name in parameters:
                    if value is not None:
                        raise TypeError(f"cannot assign {type(value).__name__} as parameter {name!r}")
                    parameters[name] = None
                else:
                    object.__setattr__(self, name, value)

            def __getattr__(self, name):
                parameters = self.__dict__.get("_parameters", {})
                if name in parameters:
                    return parameters[name]
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
    ''',
    why="Two methods and a dictionary: Python calls __setattr__ for every assignment, and __getattr__ only for what it did not "
    "find. The parameter must not stand in __dict__ as well, for Python looks there first and would never ask.",
    facts=[
        Case(
            """
            m = MiniModule()
            w = mt.nn.Parameter(mt.ones(2))
            m.w = w
            (m.w is w, list(m._parameters), "w" in vars(m))
            """,
            (True, ["w"], False),
        ),
        Case(
            """
            m = MiniModule()
            m.rate, m.scale = 0.1, mt.ones(2)
            (m.rate, sorted(vars(m)), list(m._parameters))
            """,
            (0.1, ["_parameters", "rate", "scale"], []),
        ),
        Case(
            """
            m = MiniModule()
            m.w = mt.nn.Parameter(mt.ones(2))
            m.wieght
            """,
            raises=AttributeError,
            match="wieght",
        ),
        Case(
            """
            m = MiniModule()
            m.w = mt.nn.Parameter(mt.ones(2))
            m.w = mt.zeros(2)
            """,
            raises=TypeError,
        ),
        Case(
            """
            m = MiniModule()
            m.w = mt.nn.Parameter(mt.ones(2))
            m.w = "a name"
            """,
            raises=TypeError,
        ),
        Case(
            """
            m = MiniModule()
            w = mt.nn.Parameter(mt.ones(2))
            m.w = w
            m.w = None
            was = (m.w, dict(m._parameters), "w" in vars(m))
            m.w = w
            (was, m.w is w, list(m._parameters))
            """,
            ((None, {"w": None}, False), True, ["w"]),
        ),
        Case(
            """
            m = MiniModule()
            m.w = "later"
            m.w = mt.nn.Parameter(mt.ones(2))
            (type(m.w).__name__, sorted(vars(m)))
            """,
            ("Parameter", ["_parameters"]),
        ),
        Case(
            """
            m = MiniModule()
            m.bias = None
            (m.bias, list(m._parameters))
            """,
            (None, []),
        ),
        Case(
            """
            first, second = MiniModule(), MiniModule()
            first.w = mt.nn.Parameter(mt.ones(2))
            (list(first._parameters), list(second._parameters))
            """,
            (["w"], []),
        ),
        Case(
            """
            class Net(MiniModule):
                def __init__(self):
                    self.w = mt.nn.Parameter(mt.ones(2))

            hasattr(Net(), "w")
            """,
            raises=AttributeError,
        ),
        Case(
            """
            class Net(MiniModule):
                def __init__(self):
                    self.rate = 0.1

            net = Net()
            (net.rate, hasattr(net, "w"))
            """,
            (0.1, False),
        ),
        Case(
            """
            class Net(MiniModule):
                @property
                def size(self):
                    return self.w.numel()

            net = Net()
            net.w = mt.nn.Parameter(mt.ones(2))
            net.size
            """,
            2,
        ),
        Case(
            """
            class Net(MiniModule):
                @property
                def rate(self):
                    return self.kept

                @rate.setter
                def rate(self, value):
                    self.kept = 2 * value

            net = Net()
            net.rate = 3
            net.rate
            """,
            6,
        ),
    ],
    wrong=[
        Wrong(
            """
            class MiniModule:
                def __init__(self):
                    object.__setattr__(self, "_parameters", {})
                def __setattr__(self, name, value):
                    parameters = self.__dict__.get("_parameters")
                    if isinstance(value, mt.nn.Parameter):
                        if parameters is None:
                            raise AttributeError("cannot assign parameters before __init__() call")
                        parameters[name] = value
                    elif parameters is not None and name in parameters and value is not None:
                        raise TypeError(f"cannot assign {type(value).__name__} as parameter {name!r}")
                    object.__setattr__(self, name, value)
                def __getattr__(self, name):
                    raise AttributeError(name)
            """,
            "You keep the parameter in two places, in _parameters and in __dict__. Two places can say two things: after "
            "`m.w = None` the dictionary still has the old one. Leave __dict__ to ordinary attributes.",
        ),
        Wrong(
            """
            class MiniModule:
                def __init__(self):
                    object.__setattr__(self, "_parameters", {})
                def __setattr__(self, name, value):
                    parameters = self.__dict__.get("_parameters")
                    if isinstance(value, mt.nn.Parameter):
                        if parameters is None:
                            raise AttributeError("cannot assign parameters before __init__() call")
                        parameters[name] = value
                    elif parameters is not None and name in parameters:
                        if value is not None:
                            raise TypeError(f"cannot assign {type(value).__name__} as parameter {name!r}")
                        parameters[name] = None
                    else:
                        object.__setattr__(self, name, value)
                def __getattr__(self, name):
                    parameters = self.__dict__.get("_parameters", {})
                    if name in parameters:
                        return parameters[name]
                    raise AttributeError(name)
            """,
            "An ordinary attribute that stood under the name stays in __dict__, where Python looks first: it hides the new "
            "parameter. Take it out before you register: `self.__dict__.pop(name, None)`.",
        ),
        Wrong(
            """
            class MiniModule:
                def __init__(self):
                    object.__setattr__(self, "_parameters", {})
                def __setattr__(self, name, value):
                    parameters = self.__dict__.get("_parameters")
                    if isinstance(value, mt.nn.Parameter):
                        if parameters is None:
                            raise AttributeError("cannot assign parameters before __init__() call")
                        self.__dict__.pop(name, None)
                        parameters[name] = value
                    else:
                        object.__setattr__(self, name, value)
                def __getattr__(self, name):
                    parameters = self.__dict__.get("_parameters", {})
                    if name in parameters:
                        return parameters[name]
                    raise AttributeError(name)
            """,
            "`m.w = m.w - 0.1` goes through without a word: a computed tensor becomes an ordinary attribute and hides the "
            "parameter. A name that is registered takes a Parameter or None, and TypeError for all else.",
        ),
        Wrong(
            """
            class MiniModule:
                def __init__(self):
                    object.__setattr__(self, "_parameters", {})
                def __setattr__(self, name, value):
                    parameters = self.__dict__.get("_parameters")
                    if isinstance(value, mt.nn.Parameter):
                        if parameters is None:
                            raise AttributeError("cannot assign parameters before __init__() call")
                        self.__dict__.pop(name, None)
                        parameters[name] = value
                    elif parameters is not None and name in parameters:
                        if value is not None:
                            raise TypeError(f"cannot assign {type(value).__name__} as parameter {name!r}")
                        del parameters[name]
                        self.__dict__[name] = None
                    else:
                        object.__setattr__(self, name, value)
                def __getattr__(self, name):
                    parameters = self.__dict__.get("_parameters", {})
                    if name in parameters:
                        return parameters[name]
                    raise AttributeError(name)
            """,
            "None does not take the name away: it says that this parameter is left out, and the name stays registered. Keep "
            "it in _parameters with the value None.",
        ),
        Wrong(
            """
            class MiniModule:
                _parameters = {}
                def __init__(self):
                    pass
                def __setattr__(self, name, value):
                    if isinstance(value, mt.nn.Parameter):
                        self.__dict__.pop(name, None)
                        self._parameters[name] = value
                    elif name in self._parameters:
                        if value is not None:
                            raise TypeError(f"cannot assign {type(value).__name__} as parameter {name!r}")
                        self._parameters[name] = None
                    else:
                        object.__setattr__(self, name, value)
                def __getattr__(self, name):
                    if name in self._parameters:
                        return self._parameters[name]
                    raise AttributeError(name)
            """,
            "A dictionary on the class is shared by all modules: each would see the others' parameters. Make a new one for "
            "each, in __init__.",
        ),
        Wrong(
            """
            class MiniModule:
                def __init__(self):
                    self._parameters = {}
                def __setattr__(self, name, value):
                    if isinstance(value, mt.nn.Parameter):
                        self.__dict__.pop(name, None)
                        self._parameters[name] = value
                    elif name != "_parameters" and name in self._parameters:
                        if value is not None:
                            raise TypeError(f"cannot assign {type(value).__name__} as parameter {name!r}")
                        self._parameters[name] = None
                    else:
                        object.__setattr__(self, name, value)
                def __getattr__(self, name):
                    if name in self._parameters:
                        return self._parameters[name]
                    raise AttributeError(name)
            """,
            "Before __init__ there is no _parameters, so Python asks __getattr__ for it, which asks for _parameters, and so "
            "on without end. Read it from `self.__dict__`, which needs no __getattr__.",
        ),
        Wrong(
            """
            class MiniModule:
                def __init__(self):
                    object.__setattr__(self, "_parameters", {})
                def __setattr__(self, name, value):
                    parameters = self.__dict__.get("_parameters")
                    if isinstance(value, mt.Tensor):
                        if parameters is None:
                            raise AttributeError("cannot assign parameters before __init__() call")
                        self.__dict__.pop(name, None)
                        parameters[name] = value
                    elif parameters is not None and name in parameters:
                        if value is not None:
                            raise TypeError(f"cannot assign {type(value).__name__} as parameter {name!r}")
                        parameters[name] = None
                    else:
                        object.__setattr__(self, name, value)
                def __getattr__(self, name):
                    parameters = self.__dict__.get("_parameters", {})
                    if name in parameters:
                        return parameters[name]
                    raise AttributeError(name)
            """,
            "You register every tensor. Constants and caches are tensors too; only an mt.nn.Parameter carries the "
            "mark.",
        ),
        Wrong(
            """
            class MiniModule:
                def __init__(self):
                    object.__setattr__(self, "_parameters", {})
                def __setattr__(self, name, value):
                    parameters = self.__dict__.get("_parameters")
                    if isinstance(value, mt.nn.Parameter):
                        if parameters is None:
                            raise AttributeError("cannot assign parameters before __init__() call")
                        self.__dict__.pop(name, None)
                        parameters[name] = value
                    elif parameters is not None and name in parameters:
                        if value is not None:
                            raise TypeError(f"cannot assign {type(value).__name__} as parameter {name!r}")
                        parameters[name] = None
                    else:
                        self.__dict__[name] = value
                def __getattr__(self, name):
                    parameters = self.__dict__.get("_parameters", {})
                    if name in parameters:
                        return parameters[name]
                    raise AttributeError(name)
            """,
            "Writing into __dict__ goes past properties: a setter is never called. Hand ordinary attributes to "
            "`object.__setattr__(self, name, value)`.",
        ),
        Wrong(
            """
            class MiniModule:
                def __init__(self):
                    object.__setattr__(self, "_parameters", {})
                def __setattr__(self, name, value):
                    if "_parameters" not in self.__dict__:
                        object.__setattr__(self, "_parameters", {})
                    parameters = self._parameters
                    if isinstance(value, mt.nn.Parameter):
                        self.__dict__.pop(name, None)
                        parameters[name] = value
                    elif name in parameters:
                        if value is not None:
                            raise TypeError(f"cannot assign {type(value).__name__} as parameter {name!r}")
                        parameters[name] = None
                    else:
                        object.__setattr__(self, name, value)
                def __getattr__(self, name):
                    parameters = self.__dict__.get("_parameters", {})
                    if name in parameters:
                        return parameters[name]
                    raise AttributeError(name)
            """,
            "You make the dictionary when it is missing. A later super().__init__() would replace it with an empty one, and "
            "what was registered before would be lost without a word. Raise AttributeError instead.",
        ),
        Wrong(
            """
            class MiniModule:
                def __init__(self):
                    object.__setattr__(self, "_parameters", {})
                def __setattr__(self, name, value):
                    parameters = self.__dict__.get("_parameters")
                    if isinstance(value, mt.nn.Parameter):
                        if parameters is None:
                            raise AttributeError("cannot assign parameters before __init__() call")
                        self.__dict__.pop(name, None)
                        parameters[name] = value
                    elif parameters is not None and name in parameters:
                        if isinstance(value, mt.Tensor):
                            raise TypeError(f"cannot assign a tensor as parameter {name!r}")
                        parameters[name] = value
                    else:
                        object.__setattr__(self, name, value)
                def __getattr__(self, name):
                    parameters = self.__dict__.get("_parameters", {})
                    if name in parameters:
                        return parameters[name]
                    raise AttributeError(name)
            """,
            "You refuse tensors only. A text or a number under the name of a parameter is as wrong: everything but a "
            "Parameter or None is a TypeError.",
        ),
        Wrong(
            """
            class MiniModule:
                def __init__(self):
                    object.__setattr__(self, "_parameters", {})
                def __setattr__(self, name, value):
                    parameters = self.__dict__.get("_parameters")
                    if isinstance(value, mt.nn.Parameter):
                        if parameters is None:
                            raise AttributeError("cannot assign parameters before __init__() call")
                        self.__dict__.pop(name, None)
                        parameters[name] = value
                    elif parameters is not None and name in parameters:
                        if value is not None:
                            raise TypeError(f"cannot assign {type(value).__name__} as parameter {name!r}")
                        parameters[name] = None
                    else:
                        object.__setattr__(self, name, value)
                def __getattr__(self, name):
                    return self.__dict__.get("_parameters", {}).get(name)
            """,
            "A name that is nowhere gives None, so a typing error is found much later, and hasattr always says yes. "
            "End __getattr__ with `raise AttributeError(...)`.",
        ),
    ],
    hints=[
        "In __setattr__ there are three cases: the value is a Parameter; the name is registered already; everything "
        "else.",
        'Read the dictionary as `self.__dict__.get("_parameters")`: it is None before __init__, and nothing asks __getattr__. '
        "Everything else goes to `object.__setattr__(self, name, value)`.",
        "Case one: raise AttributeError if the dictionary is None, `self.__dict__.pop(name, None)`, then `parameters[name] = "
        "value`. Case two: TypeError unless the value is None. And __getattr__ ends with `raise AttributeError`.",
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: isinstance(error, KeyError),
            "A KeyError comes out. A name that is nowhere must be an AttributeError, for hasattr waits for that one; "
            "and a parameter may take the name of an ordinary attribute over, so no error belongs there.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, AttributeError) and "_parameters" in str(error),
            "Your methods read self._parameters before it is there. They are called before __init__ has run, too, "
            'and for the line in __init__ that makes it. Use `self.__dict__.get("_parameters")` and, in __init__, '
            "`object.__setattr__`.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, RecursionError),
            "Without end: an assignment `self.x = ...` inside __setattr__ calls __setattr__, and reading a missing "
            "self._parameters inside __getattr__ calls __getattr__. Use object.__setattr__ and self.__dict__.",
        ),
    ],
)
