"""A module as text."""

from ...define import Case, Exercise, Mistake, Wrong
from ..edited import edited
from ..fact_words import stops, where
from .trees import SETUP

EXTRA = """
def extra_repr(self):
    return ""
"""
INDENTED = """
def indented(text):
    return text.replace("\\n", "\\n  ")
"""
REPR = """
def module_repr(self):
    extra = self.extra_repr()
    lines = extra.split("\\n") if extra else []
    inside = [f"({name}): {indented(repr(module))}" for name, module in self._modules.items()]
    if len(lines) == 1 and not inside:
        return f"{self._get_name()}({extra})"
    text = "".join([f"\\n  {line}" for line in lines + inside])
    return f"{self._get_name()}({text}\\n)" if text else f"{self._get_name()}()"
"""

exercise = Exercise(
    "module_repr",
    title="A module as text",
    difficulty=3,
    minutes=9,
    target="minitorch.nn.module.tree:Tree.__repr__",
    covers=("minitorch.nn.module.tree:indented", "minitorch.nn.module.tree:Tree.extra_repr"),
    installed=True,
    setup=SETUP + "from minitorch.nn.module.tree import Tree, indented\nextra_repr = Tree.extra_repr\n",
    stub='''
        def extra_repr(self):
            """What a module says of itself: nothing, that is "", unless its class has an extra_repr of its own."""
            ...


        def indented(text):
            """The text with two spaces before each line but the first."""
            ...


        def module_repr(self):
            """The tree as text: the name of the class, and in parentheses what the module says of itself and what is inside it.

            Each line of extra_repr(), and "(name): ..." for each module inside, stands on a line of its own, two spaces
            further in. Module() if there is nothing to say, and Linear(2 -> 3) for one line and nothing inside.
            """
            ...
    ''',
    solution='''
        def extra_repr(self):
            """What a module says of itself: nothing, that is "", unless its class has an extra_repr of its own."""
            return ""


        def indented(text):
            """The text with two spaces before each line but the first."""
            return text.replace("\\n", "\\n  ")


        def module_repr(self):
            """The tree as text: the name of the class, and in parentheses what the module says of itself and what is inside it.

            Each line of extra_repr(), and "(name): ..." for each module inside, stands on a line of its own, two spaces
            further in. Module() if there is nothing to say, and Linear(2 -> 3) for one line and nothing inside.
            """
            extra = self.extra_repr()
            lines = extra.split("\\n") if extra else []
            inside = [f"({name}): {indented(repr(module))}" for name, module in self._modules.items()]
            if len(lines) == 1 and not inside:
                return f"{self._get_name()}({extra})"
            text = "".join([f"\\n  {line}" for line in lines + inside])
            return f"{self._get_name()}({text}\\n)" if text else f"{self._get_name()}()"
    ''',
    why="Each module writes itself as if it stood at the left edge. Whoever holds it moves the whole text in, so "
    "the deepest line is moved once for every level, and nobody counts levels.",
    facts=[
        Case("""indented("Block(\\n  (inner): ...\\n)")""", "Block(\n    (inner): ...\n  )"),
        Case("(indented('one line'), mt.nn.Module().extra_repr())", ("one line", "")),
        Case(
            """
            repr(Linear(2, 3))
            """,
            "Linear(2 -> 3)",
            changes=True,
        ),
        Case(
            """
            repr(mt.nn.Module())
            """,
            "Module()",
            changes=True,
        ),
        Case(
            """
            repr(Block(a=Linear(2, 3), b=Block()))
            """,
            "Block(\n  (a): Linear(2 -> 3)\n  (b): Block()\n)",
            changes=True,
        ),
        Case(
            """
            repr(Block(a=Block(b=Block(c=Linear(1, 2)), d=Block()), e=Block()))
            """,
            "Block(\n  (a): Block(\n    (b): Block(\n      (c): Linear(1 -> 2)\n    )\n    (d): Block()\n  )\n  (e): Block()\n)",
            changes=True,
        ),
        Case(
            """
            repr(Block(a=None, b=Block()))
            """,
            "Block(\n  (a): None\n  (b): Block()\n)",
            changes=True,
        ),
        Case(
            """
            shared = Block(x=Block())
            repr(Block(first=shared, second=shared))
            """,
            "Block(\n  (first): Block(\n    (x): Block()\n  )\n  (second): Block(\n    (x): Block()\n  )\n)",
            changes=True,
        ),
        Case(
            """
            class Tall(Block):
                def extra_repr(self):
                    return "one\\ntwo"

            repr(Tall())
            """,
            "Tall(\n  one\n  two\n)",
            changes=True,
        ),
        Case(
            """
            class Scaled(Block):
                def extra_repr(self):
                    return "by 2"

            repr(Block(s=Scaled(inner=Linear(1, 1))))
            """,
            "Block(\n  (s): Scaled(\n    by 2\n    (inner): Linear(1 -> 1)\n  )\n)",
            changes=True,
        ),
        Case(
            """
            class Short(Block):
                def __repr__(self):
                    return "short"

            repr(Block(s=Short()))
            """,
            "Block(\n  (s): short\n)",
            changes=True,
        ),
        Case(
            """
            class Other(Block):
                def _get_name(self):
                    return "Another"

            repr(Other())
            """,
            "Another()",
            changes=True,
        ),
        Case(
            """
            str(Block(a=Block()))
            """,
            "Block(\n  (a): Block()\n)",
            changes=True,
        ),
    ],
    wrong=[
        Wrong(
            INDENTED.replace('text.replace("\\n", "\\n  ")', '"  " + text.replace("\\n", "\\n  ")') + REPR,
            "indented moves the first line in as well. It stands behind its name already: only the lines after it are moved.",
        ),
        Wrong(
            INDENTED.replace('text.replace("\\n", "\\n  ")', '"".join(["  " + line for line in text.split("\\n")])')
            + REPR,
            "The line breaks are lost: a text that was split at them has to be joined with them.",
        ),
        Wrong(
            INDENTED.replace("return text.replace", "text.replace") + REPR,
            "text.replace makes a new text and leaves the old one as it is. indented has to return it.",
        ),
        Wrong(
            EXTRA.replace('return ""', "pass") + INDENTED + REPR,
            'extra_repr returns None, which has no lines. A module that says nothing says "".',
        ),
        Wrong(
            edited(REPR, ("indented(repr(module)", "repr(module")),
            "Only the first line of what is inside is moved in. Its text may have many lines: `indented` moves the "
            "others.",
        ),
        Wrong(
            edited(
                REPR, ('    if len(lines) == 1 and not inside:\n        return f"{self._get_name()}({extra})"\n', "")
            ),
            "One line of extra_repr() and nothing inside: that stands between the parentheses, on the same line.",
        ),
        Wrong(
            edited(REPR, ("1 and not inside", "1")),
            "Where there are modules inside, they have to be written too, and extra_repr() stands on a line before "
            "them.",
        ),
        Wrong(
            edited(REPR, ('" if text else f"{self._get_name()}()"', '"')),
            "For a module that has nothing to say the parentheses close at once: Module().",
        ),
        Wrong(
            edited(REPR, ("lines + ", "")),
            "What the module says of itself is missing where there is something inside, or more than a line. Its "
            "lines come before the modules.",
        ),
        Wrong(
            edited(REPR, ("lines + inside", "inside + lines")),
            "What the module says of itself comes first, then the modules inside.",
        ),
        Wrong(
            edited(REPR, ("self._modules.items", "self.named_children")),
            "named_children() gives a shared module once and leaves out None. A printed network shows the places: go "
            "through `self._modules`.",
        ),
        Wrong(
            edited(REPR, (" if extra else []", "")),
            '"".split("\\n") is [""], one line that is empty. If extra_repr() says nothing there is no line at all.',
        ),
        Wrong(
            edited(REPR, ('f"({name})', 'f"{name}')),
            "The names of the modules inside stand in parentheses: (first): Linear(...).",
        ),
        Wrong(
            edited(
                REPR,
                ('     return f"{self._get_name()', '     return f"{type(self).__name__'),
                (
                    'self._get_name()}({text}\\n)" if text else f"{self._get_name()',
                    'type(self).__name__}({text}\\n)" if text else f"{type(self).__name__',
                ),
            ),
            "A module may be printed under another name than its class's: `self._get_name()` says which.",
        ),
        Wrong(
            edited(REPR, ('f"\\n  ', 'f"\\n    ')),
            "You move each level in by four spaces. Two are asked for.",
        ),
        Wrong(
            edited(REPR, ("indented(repr(module))", "type(module).__name__")),
            "What is inside is written by its class's name only. It writes itself: repr(module), moved in by "
            "`indented`.",
        ),
        Wrong(
            edited(REPR, ("self.extra_repr()", "''")),
            "What the module says of itself is missing: self.extra_repr().",
        ),
        Wrong(
            edited(REPR, ("lines + inside", "lines")),
            "The modules inside are missing: their texts come after the lines of extra_repr().",
        ),
        Wrong(
            edited(REPR, ("self._module", "self._parameter")),
            "You write the parameters. What stands inside the parentheses are the modules, `self._modules`.",
        ),
        Wrong(
            edited(REPR, ("text}\\n", "text}")),
            "The closing parenthesis stands on a line of its own, at the left edge.",
        ),
        Wrong(
            edited(
                REPR,
                (
                    'return f"{self._get_name()}({text}\\n)" if text else f"{self._get_name()}()"',
                    'print(f"{self._get_name()}({text}\\n)" if text else f"{self._get_name()}()")',
                ),
            ),
            "Your code prints the text and returns None. Python does the printing; the text has to be returned.",
        ),
    ],
    mistakes=[
        where(
            "Linear(2 -> 3)",
            "One line to say, and nothing inside: it stays between the parentheses, `Linear(2 -> 3)`, without a line break.",
        ),
        where(
            "Block(\n    (inner): ...\n  )",
            "indented puts two spaces behind every line break, and the line break stays. The first line is not moved.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(got, str) and "".join(got.split()) == "".join(expected.split()),
            "The words are right, and the spaces or line breaks are not: what is inside stands on lines of its own, "
            "two spaces further in, and the last parenthesis stands at the left edge.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(got, str) and "(a): " in expected and "(a): " not in got,
            "A line for each module inside is expected, which begins with its name: `(a): `.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(got, str) and got.replace(",", "") != got and "," not in expected,
            "The lines are put together with commas. Each begins with a line break and two spaces, and nothing stands "
            "between.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, TypeError) and "returned non-string" in str(error),
            "__repr__ has to return a text. Is a `return` missing, or does your code print instead?",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, RecursionError),
            'It asks for its own text again, without end: repr(self) and f"{self}" come back to this very method, and '
            "so does a walk that gives the module itself.",
        ),
        where(
            ("one line", ""),
            "indented leaves one line as it is, and extra_repr says nothing of itself: the empty text.",
        ),
        where("Module()", "A module that says nothing, and has none inside, is its name and parentheses: Module()."),
        where(
            "Block(\n  (a): Linear(2 -> 3)\n  (b): Block()\n)",
            "Each module inside writes itself, with its class and its parentheses: `repr(module)`.",
        ),
        stops("has no attribute 'replace'", "indented takes a text. What a module writes of itself is repr(module)."),
    ],
    hints=[
        "First gather the lines: those of extra_repr(), if it says anything, then one text for each module inside.",
        "`indented(repr(module))` is the text of a module inside, ready to stand two spaces further in behind its "
        "name.",
        "With one line of extra_repr() and nothing inside: name, parenthesis, the line. Otherwise put a line "
        "break and two spaces before each, and a line break before the last parenthesis.",
    ],
)
