"""A function as a list of steps, one for each statement, in which ways of writing that come to the same look the same.

That is what two answers are compared by, see compare.py.
"""

import ast
import copy
import re
from difflib import SequenceMatcher

LEAVES = (ast.Return, ast.Raise, ast.Break, ast.Continue)
IN_PLACE = {"add_": ast.Add, "sub_": ast.Sub, "mul_": ast.Mult, "div_": ast.Div}
GATHERING = {"tuple", "list", "set", "any", "all", "sum", "sorted", "min", "max"}


class Step:
    """A statement; of an `if` or a loop its head alone.

    parent  the step that it stands in, or None      part  "body", "orelse" ... of the parent
    """

    def __init__(self, node, parent, part):
        self.node, self.parent, self.part = node, parent, part


def steps(body, parent=None, part="body"):
    """The steps of a body in order, those inside others too."""
    found = []
    for place, one in enumerate(body):
        if is_nothing(one):
            continue
        if isinstance(one, ast.Return) and isinstance(one.value, ast.IfExp):  # as an `if` with a return on each side
            choice = one.value
            first, second = ast.Return(choice.body), ast.Return(choice.orelse)
            return found + steps([ast.If(choice.test, [first], []), second, *body[place + 1 :]], parent, part)
        rest = getattr(one, "orelse", None) or body[place + 1 :]
        if (
            is_negative(one)
            and len(rest) == 1
            and isinstance(rest[0], ast.Return)
            and isinstance(one.body[0], ast.Return)
        ):
            return found + steps([ast.If(opposite(one.test), rest, []), one.body[0]], parent, part)
        step = Step(head_of(one), parent, part)
        found.append(step)
        for field in ("body", "handlers", "orelse", "finalbody"):
            inner = getattr(one, field, None)
            if not isinstance(inner, list):
                continue
            if field == "orelse" and isinstance(one, ast.If) and leaves(one.body):
                found += steps(inner, parent, part)  # behind a `return` it is the same with `else` and without
            else:
                found += steps(inner, step, field)
    return found


def without_guards(node):
    """A copy of a function or loop in which `if ...: return` (in a loop `continue`) holds the rest of the body, turned round."""
    node = copy.copy(node)
    leave = ast.Return if isinstance(node, ast.FunctionDef) else ast.Continue
    body = [without_guards(one) if isinstance(one, ast.For | ast.While) else inwards(one) for one in node.body]
    for place in reversed(range(len(body) - 1)):
        if is_guard(body[place], leave):
            turned = ast.If(negated(body[place].test), body[place + 1 :], [])
            turned.written, turned.test.written = body[place], body[place].test  # what is shown of it
            body[place:] = [turned]
    node.body = body
    return node


def inwards(statement):
    """An `if not (... or ...)` with the `not` taken into the parentheses."""
    test = getattr(statement, "test", None)
    if (
        not isinstance(test, ast.UnaryOp)
        or not isinstance(test.op, ast.Not)
        or not isinstance(test.operand, ast.BoolOp)
    ):
        return statement
    changed = copy.copy(statement)
    changed.test = negated(test.operand)
    changed.written, changed.test.written = statement, test
    return changed


def guards(node):
    """How many such cases there are in a function."""
    return sum(is_guard(one, ast.Return | ast.Continue) for one in ast.walk(node))


def is_guard(statement, leave):
    only = statement.body[0] if isinstance(statement, ast.If) and len(statement.body) == 1 else None
    return isinstance(only, leave) and getattr(only, "value", None) is None and not statement.orelse


def negated(test):
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return copy.copy(test.operand)
    if isinstance(test, ast.BoolOp):
        other = ast.And() if isinstance(test.op, ast.Or) else ast.Or()
        return ast.BoolOp(other, [negated(one) for one in test.values])
    if isinstance(test, ast.Compare) and len(test.ops) == 1:
        for one, other in OPPOSITE.items():
            for is_this, instead in ((one, other), (other, one)):
                if type(test.ops[0]) is is_this:
                    return ast.Compare(test.left, [instead()], test.comparators)
    return ast.UnaryOp(ast.Not(), test)


OPPOSITE = {ast.IsNot: ast.Is, ast.NotEq: ast.Eq, ast.NotIn: ast.In}


def is_negative(statement):
    """An `if not ...`, or with `is not`, `!=` or `not in`."""
    test = getattr(statement, "test", None) if isinstance(statement, ast.If) else None
    if isinstance(test, ast.Compare):
        return len(test.ops) == 1 and type(test.ops[0]) in OPPOSITE
    return isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not)


