"""Small slips made in the solutions, one at a time: which of them do the facts let through?

    python -m tests.mutants            all exercises
    python -m tests.mutants 03         those of lesson 03
    python -m tests.mutants widen      one exercise

A survivor is a fact that is missing, or a change that makes no difference: somebody has to judge it.
"""

import ast
import copy
import difflib
import sys

from minitorch.course.check import check
from minitorch.course.facts import piece_from
from minitorch.course.syllabus import exercises_of, lessons

OTHER = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.Div: ast.Mult, ast.FloorDiv: ast.Div,
    ast.Pow: ast.Mult, ast.Mod: ast.FloorDiv, ast.MatMult: ast.Mult,
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
    ast.And: ast.Or, ast.Or: ast.And,
}  # fmt: skip


def changes(node):
    """Functions that each make one slip in this node; one returns the node to put in its place."""
    if isinstance(node, ast.BinOp | ast.BoolOp | ast.AugAssign) and type(node.op) in OTHER:
        yield lambda n: setattr(n, "op", OTHER[type(n.op)]()) or n
    if isinstance(node, ast.BinOp):
        yield lambda n: n.left
        yield lambda n: n.right
        if isinstance(node.op, ast.Sub | ast.Div | ast.MatMult):
            yield lambda n: ast.BinOp(n.right, n.op, n.left)
    if isinstance(node, ast.Compare):
        yield lambda n: setattr(n, "ops", [OTHER[type(n.ops[0])](), *n.ops[1:]]) or n
    if isinstance(node, ast.UnaryOp):
        yield lambda n: n.operand
    if isinstance(node, ast.Constant) and type(node.value) in (int, float):
        yield lambda n: ast.Constant(n.value + 1)
        yield lambda n: ast.Constant(n.value - 1)
    if isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield lambda n: ast.Constant(not n.value)
    if isinstance(node, ast.IfExp):
        yield lambda n: n.body
        yield lambda n: n.orelse
    if isinstance(node, ast.If | ast.While):
        yield lambda n: setattr(n, "test", ast.Constant(False)) or n
    if isinstance(node, ast.If):
        yield lambda n: setattr(n, "test", ast.Constant(True)) or n
    if isinstance(node, ast.Call):
        for place in range(len(node.keywords)):
            yield lambda n, place=place: n.keywords.pop(place) and n
        if len(node.args) > 1:
            yield lambda n: setattr(n, "args", n.args[::-1]) or n
        if isinstance(node.func, ast.Attribute):
            yield lambda n: n.func.value
        elif len(node.args) == 1:
            yield lambda n: n.args[0]
    if isinstance(node, ast.Expr | ast.Assign | ast.AugAssign | ast.Raise):
        yield lambda n: ast.Pass()


def mutants(source):
    """Every text with one slip."""
    tree = ast.parse(source)
    for place, node in enumerate(ast.walk(tree)):
        for change in changes(node):
            new = copy.deepcopy(tree)
            target = list(ast.walk(new))[place]
            parent = next((p for p in ast.walk(new) if target in ast.iter_child_nodes(p)), None)
            if parent is None or isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
                continue
            put = change(target)
            for field, value in ast.iter_fields(parent):
                if value is target:
                    setattr(parent, field, put)
                elif isinstance(value, list) and any(item is target for item in value):
                    setattr(parent, field, [put if item is target else item for item in value])
            try:
                yield ast.unparse(ast.fix_missing_locations(new)) + "\n"
            except Exception:  # a slip that is not Python
                continue


def survivors(exercise):
    before = ast.unparse(ast.parse(exercise.solution)) + "\n"
    for text in dict.fromkeys(mutants(exercise.solution)):
        try:
            piece = piece_from(exercise, text)
        except Exception:
            continue
        if text != before and check(exercise, piece, seconds=0.3, explain=False).state == "passed":
            lines = difflib.unified_diff(before.splitlines(), text.splitlines(), lineterm="", n=0)
            yield [line for line in lines if line[:1] in "+-" and line[:3] not in ("+++", "---")]


def main(wanted):
    for one in lessons():
        for exercise in exercises_of(one.number):
            if not wanted or exercise.name in wanted or f"{one.number:02d}" in wanted:
                found = list(survivors(exercise))
                print(f"{exercise.name}: {len(found)} slips get through")
                for lines in found:
                    print("\n".join("    " + line for line in lines) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
