"""A name changes hands."""

from ...define import Case, Exercise, Mistake, Wrong
from ..edited import bare, edited
from ..fact_words import stops, where

SOLUTION = '''
def forget(self, name, keep):
    """Take the name out of the three dictionaries, __dict__ and `_non_persistent_buffers_set`, but not out of `keep`.

    keep  "_parameters" or "_modules". If that is not in self.__dict__, __init__ has not run: raise before_init(keep).
    """
    if keep not in self.__dict__:
        raise before_init(keep)
    for place in ("_parameters", "_buffers", "_modules"):
        if place != keep:
            self.__dict__[place].pop(name, None)
    self.__dict__.pop(name, None)
    self._non_persistent_buffers_set.discard(name)


def set_parameter(self, name, value):
    """A Parameter takes the name from every other kind, by self._forget(name, keep=...), and is registered.

    Any other value: expect_none(value, "as parameter", name, "minitorch.nn.Parameter"). If it is None, it is registered.
    """
    if isinstance(value, mt.nn.Parameter):
        self._forget(name, keep="_parameters")
    else:
        expect_none(value, "as parameter", name, "minitorch.nn.Parameter")
    self.register_parameter(name, value)


def set_module(self, name, value):
    """The same for a module; the words are "as child module" and "minitorch.nn.Module".

    It is announced and put into `_modules` at once, without add_module: PyTorch does not ask for its name here.
    """
    if isinstance(value, mt.nn.Module):
        self._forget(name, keep="_modules")
    else:
        expect_none(value, "as child module", name, "minitorch.nn.Module")
    self._modules[name] = announce("module", self, name, value)
'''
RIGHT = bare(SOLUTION)

