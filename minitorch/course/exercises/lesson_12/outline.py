"""The tree in lines."""

from ...define import Case, Exercise, Law, Wrong
from .trees import SETUP, grown

exercise = Exercise(
    "outline",
    title="The tree in lines",
    difficulty=3,
    minutes=9,
    setup=SETUP,
    stub='''
        def outline(module):
            """A module as text: its class, and below it a line "name: Class" for each module inside, two spaces further in.

            What extra_repr() says follows the class in parentheses, if it says anything; a name without a module: "name: None".
            """
            ...
    ''',
    solution='''
        def outline(module):
            """A module as text: its class, and below it a line "name: Class" for each module inside, two spaces further in.

            What extra_repr() says follows the class in parentheses, if it says anything; a name without a module: "name: None".
            """
            if module is None:
                return "None"
            extra = module.extra_repr()
            text = type(module).__name__ + (f"({extra})" if extra else "")
            for name, inner in module._modules.items():
                text += "\\n  " + f"{name}: {outline(inner)}".replace("\\n", "\\n  ")
            return text
    ''',
    why="Each module writes itself as if it stood at the left edge. Whoever holds it moves the whole text in, so the deepest line "
    "is moved once for every level, and nobody counts levels. __repr__ works the same way.",
    facts=[
        Case("outline(Linear(2, 3))", "Linear(2 -> 3)"),
        Case("outline(mt.nn.Module())", "Module"),
        Case("outline(Block(a=Linear(2, 3), b=Block()))", "Block\n  a: Linear(2 -> 3)\n  b: Block"),
        Case(
            "outline(Block(a=Block(b=Block(c=Linear(1, 2)), d=Block()), e=Block()))",
            "Block\n  a: Block\n    b: Block\n      c: Linear(1 -> 2)\n    d: Block\n  e: Block",
        ),
        Case("outline(Block(a=None, b=Block()))", "Block\n  a: None\n  b: Block"),
        Case(
            """
            shared = Block(x=Block())
            outline(Block(first=shared, second=shared))
            """,
            "Block\n  first: Block\n    x: Block\n  second: Block\n    x: Block",
        ),
        Case(
            """
            class Scaled(Block):
                def extra_repr(self):
                    return "by 2"

            outline(Block(s=Scaled(inner=Linear(1, 1))))
            """,
            "Block\n  s: Scaled(by 2)\n    inner: Linear(1 -> 1)",
        ),
        Law("a line for each place, two spaces for each level", lambda f, rng: lines(f, rng)),
    ],
    wrong=[
        Wrong(
            """
            def outline(module):
                if module is None:
                    return "None"
                extra = module.extra_repr()
                text = type(module).__name__ + (f"({extra})" if extra else "")
                for name, inner in module._modules.items():
                    text += f"\\n  {name}: {outline(inner)}"
                return text
            """,
            "Only the first line of what is inside is moved in. Its text may have many lines: put two spaces after every line "
            "break in it.",
        ),
        Wrong(
            """
            def outline(module):
                if module is None:
                    return "None"
                extra = module.extra_repr()
                text = type(module).__name__ + (f"({extra})" if extra else "")
                for name, inner in module._modules.items():
                    text += f"\\n{name}: {outline(inner)}".replace("\\n", "\\n    ")
                return text
            """,
            "You move each level in by four spaces. Two are asked for.",
        ),
        Wrong(
            """
            def outline(module):
                if module is None:
                    return "None"
                text = f"{type(module).__name__}({module.extra_repr()})"
                for name, inner in module._modules.items():
                    text += f"\\n{name}: {outline(inner)}".replace("\\n", "\\n  ")
                return text
            """,
            "Where extra_repr() says nothing there should be no parentheses.",
        ),
        Wrong(
            """
            def outline(module):
                if module is None:
                    return "None"
                text = type(module).__name__
                for name, inner in module._modules.items():
                    text += f"\\n{name}: {outline(inner)}".replace("\\n", "\\n  ")
                return text
            """,
            "What the module says of itself is missing: extra_repr() belongs in parentheses after the class.",
        ),
        Wrong(
            """
            def outline(module):
                extra = module.extra_repr()
                text = type(module).__name__ + (f"({extra})" if extra else "")
                for name, inner in module._modules.items():
                    if inner is not None:
                        text += f"\\n{name}: {outline(inner)}".replace("\\n", "\\n  ")
                return text
            """,
            "A name without a module is part of the picture: it should have a line, `name: None`.",
        ),
        Wrong(
            """
            def outline(module):
                if module is None:
                    return "None"
                extra = module.extra_repr()
                text = type(module).__name__ + (f"({extra})" if extra else "")
                for name, inner in module.named_children():
                    text += f"\\n{name}: {outline(inner)}".replace("\\n", "\\n  ")
                return text
            """,
            "named_children() gives a shared module once and leaves out None. A picture of the tree shows every place: go "
            "through `module._modules`.",
        ),
        Wrong(
            """
            def outline(module):
                text = []
                for path, inner in module.named_modules(remove_duplicate=False):
                    extra = inner.extra_repr()
                    name = path.rpartition(".")[2]
                    line = type(inner).__name__ + (f"({extra})" if extra else "")
                    text.append("  " * path.count(".") + (f"{name}: " if name else "") + line)
                return "\\n".join(text)
            """,
            "A path without a dot is one level down already, and the module itself has no path at all. Names without a module "
            "are missing too. Let the function call itself for what is inside, and move its text in.",
        ),
        Wrong(
            """
            def outline(module):
                return repr(module)
            """,
            "repr is the package's way of writing it, with parentheses around everything inside. Here each module gets one line.",
        ),
        Wrong(
            """
            def outline(module):
                extra = module.extra_repr()
                text = type(module).__name__ + (f"({extra})" if extra else "")
                for name, inner in module._modules.items():
                    text += "\\n  " + f"{name}: {outline(inner)}".replace("\\n", "\\n  ")
                return text
            """,
            "A name may be registered with None, and None has no extra_repr. Its line is `name: None`.",
        ),
        Wrong(
            """
            def outline(module, met=None):
                met = {module} if met is None else met
                extra = module.extra_repr() if module is not None else ""
                text = (type(module).__name__ if module is not None else "None") + (f"({extra})" if extra else "")
                for name, inner in module._modules.items() if module is not None else ():
                    if inner is None or inner not in met:
                        met.add(inner)
                        text += "\\n  " + f"{name}: {outline(inner, met)}".replace("\\n", "\\n  ")
                return text
            """,
            "You remember what was written, so a shared module has a line in its first place only. The outline "
            "shows every place.",
        ),
        Wrong(
            """
            def outline(module, prefix=""):
                if module is None:
                    return "None"
                extra = module.extra_repr()
                text = type(module).__name__ + (f"({extra})" if extra else "")
                for name, inner in module._modules.items():
                    path = f"{prefix}.{name}" if prefix else name
                    text += "\\n  " + f"{path}: {outline(inner, path)}".replace("\\n", "\\n  ")
                return text
            """,
            "You write the whole path. Where a line stands says what it is inside of already: the name is enough.",
        ),
    ],
    hints=[
        "The function calls itself: outline(inner) gives the text of what is inside, as if that stood at the left edge.",
        'To move a text in, replace every line break: `text.replace("\\n", "\\n  ")`.',
        'For each name and inner in `module._modules.items()`, add `"\\n  " + f"{name}: {outline(inner)}".replace("\\n", "\\n  ")`.',
    ],
)


def lines(f, rng):
    plan, expected = grown(rng), ["Module"]

    def add(one, depth):
        for name, inner in one.inside.items():
            expected.append("  " * depth + f"{name}: {'None' if inner is None else 'Module'}")
            if inner is not None:
                add(inner, depth + 1)

    add(plan, 1)
    return {"tree": str(plan)}, "\n".join(expected), f(plan.module)
