"""The one change that would make a wrong answer right: tried, and not guessed.

Changes of the kinds in `changes.py` are made in the learner's own text, one at a time, and run: first on the fact that
fails, then on all. One that makes every fact hold is where the mistake lies. Its place is named; what should stand there is
left to the learner.
"""

import ast
import functools
import sys

import numpy as np
from numpy.lib import stride_tricks
from numpy.lib.array_utils import byte_bounds

from .. import install
from ..facts import run_facts
from ..limit import Watch
from .changes import changes
from .steps import definitions, head_of, local_names, normal

AS_STRIDED = stride_tricks.as_strided
EACH = 0.05  # seconds for one trial at most: a change may make a loop without end


def place(exercise, text, scope, failed, seconds):
    """A sentence on the place where one change makes every fact hold; "" where none does, or no time is left.

    scope  the names of the notebook: the answer may use what other cells define    failed  the Outcome that is shown
    """
    watch = Watch()
    try:
        tree = definitions(exercise, text, scope)
    except (SyntaxError, OSError, TypeError):
        return ""
    scope = {name: inside if value is AS_STRIDED else value for name, value in scope.items()}
    stride_tricks.as_strided = inside
    try:
        with install.places_kept():
            return tried(exercise, tree, scope, failed, lambda: seconds - watch.spent())
    finally:
        stride_tricks.as_strided = AS_STRIDED


def inside(x, shape=None, strides=None, subok=False, writeable=True):
    """as_strided within the memory of x: a changed text that writes outside of it would end the process."""
    view = AS_STRIDED(x, shape, strides, subok, writeable)
    while hasattr(x.base, "base"):
        x = x.base
    (low, high), (first, last) = byte_bounds(x), byte_bounds(view)
    if view.size and not low <= first < last <= high:
        raise ValueError("a view beyond the memory of its array")
    return view


def tried(exercise, tree, scope, failed, left):
    right = known(exercise.solution)
    run = lines_run(exercise, tree, scope, failed.fact, left())

    @functools.cache
    def doubted(statement, function):
        return text_of(statement, function) not in right

    for sentence, edits in changes(tree, doubted):
        if left() <= 0:
            break
        if any(runs(owner, run) for owner, _, _ in edits) and makes_right(exercise, tree, edits, scope, failed, left):
            return sentence
    return ""


def runs(node, lines):
    """Whether any line of a node is among those that run; all are, where none is known."""
    return not lines or not hasattr(node, "lineno") or not lines.isdisjoint(range(node.lineno, node.end_lineno + 1))


def lines_run(exercise, tree, scope, fact, seconds):
    """The numbers of the lines that run when the fact is tried: a change of any other makes no difference to it."""
    found, before, file = set(), sys.gettrace(), "<traced answer>"

    def trace(frame, event, argument):
        if frame.f_code.co_filename != file:
            return None
        found.add(frame.f_lineno)
        return trace

    try:
        sys.settrace(trace)
        holds(exercise, compile(tree, file, "exec"), scope, [fact], seconds, each=seconds)
    finally:
        sys.settrace(before)
    return found


def makes_right(exercise, tree, edits, scope, failed, left):
    """Whether every fact holds for the tree with these edits; it is as before afterwards."""
    before = [(owner, field, getattr(owner, field)) for owner, field, _ in edits]
    for owner, field, value in edits:
        setattr(owner, field, value)
    try:
        for owner, _, _ in edits:
            ast.fix_missing_locations(owner)
        code = compile(tree, "<changed answer>", "exec")
        return all(holds(exercise, code, scope, facts, left()) for facts in ([failed.fact], exercise.facts))
    except (SyntaxError, ValueError, TypeError):  # a `return` outside of its function, an empty body
        return False
    finally:
        for owner, field, value in reversed(before):
            setattr(owner, field, value)


def known(solution):
    """The texts of the solution's statements, local names aside: where the learner has the same, nothing is amiss."""
    functions = [node for node in ast.walk(ast.parse(solution)) if isinstance(node, ast.FunctionDef)]
    return {text_of(one, node) for node in functions for one in ast.walk(node) if isinstance(one, ast.stmt)}


def text_of(statement, function):
    return normal(head_of(statement), local_names(function))


def holds(exercise, code, scope, facts, seconds, each=EACH):
    """Whether these facts hold for what the code defines."""
    own = dict(scope)
    try:
        exec(code, own)
        with np.errstate(divide="raise", invalid="raise"):  # 0 / 0 where a case was meant to be asked for is no way out
            outcomes = run_facts(exercise, own[exercise.piece_name], min(seconds, each * len(facts)), facts=facts)
    except Exception:  # what was changed may be wrong already when it is defined
        return False
    return all(outcome.ok for outcome in outcomes)