def opposite(test):
    if isinstance(test, ast.UnaryOp):
        return test.operand
    return ast.Compare(test.left, [OPPOSITE[type(test.ops[0])]()], test.comparators)


def is_nothing(statement):
    """A docstring, `...`, `pass`, or a `return` without a value."""
    if isinstance(statement, ast.Expr):
        return isinstance(statement.value, ast.Constant)
    return isinstance(statement, ast.Pass) or (isinstance(statement, ast.Return) and statement.value is None)


def leaves(body):
    return isinstance(body[-1], LEAVES)


def head_of(statement):
    if not isinstance(getattr(statement, "body", None), list):
        return statement
    head = copy.copy(statement)
    head.body = [ast.Pass()]
    for field in ("orelse", "finalbody", "handlers"):
        if hasattr(head, field):
            setattr(head, field, [])
    return head


class Tidy(ast.NodeTransformer):
    """What makes no difference: tuple(... for ...) or tuple([...]), the `strict` of a zip, x.add_(y) or x += y."""

    def visit_Call(self, node):
        self.generic_visit(node)
        name = getattr(node.func, "id", "")
        if name in GATHERING and len(node.args) == 1 and isinstance(node.args[0], ast.GeneratorExp):
            node.args = [ast.ListComp(node.args[0].elt, node.args[0].generators)]
        if name == "zip":
            node.keywords = [word for word in node.keywords if word.arg != "strict"]
        return node

    def visit_Expr(self, node):
        self.generic_visit(node)
        call = node.value
        name = getattr(getattr(call, "func", None), "attr", "")
        if name not in IN_PLACE or len(call.args) != 1 or call.keywords:
            return node
        target = copy.copy(call.func.value)
        target.ctx = ast.Store()
        changed = ast.copy_location(ast.AugAssign(target, IN_PLACE[name](), call.args[0]), node)
        changed.written = node
        return changed


def normal(statement, names):
    """A statement as text in which all local names are one."""
    statement = copy.deepcopy(statement)
    for node in ast.walk(statement):
        if isinstance(node, ast.Name) and node.id in names:
            node.id = "_"
    return ast.dump(statement)


def laid_beside(mine, right):
    """[(place, place)] of the texts that belong together, either None where there is no partner; most alike in all."""
    words = [[re.findall(r"\w+", text) for text in texts] for texts in (mine, right)]

    def alike(i, j):
        if mine[i].split("(", 1)[0] != right[j].split("(", 1)[0]:  # an `if` and a loop
            return 0
        ratio = SequenceMatcher(None, words[0][i], words[1][j], autojunk=False).ratio()
        return ratio if ratio >= 0.6 else 0

    best: dict = {(len(mine), j): (0, [(None, k) for k in range(j, len(right))]) for j in range(len(right) + 1)}
    for i in reversed(range(len(mine))):
        best[i, len(right)] = 0, [(k, None) for k in range(i, len(mine))]
        for j in reversed(range(len(right))):
            (skip, without), (leave, with_more) = best[i + 1, j], best[i, j + 1]
            best[i, j] = (skip, [(i, None), *without]) if skip >= leave else (leave, [(None, j), *with_more])
            if alike(i, j) and alike(i, j) + best[i + 1, j + 1][0] >= best[i, j][0]:
                best[i, j] = alike(i, j) + best[i + 1, j + 1][0], [(i, j), *best[i + 1, j + 1][1]]
    return best[0, 0][1]


def ancestors(step):
    found = []
    while step is not None:
        step = step.parent
        found.append(step)
    return found


def shown(node):
    """The text of an expression, or the first line of a statement."""
    if isinstance(node, ast.Try):
        return "try:"
    node = getattr(node, "written", node)
    text = ast.unparse(node).split("\n", 1)[0]
    return text if len(text) <= 70 else text[:67] + "..."


def local_names(function):
    stored = {node.id for node in ast.walk(function) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    return stored | set(arguments(function))


def arguments(function):
    given = function.args
    return [one.arg for one in (*given.posonlyargs, *given.args, given.vararg, *given.kwonlyargs, given.kwarg) if one]


def keywords(call):
    return {word.arg: None for word in call.keywords}


def words_in(node):
    """The names and attributes that are used, each once, in their order."""
    found = [getattr(one, "id", getattr(one, "attr", None)) for one in ast.walk(node)]
    return [word for word in dict.fromkeys(found) if isinstance(word, str)]


def is_not_of(one, other):
    """Whether `one` is `not other`."""
    return isinstance(one, ast.UnaryOp) and isinstance(one.op, ast.Not) and ast.dump(one.operand) == ast.dump(other)
