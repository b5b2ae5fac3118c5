"""What an assignment does."""

from ...define import Case, Exercise, Mistake, Wrong
from ..edited import bare, edited
from ..fact_words import where

SOLUTION = '''
def set_attribute(self, name, value):
    """What `self.name = value` does. Asked in this order: is it a parameter's, a module's, a buffer's? Or ordinary?

    It is a parameter's if the value is a Parameter, or the name stands in `_parameters` already; and so on.
    The three are handed to self._set_parameter, self._set_module and self._set_buffer.
    """
    own = self.__dict__
    if isinstance(value, mt.nn.Parameter) or name in own.get("_parameters", ()):
        self._set_parameter(name, value)
    elif isinstance(value, mt.nn.Module) or name in own.get("_modules", ()):
        self._set_module(name, value)
    elif isinstance(value, mt.nn.Buffer) or name in own.get("_buffers", ()):
        self._set_buffer(name, value)
    else:
        object.__setattr__(self, name, value)
'''
RIGHT = bare(SOLUTION)

exercise = Exercise(
    "set_attribute",
    title="What an assignment does",
    difficulty=3,
    minutes=7,
    target="minitorch.nn.module.registry:Registry.__setattr__",
    installed=True,
    stub='''
        def set_attribute(self, name, value):
            """What `self.name = value` does. Asked in this order: is it a parameter's, a module's, a buffer's? Or ordinary?

            It is a parameter's if the value is a Parameter, or the name stands in `_parameters` already; and so on.
            The three are handed to self._set_parameter, self._set_module and self._set_buffer.
            """
            ...
    ''',
    solution=SOLUTION,
    why="Python calls this for every assignment. Two questions for each kind, one for the value and one for the name, decide "
    "where it goes. What is registered must not stand in __dict__ as well, for Python looks there first.",
    facts=[
        Case(
            """
            m = mt.nn.Module()
            w = mt.nn.Parameter(mt.ones(2))
            m.w = w
            (m.w is w, list(m._parameters), "w" in vars(m))
            """,
            (True, ["w"], False),
        ),
        Case(
            """
            m = mt.nn.Module()
            m.rate, m.scale = 0.1, mt.ones(2)
            (m.rate, "rate" in vars(m), "scale" in vars(m), list(m._parameters), list(m._buffers))
            """,
            (0.1, True, True, [], []),
        ),
        Case(
            """
            class Inner(mt.nn.Module):
                pass

            m, inner = mt.nn.Module(), Inner()
            m.inner, m.mean = inner, mt.nn.Buffer(mt.zeros(2))
            (m.inner is inner, list(m._modules), list(m._buffers), "inner" in vars(m), "mean" in vars(m))
            """,
            (True, ["inner"], ["mean"], False, False),
        ),
        Case(
            """
            m = mt.nn.Module()
            m.w = mt.nn.Parameter(mt.ones(2))
            m.w = m.w - 0.1
            """,
            raises=TypeError,
            match="as parameter",
        ),
        Case(
            """
            m = mt.nn.Module()
            m.w = mt.nn.Parameter(mt.ones(2))
            m.w = "a name"
            """,
            raises=TypeError,
            match="as parameter",
        ),
        Case(
            """
            m = mt.nn.Module()
            m.inner = mt.nn.Module()
            m.inner = 3
            """,
            raises=TypeError,
            match="as child module",
        ),
        Case(
            """
            m = mt.nn.Module()
            m.mean = mt.nn.Buffer(mt.ones(2))
            m.mean = 0.5 * m.mean
            (m.mean.tolist(), list(m._buffers), "mean" in vars(m))
            """,
            ([0.5, 0.5], ["mean"], False),
        ),
        Case(
            """
            m = mt.nn.Module()
            m.mask = mt.nn.Buffer(mt.ones(2), persistent=False)
            m.mask = mt.zeros(2)
            m._non_persistent_buffers_set == {"mask"}
            """,
            True,
        ),
        Case(
            """
            m = mt.nn.Module()
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
            m = mt.nn.Module()
            m.w = "later"
            m.w = mt.nn.Parameter(mt.ones(2))
            (type(m.w).__name__, "w" in vars(m))
            """,
            ("Parameter", False),
        ),
        Case(
            """
            m = mt.nn.Module()
            m.mean = mt.nn.Buffer(mt.ones(2))
            m.mean = mt.nn.Parameter(mt.ones(2))
            (list(m._parameters), list(m._buffers))
            """,
            (["mean"], []),
        ),
        Case(
            """
            m = mt.nn.Module()
            m.part = mt.nn.Parameter(mt.ones(2))
            m.other = mt.nn.Parameter(mt.ones(2))
            m.part = mt.nn.Parameter(mt.zeros(2))
            list(m._parameters)
            """,
            ["part", "other"],
        ),
        Case(
            """
            m = mt.nn.Module()
            m.part = "later"
            m.part = mt.nn.Module()
            (type(m.part).__name__, "part" in vars(m))
            """,
            ("Module", False),
        ),
        Case(
            """
            m = mt.nn.Module()
            m.part = mt.nn.Module()
            m.part = mt.nn.Parameter(mt.ones(2))
            (list(m._parameters), list(m._modules))
            """,
            (["part"], []),
        ),
        Case(
            """
            m = mt.nn.Module()
            m.bias = None
            (m.bias, list(m._parameters))
            """,
            (None, []),
        ),
        Case(
            """
            class Net(mt.nn.Module):
                def __init__(self):
                    self.w = mt.nn.Parameter(mt.ones(2))

            net = Net()
            """,
            raises=AttributeError,
            match="before Module.__init__() call",
        ),
        Case(
            """
            class Net(mt.nn.Module):
                def __init__(self):
                    self.rate = 0.1

            net = Net()
            net.rate
            """,
            0.1,
        ),
        Case(
            """
            class Net(mt.nn.Module):
                gain = 1.0

            net = Net()
            net.gain = mt.nn.Parameter(mt.ones(2))
            """,
            raises=KeyError,
            match="already exists",
        ),
        Case(
            """
            class Net(mt.nn.Module):
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
        Case(
            """
            seen = []
            m = mt.nn.Module()
            with mt.nn.module.register_module_parameter_registration_hook(lambda *said: seen.append(said[1])):
                m.w = mt.nn.Parameter(mt.ones(2))
            seen
            """,
            ["w"],
            changes=True,
        ),
    ],
    wrong=[
        Wrong(
            edited(RIGHT, ("mt.nn.Buffer", "mt.Tensor")),
            "You take every tensor for a buffer. Constants and caches are tensors too; only an mt.nn.Buffer, or a "
            "name that is a buffer's already, makes it one.",
        ),
        Wrong(
            edited(RIGHT, ("self._set_module(name, value)", "self._modules[name] = value")),
            "The module is put into the dictionary without a question. `self._set_module(name, value)` refuses "
            "what is no module, takes the name from other kinds and calls the hooks.",
        ),
        Wrong(
            edited(RIGHT, ("self._set_buffer", "self.register_buffer")),
            "register_buffer makes every buffer persistent, also one that was not. `self._set_buffer(name, "
            "value)` leaves it as it was.",
        ),
        Wrong(
            edited(RIGHT, ("    else:\n        object.__setattr__(self, name, value)\n", "")),
            "Ordinary attributes are not kept at all. For them do what Python would have done: "
            "`object.__setattr__(self, name, value)`.",
        ),
        Wrong(
            edited(RIGHT, ("object.__setattr__", "setattr")),
            "setattr is the assignment itself, so Python calls __setattr__ again, without end. "
            "`object.__setattr__(self, name, value)` does what Python would have done.",
        ),
        Wrong(
            edited(
                SOLUTION,
                ('own.get("_parameters", ())', "self._parameters"),
                ('own.get("_modules", ())', "self._modules"),
                ('own.get("_buffers", ())', "self._buffers"),
            ),
            "Before __init__ there are no dictionaries, and an ordinary attribute must be possible all the same: "
            '`name in self.__dict__.get("_parameters", ())`.',
        ),
        Wrong(
            edited(RIGHT, (' or name in own.get("_parameters", ())', "")),
            "`m.w = m.w - 0.1` goes through without a word: a computed tensor becomes an ordinary attribute and "
            "hides the parameter. Ask for the name as well as for the value.",
        ),
        Wrong(
            edited(RIGHT, (' or name in own.get("_buffers", ())', "")),
            "A plain tensor that is assigned to a buffer's name has to stay a buffer: `self.mean = 0.9 * "
            "self.mean` is its daily work. Ask for the name as well.",
        ),
        Wrong(
            edited(RIGHT, (' or name in own.get("_modules", ())', "")),
            "`m.inner = 3` goes through, and hides the module that is registered. Ask for the name as well as for "
            "the value.",
        ),
        Wrong(
            edited(RIGHT, ("mt.nn.Parameter) or", "mt.Tensor) or")),
            "You take every tensor for a parameter. Constants and caches are tensors too; only an mt.nn.Parameter "
            "carries the mark.",
        ),
        Wrong(
            edited(RIGHT, ("object.__setattr__(self, name, value)", "self.__dict__[name] = value")),
            "Writing into __dict__ goes past properties, whose setter is then never called. "
            "`object.__setattr__(self, name, value)` does all that Python would have done.",
        ),
        Wrong(
            edited(RIGHT, ("else:\n        object.__setattr__", "object.__setattr__")),
            "What is registered is put among the ordinary attributes as well. Two places can say two things, and "
            "Python looks into __dict__ first: only what is ordinary goes there.",
        ),
        Wrong(
            edited(
                SOLUTION,
                ('Parameter) or name in own.get("_parameters", ()):', "Parameter):"),
                ('Module) or name in own.get("_modules", ()):', "Module):"),
                ('Buffer) or name in own.get("_buffers", ()):', "Buffer):"),
            ),
            "You ask what the value is, and never what the name is. A name that is registered takes no plain "
            "value: `m.w = m.w - 0.1` must be refused, and `m.mean = 0.9 * m.mean` stays a buffer.",
        ),
        Wrong(
            """
            def set_attribute(self, name, value):
                own = self.__dict__
                if name in own.get("_parameters", ()):
                    self._set_parameter(name, value)
                elif name in own.get("_modules", ()):
                    self._set_module(name, value)
                elif name in own.get("_buffers", ()):
                    self._set_buffer(name, value)
                elif isinstance(value, mt.nn.Parameter):
                    self._set_parameter(name, value)
                elif isinstance(value, mt.nn.Module):
                    self._set_module(name, value)
                elif isinstance(value, mt.nn.Buffer):
                    self._set_buffer(name, value)
                else:
                    object.__setattr__(self, name, value)
            """,
            "A Parameter wins over any name: assigned to a buffer's or a module's name it becomes a parameter. So parameters are "
            "asked for first, the value and the name, and only then the next kind.",
        ),
    ],
    mistakes=[
        where(
            (True, ["w"], False),
            "A Parameter under a new name goes to self._set_parameter, and is no ordinary attribute: one of the two "
            "questions, for the "
            "value *or* for the name, is enough.",
        ),
        where(
            (True, ["inner"], ["mean"], False, False),
            "A module, also one of a class that is derived from mt.nn.Module, and an mt.nn.Buffer are told by isinstance, handed "
            "on, and are no ordinary attributes as well.",
        ),
        where(
            ([0.5, 0.5], ["mean"], False),
            "The name is a buffer's already: self._set_buffer, and nothing else.",
        ),
        Mistake(
            lambda expected, got, error: expected == (0.1, True, True, [], []),
            "What is none of the three kinds, a plain tensor too, is an ordinary attribute: `object.__setattr__(self, name, "
            "value)`.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, RecursionError),
            "An assignment inside this function calls it again, without end: setattr(self, ...) and `self.name = ...` are "
            "assignments too. For what is ordinary write `object.__setattr__(self, name, value)`.",
        ),
        Mistake(
            lambda expected, got, error: "super()" in str(error),
            "super() works inside a class only, and this is a function of its own. Write `object.__setattr__(self, name, value)`.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(error, (AttributeError, KeyError))
                and any(f"'{kind}'" in str(error) for kind in ("_parameters", "_modules", "_buffers"))
            ),
            "Before __init__ has run, the dictionaries are not there. An ordinary attribute must be possible all the same: ask "
            "`self.__dict__.get(...)`.",
        ),
    ],
    hints=[
        "Four branches: parameter, module, buffer, ordinary. Each of the first three asks for the value, or for the name.",
        '`name in self.__dict__.get("_parameters", ())` is False before __init__, and an ordinary attribute goes through.',
        '`if isinstance(value, mt.nn.Parameter) or name in own.get("_parameters", ()): self._set_parameter(name, value)`, and '
        "the same for the other kinds; at the end `object.__setattr__(self, name, value)`.",
    ],
)
