"""Modules by name."""

from ...define import Case, Exercise, Mistake, Wrong
from ..edited import edited
from ..fact_words import stops
from .words import NO_INIT, asked

SETUP = """
from minitorch.nn.modules.container import pairs


class Times(mt.nn.Module):
    def __init__(self, factor):
        super().__init__()
        self.factor = mt.nn.Parameter(mt.tensor(factor))

    def forward(self, x):
        return x * self.factor
"""

STUB = '''
class ModuleDict(mt.nn.Module):
    """Modules by name. pairs(modules, "ModuleDict", "ModuleDict") gives the (name, module) pairs of whatever update() may be
    given: a dictionary, another ModuleDict, a list of pairs."""

    def __init__(self, modules=None): ...

    def update(self, modules): ...

    def __getitem__(self, key): ...

    def __setitem__(self, key, module): ...

    def __contains__(self, key): ...

    def items(self): ...
'''

SOLUTION = '''
class ModuleDict(mt.nn.Module):
    """Modules by name. pairs(modules, "ModuleDict", "ModuleDict") gives the (name, module) pairs of whatever update() may be
    given: a dictionary, another ModuleDict, a list of pairs."""

    def __init__(self, modules=None):
        super().__init__()
        if modules is not None:
            self.update(modules)

    def update(self, modules):
        for key, module in pairs(modules, "ModuleDict", "ModuleDict"):
            self[key] = module

    def __getitem__(self, key):
        return self._modules[key]

    def __setitem__(self, key, module):
        self.add_module(key, module)

    def __contains__(self, key):
        return key in self._modules

    def items(self):
        return self._modules.items()
'''

exercise = Exercise(
    "ModuleDict",
    title="Modules by name",
    difficulty=1,
    minutes=4,
    target="minitorch.nn.modules.container:ModuleDict",
    keeps=True,
    installed=True,
    setup=SETUP,
    stub=STUB,
    solution=SOLUTION,
    why="Each method is a look into the dictionary of modules, or a call of add_module, which checks names and "
    "modules. The module was "
    "a dictionary all along.",
    facts=[
        Case(
            "[name for name, _ in ModuleDict({'left': Times(2.0), 'right': Times(3.0)}).named_parameters()]",
            ["left.factor", "right.factor"],
        ),
        Case("d = ModuleDict({'a': Times(2.0)})\nd['a'](mt.tensor(5.0)).item()", 10.0),
        Case("list(ModuleDict().items())", []),
        Case("d = ModuleDict({'a': Times(2.0)})\n('a' in d, 'b' in d, 'keys' in d)", (True, False, False)),
        Case(
            "d = ModuleDict({'z': Times(2.0)})\nd['a'] = Times(3.0)\n[(name, m.factor.item()) for name, m in d.items()]",
            [("z", 2.0), ("a", 3.0)],
            changes=True,
        ),
        Case(
            "d = ModuleDict({'a': Times(2.0), 'b': Times(3.0)})\nd.update({'a': Times(4.0), 'c': Times(5.0)})\n"
            "[(name, m.factor.item()) for name, m in d.items()]",
            [("a", 4.0), ("b", 3.0), ("c", 5.0)],
            changes=True,
        ),
        Case(
            "d = ModuleDict([('x', Times(2.0))])\nd.update(ModuleDict({'y': Times(3.0)}))\nlist(d.state_dict())",
            ["x.factor", "y.factor"],
            changes=True,
        ),
        Case("ModuleDict({'a': Times(2.0)})['b']", raises=KeyError),
        Case("len(ModuleDict({'a': 2.0})._modules)", raises=TypeError),
        Case("len(ModuleDict({'a.b': Times(2.0)})._modules)", raises=KeyError),
    ],
    wrong=[
        Wrong(
            """
            class ModuleDict(mt.nn.Module):
                def __init__(self, modules=None):
                    super().__init__()
                    self.held = {}
                    if modules is not None:
                        self.update(modules)
                def update(self, modules):
                    self.held.update(pairs(modules, "ModuleDict", "ModuleDict"))
                def __getitem__(self, key):
                    return self.held[key]
                def __setitem__(self, key, module):
                    self.held[key] = module
                def __contains__(self, key):
                    return key in self.held
                def items(self):
                    return self.held.items()
            """,
            "The modules lie in a plain dictionary, which no iterator looks into. Register each: `self.add_module(key, module)`.",
        ),
        Wrong(
            edited(SOLUTION, ("self.add_module(key, module)", "self._modules[key] = module")),
            "Writing into `_modules` takes whatever comes. add_module refuses what is no module, and names with a dot.",
        ),
        Wrong(
            edited(SOLUTION, ("return self._modules[key]", "return getattr(self, key)")),
            "A name that is not there is a KeyError in a dictionary, and getattr raises AttributeError; and it "
            "would find a method, "
            "too. Look into `_modules`.",
        ),
        Wrong(
            edited(SOLUTION, ("return key in self._modules", "return hasattr(self, key)")),
            "hasattr finds all attributes, methods too. Asked is whether a module of that name is in the dictionary.",
        ),
        Wrong(
            edited(SOLUTION, ("return key in self._modules", "return key in self._modules.values()")),
            "`in` asks a dictionary for a name, and yours finds none. Do you look among the modules, or is a `return` missing?",
        ),
        Wrong(
            edited(SOLUTION, ('pairs(modules, "ModuleDict", "ModuleDict")', "modules.items()")),
            "Only what has items() can be given so; a list of pairs has none. `pairs` knows all three.",
        ),
        Wrong(
            edited(SOLUTION, ("return self._modules.items()", "return self._modules.values()")),
            "items() gives pairs, (name, module), and you give the modules alone.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    "            self[key] = module",
                    "            if key not in self:\n                self[key] = module",
                ),
            ),
            "A name that is there already is to be replaced, as in every dictionary.",
        ),
    ],
    mistakes=[
        *NO_INIT,
        stops("values to unpack", "items() gives pairs, (name, module)."),
        stops("'NoneType' object is not callable", "Looking up a name gives the module: is a `return` missing?"),
        asked(10.0, "Looking up a name gives the module that was added under it."),
        asked([], "Without modules items() gives no pairs."),
        stops(
            "update should be called with an iterable", "`modules` may be missing, None: then there is nothing to add."
        ),
        asked(
            ["left.factor", "right.factor"], "Each module is registered under its name: self.add_module(name, module)."
        ),
        asked([("z", 2.0), ("a", 3.0)], "The order is that in which the modules were added."),
        Mistake(
            lambda expected, got, error: (
                expected == [("a", 4.0), ("b", 3.0), ("c", 5.0)] and got == [("a", 4.0), ("c", 5.0)]
            ),
            "What was there before is gone: update adds to it, as a dictionary's does. Nothing is emptied.",
        ),
        asked([("a", 4.0), ("b", 3.0), ("c", 5.0)], "update replaces what is there under a name, and keeps its place."),
        asked((True, False, False), "`in` asks whether a module of that name has been added."),
        asked(
            ["x.factor", "y.factor"], "update takes pairs and another ModuleDict as well: `pairs` makes one of both."
        ),
    ],
    hints=[
        "Once more all is in self._modules. Adding goes through add_module.",
        "__init__ hands on to update, update to `self[key] = module`, which is __setitem__, and that to add_module.",
        '`for key, module in pairs(modules, "ModuleDict", "ModuleDict"): self[key] = module`.',
    ],
)
