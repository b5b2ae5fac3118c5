"""Train one part, leave the rest."""

from ...define import Case, Exercise, Wrong

exercise = Exercise(
    "freeze",
    title="Train one part, leave the rest",
    difficulty=2,
    minutes=7,
    setup="""
def net():
    top = mt.nn.Module()
    for name in ("body", "bodyguard", "head"):
        part = mt.nn.Module()
        part.weight, part.bias = mt.nn.Parameter(mt.ones(2, 3)), mt.nn.Parameter(mt.ones(2))
        top.add_module(name, part)
    return top
""",
    stub='''
        def freeze(module, path):
            """Freeze the parameters of the module at `path`, such as "body" or "encoder.layers.0", and nothing else.

            Returns how many numbers are still trained in the whole module.
            """
            ...
    ''',
    solution='''
        def freeze(module, path):
            """Freeze the parameters of the module at `path`, such as "body" or "encoder.layers.0", and nothing else.

            Returns how many numbers are still trained in the whole module.
            """
            module.get_submodule(path).requires_grad_(False)
            return sum(parameter.numel() for parameter in module.parameters() if parameter.requires_grad)
    ''',
    why="requires_grad_ of a module reaches all its parameters, at any depth. get_submodule takes the path apart, so that "
    '"body" does not mean "bodyguard".',
    facts=[
        Case("freeze(net(), 'body')", 16),
        Case(
            "n = net()\nfreeze(n, 'body')\n[name for name, p in n.named_parameters() if not p.requires_grad]",
            ["body.weight", "body.bias"],
        ),
        Case("n = net()\nfreeze(n, 'head')\nfreeze(n, 'body')", 8),
        Case("freeze(net(), '')", 0),
        Case("n = net()\nfreeze(n, 'body')\n[m.training for m in n.modules()]", [True] * 4),
        Case("n = net()\nn.body.inner = net()\nfreeze(n, 'body.inner.head')", 40),
        Case("n = net()\nn.twin = n.body\nfreeze(n, 'twin')", 16),
        Case("freeze(net(), 'tail')", raises=AttributeError),
    ],
    wrong=[
        Wrong(
            """
            def freeze(module, path):
                for name, parameter in module.named_parameters():
                    if name.startswith(path):
                        parameter.requires_grad_(False)
                return sum(p.numel() for p in module.parameters() if p.requires_grad)
            """,
            '"bodyguard" begins with "body" as well, and a path that is not there passes silently. Use get_submodule.',
        ),
        Wrong(
            """
            def freeze(module, path):
                module.get_submodule(path).requires_grad_(False)
                return sum(1 for p in module.parameters() if p.requires_grad)
            """,
            "You count parameters; asked for are the numbers in them: `parameter.numel()`.",
        ),
        Wrong(
            """
            def freeze(module, path):
                module.get_submodule(path).requires_grad_(False)
                return sum(p.numel() for p in module.parameters())
            """,
            "You count all numbers. Only those of parameters that still require a gradient are trained.",
        ),
        Wrong(
            """
            def freeze(module, path):
                module.get_submodule(path).requires_grad = False
                return sum(p.numel() for p in module.parameters() if p.requires_grad)
            """,
            "Nothing is frozen. `part.requires_grad = False` would only give the module an attribute of that name; the "
            "method with the underscore, `part.requires_grad_(False)`, reaches its parameters.",
        ),
        Wrong(
            """
            def freeze(module, path):
                module.requires_grad_(False)
                return sum(p.numel() for p in module.parameters() if p.requires_grad)
            """,
            "You freeze everything. Find the module at the path first.",
        ),
        Wrong(
            """
                def freeze(module, path):
                    getattr(module, path).requires_grad_(False)
                    return sum(p.numel() for p in module.parameters() if p.requires_grad)
            """,
            "getattr knows one name, not a path with dots, and not the empty path of the module itself. get_submodule(path)"
            " knows all three.",
        ),
        Wrong(
            """
                def freeze(module, path):
                    part = module.get_submodule(path)
                    part.requires_grad_(False)
                    return sum(p.numel() for p in part.parameters())
            """,
            "You count the numbers of the frozen part. Asked for are those in the whole module that are still trained.",
        ),
        Wrong(
            """
                def freeze(module, path):
                    module.get_submodule(path).requires_grad_(False)
                    return sum(p.numel() for p in module.parameters() if not p.requires_grad)
            """,
            "You count what is frozen. Asked for is what is still trained.",
        ),
        Wrong(
            """
                def freeze(module, path):
                    module.get_submodule(path).eval()
                    return sum(p.numel() for p in module.parameters() if p.requires_grad)
            """,
            "eval() switches the mode, and every parameter goes on learning. Freezing is requires_grad_(False).",
        ),
        Wrong(
            """
                def freeze(module, path):
                    for p in module.get_submodule(path)._parameters.values():
                        p.requires_grad_(False)
                    return sum(p.numel() for p in module.parameters() if p.requires_grad)
            """,
            "_parameters holds what is the module's own, not what is inside its children. parameters(), or requires_grad_ "
            "of the module, reaches all.",
        ),
        Wrong(
            """
                def freeze(module, path):
                    for name, p in module.named_parameters():
                        if name.startswith(path + "."):
                            p.requires_grad_(False)
                    return sum(p.numel() for p in module.parameters() if p.requires_grad)
            """,
            "Comparing names misses the empty path, a part that is tied under two names, and a path that is not there. Use "
            "get_submodule.",
        ),
        Wrong(
            """
                def freeze(module, path):
                    module.requires_grad_(True)
                    module.get_submodule(path).requires_grad_(False)
                    return sum(p.numel() for p in module.parameters() if p.requires_grad)
            """,
            "You first set everything free, so what was frozen before is trained again. Touch nothing but the part at the "
            "path.",
        ),
        Wrong(
            """
                def freeze(module, path):
                    module.requires_grad_(False)
                    module.get_submodule(path).requires_grad_(True)
                    return sum(p.numel() for p in module.parameters() if p.requires_grad)
            """,
            "The other way round: you freeze everything except the part at the path.",
        ),
    ],
    hints=[
        "`module.get_submodule(path)` gives the module at a path, or a clear error.",
        "A module has `requires_grad_(False)`, which reaches all its parameters.",
        "Count with `sum(p.numel() for p in module.parameters() if p.requires_grad)`.",
    ],
)
