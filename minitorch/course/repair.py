"""The one place of an answer which, changed, would put it right: found by changing it there and running the checks.

compare.py lays an answer beside the solution, and has nothing to say of one that goes its own way. Here the answer is laid
beside itself: each small change of KINDS is tried at each place of its text, and the first after which every check holds is
told. That is no guess. How to change it is left to the learner.
"""

import ast
import copy
import sys
import time

import numpy as np

from . import source
from .facts import piece_from, run_facts
from .steps import local_names, shown

SECONDS = (
    0.4  # of the processor, for all changes together: each runs the check that failed, and one that passes it runs all
)
UNWRAPPED = {
    "abs",
    "round",
    "int",
    "float",
    "bool",
    "str",
    "list",
    "tuple",
    "set",
    "sorted",
    "reversed",
    "len",
    "max",
    "min",
}
COMPARED = {
    ast.Lt: [ast.LtE, ast.Gt], ast.LtE: [ast.Lt, ast.GtE], ast.Gt: [ast.GtE, ast.Lt], ast.GtE: [ast.Gt, ast.LtE],
    ast.Eq: [ast.NotEq, ast.LtE, ast.GtE], ast.NotEq: [ast.Eq, ast.Lt, ast.Gt],
    ast.Is: [ast.IsNot], ast.IsNot: [ast.Is], ast.In: [ast.NotIn], ast.NotIn: [ast.In],
}  # fmt: skip
COMPUTED = {
    ast.Add: [ast.Sub, ast.Mult], ast.Sub: [ast.Add], ast.Mult: [ast.Div, ast.Add, ast.Pow], ast.Div: [ast.Mult, ast.FloorDiv],
    ast.FloorDiv: [ast.Div, ast.Mod], ast.Mod: [ast.FloorDiv], ast.Pow: [ast.Mult], ast.BitAnd: [ast.BitOr],
    ast.BitOr: [ast.BitAnd], ast.LShift: [ast.RShift], ast.RShift: [ast.LShift],
}  # fmt: skip


def place(exercise, text, scope, first, seconds=SECONDS):
    """A sentence on the place where a small change makes every check hold; "" where none does, or the time is over.

    scope  the names of the notebook: the answer may use what other cells define      first  the Outcome that is shown
    """
    deadline = time.process_time() + seconds
    try:
        whole = source.complete(text, scope, also=exercise.covered)
        tree = ast.parse(whole)
    except (SyntaxError, OSError, TypeError):
        return ""
    for sentence, changed in changed_in_one_place(tree, lines_run(exercise, whole, first.fact, seconds)):
        left = deadline - time.process_time()
        if left <= 0:
            return ""
        if _holds(exercise, changed, [first.fact], left) and _holds(exercise, changed, exercise.facts, left + seconds):
            return sentence
    return ""


def _holds(exercise, text, facts, seconds):
    try:
        with np.errstate(divide="raise", invalid="raise"):  # 0 / 0 where a case was meant to be asked for is no way out
            outcomes = run_facts(exercise, piece_from(exercise, text, "changed answer"), seconds, facts=facts)
    except Exception:  # a change may make nonsense of the text
        return False
    return all(outcome.ok for outcome in outcomes)


def lines_run(exercise, text, fact, seconds):
    """The numbers of the lines that run when the fact is tried: a change of any other makes no difference to it."""
    found, before = set(), sys.gettrace()

    def trace(frame, event, argument):
        if frame.f_code.co_filename != f"<traced answer {exercise.name}>":
            return None
        found.add(frame.f_lineno)
        return trace

    try:
        piece = piece_from(exercise, text, "traced answer")
        sys.settrace(trace)
        run_facts(exercise, piece, seconds, facts=[fact])
    except Exception:  # then none is known, and all are tried
        return set()
    finally:
        sys.settrace(before)
    return found


def changed_in_one_place(tree, run=()):
    """(sentence, the text with one change in it), one kind of change after the other; where `run` is given, in these lines."""
    lines = [
        one
        for function in tree.body
        if isinstance(function, ast.FunctionDef | ast.ClassDef)
        for one in ast.walk(function)
        if isinstance(one, ast.stmt) and (not run or not run.isdisjoint(range(one.lineno, one.end_lineno + 1)))
    ]
    for kind in KINDS:
        for line in lines:
            for sentence, *edits in kind(line):
                before = [(holder, name, getattr(holder, name)) for holder, name, _ in edits]
                for holder, name, value in edits:
                    setattr(holder, name, value)
                text = ast.unparse(copy.copy(tree))
                for holder, name, value in before:
                    setattr(holder, name, value)
                yield sentence, text


