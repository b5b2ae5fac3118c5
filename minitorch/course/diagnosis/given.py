"""What an answer does with what it is given, where that alone is the mistake: a parameter that is never used, a name that is
given to something else although the caller looks at the old one, a change that the solution does not make.
"""

import ast
import textwrap

from .compare import definitions
from .steps import arguments, shown

CHANGING = set("pop append add update extend insert remove discard clear setdefault sort popitem".split())


def place(exercise, text):
    """A sentence on a name that is given to something else, or an empty string."""
    return next((said for pair in _pairs(exercise, text) if (said := renamed(*pair))), "")


def without_use(exercise, text):
    """A sentence on a parameter that the solution uses and the answer does not, or an empty string."""
    return next((said for pair in _pairs(exercise, text) if (said := unused(*pair))), "")


def changes(exercise, text):
    """A sentence on the first place where the answer changes a parameter and the solution none, or an empty string."""
    try:
        mine, right = ast.parse(textwrap.dedent(text)), ast.parse(exercise.solution)
    except SyntaxError:  # a cell with a notebook's own commands in it
        return ""
    if next(places(right), None) or any(getattr(fact, "changes", False) for fact in exercise.facts):
        return ""
    name, node = next(places(mine), (None, None))
    return f"`{shown(node)}` changes `{name}` itself, which others still hold." if name else ""


def _pairs(exercise, text):
    """[(the answer's function, the solution's)]."""
    try:
        mine, right = definitions(text), definitions(exercise.solution)
    except SyntaxError:
        return []
    return [(mine[name], right[name]) for name in right if name in mine]


def renamed(mine, right):
    """`self = other`, and `names = {...}` for a parameter whose change the caller needs."""
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


def names(function, kind):
    return {node.id for node in ast.walk(function) if isinstance(node, ast.Name) and isinstance(node.ctx, kind)}


def read(function):
    return names(function, ast.Load | ast.Del)


def stored(function):
    return names(function, ast.Store)


def changed(function):
    """The names whose object a function changes: by a method of CHANGING, at a place, or in a field."""
    found = set()
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and getattr(node.func, "attr", "") in CHANGING:
            found.add(getattr(node.func.value, "id", ""))
        if isinstance(node, ast.Subscript | ast.Attribute) and not isinstance(node.ctx, ast.Load):
            found.add(getattr(node.value, "id", ""))
    return found - {""}


def places(tree):
    """Pairs of a parameter's name and what changes it: x.mul_(y), x[0] = y, x[0] += y."""
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef):
            continue
        # of another value behind the name nobody knows
        parameters = set(arguments(function)) - stored(function) - {"self"}
        for node in ast.walk(function):
            name = changed_by(node)
            if name in parameters:
                yield name, node


def changed_by(node):
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        word, of = node.func.attr, node.func.value
        return getattr(of, "id", None) if word.endswith("_") and not word.endswith("__") else None
    targets = []
    if isinstance(node, ast.Assign | ast.AugAssign):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    return next((getattr(one.value, "id", None) for one in targets if isinstance(one, ast.Subscript)), None)
