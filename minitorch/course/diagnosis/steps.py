"""Functions and their statements as texts to compare, in which ways of writing that come to the same look the same."""

import ast
import copy
import textwrap

from .. import source

LEAVES = (ast.Return, ast.Raise, ast.Break, ast.Continue)
IN_PLACE = {"add_": ast.Add, "sub_": ast.Sub, "mul_": ast.Mult, "div_": ast.Div}
GATHERING = {"tuple", "list", "set", "any", "all", "sum", "sorted", "min", "max"}


def is_nothing(statement):
    """A docstring, `...`, `pass`, or a `return` without a value."""
    if isinstance(statement, ast.Expr):
        return isinstance(statement.value, ast.Constant)
    return isinstance(statement, ast.Pass) or (isinstance(statement, ast.Return) and statement.value is None)


def head_of(statement):
    """The statement without those that stand inside it."""
    head = copy.copy(statement)
    for field in ("body", "cases", "orelse", "finalbody", "handlers"):
        if isinstance(getattr(head, field, None), list):
            setattr(head, field, [ast.Pass()] if field == "body" else [])
    return head


def definitions(exercise, text, scope):
    """The learner's text as a tree, with the further definitions of the cell that belong to the exercise."""
    tree = ast.parse(textwrap.dedent(text))
    there = {getattr(node, "name", None) for node in tree.body}
    for name in exercise.covered:
        one = scope.get(name)
        if name not in there and callable(one) and not one.__module__.startswith("minitorch"):
            tree.body[:0] = ast.parse(source.definition_of(one)).body
    for node in tree.body:
        if hasattr(node, "decorator_list"):
            node.decorator_list = [mark for mark in node.decorator_list if not source.names_exercise(mark)]
    return ast.parse(ast.unparse(tree))  # with one count of lines


def functions(tree):
    """{name: function} of a tree; the methods of a class under "Class.method"."""
    found = {}
    for node in tree.body:
        inner, prefix = (node.body, f"{node.name}.") if isinstance(node, ast.ClassDef) else ([node], "")
        found |= {prefix + one.name: one for one in inner if isinstance(one, ast.FunctionDef)}
    return found


class Tidy(ast.NodeTransformer):
    """What makes no difference: tuple(... for ...) or tuple([...]), x.dim() or x.ndim, x.add_(y) or x += y, an error's words."""

    def visit_Call(self, node):
        self.generic_visit(node)
        name = getattr(node.func, "id", "")
        if name in GATHERING and len(node.args) == 1 and isinstance(node.args[0], ast.GeneratorExp):
            node.args = [ast.ListComp(node.args[0].elt, node.args[0].generators)]
        if name == "zip":
            node.keywords = [word for word in node.keywords if word.arg != "strict"]
        return ast.Attribute(node.func.value, "ndim", ast.Load()) if getattr(node.func, "attr", "") == "dim" else node

    def visit_Raise(self, node):
        return ast.Raise(getattr(node.exc, "func", node.exc), None)

    def visit_Expr(self, node):
        self.generic_visit(node)
        call = node.value
        name = getattr(getattr(call, "func", None), "attr", "")
        if name not in IN_PLACE or len(call.args) != 1 or call.keywords:
            return node
        target = copy.copy(call.func.value)
        target.ctx = ast.Store()
        return ast.AugAssign(target, IN_PLACE[name](), call.args[0])


def tidy(node):
    return Tidy().visit(copy.deepcopy(node))


def normal(statement, names):
    """A statement as text in which all local names are one."""
    statement = tidy(statement)
    for node in ast.walk(statement):
        if isinstance(node, ast.Name) and node.id in names:
            node.id = "_"
    return ast.dump(statement)


def shown(node):
    """The text of an expression, or the first line of a statement."""
    if isinstance(node, ast.Try):
        return "try:"
    text = ast.unparse(node).split("\n", 1)[0]
    return text if len(text) <= 70 else text[:67] + "..."


def local_names(function):
    stored = {node.id for node in ast.walk(function) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    return stored | set(arguments(function))


def arguments(function):
    given = function.args
    return [one.arg for one in (*given.posonlyargs, *given.args, given.vararg, *given.kwonlyargs, given.kwarg) if one]


def words_in(node):
    """The names, attributes and keywords that are used, each once, in their order."""
    found = [getattr(one, "id", getattr(one, "attr", getattr(one, "arg", None))) for one in ast.walk(node)]
    return [word for word in dict.fromkeys(found) if isinstance(word, str)]
