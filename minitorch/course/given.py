"""What an answer does with what it is given, where that alone is the mistake: a parameter that is never used, or a name that
is given to something else although whoever called looks at the old one.
"""

import ast

from .compare import definitions
from .steps import arguments, shown


def place(exercise, text):
    """A sentence on a name that is given to something else, or an empty string."""
    return next((said for pair in _pairs(exercise, text) if (said := renamed(*pair))), "")


def without_use(exercise, text):
    """A sentence on a parameter that the solution uses and the answer does not, or an empty string."""
    return next((said for pair in _pairs(exercise, text) if (said := unused(*pair))), "")


def _pairs(exercise, text):
    """[(the answer's function, the solution's)]."""
    try:
        mine, right = definitions(text), definitions(exercise.solution)
    except SyntaxError:  # a cell with a notebook's own commands in it
        return []
    return [(mine[name], right[name]) for name in right if name in mine]


def renamed(mine, right):
    """`self = other`, and `names = {...}` for a parameter whose owner waits for the change."""
    for one in ast.walk(mine):
        for target in one.targets if isinstance(one, ast.Assign) else []:
            name = getattr(target, "id", "")
            waited = name in changed(right) - stored(right) and name not in changed(mine)
            if name in arguments(mine) and (name == "self" or waited):
                return (
                    f"`{shown(one)}` only gives the name `{name}` to something else: what was given stays as it was, and "
                    "whoever called looks at that. Change it itself."
                )
    return ""


def unused(mine, right):
    """A parameter that is read in the solution and never in the answer."""
    for name in arguments(mine):
        if name in read(right) and name not in read(mine):
            return f"`{name}` is given and never used."
    return ""


def read(function):
    return {
        node.id for node in ast.walk(function) if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Store)
    }


def stored(function):
    return {node.id for node in ast.walk(function) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}


CHANGING = {
    "pop",
    "append",
    "add",
    "update",
    "extend",
    "insert",
    "remove",
    "discard",
    "clear",
    "setdefault",
    "sort",
    "popitem",
}


def changed(function):
    """The names whose object a function changes: by a method of CHANGING, at a place, or in a field."""
    found = set()
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and getattr(node.func, "attr", "") in CHANGING:
            found.add(getattr(node.func.value, "id", ""))
        if isinstance(node, ast.Subscript | ast.Attribute) and not isinstance(node.ctx, ast.Load):
            found.add(getattr(node.value, "id", ""))
    return found - {""}
