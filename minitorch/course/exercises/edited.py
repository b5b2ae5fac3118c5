"""Wrong answers that are the right one with a line changed."""

import ast
import textwrap


def edited(text, *changes):
    """The text after each (old, new) of the changes; ValueError if the old words do not stand in it.

    >>> edited("a = 1", ("1", "2"))
    'a = 2'
    """
    for old, new in changes:
        if old not in text:
            raise ValueError(f"{old!r} does not stand in the text")
        text = text.replace(old, new)
    return text


def bare(text):
    """The text of some functions without their docstrings: a solution, to be edited.

    >>> print(bare('def f(x):\\n    "Twice."\\n    return 2 * x\\n'))
    def f(x):
        return 2 * x
    <BLANKLINE>
    """
    text = textwrap.dedent(text).strip("\n") + "\n"
    lines = text.splitlines(keepends=True)
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef) and ast.get_docstring(node) is not None:
            said = node.body[0]
            lines[said.lineno - 1 : said.end_lineno] = [""] * (said.end_lineno - said.lineno + 1)
    return "".join(lines)
