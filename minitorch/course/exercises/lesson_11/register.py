"""The doors by name."""

from ...define import Case, Exercise, Mistake, Wrong
from ..edited import bare, edited
from ..fact_words import where

SOLUTION = '''
def add_module(self, name, module):
    """Keep a module, or None, in `_modules`: once the value is looked at, then the name.

    What is neither: TypeError("{typename(module)} is not a Module subclass").
    """
    if not isinstance(module, mt.nn.Module) and module is not None:
        raise TypeError(f"{typename(module)} is not a Module subclass")
    check_name(self, name, "module", self._modules)
    self._modules[name] = announce("module", self, name, module)


def register_parameter(self, name, param):
    """Keep a Parameter, or None for one that is left out, in `_parameters`, once name and value are checked.

    Before __init__: AttributeError("cannot assign parameter before Module.__init__() call").
    """
    if "_parameters" not in self.__dict__:
        raise AttributeError("cannot assign parameter before Module.__init__() call")
    check_name(self, name, "parameter", self._parameters)
    if param is not None:
        check_parameter(name, param)
        param = announce("parameter", self, name, param)
    self._parameters[name] = param


def register_buffer(self, name, tensor, persistent=True):
    """Keep any tensor, or None, in `_buffers`. The names of those that are not persistent are noted in a set.

    Before __init__: AttributeError("cannot assign buffer before Module.__init__() call"). What is no tensor
    and not None: refuse(tensor, "buffer", name, "minitorch Tensor").
    """
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
'''
RIGHT = bare(SOLUTION)

