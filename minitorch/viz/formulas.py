"""formulas: the text of a derivative as it stands in the source, and the same with numbers filled in."""

import ast
import functools
import inspect
import linecache

from .show import brief, shape


@functools.lru_cache(maxsize=4096)
def formula_text(function):
    """The expression that a formula computes: of `lambda g, other: g * other`, the text `g * other`.

    A formula of several statements is shown as a call by its name.
    """
    function = inspect.unwrap(function)  # a short cut says whose place it takes
    code = function.__code__
    names = code.co_varnames[: code.co_argcount]
    found = [
        body for start, args, body, _ in definitions(code.co_filename) if start == code.co_firstlineno and args == names
    ]
    if len(found) > 1:  # several lambdas in one line: where the code stands tells which
        places = [(a, c) for a, _, c, _ in code.co_positions() if a and c is not None]
        found.sort(key=lambda body: -sum([span(body)[0] <= place < span(body)[1] for place in places]))
    if found and found[0] is not None:
        return ast.unparse(found[0])
    name = "formula" if function.__name__ == "<lambda>" else function.__name__.strip("_")
    return f"{name}({', '.join(names)})"


def span(body):
    """Where an expression begins and ends."""
    return (body.lineno, body.col_offset), (body.end_lineno, body.end_col_offset)


def definitions(filename):
    """(line, parameters, the expression returned or None, node) of every function in a file or notebook cell."""
    return parsed("".join(linecache.getlines(filename)))


@functools.lru_cache(maxsize=64)
def parsed(source):
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return ()
    found = []
    for node in ast.walk(tree):
        if isinstance(node, (ast.Lambda, ast.FunctionDef)):
            args = tuple([a.arg for a in [*node.args.posonlyargs, *node.args.args]])
            first = min([node.lineno, *[d.lineno for d in getattr(node, "decorator_list", [])]])
            found.append((first, args, returned(node), node))
    return tuple(found)


def returned(node):
    """The one expression that a function returns, or None when it does more than that."""
    if isinstance(node, ast.Lambda):
        return node.body
    body = [s for s in node.body if not (isinstance(s, ast.Expr) and isinstance(s.value, ast.Constant))]
    return body[0].value if len(body) == 1 and isinstance(body[0], ast.Return) else None


def filled(text, values):
    """A formula with the names in it replaced by small values: `g * other` becomes `1.0 * 3.0`.

    None when a value is too large to be written out, or when there is nothing to replace.

    >>> filled("g * other", {"g": 2, "other": -1})
    '2 * (-1)'
    """
    try:
        tree = ast.parse(text, mode="eval")
    except SyntaxError:
        return None
    called = {node.func for node in ast.walk(tree) if isinstance(node, ast.Call)}
    names = [n for n in ast.walk(tree) if isinstance(n, ast.Name) and n.id in values and n not in called]
    for node in sorted(names, key=lambda n: -n.col_offset):
        value = values[node.id]
        if getattr(value, "size", 0) > 4 or getattr(value, "ndim", 0) > 1:
            return None
        shown = shape(value) if node.id.endswith("_shape") else brief(value)
        if shown.startswith("-") and text != node.id:
            shown = f"({shown})"
        text = text[: node.col_offset] + shown + text[node.end_col_offset :]
    return text if names and len(text) <= 42 else None
