"""Modules one after the other."""

from ...define import Case, Exercise, Mistake, T, Wrong
from ..edited import edited
from ..fact_words import stops
from .words import NO_INIT, asked

SETUP = """
from collections import OrderedDict


class Times(mt.nn.Module):
    def __init__(self, factor):
        super().__init__()
        self.factor = mt.nn.Parameter(mt.tensor(factor))

    def forward(self, x):
        return x * self.factor


class Plus(mt.nn.Module):
    def __init__(self, shift):
        super().__init__()
        self.shift = mt.nn.Parameter(mt.tensor(shift))

    def forward(self, x):
        return x + self.shift
"""

SOLUTION = '''
class Sequential(mt.nn.Module):
    """Modules that are called one after the other, each with the result of the one before.

    Their names are "0", "1", "2" ..., or, given one OrderedDict, the names in it.
    """

    def __init__(self, *args):
        super().__init__()
        named = args[0].items() if len(args) == 1 and isinstance(args[0], OrderedDict) else enumerate(args)
        for name, module in named:
            self.add_module(name if isinstance(name, str) else str(name), module)

    def forward(self, input):
        for module in self._modules.values():
            input = module(input)
        return input
'''

exercise = Exercise(
    "Sequential",
    title="One after the other",
    difficulty=2,
    minutes=6,
    target="minitorch.nn.modules.container:Sequential",
    keeps=True,
    installed=True,
    setup=SETUP,
    stub='''
        class Sequential(mt.nn.Module):
            """Modules that are called one after the other, each with the result of the one before.

            Their names are "0", "1", "2" ..., or, given one OrderedDict, the names in it.
            """

            def __init__(self, *args):
                super().__init__()
                ...

            def forward(self, input): ...
    ''',
    solution=SOLUTION,
    why="The container needs no list of its own: the module's dictionary of modules keeps them in order, and "
    "whatever is in it is "
    "trained, moved and saved. Calling each module, and not its forward, lets hooks run. (children() would leave out a module "
    "that stands in the chain twice.)",
    facts=[
        Case("Sequential(Times(2.0), Plus(3.0))(mt.tensor(5.0)).item()", 13.0),
        Case("Sequential(Plus(3.0), Times(2.0))(mt.tensor(5.0)).item()", 16.0),
        Case("[name for name, _ in Sequential(Times(2.0), Plus(3.0)).named_parameters()]", ["0.factor", "1.shift"]),
        Case("Sequential()(mt.tensor([1.0, 2.0]))", T([1.0, 2.0])),
        Case(
            "c = Sequential(OrderedDict(grow=Times(2.0), move=Plus(3.0)))\n(list(c.state_dict()), c(mt.tensor(5.0)).item())",
            (["grow.factor", "move.shift"], 13.0),
        ),
        Case("same = Times(2.0)\nSequential(same, Plus(1.0), same)(mt.tensor(3.0)).item()", 14.0),
        Case(
            "c = Sequential(Times(2.0), Plus(3.0), Times(4.0))\n"
            "_ = c.load_state_dict({'0.factor': mt.tensor(1.0), '1.shift': mt.tensor(1.0), '2.factor': mt.tensor(3.0)})\n"
            "c(mt.tensor(1.0)).item()",
            6.0,
            changes=True,
        ),
        Case(
            "seen = []\nfirst = Times(2.0)\nh = first.register_forward_hook(lambda m, args, out: seen.append(out.item()))\n"
            "_ = Sequential(first, Plus(3.0))(mt.tensor(5.0))\nseen",
            [10.0],
            changes=True,
        ),
        Case("Sequential(Sequential(Times(2.0)), Plus(1.0))(mt.tensor(3.0)).item()", 7.0),
        Case("len(list(Sequential(*[Times(1.0) for _ in range(12)]).parameters()))", 12),
        Case("len(Sequential(Times(2.0), 3.0)._modules)", raises=TypeError),
    ],
    wrong=[
        Wrong(
            """
            class Sequential(mt.nn.Module):
                def __init__(self, *args):
                    super().__init__()
                    self.held = list(args[0].values()) if args and isinstance(args[0], OrderedDict) else list(args)
                def forward(self, input):
                    for module in self.held:
                        input = module(input)
                    return input
            """,
            "It computes, but the modules lie in a plain list, so no iterator finds their parameters. Register each under its "
            "name: `self.add_module(str(number), module)`.",
        ),
        Wrong(
            """
            class Sequential(mt.nn.Module):
                def __init__(self, *args):
                    super().__init__()
                    named = args[0].items() if len(args) == 1 and isinstance(args[0], OrderedDict) else enumerate(args)
                    for name, module in named:
                        self.add_module(str(name), module)
                def forward(self, input):
                    out = input
                    for module in self._modules.values():
                        out = module(input)
                    return out
            """,
            "Each module gets the input of the chain. It should get the result of the one before it: `input = module(input)`.",
        ),
        Wrong(
            edited(
                SOLUTION,
                ("(name if isinstance(name, str) else str", "(str"),
                ("= module(input)", "= module.forward(input)"),
            ),
            "You call `module.forward(...)`, which passes the hooks by. Call the module itself.",
        ),
        Wrong(
            edited(
                SOLUTION,
                (
                    (
                        "named = args[0].items() if len(args) == 1 and isinstance(args[0], OrderedDict) else enumerate(args)\n"
                        "        for name, module in named:\n"
                        "            self.add_module(name if isinstance(name, str) else str(name), module)"
                    ),
                    "for number, module in enumerate(args):\n            self.add_module(str(number), module)",
                ),
            ),
            "One OrderedDict is not a module: its keys are the names, and its values the modules.",
        ),
        Wrong(
            edited(SOLUTION, ("(name if isinstance(name, str) else str", "(str"), ("_modules.values", "children")),
            "children() gives each module once, so one that stands in the chain twice is called once. Take _modules.values().",
        ),
        Wrong(
            edited(SOLUTION, ("name if isinstance(name, str) else str(name)", 'f"layer{name}"')),
            'The names are the bare numbers, "0", "1", "2", as text, or those in the OrderedDict. They stand '
            "in every state_dict.",
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: expected is TypeError and error is None,
            "What is no module comes in. self.add_module(name, module) refuses it; setattr and a dictionary take anything.",
        ),
        *NO_INIT,
        stops(
            "RecursionError",
            "modules() begins with the container itself, which then calls itself. Take _modules.values().",
        ),
        stops(
            "local variable 'module'",
            "Without modules the loop does not run: what is returned is the input, by its own name.",
        ),
        stops("module name should be a string", "Names are text: str(number)."),
        stops(
            'missing the required "forward"',
            "Something is called that has no forward, such as a ModuleList: it only holds modules. Register the modules in this "
            'container itself, under "0", "1" and so on.',
        ),
        asked(
            13.0,
            "Each module gets the result of the one before, in the order in which they were given: 5 times 2, plus 3.",
        ),
        asked(
            16.0,
            "Each module gets the result of the one before, in the order in which they were given: 5 plus 3, times 2.",
        ),
        asked(["0.factor", "1.shift"], 'Each module is registered under its number as text, from "0" on.'),
        asked(T([1.0, 2.0]), "Without modules the input comes back."),
        asked((["grow.factor", "move.shift"], 13.0), "One OrderedDict gives names and modules."),
        asked(14.0, "A module that stands in the chain twice is called twice."),
        asked(6.0, "The modules are called that are registered: look them up in forward."),
        asked([10.0], "Call each module, and not its forward: then its hooks run."),
        asked(7.0, "A Sequential may stand in another one."),
        asked(12, "All modules are registered, each under a name of its own."),
    ],
    hints=[
        "A module has a method that registers another one under a name: lesson 11 used add_module.",
        "_modules holds the modules in the order in which they were registered. In forward, input becomes the result of each.",
        "`self.add_module(str(number), module)` in a loop over enumerate(args), or over args[0].items(); "
        "`input = module(input)` in a loop over self._modules.values().",
    ],
)
