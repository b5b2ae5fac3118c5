"""A rule that looks at the case alone gives way where the answer itself tells what is wrong."""

import pytest

from minitorch.course.define import Case, T
from minitorch.course.values import compare

from .test_course_diagnoses import exercise, plainly, said

HALF = exercise(
    "def half(x):\n    return x // 2",
    [Case("half(6)", 3, says="Half of 6 is 3."), Case("half('a')", raises=TypeError)],
)
NORM = exercise(
    "def norm(x):\n    return (x * x).sum()",
    [
        Case("norm(mt.tensor([3.0, 4.0]))", T(25.0), says="The squares of 3 and 4 are 25."),
        Case("norm(mt.tensor([]))", raises=ValueError),
    ],
)


@pytest.mark.parametrize(
    "what, body, words",
    [
        (HALF, "return x / 2", "It returns a float, and an int is expected. `/` gives a float, and `//` an int."),
        (HALF, "return y", "name 'y' is not defined"),
        (HALF, "a, b = x\nreturn a", "Something of type int is gone through or unpacked"),
        (HALF, "return (lambda: x)(x)", "The arguments of a call do not fit"),
        (HALF, "return x.half", "Half of 6 is 3."),
        (NORM, "if x:\n    return x.sum()", "asks whether a tensor of several elements is true"),
        (NORM, "return (x * x).sum().item()", "It returns a float, and a tensor is expected."),
        (NORM, "return norm(x)", "It calls itself again and again."),
        (NORM, "return mt.exp(x).sum() / 7", "The squares of 3 and 4 are 25."),
    ],
)
def test_what_the_answer_tells_by_itself_goes_before_what_the_case_is_about(what, body, words):
    text = said(what, body)
    assert words in text and (words[:4] in ("Half", "The ") or what.facts[0].says not in text)


@pytest.mark.parametrize(
    "body, words",
    [
        ("assert isinstance(x, int)\nreturn x // 2", "`assert` raises an AssertionError"),
        ("if x == 'a':\n    return mt.ones(2).view(3)\nreturn x // 2", "Your code stops earlier, with"),
        ("if x == 'a':\n    raise ValueError('no')\nreturn x // 2", "Raise a TypeError here, not a ValueError"),
    ],
)
def test_an_error_of_the_package_is_not_called_the_learners_own(body, words):
    assert words in plainly(HALF, body)


def test_a_module_without_forward_is_no_stub_left_standing():
    assert "NotImplementedError" not in said(NORM, "return mt.nn.ModuleList()(x)")


def test_what_comes_back_as_none_is_told_from_what_is_none_in_the_code():
    listed = exercise("def listed(x):\n    return x + x", [Case("listed(mt.ones(2)).tolist()", [2.0, 2.0])])
    assert said(listed, "x + x").startswith("Your code returns None here")
    assert said(listed, "y = None\nreturn y.item()").startswith("Something is None where your code uses it")


def test_a_leaf_that_is_changed_in_place():
    what = exercise("def twice(x):\n    return x * 2", [Case("twice(mt.ones(1, requires_grad=True)).item()", 2.0)])
    assert "A leaf that requires a gradient is changed in place" in said(what, "x *= 2\nreturn x")


def test_the_order_of_the_keys_does_not_count():
    assert compare({"a": 1, "b": [2]}, {"b": [2], "a": 1}) is None
    assert "the keys are" in compare({"a": 1}, {"a": 1, "b": 2}).sentence
