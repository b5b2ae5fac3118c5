"""Stub and solution of an exercise, taken from the file that its target stands in.

A piece is copied from the text of the package, so that the solution cannot differ from what the course builds. A method
stands alone in an exercise, a formula such as `mul.grad(input=lambda g, other: g * other)` becomes a function of its own.
"""

import ast
import builtins
import functools
import importlib
import textwrap
from pathlib import Path

ATTACHING = {"op", "property", "method", "hole", "classmethod", "staticmethod"}  # decorators that belong to the place


def covered(target, text):
    """{name in the answer: target} of the further pieces that an answer takes the place of.

    >>> covered("minitorch.ops.matmul.mm:_operator", "mm_input=mm.grad[input] mm")
    {'mm_input': 'minitorch.ops.matmul.mm:mm.grad[input]', 'mm': 'minitorch.ops.matmul.mm:mm'}
    """
    found = {}
    for word in text.split():
        name, _, place = word.rpartition("=")
        place = place if ":" in place else f"{target.partition(':')[0]}:{place}"
        found[name or last_name(place)] = place
    return found


def last_name(target):
    """The name that a target ends with.

    >>> last_name("minitorch.nn.module.convert:Convert.to"), last_name("minitorch.ops.arithmetic:mul.grad[input]")
    ('to', 'input')
    """
    return target.rpartition(":")[2].removesuffix("]").replace("[", ".").rpartition(".")[2]


def names_at_hand(targets):
    """{name: value} of what the files of these targets know, but for names that hide Python's own."""
    found = {}
    for target in filter(None, targets):
        home = vars(importlib.import_module(target.partition(":")[0]))
        found |= {name: value for name, value in home.items() if name not in vars(builtins)}
    return {name: value for name, value in found.items() if not name.startswith("__")}


def solution(target, also, called, text=""):
    """The definitions of the further pieces and, last, of the target: the package's, or those of `text` where it has them.

    called  the name that the answer has for the target
    """
    if target is None:
        return text
    own, wanted = definitions(text), {**also, called: target}
    parts = [part for names, part in own if not names & wanted.keys()]  # helpers
    for name, place in wanted.items():
        part = next((part for names, part in own if name in names), "") or text_of(place, name)
        if part and part not in parts:
            parts.append(part)
    return "\n\n".join(parts)


def without(text, methods):
    """The text of classes without the methods of these names."""
    lines = text.splitlines(keepends=True)
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef) and node.col_offset and node.name in methods:
            first, last = first_line(node) - 1, node.end_lineno
            lines[first : last + 1] = [""] * len(lines[first : last + 1])
    return "".join(lines).rstrip("\n") + "\n"


def definitions(text):
    """[(the names it gives, its text)] of the statements of a text."""
    lines = text.splitlines(keepends=True)
    return [
        (names_given(node), "".join(lines[first_line(node) - 1 : node.end_lineno])) for node in ast.parse(text).body
    ]


def names_given(statement):
    """The names that a statement at the left margin gives."""
    if hasattr(statement, "name"):
        return {statement.name}
    if isinstance(statement, ast.Import | ast.ImportFrom):
        return {(one.asname or one.name).partition(".")[0] for one in statement.names}
    return {one.id for one in ast.walk(statement) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)}


def first_line(node):
    return min([node.lineno] + [mark.lineno for mark in getattr(node, "decorator_list", [])])


def text_of(target, name):
    """The text of a target as a definition of `name` at the left margin; "" where the file does not have it."""
    module, _, path = target.partition(":")
    text, tree = file_of(module)
    if ".grad[" in path:
        op, _, key = path.removesuffix("]").partition(".grad[")
        return formula(text, tree, op, key, name)
    node = found(tree, path)
    return as_definition(text, node, name) if node is not None else ""


@functools.cache
def file_of(module):
    """(text, tree) of a module's file."""
    path = getattr(importlib.import_module(module), "__file__", None)
    text = Path(path).read_text(encoding="utf-8") if path else ""
    return text, ast.parse(text)


def found(tree, path):
    """The last definition of "name" or "Class.method" in a tree, or None."""
    node = tree
    for part in path.split("."):
        node = next((one for one in reversed(getattr(node, "body", [])) if getattr(one, "name", None) == part), None)
        if node is None:
            return None
    return node


def as_definition(text, node, name):
    """A definition's lines under another name, without the decorators that attach it to its place."""
    lines = text.splitlines(keepends=True)
    for mark in node.decorator_list:
        if decorator_name(mark) in ATTACHING:
            lines[mark.lineno - 1 : mark.end_lineno] = [""] * (mark.end_lineno - mark.lineno + 1)
    head = lines[node.lineno - 1]
    lines[node.lineno - 1] = head.replace(f" {node.name}", f" {name}", 1)
    return textwrap.dedent("".join(lines[first_line(node) - 1 : node.end_lineno])).lstrip("\n")


def decorator_name(mark):
    mark = mark.func if isinstance(mark, ast.Call) else mark
    return getattr(mark, "attr", getattr(mark, "id", ""))


def formula(text, tree, op, key, name):
    """What an op was given as its gradient for one input: a lambda, or a function of the file."""
    for call in [node for node in ast.walk(tree) if isinstance(node, ast.Call)]:
        if getattr(call.func, "attr", "") != "grad" or getattr(call.func.value, "id", "") != op:
            continue
        for word in call.keywords:
            if word.arg == key and isinstance(word.value, ast.Lambda):
                body = ast.get_source_segment(text, word.value.body)
                if "\n" in body:
                    body = ast.unparse(word.value.body)
                return f"def {name}({ast.unparse(word.value.args)}):\n    return {body}\n"
            if word.arg == key and isinstance(word.value, ast.Name):
                node = found(tree, word.value.id)
                return as_definition(text, node, name) if node is not None else ""
    return ""


def stub(text, shows=()):
    """A solution with the bodies taken out: first lines and docstrings stay, and statements that begin as one of `shows`."""
    lines, parts = text.splitlines(keepends=True), []
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef):
            parts.append("".join(emptied(lines, node, shows)))
        elif isinstance(node, ast.ClassDef):
            inner = [emptied(lines, one, shows) for one in node.body if isinstance(one, ast.FunctionDef)]
            head = "".join(lines[first_line(node) - 1 : first_line(node.body[0]) - 1])
            parts.append(head + "\n".join("".join(one) for one in inner))
    return "\n\n".join(parts)


def emptied(lines, node, shows):
    body = node.body[0]
    said = isinstance(body, ast.Expr) and isinstance(body.value, ast.Constant)
    end = body.end_lineno if said else first_line(body) - 1
    indent = " " * (node.col_offset + 4)
    if not said and body.lineno == node.lineno:  # a body on the same line
        return [
            *lines[first_line(node) - 1 : node.lineno - 1],
            ast.unparse(node).split("\n")[0] + "\n",
            f"{indent}...\n",
        ]
    found = lines[first_line(node) - 1 : end]
    for one in node.body[said:]:
        if lines[one.lineno - 1].strip().startswith(shows):
            found += lines[one.lineno - 1 : one.end_lineno]
        elif found[-1] != f"{indent}...\n":
            found.append(f"{indent}...\n")
    return found
