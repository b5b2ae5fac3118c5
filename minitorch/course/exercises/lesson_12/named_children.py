"""One level."""

from ...define import Case, Exercise, Mistake, Wrong
from ..fact_words import stops, where
from .trees import SETUP

CHILDREN = """
            def children(self):
                for _, module in self.named_children():
                    yield module
"""

exercise = Exercise(
    "named_children",
    title="One level",
    difficulty=2,
    minutes=6,
    target="minitorch.nn.module.tree:Tree.named_children",
    covers=("minitorch.nn.module.tree:Tree.children",),
    installed=True,
    setup=SETUP,
    stub='''
        def children(self):
            """Give, one by one, the modules that named_children gives, without their names."""
            ...


        def named_children(self):
            """Give, one by one, (name, module) of the modules right inside this one, each once, under its first name."""
            ...
    ''',
    solution='''
        def children(self):
            """Give, one by one, the modules that named_children gives, without their names."""
            for _, module in self.named_children():
                yield module


        def named_children(self):
            """Give, one by one, (name, module) of the modules right inside this one, each once, under its first name."""
            met = set()
            for name, module in self._modules.items():
                if module is not None and module not in met:
                    met.add(module)
                    yield name, module
    ''',
    why="The same set as in the long walk, for one level. It is what apply, _apply and every method that goes "
    "from children to children stand on.",
    facts=[
        Case(
            """
            net = Block(first=Linear(2, 3), second=Linear(3, 1))
            [(name, type(module).__name__) for name, module in net.named_children()]
            """,
            [("first", "Linear"), ("second", "Linear")],
            changes=True,
        ),
        Case(
            """
            net = Block(a=Block(b=Block()), c=Block())
            [name for name, module in net.named_children()]
            """,
            ["a", "c"],
            changes=True,
        ),
        Case(
            """
            shared = Block()
            net = Block(first=shared, other=Block(), second=shared)
            [name for name, module in net.named_children()]
            """,
            ["first", "other"],
            changes=True,
        ),
        Case(
            """
            net = Block(a=None, b=Block(), c=None)
            [name for name, module in net.named_children()]
            """,
            ["b"],
            changes=True,
        ),
        Case(
            """
            net = Block(a=Block())
            ([name for name, _ in net.named_children()], [name for name, _ in net.named_children()])
            """,
            (["a"], ["a"]),
            changes=True,
        ),
        Case(
            """
            inner = Block()
            net = Block(a=inner)
            next(net.named_children())[1] is inner
            """,
            True,
            changes=True,
        ),
        Case(
            """
            shared = Block()
            net = Block(a=Block(x=shared), b=shared)
            [name for name, module in net.named_children()]
            """,
            ["a", "b"],
            changes=True,
        ),
        Case(
            """
            net = Block(a=Block())
            net.back = net
            [name for name, module in net.named_children()]
            """,
            ["a", "back"],
            changes=True,
        ),
        Case(
            """
            class Row(Block):
                def __len__(self):
                    return 0

            [name for name, module in Block(row=Row(), last=Row()).named_children()]
            """,
            ["row", "last"],
            changes=True,
        ),
        Case(
            """
            list(Block().named_children())
            """,
            [],
            changes=True,
        ),
        Case(
            """
            shared = Block()
            net = Block(a=shared, b=None, c=Block(), d=shared)
            ([module is net.a for module in net.children()], len(list(Block().children())), next(net.children()) is net.a)
            """,
            ([True, False], 0, True),
            changes=True,
        ),
    ],
    wrong=[
        Wrong(
            """
            def children(self):
                yield from self._modules.values()

            def named_children(self):
                met = set()
                for name, module in self._modules.items():
                    if module is not None and module not in met:
                        met.add(module)
                        yield name, module
            """,
            "children gives all that is registered, also None, and a shared module twice. Take what named_children gives.",
        ),
        Wrong(
            """
            def children(self):
                return self.named_children()

            def named_children(self):
                met = set()
                for name, module in self._modules.items():
                    if module is not None and module not in met:
                        met.add(module)
                        yield name, module
            """,
            "children gives pairs. It is asked for the modules alone, without their names.",
        ),
        Wrong(
            CHILDREN
            + """
            def named_children(self):
                met = set()
                for name, module in self._modules.items():
                    if module not in met:
                        met.add(module)
                        yield name, module
            """,
            "A name may be registered with None: no module is there. Leave it out.",
        ),
        Wrong(
            CHILDREN
            + """
            def named_children(self):
                met = set()
                for name, module in self._modules.items():
                    if module is not None:
                        met.add(module)
                        yield name, module
            """,
            "A module that stands under two names comes twice. Remember in a set what was given.",
        ),
        Wrong(
            CHILDREN
            + """
            def named_children(self):
                met = set()
                for name, module in self._modules.items():
                    if module and module not in met:
                        met.add(module)
                        yield name, module
            """,
            "`if module` asks whether it is true, and a container of length 0 is not. Ask `module is not None`.",
        ),
        Wrong(
            CHILDREN
            + """
            def named_children(self):
                met = set()
                for name, module in self._modules.items():
                    if module is None or module in met:
                        break
                    met.add(module)
                    yield name, module
            """,
            "`break` ends the loop at the first name that is passed by. The names after it are still to come: "
            "`continue`.",
        ),
        Wrong(
            CHILDREN
            + """
            def named_children(self):
                met = set()
                for name, module in self._modules.items():
                    if module is not None and module not in met:
                        met.add(module)
                        yield module
            """,
            "Each thing that is given has to be a pair, (name, module).",
        ),
        Wrong(
            CHILDREN
            + """
            def named_children(self):
                for name, module in self.named_modules():
                    if name and '.' not in name:
                        yield name, module
            """,
            "named_modules knows the module itself, and leaves it out when it stands inside itself; and it walks the "
            "whole tree for one level. Go through `self._modules`.",
        ),
        Wrong(
            CHILDREN
            + """
            def named_children(self):
                for name, module in self.named_modules():
                    if name:
                        yield name, module
            """,
            "You give everything inside, at any depth. Only the modules right inside this one are asked for: go "
            "through `self._modules`.",
        ),
        Wrong(
            CHILDREN
            + """
            def named_children(self):
                yield from self._modules.items()
            """,
            "All that is registered is given: also None, and a module twice that stands under two names.",
        ),
        Wrong(
            CHILDREN
            + """
            def named_children(self):
                met = {self}
                for name, module in self._modules.items():
                    if module is not None and module not in met:
                        met.add(module)
                        yield name, module
            """,
            "The set begins empty: here only what was given counts, and a module may stand inside itself.",
        ),
        Wrong(
            CHILDREN
            + """
            def named_children(self):
                met = set()
                for name, module in self._modules.items():
                    if module is not None and module not in met:
                        met.add(module)
                        return name, module
            """,
            "`return` ends the function with one pair, which is then taken for the whole. `yield` gives a pair and "
            "goes on.",
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: isinstance(error, TypeError) and "cannot unpack" in str(error),
            "Each thing that is given has to be a pair, (name, module).",
        ),
        Mistake(
            lambda expected, got, error: error is None and "str" in str(got),
            "The name comes first in the pair, then the module.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, ValueError) and "unpack" in str(error),
            "Each thing that is given has to be a pair, (name, module).",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(error, TypeError) and "NoneType" in str(error) and "iter" in str(error)
            ),
            "It gives nothing that can be looped over. Does it `yield` each pair?",
        ),
        stops(
            "is not an iterator",
            "What it gives is a list, or another whole. One by one is asked for, as a generator does: `yield`.",
        ),
        where(["a", "c"], "Only the modules right inside are asked for, not those inside them."),
        where([("first", "Linear"), ("second", "Linear")], "Each pair has the name and the module itself."),
        where(
            ([True, False], 0, True),
            "children gives the modules of named_children, all of them and no others, each without its name.",
        ),
        stops(
            "unhashable",
            "What you go through holds the drawers themselves. The modules are in one of them: self._modules.",
        ),
        stops(
            "object is not iterable",
            "children gives one module, and not one after the other: `yield` it, in a loop over named_children().",
        ),
    ],
    hints=[
        "Loop over `self._modules.items()`.",
        "Two reasons to pass a module by: it is None, or it was given already.",
        "`if module is not None and module not in met: met.add(module)`, then `yield name, module`.",
    ],
)
