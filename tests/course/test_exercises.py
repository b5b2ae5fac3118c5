"""Every exercise: its stub is not an attempt, its solution passes, each known wrong answer gets its own
diagnosis, and
wrong answers made by machine fail too."""

import ast
import time
from collections import Counter

import numpy as np
import pytest

from minitorch.course.check import check
from minitorch.course.facts import piece_from, run_facts, scope_for
from minitorch.course.install import locate
from minitorch.course.source import run
from minitorch.course.syllabus import exercises_of, lessons
from minitorch.course.values import is_tensor

EXERCISES = [exercise for one in lessons() for exercise in exercises_of(one.number)]
PATIENCE = 20  # seconds on a busy machine
each_exercise = pytest.mark.parametrize("exercise", EXERCISES, ids=lambda exercise: exercise.name)


def attempt(exercise, text, **options):
    return check(exercise, piece_from(exercise, text), text, **options)


def test_names_are_unique():
    names = Counter(exercise.name for exercise in EXERCISES)
    assert [name for name, count in names.items() if count > 1] == []
    targets = Counter(exercise.target for exercise in EXERCISES if exercise.target)
    assert [target for target, count in targets.items() if count > 1] == []


@each_exercise
def test_is_complete(exercise):
    assert len(exercise.wrong) >= 3
    assert len({wrong.says for wrong in exercise.wrong}) == len(exercise.wrong)
    assert len(exercise.facts) >= 3
    if exercise.target:
        assert locate(exercise.target)


@each_exercise
def test_stub_is_not_attempted_and_passes_nothing(exercise):
    assert attempt(exercise, exercise.stub).state == "not attempted"
    text = exercise.stub + "\n# a comment changes nothing\n"
    assert attempt(exercise, text).state == "not attempted"
    assert not all(outcome.ok for outcome in run_facts(exercise, piece_from(exercise, exercise.stub), 0.5))


@each_exercise
def test_solution_passes_in_under_a_second(exercise):
    start = time.process_time()  # not the clock's: other programs take their share of it
    result = attempt(exercise, exercise.solution)
    spent = time.process_time() - start
    if result.state != "passed":  # a busy machine may not have come to it in time
        result = attempt(exercise, exercise.solution, seconds=PATIENCE)
    assert result.state == "passed", (
        result.diagnosis,
        result.failed
        and (result.failed.shown, result.failed.error, result.failed.got, result.failed.difference.sentence),
    )
    assert spent < 1


@pytest.mark.parametrize(
    "exercise, wrong",
    [(exercise, wrong) for exercise in EXERCISES for wrong in exercise.wrong],
    ids=lambda value: getattr(value, "name", None) or value.says[:40],
)
def test_wrong_answer_gets_its_own_diagnosis(exercise, wrong):
    start = time.process_time()
    result = attempt(exercise, wrong.source)
    assert time.process_time() - start < 1.2
    if result.diagnosis != wrong.says:  # a busy machine may not have come to it in time
        result = attempt(exercise, wrong.source, seconds=PATIENCE)
    assert result.state == "not yet"
    assert result.diagnosis == wrong.says


def test_a_type_error_is_not_blamed_on_parameters_that_are_right():
    exercise = next(one for one in EXERCISES if one.name == "to")
    result = attempt(exercise, "def to(self, *args, **kwargs):\n    raise TypeError('no')\n")
    assert "keep those parameters" not in result.diagnosis
    result = attempt(exercise, "def to(self):\n    return self\n")
    assert "keep those parameters" in result.diagnosis


# --- wrong answers made by machine ---

BODIES = {
    "returns None": "return None",
    "raises": "raise ValueError('no')",
    "does not end": "while True:\n    pass",
    "recurses": "return {name}({arguments})",
    "exits": "raise SystemExit",
}


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
@pytest.mark.parametrize("what", BODIES)
def test_hopeless_answers_fail(exercise, what):
    start = time.process_time()
    result = attempt(exercise, with_body(exercise, BODIES[what]), seconds=0.15 if what == "does not end" else 0.6)
    assert result.state == "not yet"
    assert time.process_time() - start < 1


def last_node(exercise):
    return ast.parse(exercise.solution).body[-1]


each_function = pytest.mark.parametrize(
    "exercise", [e for e in EXERCISES if isinstance(last_node(e), ast.FunctionDef)], ids=lambda e: e.name
)


@each_function
def test_returning_the_input_fails(exercise):
    for argument in last_node(exercise).args.args:
        assert attempt(exercise, with_body(exercise, f"return {argument.arg}")).state == "not yet"


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


@each_function
def test_twisted_solutions_fail(exercise):
    for what in TWISTS:
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
    names = [argument.arg for argument in node.args.args]
    names += [f"*{node.args.vararg.arg}"] if node.args.vararg else []
    names += [f"{argument.arg}={argument.arg}" for argument in node.args.kwonlyargs]
    call = ", ".join(names)
    text = f"def {node.name}({ast.unparse(node.args)}):\n    return _twist(_solution({call}))\n"
    result = check(exercise, run(text, "<twisted>", scope)[node.name], text)
    assert not changed or result.state == "not yet", what
