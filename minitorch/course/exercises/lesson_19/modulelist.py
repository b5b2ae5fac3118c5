"""A list that is a module."""

from ...define import Case, Exercise, Mistake, Wrong
from ..edited import edited
from ..fact_words import stops
from .words import NO_INIT, asked

SETUP = """
from minitorch.nn.modules.container import check_iterable


class Times(mt.nn.Module):
    def __init__(self, factor):
        super().__init__()
        self.factor = mt.nn.Parameter(mt.tensor(factor))

    def forward(self, x):
        return x * self.factor


def factors(modules):
    return [module.factor.item() for module in modules]
"""

STUB = '''
class _Numbered(mt.nn.Module):
    """What Sequential and ModuleList share: modules that are registered under the names "0", "1", "2", ...

    `append` adds one module under the next number, `extend` those of a list, a generator, or any container, itself too;
    check_iterable(modules, type(self).__name__) raises for others. Both return the container. Who stands in it twice counts twice.
    """

    def __len__(self): ...

    def __iter__(self): ...

    def append(self, module): ...

    def extend(self, modules): ...


class ModuleList(_Numbered):
    """self._key(idx), which is there already, is the name of the module at an index; for a slice, give a ModuleList."""

    def __init__(self, modules=None): ...

    def __getitem__(self, idx): ...
'''

SOLUTION = '''
class _Numbered(mt.nn.Module):
    """What Sequential and ModuleList share: modules that are registered under the names "0", "1", "2", ..."""

    def __len__(self):
        return len(self._modules)

    def __iter__(self):
        return iter(self._modules.values())

    def append(self, module):
        self.add_module(str(len(self)), module)
        return self

    def extend(self, modules):
        check_iterable(modules, type(self).__name__)
        for module in list(modules):
            self.append(module)
        return self


class ModuleList(_Numbered):
    """A list of modules. self._key(idx), which is there already, is the name of the module at an index."""

    def __init__(self, modules=None):
        """With the modules in it that are given, if any are."""
        super().__init__()
        if modules is not None:
            self.extend(modules)

    def __getitem__(self, idx):
        """The module at an index; for a slice, a ModuleList of the modules in it."""
        if isinstance(idx, slice):
            return type(self)(list(self._modules.values())[idx])
        return self._modules[self._key(idx)]
'''