# --- kinds of changes: of a statement, (what to say, (the node that changes, its field, the new value), ...) ---


def truth(line):
    """`if x is not None` for `if x`."""
    for holder, name, node in _conditions(line):
        if isinstance(node, ast.Name | ast.Attribute):
            yield (
                f"`{shown(node)}`{_at(line, node)} is asked for its truth, and 0 and what is empty are false, too. Is None meant?",
                (holder, name, ast.Compare(node, [ast.IsNot()], [ast.Constant(None)])),
            )


def exact_class(line):
    """`isinstance(x, C)` for `type(x) is C`."""
    for holder, name, node in _places(line, ast.Compare):
        asked = node.left
        if isinstance(asked, ast.Call) and getattr(asked.func, "id", "") == "type" and len(asked.args) == 1:
            yield (
                f"`{shown(node)}` asks for the very class, and leaves out what is derived from it. Is isinstance meant?",
                (holder, name, ast.Call(ast.Name("isinstance"), [asked.args[0], node.comparators[0]], [])),
            )


def comparison(line):
    for _, _, node in _places(line, ast.Compare):
        for other in COMPARED.get(type(node.ops[0]), []) if len(node.ops) == 1 else []:
            yield f"Look at the comparison `{shown(node)}`{_at(line, node)}.", (node, "ops", [other()])


def way_round(line):
    for holder, name, node in _conditions(line):
        new = node.operand if isinstance(node, ast.UnaryOp) else ast.UnaryOp(ast.Not(), node)
        yield f"Is `{shown(node)}`{_at(line, node)} the right way round?", (holder, name, new)
    for _, _, node in _places(line, ast.BoolOp):
        other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield f"Is it `and` or `or` in `{shown(node)}`?", (node, "op", other)


def operator(line):
    for _, _, node in _places(line, ast.BinOp | ast.AugAssign):
        for other in COMPUTED.get(type(node.op), []):
            yield f"Look at the operator of `{shown(node)}`{_at(line, node)}.", (node, "op", other())


def sides(line):
    """The two sides of an operation; two arguments, or two in a tuple or list."""
    for _, _, node in _places(line, ast.BinOp | ast.Call | ast.Tuple | ast.List):
        if isinstance(node, ast.BinOp):
            yield (
                f"Is `{shown(node)}`{_at(line, node)} the right way round?",
                (node, "left", node.right),
                (node, "right", node.left),
            )
            continue
        name, what = ("args", "the arguments in ") if isinstance(node, ast.Call) else ("elts", "")
        items = getattr(node, name)
        for i in range(len(items) - 1 if len(items) < 5 else 0):
            turned = [*items[:i], items[i + 1], items[i], *items[i + 2 :]]
            yield f"Look at the order of {what}`{shown(node)}`{_at(line, node)}.", (node, name, turned)


def number(line):
    """Of a case that is singled out, `if n == 0`, another number would only switch the case off."""
    single = [node for _, _, node in _places(line, ast.Compare) if isinstance(node.ops[0], ast.Eq | ast.NotEq)]
    asked = [id(one) for node in single for one in (node.left, *node.comparators)]
    for _, _, node in _places(line, ast.Constant):
        if id(node) in asked:
            continue
        value = node.value
        others = [not value] if isinstance(value, bool) else [value + 1, value - 1] if isinstance(value, int) else []
        for other in others:
            yield f"Is `{shown(node)}` right{_at(line, node)}?", (node, "value", other)


def unwrapped(line):
    """x for abs(x), and for x.copy()."""
    for holder, name, node in _places(line, ast.Call):
        by_name = getattr(node.func, "id", "") in UNWRAPPED and len(node.args) == 1
        method = isinstance(node.func, ast.Attribute) and not node.args and not isinstance(holder, ast.Expr)
        if not node.keywords and (by_name or method):
            inner = node.args[0] if by_name else node.func.value
            yield (
                f"`{shown(node)}`{_at(line, node)} does more than it should to `{shown(inner)}`.",
                (holder, name, inner),
            )


def from_the_end(line):
    """A loop that takes something away, after which the places of the others are not what they were."""
    if isinstance(line, ast.For):
        backwards = ast.Call(ast.Name("reversed"), [ast.Call(ast.Name("list"), [line.iter], [])], [])
        yield (
            f"What `{shown(line)}` does to one changes the places of those that come after. From the last to the first?",
            (line, "iter", backwards),
        )


