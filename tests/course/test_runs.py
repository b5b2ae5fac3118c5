"""Where a run parts from the solution's: the calls that are noted, and what is said of the first that differs."""

import pytest

from minitorch.course.check import check
from minitorch.course.diagnosis import runs
from minitorch.course.diagnosis.runs import Call, first_difference
from minitorch.course.facts import piece_from
from minitorch.course.limit import quiet
from minitorch.course.syllabus import exercise_named


def calls(*names):
    return [Call(name, {"x": name}) for name in names]


@pytest.mark.parametrize(
    "mine, right, said",
    [
        ("ab", "ab", ""),
        ("ab", "abc", "Here the solution calls `c` after `b`, and yours does not."),
        ("acb", "ab", "Here yours calls `c` after `a`, and the solution does not."),
        ("ac", "ab", "Here yours calls `c` where the solution calls `b`."),
        ("a", "aaa", "Here the solution calls `a` 3 times, and yours once."),
        ("baa", "ba", "Here yours calls `a` twice, and the solution once."),
    ],
)
def test_the_first_call_that_differs_is_named(mine, right, said):
    assert first_difference(calls(*mine), calls(*right), stopped=False) == said


def test_a_run_that_stopped_is_not_told_what_it_could_not_come_to():
    assert first_difference(calls(*"ab"), calls(*"abcd"), stopped=True) == ""
    assert "where the solution calls `b`" in first_difference(calls(*"ae"), calls(*"abcd"), stopped=True)


def test_an_argument_that_differs_is_shown():
    mine, right = [Call("a"), Call("f", {"x": "1", "y": "2"})], [Call("a"), Call("f", {"x": "1", "y": "3"})]
    assert first_difference(mine, right, False) == "Here `f` is given `2` as `y`, and in the solution `3`."
    long = "[" + "1, " * 40
    mine, right = [Call("f", {"x": long + "2]"})], [Call("f", {"x": long + "3]"})]
    assert first_difference(mine, right, False) == "Here `f` is given another `x` than in the solution."
    assert first_difference([Call("f", {"x": "[1, 2]"})], [Call("f", {"x": "(1, 2)"})], False) == ""


@pytest.fixture
def said():
    """What is said of an answer's run, at the first check that does not hold."""

    def of(name, text):
        what = exercise_named(name)
        piece = piece_from(what, text)
        result = check(what, piece, text)
        with quiet():
            return runs.parting(what, piece, result.failed, 5)

    return of


def changed(name, old, new):
    text = exercise_named(name).solution
    assert old in text
    return text.replace(old, new)


def test_a_hook_that_is_given_the_value_of_the_beginning(said):
    text = changed("announce", "hook(module, name, value)", "hook(module, name, given)")
    text = text.replace("    for hook in", "    given = value\n    for hook in", 1)
    assert "is given `tensor([1., 1.])` as" in said("announce", text)


def test_a_right_answer_parts_nowhere():
    what = exercise_named("announce")
    result = check(what, piece_from(what, what.solution), what.solution)
    for outcome in result.outcomes:
        with quiet():
            assert runs.parting(what, piece_from(what, what.solution), outcome, 5) == ""


def test_an_operator_goes_by_its_sign(said):
    text = changed("linear_step", "weight.t()", "weight")
    assert said("linear_step", text) == "Here the solution calls `t`, and yours does not."


def test_an_assignment_in_place_goes_by_the_name_of_its_method(said):
    text = changed("batch_norm", "self.num_batches_tracked.add_(1)", "self.num_batches_tracked += 1")
    what = exercise_named("batch_norm")
    piece = piece_from(what, text)
    for outcome in check(what, piece, text).outcomes:
        with quiet():
            assert "+=" not in runs.parting(what, piece, outcome, 5)
    whole = "keeper._grad = g.clone() if keeper._grad is None else keeper._grad + g"
    text = changed(
        "NodeHooks",
        whole,
        f"if keeper._grad is not None:\n{16 * ' '}keeper._grad += g\n{12 * ' '}else:\n{16 * ' '}" + whole,
    )
    assert said("NodeHooks", text) == "Here yours calls `add_` where the solution calls `add`."


def test_a_call_at_another_place_is_not_called_missing():
    assert first_difference(calls(*"bac"), calls(*"abc"), False) == "Here yours calls `a` later than the solution."
    assert first_difference(calls(*"cab"), calls(*"abc"), False) == "Here yours calls `c` earlier than the solution."


def test_how_a_function_of_the_answers_own_is_called_is_of_no_account(said):
    text = changed("watch_silent", "forward_hook(hook)", "forward_hook(count)").replace("def hook(", "def count(")
    what = exercise_named("watch_silent")
    outcomes = check(what, piece_from(what, text), text).outcomes
    for outcome in outcomes:
        assert outcome.error is None
        with quiet():
            assert runs.parting(what, piece_from(what, text), outcome, 5) == ""
