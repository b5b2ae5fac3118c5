"""What __init__ lays out."""

from ...define import Case, Exercise, Mistake, Wrong
from ..edited import edited
from ..fact_words import stops, where

RIGHT = """\
def take_nothing(module, args, kwargs):
    if kwargs:
        raise TypeError(f"{module._get_name()}.__init__() got an unexpected keyword argument '{next(iter(kwargs))}'")
    if args:
        raise TypeError(f"{module._get_name()}.__init__() takes 1 positional argument but {len(args) + 1} were given")


def start_module(self, *args, **kwargs):
    for name, make in self._fresh.items():
        object.__setattr__(self, name, make())
    if self.call_super_init:
        begin_second(self, args, kwargs)
    else:
        take_nothing(self, args, kwargs)
"""

exercise = Exercise(
    "start_module",
    title="What __init__ lays out",
    difficulty=2,
    minutes=5,
    target="minitorch.nn.module.registry:Registry.__init__",
    covers=("minitorch.nn.module.registry:take_nothing",),
    installed=True,
    setup="from minitorch.nn.module.registry import begin_second",
    stub='''
        def take_nothing(module, args, kwargs):
            """Raise a TypeError for arguments: args is a tuple, kwargs a dictionary. Return nothing if both are empty.

            "{class's name}.__init__() got an unexpected keyword argument '{the first of them}'"
            "{class's name}.__init__() takes 1 positional argument but {number of args, and self} were given"
            """
            ...


        def start_module(self, *args, **kwargs):
            """Give the module what self._fresh says: for each name a new dictionary or set.

            Then the arguments: begin_second(self, args, kwargs) where self.call_super_init is true, else take_nothing.
            """
            ...
    ''',
    solution='''
        def take_nothing(module, args, kwargs):
            """Raise a TypeError for arguments: args is a tuple, kwargs a dictionary. Return nothing if both are empty.

            "{class's name}.__init__() got an unexpected keyword argument '{the first of them}'"
            "{class's name}.__init__() takes 1 positional argument but {number of args, and self} were given"
            """
            if kwargs:
                raise TypeError(
                    f"{module._get_name()}.__init__() got an unexpected keyword argument '{next(iter(kwargs))}'"
                )
            if args:
                raise TypeError(
                    f"{module._get_name()}.__init__() takes 1 positional argument but {len(args) + 1} were given"
                )


        def start_module(self, *args, **kwargs):
            """Give the module what self._fresh says: for each name a new dictionary or set.

            Then the arguments: begin_second(self, args, kwargs) where self.call_super_init is true, else take_nothing.
            """
            for name, make in self._fresh.items():
                object.__setattr__(self, name, make())
            if self.call_super_init:
                begin_second(self, args, kwargs)
            else:
                take_nothing(self, args, kwargs)
    ''',
    why="The table holds what makes the dictionaries, not the dictionaries: so every module gets its own, and a later rung of "
    "the ladder adds a line to the table instead of an __init__.",
    facts=[
        Case(
            """
            m = mt.nn.Module()
            (m._parameters, m._buffers, m._modules, m._non_persistent_buffers_set == set())
            """,
            ({}, {}, {}, True),
        ),
        Case(
            """
            m, n = mt.nn.Module(), mt.nn.Module()
            m.w = mt.nn.Parameter(mt.ones(2))
            (list(m._parameters), list(n._parameters))
            """,
            (["w"], []),
        ),
        Case(
            """
            m = mt.nn.Module()
            sorted(name for name in ("_parameters", "_buffers", "_modules") if name in vars(m))
            """,
            ["_buffers", "_modules", "_parameters"],
        ),
        Case(
            """
            class Rung(mt.nn.Module):
                _fresh = {**mt.nn.Module._fresh, "_notes": list}

            r, other = Rung(), Rung()
            r._notes.append("mine")
            (r._notes, other._notes, r._parameters)
            """,
            (["mine"], [], {}),
        ),
        Case(
            """
            m = mt.nn.Module()
            m.w = mt.nn.Parameter(mt.ones(2))
            mt.nn.Module.__init__(m)
            (list(m._parameters), hasattr(m, "w"))
            """,
            ([], False),
        ),
        Case(
            "m = mt.nn.Module(3)",
            raises=TypeError,
            match="Module.__init__() takes 1 positional argument but 2 were given",
        ),
        Case(
            "m = mt.nn.Module(3, 4)",
            raises=TypeError,
            match="takes 1 positional argument but 3 were given",
        ),
        Case(
            "m = mt.nn.Module(rate=3)",
            raises=TypeError,
            match="Module.__init__() got an unexpected keyword argument 'rate'",
        ),
        Case("m = mt.nn.Module(3, depth=1, rate=3)", raises=TypeError, match="keyword argument 'depth'"),
        Case(
            """
            class Net(mt.nn.Module):
                pass

            net = Net(3)
            """,
            raises=TypeError,
            match="Net.__init__() takes 1 positional argument but 2 were given",
        ),
        Case(
            """
            class Named:
                def __init__(self, name):
                    self.name = name

            class Net(mt.nn.Module, Named):
                call_super_init = True

            net = Net("a net")
            (net.name, net._parameters)
            """,
            ("a net", {}),
        ),
        Case(
            """
            class Named:
                def __init__(self, name="none"):
                    self.inner = mt.nn.Module()

            class Net(mt.nn.Module, Named):
                call_super_init = True

            net = Net(name="a net")
            list(net._modules)
            """,
            ["inner"],
        ),
    ],
    wrong=[
        Wrong(
            edited(RIGHT, ("    if kwargs:\n", "    if kwargs and not args:\n")),
            "Where both come, Python complains of the keyword argument: ask for kwargs before args.",
        ),
        Wrong(
            edited(RIGHT, ("make())", "make)")),
            "The table holds what makes the dictionaries: `dict`, `set`. Call it, `make()`; you put the class itself there.",
        ),
        Wrong(
            edited(RIGHT, ("self._fresh.items()", '[("_parameters", dict), ("_buffers", dict), ("_modules", dict)]')),
            "Later rungs add names of their own to `_fresh`, and a set stands in it as well: go through `self._fresh.items()` "
            "instead of a list of your own.",
        ),
        Wrong(
            edited(
                RIGHT,
                (
                    "    for name, make in self._fresh.items():\n        object.__setattr__(self, name, make())",
                    "    self._parameters, self._buffers, self._modules = {}, {}, {}\n"
                    "    self._non_persistent_buffers_set = set()",
                ),
            ),
            "These four names are right today. Later rungs add names of their own to `_fresh`: go through the table.",
        ),
        Wrong(
            edited(
                RIGHT,
                ("    for name, make in self._fresh.items():", "    one = {}\n    for name in self._fresh:"),
                ("make()", "one"),
            ),
            "Each name is to have what the table says, made anew: call `make()` for each. It is no dictionary everywhere, and none "
            "is shared.",
        ),
        Wrong(
            edited(
                RIGHT,
                (
                    "        object.__setattr__(self, name, make())",
                    "        if name not in self.__dict__:\n            object.__setattr__(self, name, make())",
                ),
            ),
            "You leave out what is there already. `__init__` begins anew: it puts fresh dictionaries in the places of old ones.",
        ),
        Wrong(
            edited(
                RIGHT,
                (
                    "    if self.call_super_init:\n        begin_second(self, args, kwargs)\n    else:\n        take_nothing",
                    "    take_nothing",
                ),
            ),
            "A class that says call_super_init has a second base class that wants the arguments: they are not too many there. "
            "`begin_second(self, args, kwargs)` hands them on, and take_nothing is for all other classes: `else`.",
        ),
        Wrong(
            edited(RIGHT, ("    else:\n        take_nothing(self, args, kwargs)\n", "")),
            "Arguments that nobody wants are swallowed without a word. Where call_super_init is not set, ask take_nothing, and "
            "`raise` the error in it.",
        ),
        Wrong(
            edited(
                RIGHT,
                (
                    "    for name, make in self._fresh.items():\n        object.__setattr__(self, name, make())\n"
                    "    if self.call_super_init:\n        begin_second(self, args, kwargs)\n"
                    "    else:\n        take_nothing(self, args, kwargs)\n",
                    "    if self.call_super_init:\n        begin_second(self, args, kwargs)\n"
                    "    else:\n        take_nothing(self, args, kwargs)\n"
                    "    for name, make in self._fresh.items():\n        object.__setattr__(self, name, make())\n",
                ),
            ),
            "The second class's __init__ runs before the dictionaries are there, and an assignment in it may need them. "
            "First the dictionaries.",
        ),
        Wrong(
            edited(RIGHT, ("len(args) + 1", "len(args)")),
            "Python counts `self` among the positional arguments: one argument too many means that 2 were given.",
        ),
        Wrong(
            edited(RIGHT, ("{next(iter(kwargs))}", "{list(kwargs)}")),
            "The error names one keyword, the first: `next(iter(kwargs))`.",
        ),
        Wrong(
            edited(RIGHT, ("module._get_name()", "'Module'")),
            "The error names the class of the module that was made: `module._get_name()`, or `type(module).__name__`.",
        ),
        Wrong(
            edited(RIGHT, ("    if args:", "    elif args is not None:")),
            "args is a tuple, and an empty one is not None: every module without arguments is refused. Ask `if args`.",
        ),
    ],
    mistakes=[
        stops(
            "before Module.__init__() call",
            "The dictionaries are looked for in the module's own `__dict__`, and do not stand there. What is put on the class is "
            "one for all modules.",
        ),
        stops(
            "unpack",
            "A loop over a dictionary gives its names. `self._fresh.items()` gives pairs: the name, and what makes it.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, AttributeError) and "has no attribute '_" in str(error),
            "Nobody has laid out the dictionaries: go through `self._fresh.items()`, and set each name to what `make()` gives.",
        ),
        stops(
            "object.__init__",
            "begin_second is called for a class that has not asked for it: only where self.call_super_init is true.",
        ),
        where(
            ({}, {}, {}, True),
            "A new module has three empty dictionaries and an empty set: what `make()` gives for each name in `self._fresh`.",
        ),
        where((["w"], []), "Each module has dictionaries of its own: call `make()` each time."),
        where(
            (["mine"], [], {}),
            "Later rungs add names of their own to `_fresh`: take the table as it is, and call `make()`.",
        ),
        Mistake(
            lambda expected, got, error: "super()" in str(error),
            "super() works inside a class only, and this is a function of its own: begin_second does what super() would have "
            "done, for classes that ask for it.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(error, TypeError) and "unexpected keyword argument '_" in str(error)
            ),
            "The table's names are attributes to be set, one by one.",
        ),
    ],
    hints=[
        "`self._fresh.items()` gives pairs: a name, and what makes its dictionary. Two lines are the loop.",
        "`object.__setattr__(self, name, make())` in the loop. After it one question, `self.call_super_init`, and two ways.",
        "take_nothing: `if kwargs: raise TypeError(...)` with `next(iter(kwargs))`, and `if args: raise TypeError(...)` with "
        "`len(args) + 1`. The class's name is `module._get_name()`.",
    ],
)
