"""Build cells equal the package: what a lesson shows as the package's code is the package's code.

A cell tagged `build` starts with a comment naming its file, `# minitorch/ops/arithmetic.py`. Each top-level
statement in it must stand in that file, at the top level too, as the same syntax tree; docstrings and
comments do not count, and neither do imports, which a notebook writes its own way. A class is shown whole.
"""

import ast
import re

from .notebooks import code_cells
from .source import plain
from .syllabus import PACKAGE


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
    there = {}
    for node in ast.parse(file.read_text(encoding="utf-8")).body:
        there.setdefault(plain(node), name_of(node))
    known = {name for name in there.values() if name}
    problems = []
    statements = [node for node in ast.parse(text).body if not _is_import_or_text(node)]
    if not statements:
        return ["nothing in this build cell is code of the package"]
    for node in statements:
        if plain(node) not in there:
            name = name_of(node) or ast.unparse(node).splitlines()[0]
            how = "is written differently there" if name in known else "is not there"
            problems.append(f"line {node.lineno}: {name} {how} ({found.group(1)})")
    return problems


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
