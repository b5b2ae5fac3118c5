"""What is said of a text by its look, and of what fails for certain, whatever the exercise is."""

import numpy as np
import pytest

from minitorch.course.define import A, Case
from minitorch.course.diagnosis import compare, errors
from minitorch.course.diagnosis.diagnose import is_clear
from minitorch.course.diagnosis.slips import slip
from minitorch.course.source import left_open

from .test_course_diagnoses import exercise, said

MEANS = exercise(
    "def means(rows, wanted):\n    found = []\n    for row in rows:\n        if row is None or not wanted(row):\n"
    "            continue\n        ordered = sorted(row)\n        found.append(sum(ordered) / len(ordered))\n    return found",
    [
        Case("means([[1, 3], None, [6, 2]], bool)", [2.0, 4.0], says="Look at the means."),
        Case("means([[4], [1, 1], [5]], lambda row: len(row) == 1)", [4.0, 5.0], says="Look at the means."),
    ],
)
START = "found = []\nfor row in rows:\n"
SKIP = "    if row is None or not wanted(row):\n        continue\n"
END = "    found.append(sum(row) / len(row))\nreturn found"


@pytest.mark.parametrize(
    "body, words",
    [
        (START + SKIP + "    sorted(row)\n    row += 1\n" + END, "What `sorted(row)` returns is thrown away here."),
        (
            START + SKIP + "    row.add(1)\n" + END,
            "What `row.add(1)` returns is thrown away here. `add_` changes a tensor in place; `add` returns a new one.",
        ),
        (START + SKIP + "    row == sorted(row)\n    row += 1\n" + END, "compares, and changes nothing: a single `=`"),
        (START + SKIP + "    row.real\n    row += 1\n" + END, "The value of `row.real` is thrown away here."),
        (
            START + END.replace("\nreturn", "\n    return"),
            "stands inside `for row in rows:`, and ends it in the first round",
        ),
        (
            START + "    if row is None:\n        return found\n    else:\n        break\nreturn found",
            "The loop `for row in rows:` always ends in its first round",
        ),
        (START[11:] + SKIP + "    yield sum(row)", "`yield` makes `means` a generator"),
    ],
)
def test_a_slip_is_named_before_what_is_said_of_the_fact(body, words):
    diagnosis = said(MEANS, body)
    assert words in diagnosis and not diagnosis.startswith("Look at the means.")


@pytest.mark.parametrize(
    "body",
    [
        START + SKIP + "    rows.pop()\n" + END,  # called for what it changes
        START + "    if sum(row) > 9:\n        rows.clear()\n        return\n" + END,
        "seen = set()\n" + START + "    seen.add(row)\n" + END,
        "rows = iter(rows)\nfirst = next(rows)\nreturn [first, *rows]",
        "pairs = zip(rows, rows)\nreturn [sum(a) for a, b in pairs]",
        START + SKIP + "    if sum(row) > 9:\n        return found\n" + END,
        "def each():\n    yield 1\nreturn list(each())",
        "try:\n    return [sum(row) for row in rows]\nexcept TypeError:\n    return []",
    ],
)
def test_what_only_looks_like_a_slip(body):
    text = "def means(rows, wanted):\n" + "".join(f"    {line}\n" for line in body.splitlines())
    assert slip(MEANS, text) == ""


def test_no_solution_of_the_course_has_a_slip():
    from .answers import EXERCISES

    assert [each.name for each in EXERCISES if slip(each, each.solution)] == []


ROOT = exercise(
    "def root(x):\n    if x < 0:\n        raise ValueError('no root')\n    return None if x == 0 else np.sqrt(np.array([x]))",
    [Case("root(4)", A([2.0]), says="Something else."), Case("root(0)", None), Case("root(-1)", raises=ValueError)],
)
REST = "return None if x == 0 else np.sqrt(np.array([x]))"


@pytest.mark.parametrize(
    "body, words",
    [
        (
            "if x < 0:\n    return ValueError('no root')\n" + REST,
            "The ValueError is returned like any value.",
        ),
        ("if x < 0:\n    raise TypeError('no root')\n" + REST, "Raise a ValueError here, not a TypeError"),
        ("return mt.tensor([2.0])", "It returns a Tensor where a NumPy array is expected"),
        (
            "return () if x == 0 else np.sqrt(np.array([x]))",
            "It returns a tuple, and for this input the answer is None.",
        ),
        ("return np.array([3.0])", "Something else."),
    ],
)
def test_what_holds_for_certain_goes_before_a_listed_mistake(body, words):
    assert words in said(ROOT, body)


def test_two_ways_to_change_in_place_are_one():
    what = exercise("def add(x, y):\n    x += y\n    return x", [Case("add(3, 4)", 7)])
    assert compare.place(what, "def add(x, y):\n    x.add_(y)\n    return x", {}) == ""
    found = compare.place(what, "def add(x, y):\n    x.mul_(y)\n    return x", {})
    assert found == "Look at `x.mul_(y)`."


def test_an_ellipsis_in_a_comparison_is_no_open_place():
    assert left_open("def f(i):\n    return i in (None, ...)\n") is None
    assert left_open("def f(i):\n    return i in ((None, 1), ...) or g(i)\n") is None
    assert left_open("def f(i):\n    x = ...\n    return i\n") == 2


@pytest.mark.parametrize(
    "make",
    [
        lambda: [held.pop(key) for held in [{1: 2, 3: 4}] for key in held],
        lambda: setattr(np.arange(6).reshape(2, 3).T, "shape", (6,)),
    ],
)
def test_errors_whose_words_are_clear(make):
    with pytest.raises((RuntimeError, AttributeError)) as caught:
        make()
    assert is_clear(caught.value) and errors.meaning(caught.value)