def order(line):
    """Two steps, one after the other."""
    for name, body in _bodies(line):
        for i in range(len(body) - 1):
            turned = [*body[:i], body[i + 1], body[i], *body[i + 2 :]]
            yield f"Look at the order of `{shown(body[i])}` and `{shown(body[i + 1])}`.", (line, name, turned)


def indentation(line):
    """The last step of a loop or an `if` that belongs behind it, and the step behind it that belongs inside."""
    for name, body in _bodies(line):
        for i, one in enumerate(body):
            inner = getattr(one, "body", [])
            if not isinstance(one, ast.For | ast.While | ast.If | ast.With) or getattr(one, "orelse", []):
                continue
            if len(inner) > 1:
                yield (
                    _indented(inner[-1], one),
                    (one, "body", inner[:-1]),
                    (line, name, [*body[: i + 1], inner[-1], *body[i + 1 :]]),
                )
            if i + 1 < len(body):
                yield (
                    _indented(body[i + 1], one),
                    (one, "body", [*inner, body[i + 1]]),
                    (line, name, [*body[: i + 1], *body[i + 2 :]]),
                )


def _indented(step, around):
    return f"Should `{shown(step)}` stand inside `{shown(around)}`? Look at how far it is indented."


def too_much(line):
    """A step that spoils what is right without it."""
    for name, body in _bodies(line):
        for i, one in enumerate(body if len(body) > 1 else []):
            if not isinstance(one, ast.Return | ast.FunctionDef):
                yield f"Is `{shown(one)}` needed? Look at what it does here.", (line, name, body[:i] + body[i + 1 :])


def another_name(line):
    """One of the function's own names for another."""
    for function in [line] if isinstance(line, ast.FunctionDef) else []:
        own = sorted(local_names(function))
        for inner in ast.walk(function):
            for node in [inner] if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Load) else []:
                statement = _statement_of(function, node)
                for other in own if node.id in own else []:
                    if other != node.id:
                        yield f"Is `{node.id}` right in `{shown(statement)}`?", (node, "id", other)


KINDS = [
    truth, exact_class, too_much, comparison, way_round, operator, sides, number, unwrapped, from_the_end, order, indentation,
    another_name,
]  # fmt: skip


# --- where in a statement ---


def _at(line, node):
    return "" if node is line else f" in `{shown(line)}`"


def _places(line, kinds):
    """(holder, its field, node) of the nodes of these kinds in a statement; of an `if` or a loop those of its head."""
    if isinstance(line, kinds):
        yield None, "", line
    waiting = [line]
    while waiting:
        parent = waiting.pop(0)
        for name, value in ast.iter_fields(parent):
            for slot, one in enumerate(value) if isinstance(value, list) else [(None, value)]:
                if isinstance(one, ast.AST) and not isinstance(one, ast.stmt | ast.ExceptHandler):
                    waiting.append(one)
                    if isinstance(one, kinds):
                        yield (parent, name, one) if slot is None else (_Slot(value, slot), "value", one)


def _conditions(line):
    """(holder, its field, node) of what decides: a condition, and what `and`, `or` and `not` join in it."""
    for _, _, node in _places(line, ast.If | ast.While | ast.IfExp):
        yield from _joined(node, "test")
    for _, _, node in _places(line, ast.comprehension):
        for i in range(len(node.ifs)):
            yield from _joined(_Slot(node.ifs, i), "value")


def _joined(holder, name):
    node = getattr(holder, name)
    yield holder, name, node
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield from _joined(node, "operand")
    if isinstance(node, ast.BoolOp):
        for i in range(len(node.values)):
            yield from _joined(_Slot(node.values, i), "value")


def _bodies(line):
    return [(name, getattr(line, name)) for name in ("body", "orelse") if isinstance(getattr(line, name, None), list)]


def _statement_of(function, node):
    """The innermost statement that an expression stands in."""
    found = [one for one in ast.walk(function) if isinstance(one, ast.stmt) and any(node is n for n in ast.walk(one))]
    return found[-1]


class _Slot:
    """A place in a list, read and set like a field."""

    def __init__(self, items, place):
        self.items, self.place = items, place

    @property
    def value(self):
        return self.items[self.place]

    @value.setter
    def value(self, new):
        self.items[self.place] = new
