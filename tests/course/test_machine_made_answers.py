"""Every exercise: wrong answers made by machine fail."""

import ast

import numpy as np
import pytest

from minitorch.course.check import check
from minitorch.course.facts import library_state, piece_from, run_facts, scope_for
from minitorch.course.limit import quiet
from minitorch.course.source import run
from minitorch.course.values import is_tensor

from .answers import EXERCISES, PATIENCE, attempt, each_exercise, soon

SIMPLE = ("return None", "raise ValueError('no')")
ENDLESS = {
    "does not end": "while True:\n    pass",
    "recurses": "return {name}({arguments})",
    "exits": "raise SystemExit",
}
SOME = EXERCISES[::7]  # what a check does to end is the same for all


def with_body(exercise, body):
    """The solution's definition with every function in it given this body."""
    tree = ast.parse(exercise.solution)
    node = tree.body[-1]
    functions = (
        [node]
        if isinstance(node, ast.FunctionDef)
        else [inner for inner in node.body if isinstance(inner, ast.FunctionDef)]
    )
    for function in functions:
        arguments = [argument.arg for argument in function.args.args]
        name = function.name if function is node else f"{node.name}.{function.name}"
        function.body = ast.parse(body.format(name=name, arguments=", ".join(arguments))).body
    return ast.unparse(tree) + "\n"


@each_exercise
def test_hopeless_answers_fail(exercise):
    for body in SIMPLE:
        assert attempt(exercise, with_body(exercise, body), explain=False).state == "not yet", body


@pytest.mark.parametrize("what", ENDLESS)
@pytest.mark.parametrize("exercise", SOME, ids=lambda exercise: exercise.name)
def test_answers_that_stop_the_check_fail_soon(exercise, what):
    result = soon(exercise, with_body(exercise, ENDLESS[what]), seconds=0.15 if what == "does not end" else 0.45)
    assert result.state == "not yet"


def last_node(exercise):
    return ast.parse(exercise.solution).body[-1]


each_function = pytest.mark.parametrize(
    "exercise", [e for e in EXERCISES if isinstance(last_node(e), ast.FunctionDef)], ids=lambda e: e.name
)


@each_function
def test_returning_the_input_fails(exercise):
    for argument in last_node(exercise).args.args:
        assert attempt(exercise, with_body(exercise, f"return {argument.arg}"), explain=False).state == "not yet"


def twist(change):
    """(function that applies `change` to every value in a result, list of the values it changed)."""
    changed = []

    def apply(value):
        if isinstance(value, tuple):
            return tuple(map(apply, value))
        new = change(value)
        if new is not value:
            changed.append(value)
        return new

    return apply, changed


def wrap(array):
    from minitorch._tensor import wrap

    return wrap(array)


TWISTS = {
    "NumPy for a tensor": lambda v: np.array(v._array) if is_tensor(v) else v,
    "a tensor for NumPy": lambda v: wrap(v) if isinstance(v, np.ndarray) else v,
    "a tensor for a number": lambda v: wrap(np.array(v)) if type(v) in (int, float) else v,
    "a list for a tuple": None,
    "one percent too much": lambda v: (
        v * 1.01 + 0.01 if is_tensor(v) and v.dtype.is_floating_point or isinstance(v, float | np.ndarray) else v
    ),
    "one too many": lambda v: v + 1 if type(v) is int else v,
    "a dimension too many": lambda v: wrap(v._array[None]) if is_tensor(v) else v,
    "another dtype": lambda v: wrap(v._array.astype("f8")) if is_tensor(v) and v._array.dtype == "f4" else v,
}


RIGHT = {  # what is right in another form, too: only the entries of these results are used, and the walk fits their dtype
    "gradients": ("a list for a tuple", "another dtype"),
    "grad_norms": ("a list for a tuple",),
    "save": ("a list for a tuple",),
    "signal": ("a list for a tuple",),
    "large_batch": ("a list for a tuple",),
    "multi_head": ("a list for a tuple",),
    "train_in_chunks": ("a list for a tuple",),
}


@each_function
def test_twisted_solutions_fail(exercise):
    for what in TWISTS:
        if what not in RIGHT.get(exercise.name, ()):
            check_twist(exercise, what)


def check_twist(exercise, what):
    """A twist that changes anything in what the solution returns makes an answer that is not accepted."""
    node = last_node(exercise)
    apply, changed = twist(TWISTS[what] or (lambda value: value))
    if what == "a list for a tuple":

        def apply(value):
            if isinstance(value, tuple):
                changed.append(value)
                return list(value)
            return value

    scope = dict(scope_for(exercise), _twist=apply, _solution=piece_from(exercise, exercise.solution))
    for covered in exercise.covered:  # the package's own are none of this answer's
        scope.pop(covered, None)
    names = [argument.arg for argument in node.args.args]
    names += [f"*{node.args.vararg.arg}"] if node.args.vararg else []
    names += [f"{argument.arg}={argument.arg}" for argument in node.args.kwonlyargs]
    call = ", ".join(names)
    text = f"def {node.name}({ast.unparse(node.args)}):\n    return _twist(_solution({call}))\n"
    piece = run(text, "<twisted>", scope)[node.name]
    with quiet(), library_state():
        alike = all(outcome.ok for outcome in run_facts(exercise, piece, PATIENCE, whole=False))
    if alike and changed:  # then it has to fail where the package calls it
        assert check(exercise, piece, text, explain=False).state == "not yet", what
