"""Every exercise: its stub is not an attempt, and its solution passes."""

import ast
from collections import Counter

from minitorch.course.facts import piece_from, run_facts
from minitorch.course.install import locate

from .answers import EXERCISES, PATIENCE, attempt, each_exercise, soon


def test_names_are_unique():
    names = Counter(exercise.name for exercise in EXERCISES)
    assert [name for name, count in names.items() if count > 1] == []
    targets = Counter(exercise.target for exercise in EXERCISES if exercise.target)
    assert [target for target, count in targets.items() if count > 1] == []


@each_exercise
def test_is_complete(exercise):
    assert len(exercise.facts) >= 2
    assert any(fact.says or fact.looks for fact in exercise.facts)
    if exercise.target:
        assert locate(exercise.target)
    assert methods(exercise.solution) <= methods(exercise.stub)  # or an answer that fills in the stub lacks one


def methods(text):
    """The methods of the classes in a text, which an accepted answer puts into the package."""
    classes = [node for node in ast.parse(text).body if isinstance(node, ast.ClassDef)]
    return {(cls.name, node.name) for cls in classes for node in cls.body if isinstance(node, ast.FunctionDef)}


@each_exercise
def test_stub_is_not_attempted_and_passes_nothing(exercise):
    assert attempt(exercise, exercise.stub).state == "not attempted"
    text = exercise.stub + "\n# a comment changes nothing\n"
    assert attempt(exercise, text).state == "not attempted"
    assert not all(outcome.ok for outcome in run_facts(exercise, piece_from(exercise, exercise.stub), 0.5))


@each_exercise
def test_solution_passes_soon(exercise):
    result = soon(exercise, exercise.solution)
    if result.state != "passed":  # a busy machine may not have come to it in time
        result = attempt(exercise, exercise.solution, seconds=PATIENCE)
    assert result.state == "passed", (
        result.diagnosis,
        result.failed
        and (result.failed.fact.text, result.failed.error, result.failed.got, result.failed.difference.sentence),
    )


def test_a_type_error_is_not_blamed_on_parameters_that_are_right():
    exercise = next(one for one in EXERCISES if one.name == "fit")
    result = attempt(exercise, "def fit(g, edge):\n    raise TypeError('no')\n")
    assert "keep those parameters" not in result.diagnosis
    result = attempt(exercise, "def fit(g):\n    return g\n")
    assert "keep those parameters" in result.diagnosis
