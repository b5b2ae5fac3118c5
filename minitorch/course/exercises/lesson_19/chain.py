"""Modules one after the other."""

from ...define import Case, Exercise, T, Wrong

SETUP = """
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

exercise = Exercise(
    "Chain",
    title="One after the other",
    difficulty=2,
    minutes=8,
    setup=SETUP,
    stub='''
        class Chain(mt.nn.Module):
            """Modules that are called one after the other, each with the result of the one before; their names are 0, 1, 2 ..."""

            def __init__(self, *modules):
                super().__init__()
                ...

            def forward(self, x): ...

            def __getitem__(self, index):
                """The module at an index, which may count from the end."""
                ...
    ''',
    solution='''
        class Chain(mt.nn.Module):
            """Modules that are called one after the other, each with the result of the one before; their names are 0, 1, 2 ..."""

            def __init__(self, *modules):
                super().__init__()
                for number, module in enumerate(modules):
                    self.add_module(str(number), module)

            def forward(self, x):
                for module in self.children():
                    x = module(x)
                return x

            def __getitem__(self, index):
                """The module at an index, which may count from the end."""
                return list(self.children())[index]
    ''',
    why="The container needs no list of its own: the module's dictionary of modules keeps them in order, and whatever is in it is "
    "trained, moved and saved. Calling each module, and not its forward, lets hooks run.",
    facts=[
        Case("Chain(Times(2.0), Plus(3.0))(mt.tensor(5.0)).item()", 13.0),
        Case("Chain(Plus(3.0), Times(2.0))(mt.tensor(5.0)).item()", 16.0),
        Case("[name for name, _ in Chain(Times(2.0), Plus(3.0)).named_parameters()]", ["0.factor", "1.shift"]),
        Case("Chain()(mt.tensor([1.0, 2.0]))", T([1.0, 2.0])),
        Case(
            "first, last = Times(2.0), Plus(3.0)\nc = Chain(first, last)\n(c[0] is first, c[1] is last, c[-1] is last)",
            (True,) * 3,
        ),
        Case(
            "c = Chain(Times(2.0), Plus(3.0), Times(4.0))\ndel c.state_dict()['0.factor']\n"
            "c.load_state_dict({'0.factor': mt.tensor(1.0), '1.shift': mt.tensor(1.0), '2.factor': mt.tensor(3.0)})\n"
            "c(mt.tensor(1.0)).item()",
            6.0,
            changes=True,
        ),
        Case(
            "seen = []\nfirst = Times(2.0)\nh = first.register_forward_hook(lambda m, args, out: seen.append(out.item()))\n"
            "_ = Chain(first, Plus(3.0))(mt.tensor(5.0))\nseen",
            [10.0],
            changes=True,
        ),
        Case("Chain(Chain(Times(2.0)), Plus(1.0))(mt.tensor(3.0)).item()", 7.0),
        Case("len(list(Chain(*[Times(1.0) for _ in range(12)]).parameters()))", 12),
    ],
    wrong=[
        Wrong(
            """
            class Chain(mt.nn.Module):
                def __init__(self, *modules):
                    super().__init__()
                    self.held = list(modules)
                def forward(self, x):
                    for module in self.held:
                        x = module(x)
                    return x
                def __getitem__(self, index):
                    return self.held[index]
            """,
            "It computes, but the modules lie in a plain list, so no iterator finds their parameters. Register each under its "
            "number: `self.add_module(str(number), module)`.",
        ),
        Wrong(
            """
            class Chain(mt.nn.Module):
                def __init__(self, *modules):
                    super().__init__()
                    for number, module in enumerate(modules):
                        self.add_module(str(number), module)
                def forward(self, x):
                    for module in self.children():
                        out = module(x)
                    return out
                def __getitem__(self, index):
                    return list(self.children())[index]
            """,
            "Each module gets the input of the chain. It should get the result of the one before it: `x = module(x)`.",
        ),
        Wrong(
            """
            class Chain(mt.nn.Module):
                def __init__(self, *modules):
                    super().__init__()
                    for number, module in enumerate(modules):
                        self.add_module(str(number), module)
                def forward(self, x):
                    for module in self.children():
                        x = module.forward(x)
                    return x
                def __getitem__(self, index):
                    return list(self.children())[index]
            """,
            "You call `module.forward(x)`, which passes the hooks by. Call the module itself: `module(x)`.",
        ),
        Wrong(
            """
            class Chain(mt.nn.Module):
                def __init__(self, *modules):
                    super().__init__()
                    for number, module in enumerate(modules):
                        self.add_module(str(number), module)
                def forward(self, x):
                    for module in self.children():
                        x = module(x)
                    return x
                def __getitem__(self, index):
                    return self._modules[str(index)]
            """,
            'An index may count from the end: `chain[-1]` is the last module, and there is none called "-1".',
        ),
        Wrong(
            """
            class Chain(mt.nn.Module):
                def __init__(self, *modules):
                    super().__init__()
                    for number, module in enumerate(modules):
                        self.add_module(f"layer{number}", module)
                def forward(self, x):
                    for module in self.children():
                        x = module(x)
                    return x
                def __getitem__(self, index):
                    return list(self.children())[index]
            """,
            'The names are the bare numbers: "0", "1", "2", as text. They stand in every state_dict.',
        ),
    ],
    hints=[
        "A module has a method that registers another one under a name: lesson 11 used add_module.",
        "children() gives the modules inside in the order in which they were registered. In forward, x becomes the result of each.",
        "`self.add_module(str(number), module)` in a loop over enumerate(modules); `x = module(x)` in a loop over "
        "self.children(); `list(self.children())[index]`.",
    ],
)