exercise = Exercise(
    "register",
    title="The doors by name",
    difficulty=2,
    minutes=8,
    target="minitorch.nn.module.registry:Registry.register_buffer",
    covers=(
        "minitorch.nn.module.registry:Registry.add_module",
        "minitorch.nn.module.registry:Registry.register_parameter",
    ),
    installed=True,
    setup="from minitorch.nn.module.registry import announce, check_name, check_parameter, refuse, typename",
    stub='''
        def add_module(self, name, module):
            """Keep a module, or None, in `_modules`: once the value is looked at, then the name.

            What is neither: TypeError("{typename(module)} is not a Module subclass").
            """
            ...


        def register_parameter(self, name, param):
            """Keep a Parameter, or None for one that is left out, in `_parameters`, once name and value are checked.

            Before __init__: AttributeError("cannot assign parameter before Module.__init__() call").
            """
            ...


        def register_buffer(self, name, tensor, persistent=True):
            """Keep any tensor, or None, in `_buffers`. The names of those that are not persistent are noted in a set.

            Before __init__: AttributeError("cannot assign buffer before Module.__init__() call"). What is no tensor
            and not None: refuse(tensor, "buffer", name, "minitorch Tensor").
            """
            ...
    ''',
    solution=SOLUTION,
    why="Every value comes through here in the end, so this is where names and values are checked and hooks are called. Whether "
    "a buffer is persistent belongs to its name, and so the name is noted and not the tensor.",
    facts=[
        Case(
            """
            m = mt.nn.Module()
            w = mt.nn.Parameter(mt.ones(2))
            m.register_parameter("w", w)
            (m.w is w, list(m._parameters), "w" in vars(m))
            """,
            (True, ["w"], False),
        ),
        Case(
            """
            m = mt.nn.Module()
            mean = mt.zeros(2)
            m.register_buffer("mean", mean)
            (m.mean is mean, list(m._buffers), "mean" in vars(m), m._non_persistent_buffers_set == set())
            """,
            (True, ["mean"], False, True),
        ),
        Case(
            """
            m = mt.nn.Module()
            m.register_parameter("bias", None)
            m.register_buffer("mask", None)
            (dict(m._parameters), dict(m._buffers))
            """,
            ({"bias": None}, {"mask": None}),
        ),
        Case(
            """
            m = mt.nn.Module()
            m.register_buffer("mask", mt.zeros(2), persistent=False)
            m.register_buffer("mean", mt.zeros(2))
            m._non_persistent_buffers_set == {"mask"}
            """,
            True,
        ),
        Case(
            """
            m = mt.nn.Module()
            m.register_buffer("mask", mt.zeros(2), persistent=False)
            m.register_buffer("mask", mt.ones(2))
            (m.mask.tolist(), m._non_persistent_buffers_set == set())
            """,
            ([1.0, 1.0], True),
        ),
        Case(
            """
            m = mt.nn.Module()
            for value in (mt.ones(2), mt.zeros(2)):
                m.register_parameter("w", mt.nn.Parameter(value))
                m.register_buffer("mask", value, persistent=False)
                m.register_buffer("table", value, False)
            (m.w.tolist(), m.mask.tolist(), len(m._parameters), m._non_persistent_buffers_set == {"mask", "table"})
            """,
            ([0.0, 0.0], [0.0, 0.0], 1, True),
        ),
        Case(
            """
            m = mt.nn.Module()
            m.register_parameter("w", mt.nn.Parameter(mt.ones(2)))
            m.register_parameter("b", mt.nn.Parameter(mt.ones(2)))
            list(m._parameters)
            """,
            ["w", "b"],
        ),
        Case("mt.nn.Module().register_parameter('a.b', None)", raises=KeyError, match="parameter name can"),
        Case("mt.nn.Module().register_buffer('', None)", raises=KeyError, match="buffer name can"),
        Case(
            """
            m = mt.nn.Module()
            m.rate = 0.1
            m.register_buffer("rate", mt.ones(1))
            """,
            raises=KeyError,
            match="already exists",
        ),
        Case("mt.nn.Module().register_parameter('w', mt.ones(2))", raises=TypeError, match="cannot assign"),
        Case("mt.nn.Module().register_buffer('w', 'a text')", raises=TypeError, match="cannot assign"),
        Case(
            """
            grown = mt.nn.Parameter(mt.ones(2), requires_grad=False)
            grown.mul_(mt.ones(2, requires_grad=True))
            mt.nn.Module().register_parameter("w", grown)
            """,
            raises=ValueError,
            match="non-leaf",
            changes=True,
        ),
        Case(
            """
            seen = []
            m = mt.nn.Module()
            with mt.nn.module.register_module_parameter_registration_hook(lambda *said: seen.append(said[1])):
                m.register_parameter("w", mt.nn.Parameter(mt.ones(2)))
                m.register_parameter("bias", None)
            m.register_parameter("late", mt.nn.Parameter(mt.ones(2)))
            seen
            """,
            ["w"],
            changes=True,
        ),
        Case(
            """
            m = mt.nn.Module()
            with mt.nn.module.register_module_parameter_registration_hook(lambda m, name, p: mt.nn.Parameter(p * 2)):
                m.register_parameter("w", mt.nn.Parameter(mt.ones(2)))
            m.w.tolist()
            """,
            [2.0, 2.0],
            changes=True,
        ),
        Case(
            """
            m = mt.nn.Module()
            with mt.nn.module.register_module_buffer_registration_hook(lambda m, name, b: b + 1):
                m.register_buffer("mean", mt.ones(2))
            m.mean.tolist()
            """,
            [2.0, 2.0],
            changes=True,
        ),
        Case(
            """
            class Hasty(mt.nn.Module):
                def __init__(self):
                    self.register_parameter("w", None)

            h = Hasty()
            """,
            raises=AttributeError,
            match="cannot assign parameter before Module.__init__() call",
        ),
        Case(
            """
            class Hasty(mt.nn.Module):
                def __init__(self):
                    self.register_buffer("w", None)

            h = Hasty()
            """,
            raises=AttributeError,
            match="cannot assign buffer before Module.__init__() call",
        ),
        Case(
            """
            m, inner = mt.nn.Module(), mt.nn.Module()
            m.add_module("inner", inner)
            m.add_module("none", None)
            (m.inner is inner, m.none, list(m._modules), "inner" in vars(m))
            """,
            (True, None, ["inner", "none"], False),
        ),
        Case("mt.nn.Module().add_module('w', mt.ones(2))", raises=TypeError, match="is not a Module subclass"),
        Case("mt.nn.Module().add_module('w', mt.nn.Module)", raises=TypeError, match="is not a Module subclass"),
        Case("mt.nn.Module().add_module('w', 3)", raises=TypeError, match="int is not a Module subclass"),
        Case("mt.nn.Module().add_module('a.b', None)", raises=KeyError, match="got: a.b"),
        Case("mt.nn.Module().add_module('', None)", raises=KeyError, match="module name can"),
        Case(
            """
            m = mt.nn.Module()
            m.add_module("part", None)
            part = mt.nn.Module()
            m.add_module("part", part)
            m.part is part
            """,
            True,
        ),
        Case(
            """
            seen = []
            m, other = mt.nn.Module(), mt.nn.Module()
            hook = lambda m, name, child: seen.append((name, child is None)) or other
            with mt.nn.module.register_module_module_registration_hook(hook):
                m.add_module("part", mt.nn.Module())
            (seen, m.part is other)
            """,
            ([("part", False)], True),
            changes=True,
        ),
        Case("mt.nn.Module().add_module('a.b', 3)", raises=TypeError, match="int is not a Module subclass"),
    ],
    wrong=[
        Wrong(
            edited(
                RIGHT,
                (
                    "    if not isinstance(module, mt.nn.Module) and",
                    '    check_name(self, name, "module", self._modules)\n    if not isinstance(module, mt.nn.Module) and',
                ),
            ),
            "In `add_module` the name is checked before the value. Where both are wrong, PyTorch tells first that it is no module.",
        ),
        Wrong(
            edited(RIGHT, ("self._buffers[name", "self._parameters[name")),
            "The buffer is put among the parameters, where an optimizer would move it. Its place is "
            "`self._buffers[name]`.",
        ),
        Wrong(
            edited(RIGHT, ("self._parameters)", "self._buffers)")),
            "check_name is given the dictionary whose names may come again, to be replaced. For a parameter that "
            "is `self._parameters`.",
        ),
        Wrong(
            edited(RIGHT, ("self._buffers)", "self._parameters)")),
            "check_name is given the dictionary whose names may come again, to be replaced. For a buffer that is "
            "`self._buffers`.",
        ),
        Wrong(
            edited(RIGHT, ("self._non_persistent_buffers_set.add(name)", "self._non_persistent_buffers_set = {name}")),
            "A new set forgets the names that were in the old one. `add(name)` puts one more into it.",
        ),
        Wrong(
            edited(RIGHT, ("self._parameters[name] = param", "self._parameters = {name: param}")),
            "A new dictionary forgets all the parameters that were in the old one. Put the value into the one "
            "that is there.",
        ),
        Wrong(
            edited(RIGHT, ('        param = announce("parameter", self, name, param)\n', "")),
            'The hooks for parameters are not called. `param = announce("parameter", self, name, param)` calls '
            "them, and gives what is to be kept.",
        ),
        Wrong(
            edited(RIGHT, ("param = announce", "announce")),
            "A hook may return another value, and announce hands it on. Keep what announce returns, not what came in.",
        ),
        Wrong(
            edited(RIGHT, ('announce("buffer", self, name, tensor)', "tensor")),
            'The hooks for buffers are not called: keep what `announce("buffer", self, name, tensor)` returns.',
        ),
        Wrong(
            edited(RIGHT, ('    check_name(self, name, "parameter", self._parameters)\n', "")),
            "Any name passes as a parameter's: with a dot in it, or that of a method. Ask check_name first.",
        ),
        Wrong(
            edited(RIGHT, ('    check_name(self, name, "buffer", self._buffers)\n', "")),
            "Any name passes as a buffer's: with a dot in it, or that of a method. Ask check_name first.",
        ),
        Wrong(
            edited(RIGHT, ("        check_parameter(name, param)\n", "")),
            "Any value passes as a parameter, a plain tensor and a text too. check_parameter(name, param) refuses "
            "them.",
        ),
        Wrong(
            edited(
                RIGHT,
                ("if param is not None:\n        check_parameter(name, param)\n    ", "check_parameter(name, param)\n"),
            ),
            "None is allowed, for a parameter that is left out. Check and announce the value only if there is one.",
        ),
        Wrong(
            edited(
                RIGHT,
                ("persistent:\n        self._non_persistent_buffers_set.discard(name)\n    else", "not persistent"),
            ),
            "A buffer that was not persistent may be registered again and be persistent then. Its name has to "
            "leave the set: discard(name).",
        ),
        Wrong(
            edited(
                RIGHT,
                ("persistent:", "persistent:\n        self._non_persistent_buffers_set.add(name)\n    else:"),
                ("    else:\n        self._non_persistent_buffers_set.add(name)\n", ""),
            ),
            "The set holds the names of those buffers that are not persistent, and you put the others into it.",
        ),
        Wrong(
            edited(RIGHT, ("self._non_persistent_buffers_set.discard", "self._non_persistent_buffers_set.remove")),
            "`remove` is a KeyError for a name that is not in the set, and most are not: `discard` takes it out "
            "if it is there.",
        ),
        Wrong(
            edited(
                RIGHT,
                (
                    "    if not isinstance(tensor, mt.Tensor) and tensor is not None:\n"
                    '        refuse(tensor, "buffer", name, "minitorch Tensor")\n',
                    "",
                ),
            ),
            "Anything passes as a buffer. What is no tensor, and not None, has to be refused.",
        ),
        Wrong(
            edited(RIGHT, ("mt.Tensor", "mt.nn.Buffer")),
            "Any tensor can be a buffer, a plain one too: the name makes it one. Ask isinstance(tensor, mt.Tensor).",
        ),
        Wrong(
            edited(RIGHT, (" and tensor is not None", "")),
            "None is allowed, for a buffer that is not there yet. Refuse what is no tensor and not None.",
        ),
        Wrong(
            edited(RIGHT, ("self._parameters[name] = param", "object.__setattr__(self, name, param)")),
            "The value goes to __dict__, among the ordinary attributes. Its place is `self._parameters[name]`.",
        ),
        Wrong(
            edited(RIGHT, ("self._parameters[name", "if param is not None:\n        self._parameters[name")),
            "None is registered too: the name stays a parameter's, and reading it gives None. Put it into the "
            "dictionary in either case.",
        ),
        Wrong(
            edited(
                RIGHT,
                (
                    '    if "_parameters" not in self.__dict__:\n'
                    '        raise AttributeError("cannot assign parameter before Module.__init__() call")\n',
                    "",
                ),
                (
                    '    if "_buffers" not in self.__dict__:\n'
                    '        raise AttributeError("cannot assign buffer before Module.__init__() call")\n',
                    "",
                ),
            ),
            "Before __init__ there is no dictionary, and the error that comes is about a `_parameters` that "
            "nobody has heard of. Ask first, and say `cannot assign parameter before Module.__init__() call`.",
        ),
        Wrong(
            edited(
                RIGHT,
                (
                    "    if not isinstance(module, mt.nn.Module) and module is not None:\n"
                    '        raise TypeError(f"{typename(module)} is not a Module subclass")\n',
                    "",
                ),
            ),
            "In `add_module`: anything passes as a module. What is no module, and not None, has to be refused.",
        ),
        Wrong(
            edited(RIGHT, ('    check_name(self, name, "module", self._modules)\n', "")),
            "In `add_module`: any name passes, with a dot in it, or that of a method. Ask check_name.",
        ),
        Wrong(
            edited(RIGHT, ('announce("module", self, name, module)', "module")),
            "In `add_module`: the hooks for modules are not called. Keep what `announce` returns.",
        ),
        Wrong(
            edited(RIGHT, ("self._modules[name] = announce", "announce")),
            "In `add_module`: the module is announced and not kept. Put what announce returns into `self._modules`.",
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: expected is not TypeError and "is not a Module subclass" in str(error),
            "In `add_module`: a module, or None, is refused. What is no mt.nn.Module and not None is an error.",
        ),
        where(
            (True, None, ["inner", "none"], False),
            "In `add_module`: the place of a module is `self._modules[name]`, and None is kept there too.",
        ),
        where(
            (True, ["w"], False),
            "In `register_parameter`: the place of a parameter is `self._parameters[name]`, and not __dict__.",
        ),
        where(
            (True, ["mean"], False, True),
            "In `register_buffer`: the place of a buffer is `self._buffers[name]`, and not __dict__. The very tensor is kept, no "
            "copy, and its name goes into the set only if it is not persistent.",
        ),
        where(
            ({"bias": None}, {"mask": None}),
            "None is registered, too: its name stands in the dictionary with None as the value, and so the name keeps its kind.",
        ),
        where(
            [2.0, 2.0],
            "A hook has given another value, and that is the one to keep: what `announce` returns.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, RecursionError),
            "setattr and `self.name = ...` are assignments, and an assignment of a parameter comes back to this very method. Put "
            "the value into the dictionary.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, AttributeError) and "'_" in str(error),
            "Before __init__ has run, the dictionaries are not there. Ask first whether `_parameters` (or `_buffers`) is in "
            "self.__dict__, and raise an AttributeError that says what to do.",
        ),
    ],
    hints=[
        "Each function in this order: are the dictionaries there; is the name allowed; is the value allowed; then keep what "
        "announce gives.",
        '`check_name(self, name, "buffer", self._buffers)` raises by itself, and so does check_parameter. None is kept without '
        "being checked.",
        '`self._buffers[name] = announce("buffer", self, name, tensor)`; then the name is added to '
        "`self._non_persistent_buffers_set`, or discarded from it.",
    ],
)