exercise = Exercise(
    "ModuleList",
    title="A list that is a module",
    difficulty=2,
    minutes=7,
    target="minitorch.nn.modules.container:ModuleList",
    covers={"_Numbered": "minitorch.nn.modules.container:_Numbered"},
    keeps=True,
    installed=True,
    setup=SETUP,
    stub=STUB,
    solution=SOLUTION,
    why="There is no list in it: the dictionary `_modules`, in which every module keeps its modules, is in "
    "order, and its names are "
    "numbers. All that a list can do is a look into it.",
    facts=[
        Case("[name for name, _ in ModuleList([Times(2.0), Times(3.0)]).named_parameters()]", ["0.factor", "1.factor"]),
        Case("(len(ModuleList()), len(ModuleList([Times(2.0), Times(3.0), Times(4.0)])))", (0, 3)),
        Case("factors(ModuleList([Times(5.0), Times(6.0)]))", [5.0, 6.0]),
        Case(
            "l = ModuleList([Times(1.0)])\n(l.append(Times(2.0)) is l, list(l.state_dict()))",
            (True, ["0.factor", "1.factor"]),
            changes=True,
        ),
        Case(
            "l = ModuleList([Times(1.0)])\n(l.extend(Times(f) for f in (2.0, 3.0)) is l, factors(l))",
            (True, [1.0, 2.0, 3.0]),
            changes=True,
        ),
        Case("factors(ModuleList(Times(f) for f in (7.0, 8.0, 9.0)))", [7.0, 8.0, 9.0]),
        Case("l = ModuleList([Times(2.5), Times(3.5)])\n(l[0].factor.item(), l[-1].factor.item())", (2.5, 3.5)),
        Case(
            "l = ModuleList([Times(1.5), Times(2.5), Times(3.5)])\n(type(l[1:]).__name__, factors(l[1:]), l[1:][0] is l[1])",
            ("ModuleList", [2.5, 3.5], True),
        ),
        Case("same = Times(4.5)\nl = ModuleList([same, Times(1.0), same])\n(len(l), factors(l))", (3, [4.5, 1.0, 4.5])),
        Case(
            "l = ModuleList([Times(1.0), Times(2.0)])\n_ = l.extend(l)\n(len(l), l[2] is l[0])", (4, True), changes=True
        ),
        Case(
            "c = mt.nn.Sequential(Times(2.0)).append(Times(3.0))\nc(mt.tensor(5.0)).item()",
            30.0,
            changes=True,
        ),
        Case("len(list(ModuleList([Times(1.0) for _ in range(12)]).parameters()))", 12),
        Case("ModuleList([Times(1.0)])[3].training", raises=IndexError),
        Case("len(ModuleList([Times(1.0), 3.0])._modules)", raises=TypeError),
        Case(
            "len(ModuleList().extend(3)._modules)", raises=TypeError, match="extend should be called with an iterable"
        ),
        Case(
            "l = ModuleList([Times(1.5), Times(2.5), Times(3.5)])\n(factors(l[:-1]), factors(l[::2]), factors(l[-2:]))",
            ([1.5, 2.5], [1.5, 3.5], [2.5, 3.5]),
        ),
    ],
    wrong=[
        Wrong(
            """
            class _Numbered(mt.nn.Module):
                def __len__(self):
                    return len(self.held)
                def __iter__(self):
                    return iter(self.held)
                def append(self, module):
                    self.held.append(module)
                    return self
                def extend(self, modules):
                    check_iterable(modules, type(self).__name__)
                    self.held.extend(list(modules))
                    return self
            class ModuleList(_Numbered):
                def __init__(self, modules=None):
                    super().__init__()
                    self.held = []
                    if modules is not None:
                        self.extend(modules)
                def __getitem__(self, idx):
                    return type(self)(self.held[idx]) if isinstance(idx, slice) else self.held[idx]
            """,
            "The modules lie in a plain list again, which no iterator looks into. Register each: "
            "`self.add_module(name, module)`.",
        ),
        Wrong(
            edited(SOLUTION, ("iter(self._modules.values())", "iter(self._modules)")),
            "Iterating gives the names. A list gives what is in it: the values of `_modules`.",
        ),
        Wrong(
            edited(SOLUTION, ("iter(self._modules.values())", "self.children()")),
            "children() gives each module once, so one that stands in the list twice comes once. Take `_modules.values()`.",
        ),
        Wrong(
            edited(SOLUTION, ("list(self._modules.values())[idx])", "list(self._modules.values()))[idx]")),
            "You slice the ModuleList that you are making, which asks for the same slice again. Slice the list of modules first.",
        ),
        Wrong(
            edited(SOLUTION, ("type(self)(list(self._modules.values())[idx])", "list(self._modules.values())[idx]")),
            "A slice should be a ModuleList: in a plain list the modules would be hidden again. `type(self)(...)` around it.",
        ),
        Wrong(
            edited(SOLUTION, ("for module in list(modules):", "for module in modules:")),
            "A container that is extended by itself grows while you walk through it. Take a list of what is to be added first.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    "self.add_module(str(len(self)), module)\n        return self",
                    "self.add_module(str(len(self)), module)",
                ),
            ),
            "append adds the module and returns None. The container comes back, so that calls can be chained.",
        ),
        Wrong(
            edited(
                SOLUTION, ("            self.append(module)\n        return self", "            self.append(module)")
            ),
            "extend adds the modules and returns None. The container comes back, so that calls can be chained.",
        ),
        Wrong(
            edited(SOLUTION, ("self._modules[self._key(idx)]", "self._modules[str(idx)]")),
            'An index may count from the end, and "-1" is no name in it. `self._key(idx)` is the name, or raises IndexError.',
        ),
        Wrong(
            edited(SOLUTION, ("str(len(self))", "str(len(self) + 1)")),
            'The first module is called "0": the next number is the length before it is added.',
        ),
        Wrong(
            edited(SOLUTION, ("self.add_module(str(len(self)), module)", "self._modules[str(len(self))] = module")),
            "Writing into `_modules` registers whatever comes, a number too. add_module checks that it is a module.",
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: got == ["1.factor", "2.factor"],
            'The names begin with "1": the number of a module is how many there are before it is added.',
        ),
        Mistake(
            lambda expected, got, error: isinstance(got, list) and got[1:] == ["2.factor"],
            "len(self) grows with each module that is added, and the place is counted on top of it. append finds the next number.",
        ),
        Mistake(
            lambda expected, got, error: expected == (True, [1.0, 2.0, 3.0]) and got == (True, [2.0, 3.0]),
            "The module that was there is gone: extend counts from 0 again, and another one takes its name. The numbers go on from "
            "len(self), as in append.",
        ),
        asked(
            ([1.5, 2.5], [1.5, 3.5], [2.5, 3.5]),
            "A slice may count from the end, and may have a step. A list of the modules takes it as it is: list(self)[idx].",
        ),
        *NO_INIT,
        stops("takes no arguments", "__init__ takes the modules; it may be called without any."),
        stops(
            "RecursionError",
            "You slice the ModuleList that you are making, which asks for the same slice "
            "again. Slice the list of "
            "modules first.",
        ),
        stops("but got NoneType", "`modules` may be missing, None: then there is nothing to add."),
        stops("'NoneType' object is not iterable", "`modules` may be missing, None: then there is nothing to add."),
        stops(
            "'int' object is not iterable",
            "check_iterable(modules, type(self).__name__) complains in words that help: call it first.",
        ),
        stops("non-iterator", "iter(...) around the values makes an iterator of them."),
        stops("module name should be a string", "Names are text: str(number)."),
        stops(
            "KeyError: 0", 'The names are text, "0" and not 0: self._key(idx) is the name of the module at an index.'
        ),
        stops(
            "KeyError: -1", 'The names are text, "0" and not 0: self._key(idx) is the name of the module at an index.'
        ),
        stops("slice", "A slice is no index. Give a ModuleList of the modules in it."),
        Mistake(
            lambda expected, got, error: got == ["0.factor"],
            "Only the first module is added. Does the `return` stand inside the loop?",
        ),
        asked(["0.factor", "1.factor"], 'Each module is registered under its number as text: "0", "1", "2", ...'),
        asked((0, 3), "The length is the number of modules that are registered."),
        asked([5.0, 6.0], "Iterating gives the modules themselves, in their order."),
        asked(
            (True, ["0.factor", "1.factor"]),
            "append registers the module under the next number, and returns the container.",
        ),
        asked(
            (True, [1.0, 2.0, 3.0]),
            "extend takes the modules of any iterable, a generator too, and returns the container.",
        ),
        asked((2.5, 3.5), "An index gives the module there; -1 is the last."),
        asked(("ModuleList", [2.5, 3.5], True), "A slice gives a ModuleList that holds the same modules, not copies."),
        asked((3, [4.5, 1.0, 4.5]), "A module that stands in the list twice counts, and comes, twice."),
        asked((4, True), "A container that is extended by itself is twice as long, with the same modules again."),
        asked(30.0, "append is Sequential's too: the module that was added is called with the others."),
        Mistake(
            lambda expected, got, error: isinstance(error, RuntimeError) and "changed size" in str(error),
            "A container that is extended by itself grows while you walk through it. Take a list of what is to be added first.",
        ),
    ],
    hints=[
        "Everything is in self._modules, a dictionary from names to modules, in the order in which they were added.",
        "append is add_module under the name str(len(self)); extend is append for each of list(modules).",
        "`return iter(self._modules.values())`; a slice: `type(self)(list(self._modules.values())[idx])`.",
    ],
)
