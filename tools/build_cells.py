"""Build cells equal the package: what a lesson shows as the package's code is the package's code.

A cell tagged `build` starts with a comment naming its file, `# minitorch/ops/arithmetic.py`. Each top-level
statement in it must stand in that file, at the top level too, as the same syntax tree; docstrings and
comments do not count, and neither do imports, which a notebook writes its own way. A class is shown whole, unless its
first line ends with `# in part`: then each statement in it stands in the package's class of that name.
"""

import ast
import re

from minitorch.course.source import plain
from minitorch.course.syllabus import PACKAGE

from .cells import code_cells


def check_build(path, root=None):
    """Sentences on the statements of a notebook's build cells that their file does not have."""
    root = root or PACKAGE.parent
    problems = []
    for cell in code_cells(path):
        if "build" in cell.tags:
            where = f"{getattr(path, 'name', path)}, cell {cell.number}"
            problems += [f"{where}: {problem}" for problem in check_cell(cell.text, root)]
    return problems


def check_cell(text, root):
    """The same for the text of one build cell."""
    first = text.splitlines()[0] if text.strip() else ""
    found = re.fullmatch(r"#\s*(minitorch/[\w/]+\.py)\s*", first)
    if not found:
        return [f"a build cell starts with a comment naming its file, as # minitorch/ops/op.py; not {first!r}"]
    file = root / found.group(1)
    if not file.exists():
        return [f"{found.group(1)} is not there"]
    shown = [node for node in ast.parse(text).body if not _is_import_or_text(node)]
    if not shown:
        return ["nothing in this build cell is code of the package"]
    there = ast.parse(file.read_text(encoding="utf-8")).body
    lines = text.splitlines()
    return [f"line {line}: {problem} ({found.group(1)})" for line, problem in missing(shown, there, lines)]


def missing(shown, there, lines):
    """(line, sentence) for each shown statement that is not among those that are there."""
    trees, named = {plain(node) for node in there}, {name_of(node): node for node in there if name_of(node)}
    for node in shown:
        name = name_of(node) or ast.unparse(node).splitlines()[0]
        whole = named.get(name)
        if isinstance(node, ast.ClassDef) and lines[node.lineno - 1].endswith("# in part") and whole is not None:
            if header(node) != header(whole):
                yield node.lineno, f"the first line of {name} is written differently there"
            yield from missing([part for part in node.body if not _is_import_or_text(part)], whole.body, lines)
        elif plain(node) not in trees:
            yield node.lineno, f"{name} is written differently there" if whole is not None else f"{name} is not there"


def header(node):
    """What a class is beside its body: its kind of node, bases, keywords and decorators."""
    return type(node), [ast.dump(part) for part in [*node.bases, *node.keywords, *node.decorator_list]]


def _is_import_or_text(node):
    return isinstance(node, ast.Import | ast.ImportFrom) or (
        isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    )


def name_of(node):
    """What a statement is known by: a definition's name, an assignment's target, a call's function."""
    if hasattr(node, "name"):
        return node.name
    if isinstance(node, ast.Assign):
        return ast.unparse(node.targets[0])
    if isinstance(node, ast.AnnAssign | ast.AugAssign):
        return ast.unparse(node.target)
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        return ast.unparse(node.value.func)
    return ""
