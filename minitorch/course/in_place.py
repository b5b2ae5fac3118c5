"""Where an answer changes in place what it was given, and the solution does not."""

import ast
import textwrap

from .steps import arguments, shown


def changes(exercise, text):
    """A sentence on the first such place, or an empty string."""
    try:
        mine, right = ast.parse(textwrap.dedent(text)), ast.parse(exercise.solution)
    except SyntaxError:  # a cell with a notebook's own commands in it
        return ""
    if next(places(right), None) or any(getattr(fact, "changes", False) for fact in exercise.facts):
        return ""
    name, node = next(places(mine), (None, None))
    return f"`{shown(node)}` changes `{name}` itself, which others still hold." if name else ""


def places(tree):
    """Pairs of a parameter's name and what changes it: x.mul_(y), x[0] = y, x[0] += y."""
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef):
            continue
        nodes = list(ast.walk(function))
        again = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
        given = set(arguments(function)) - again - {"self"}  # of another value behind the name nobody knows
        for node in nodes:
            name = changed_by(node)
            if name in given:
                yield name, node


def changed_by(node):
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        word, of = node.func.attr, node.func.value
        return getattr(of, "id", None) if word.endswith("_") and not word.endswith("__") else None
    targets = (
        getattr(node, "targets", [getattr(node, "target", None)])
        if isinstance(node, ast.Assign | ast.AugAssign)
        else []
    )
    return next((getattr(one.value, "id", None) for one in targets if isinstance(one, ast.Subscript)), None)