exercise = Exercise(
    "take_name",
    title="A name changes hands",
    difficulty=3,
    minutes=7,
    target="minitorch.nn.module.registry:Registry._set_module",
    covers={
        "forget": "minitorch.nn.module.registry:Registry._forget",
        "set_parameter": "minitorch.nn.module.registry:Registry._set_parameter",
    },
    installed=True,
    setup="from minitorch.nn.module.registry import announce, before_init, expect_none",
    stub='''
        def forget(self, name, keep):
            """Take the name out of the three dictionaries, __dict__ and `_non_persistent_buffers_set`, but not out of `keep`.

            keep  "_parameters" or "_modules". If that is not in self.__dict__, __init__ has not run: raise before_init(keep).
            """
            ...


        def set_parameter(self, name, value):
            """A Parameter takes the name from every other kind, by self._forget(name, keep=...), and is registered.

            Any other value: expect_none(value, "as parameter", name, "minitorch.nn.Parameter"). If it is None, it is registered.
            """
            ...


        def set_module(self, name, value):
            """The same for a module; the words are "as child module" and "minitorch.nn.Module".

            It is announced and put into `_modules` at once, without add_module: PyTorch does not ask for its name here.
            """
            ...
    ''',
    solution=SOLUTION,
    why="A name stands in one place at a time. What is registered must not stand in __dict__ as well, for Python looks there "
    "first; and a new value of the same kind stays where the old one was, so that the order of the parameters does not change.",
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
            m, inner = mt.nn.Module(), mt.nn.Module()
            m.inner = inner
            (m.inner is inner, list(m._modules), "inner" in vars(m))
            """,
            (True, ["inner"], False),
        ),
        Case(
            """
            m = mt.nn.Module()
            m.w, m.mean, m.inner = mt.nn.Parameter(mt.ones(2)), mt.nn.Buffer(mt.ones(2)), mt.nn.Module()
            (list(m._parameters), list(m._buffers), list(m._modules))
            """,
            (["w"], ["mean"], ["inner"]),
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
            m.part = "later"
            m.part = mt.nn.Module()
            (type(m.part).__name__, "part" in vars(m))
            """,
            ("Module", False),
        ),
        Case(
            """
            m = mt.nn.Module()
            m.part, m.other = mt.nn.Module(), mt.nn.Module()
            m.part = mt.nn.Parameter(mt.ones(2))
            (list(m._parameters), list(m._modules))
            """,
            (["part"], ["other"]),
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
            m.mean = mt.nn.Buffer(mt.ones(2))
            m.mean = mt.nn.Module()
            (list(m._modules), list(m._buffers))
            """,
            (["mean"], []),
        ),
        Case(
            """
            m = mt.nn.Module()
            m.first, m.second = mt.nn.Parameter(mt.ones(2)), mt.nn.Parameter(mt.ones(2))
            m.first = mt.nn.Parameter(mt.zeros(2))
            (list(m._parameters), m.first.tolist())
            """,
            (["first", "second"], [0.0, 0.0]),
        ),
        Case(
            """
            m = mt.nn.Module()
            m.first, m.second = mt.nn.Module(), mt.nn.Module()
            m.first = mt.nn.Module()
            list(m._modules)
            """,
            ["first", "second"],
        ),
        Case(
            """
            m = mt.nn.Module()
            m.mask = mt.nn.Buffer(mt.ones(2), persistent=False)
            m.other = mt.nn.Buffer(mt.ones(2), persistent=False)
            m.mask = mt.nn.Parameter(mt.ones(2))
            sorted(m._non_persistent_buffers_set)
            """,
            ["other"],
        ),
        Case(
            """
            m = mt.nn.Module()
            m.w = mt.nn.Parameter(mt.ones(2))
            m.w = m.w - 0.1
            """,
            raises=TypeError,
            match="as parameter 'w'",
        ),
        Case(
            """
            m = mt.nn.Module()
            m.inner = mt.nn.Module()
            m.inner = 3
            """,
            raises=TypeError,
            match="as child module 'inner'",
        ),
        Case(
            """
            m = mt.nn.Module()
            m.w, m.inner = mt.nn.Parameter(mt.ones(2)), mt.nn.Module()
            m.w, m.inner = None, None
            (m._parameters, m._modules, "w" in vars(m), "inner" in vars(m))
            """,
            ({"w": None}, {"inner": None}, False, False),
        ),
        Case(
            """
            class Net(mt.nn.Module):
                def __init__(self):
                    self.w = mt.nn.Parameter(mt.ones(2))

            net = Net()
            """,
            raises=AttributeError,
            match="cannot assign parameters before Module.__init__() call",
        ),
        Case(
            """
            class Net(mt.nn.Module):
                def __init__(self):
                    self.inner = mt.nn.Module()

            net = Net()
            """,
            raises=AttributeError,
            match="cannot assign module before Module.__init__() call",
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
                gain = 1.0

            net = Net()
            net.gain = mt.nn.Module()
            (list(net._modules), net.gain)
            """,
            (["gain"], 1.0),
        ),
        Case(
            """
            seen = []
            m, other = mt.nn.Module(), mt.nn.Module()
            hook = lambda m, name, child: seen.append(name) or other
            with mt.nn.module.register_module_module_registration_hook(hook):
                m.inner = mt.nn.Module()
            (seen, m.inner is other)
            """,
            (["inner"], True),
            changes=True,
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
            edited(RIGHT, ('keep="_parameters"', 'keep="_buffers"')),
            "In `set_parameter`: `keep` names the dictionary in which the name may stay, because the new value goes there. For a "
            "Parameter that is `_parameters`.",
        ),
        Wrong(
            edited(RIGHT, ('keep="_modules"', 'keep="_parameters"')),
            "In `set_module`: `keep` names the dictionary in which the name may stay, because the new value goes there. For a "
            "module that is `_modules`.",
        ),
        Wrong(
            edited(RIGHT, ("        if place != keep:\n            self", "        self")),
            "In `forget`: the name is taken out of `keep` too, and a new value of the same kind goes to the end of the "
            "dictionary. The order of the parameters must not change: leave that dictionary alone.",
        ),
        Wrong(
            edited(RIGHT, ("    self.__dict__.pop(name, None)\n", "")),
            "In `forget`: an ordinary attribute of this name stays in __dict__, and Python looks there first: nobody sees what "
            "is registered.",
        ),
        Wrong(
            edited(RIGHT, ("    self._non_persistent_buffers_set.discard(name)\n", "")),
            "In `forget`: the name of a buffer that was not persistent stays in the set `_non_persistent_buffers_set`, though "
            "no buffer has it any more.",
        ),
        Wrong(
            edited(RIGHT, ("_buffers_set.discard(name)", "_buffers_set.clear()")),
            "In `forget`: you empty the whole set. The other buffers in it are not persistent still: `discard(name)` takes out "
            "one.",
        ),
        Wrong(
            edited(RIGHT, ("_buffers_set.discard(name)", "_buffers_set.remove(name)")),
            "In `forget`: `remove` is a KeyError for a name that is not in the set, and most are not. `discard` takes it out if "
            "it is there.",
        ),
        Wrong(
            edited(RIGHT, ('("_parameters", "_buffers", "_modules")', '("_parameters", "_modules")')),
            "In `forget`: a buffer may have the name as well. It stays registered, and the name has two values.",
        ),
        Wrong(
            edited(RIGHT, ('("_parameters", "_buffers", "_modules")', '("_parameters", "_buffers")')),
            "In `forget`: a module may have the name as well. It stays registered, and the name has two values.",
        ),
        Wrong(
            edited(RIGHT, ("[place].pop(name, None)", "[place].pop(name)")),
            "In `forget`: most names are in none of these dictionaries, and `pop(name)` is a KeyError then. `pop(name, None)` says "
            "nothing.",
        ),
        Wrong(
            edited(RIGHT, ("    if keep not in self.__dict__:\n        raise before_init(keep)\n", "")),
            "In `forget`: before __init__ there are no dictionaries, and the error is about a `_buffers` that nobody has heard "
            "of. Ask first whether `keep` is in self.__dict__, and `raise before_init(keep)`.",
        ),
        Wrong(
            edited(RIGHT, ("if keep not in self.__dict__", "if not hasattr(self, keep) or not getattr(self, keep)")),
            "In `forget`: an empty dictionary is a dictionary. Ask whether `keep` is in self.__dict__, not whether there is "
            "anything in it.",
        ),
        Wrong(
            edited(
                RIGHT,
                (
                    '        self._forget(name, keep="_parameters")\n    else:\n        expect_none(value, "as parameter"',
                    '        pass\n    else:\n        expect_none(value, "as parameter"',
                ),
            ),
            "In `set_parameter`: what had the name before is still there. An ordinary attribute hides the new parameter, and a "
            'buffer of that name makes it a KeyError: `self._forget(name, keep="_parameters")` first.',
        ),
        Wrong(
            edited(
                RIGHT, ('    else:\n        expect_none(value, "as parameter", name, "minitorch.nn.Parameter")\n', "")
            ),
            "In `set_parameter`: for a value that is no Parameter the error comes from register_parameter, with its words. Here "
            "expect_none is asked: `cannot assign ... as parameter`.",
        ),
        Wrong(
            edited(
                RIGHT,
                (
                    '    else:\n        expect_none(value, "as parameter"',
                    '    if value is not None:\n        expect_none(value, "as parameter"',
                ),
            ),
            "In `set_parameter`: expect_none refuses everything but None, a Parameter too. It is for a value that is no "
            "Parameter: `else`.",
        ),
        Wrong(
            edited(RIGHT, ("self.register_parameter(name, value)", "self._parameters[name] = value")),
            "In `set_parameter`: register_parameter is left out, and with it every check of name and value, and the hooks. Hand "
            "the value to `self.register_parameter(name, value)`.",
        ),
        Wrong(
            edited(RIGHT, ("self.register_parameter", "if value is not None:\n        self.register_parameter")),
            "In `set_parameter`: None on a parameter's name has to be kept: the parameter is left out from now on. Register None "
            "too.",
        ),
        Wrong(
            edited(
                RIGHT, ('    else:\n        expect_none(value, "as child module", name, "minitorch.nn.Module")\n', "")
            ),
            "In `set_module`: anything goes into `_modules`. A value that is no module has to be None: ask expect_none.",
        ),
        Wrong(
            edited(RIGHT, ('announce("module", self, name, value)', "value")),
            "In `set_module`: the hooks for modules are not called. Keep what `announce` returns.",
        ),
        Wrong(
            edited(
                RIGHT, ('self._modules[name] = announce("module", self, name, value)', "self.add_module(name, value)")
            ),
            "In `set_module`: add_module also asks whether the class has an attribute of this name, and PyTorch's assignment of "
            "a module does not. Announce the value and put it into `self._modules`.",
        ),
        Wrong(
            edited(RIGHT, ('        self._forget(name, keep="_modules")\n    else:', "        pass\n    else:")),
            "In `set_module`: what had the name before is still there, and an ordinary attribute hides the module. "
            '`self._forget(name, keep="_modules")` first.',
        ),
    ],
    mistakes=[
        stops(
            "KeyError: 'first'",
            "In `forget`: hasattr finds what is registered as well, by `__getattr__`, and that does not stand in `__dict__`. Ask "
            "each dictionary itself, `name in ...`, or take it out with `pop(name, None)`.",
        ),
        stops(
            "object has no attribute 'gain'",
            "In `forget`: here the name belongs to the class. hasattr finds it there, and no module can delete it: look into the "
            "module's own dictionaries only.",
        ),
        where(
            (["part"], ["other"]),
            "In `forget`: `part` leaves the modules, where it was, and becomes a parameter. Everything else stays where it is.",
        ),
        Mistake(
            lambda expected, got, error: expected is not AttributeError and "before Module.__init__" in str(error),
            '`keep` is the name of one of the dictionaries in self.__dict__, with its underscore: "_parameters" or "_modules". The '
            "error is for a module that has none yet.",
        ),
        Mistake(
            lambda expected, got, error: expected is AttributeError,
            "Before __init__ there is no dictionary: `forget` begins with `if keep not in self.__dict__: raise before_init(keep)`.",
        ),
        where(
            (True, ["w"], False),
            "The place of a parameter is `_parameters`: `self.register_parameter(name, value)` puts it there.",
        ),
        where(
            (True, ["inner"], False),
            "The place of a module is `self._modules[name]`, and not __dict__.",
        ),
        where(
            ({"w": None}, {"inner": None}, False, False),
            "None is kept under the name, as something that is left out: register it, or put it into `_modules`, in either case.",
        ),
        where((["w"], ["mean"], ["inner"]), "In `forget`: one name is taken out. All the others stay where they are."),
        Mistake(
            lambda expected, got, error: isinstance(error, RecursionError),
            "An assignment inside these functions calls them again, without end: setattr(self, ...) and `self.name = ...` are "
            "assignments too.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, KeyError) and "already exists" in str(error),
            "The name is still taken when the value is registered: self._forget(name, keep=...) comes first, and takes it out of "
            "every place but `keep`.",
        ),
    ],
    hints=[
        "forget: one loop over the three names of dictionaries, without `keep`; then __dict__ itself; then the set. The other two: "
        "forget or expect None, and then keep the value.",
        "`dictionary.pop(name, None)` takes a name out and says nothing if it is not there; `discard(name)` does it for a set.",
        "In the loop `self.__dict__[place].pop(name, None)`. And `if isinstance(value, mt.nn.Parameter): self._forget(name, "
        'keep="_parameters")`, `else: expect_none(...)`, `self.register_parameter(name, value)`.',
    ],
)
