"""The one place of an answer that goes its own way: what is changed there makes every check hold."""

import ast

import numpy as np
import pytest

from minitorch.course.define import Case
from minitorch.course.diagnosis import changes, repair
from minitorch.course.facts import run_facts

from .test_course_diagnoses import exercise, said

PICK = exercise(
    "def pick(items, limit=None):\n    return items if limit is None else [x for x in items if abs(x) < limit]",
    [
        Case("pick([3, -1, 2])", [3, -1, 2]),
        Case("pick([3, -1, 2], 3)", [-1, 2]),
        Case("pick([3, -1, 0], 0)", []),
        Case("pick([1, -4, 2], 4)", [1, 2]),
    ],
)


@pytest.mark.parametrize(
    "body, words",
    [
        (
            "kept = []\nfor x in items:\n    if not limit or abs(x) < limit:\n        kept.append(x)\nreturn kept",
            "`limit` in `if not limit or abs(x) < limit:` is false for 0 and for what is empty, too.",
        ),
        (
            "kept = []\nfor x in items:\n    if limit is None or abs(x) <= limit:\n        kept.append(x)\nreturn kept",
            "Look at the comparison `abs(x) <= limit` in `if limit is None or abs(x) <= limit:`.",
        ),
        (
            "kept = []\nfor x in items:\n    if limit is None and abs(x) < limit:\n        kept.append(x)\nreturn kept",
            "Is it `and` or `or` in `limit is None and abs(x) < limit`?",
        ),
        (
            "kept = []\nfor x in items:\n    if limit is None or abs(x) < limit:\n        kept.append(x)\n    return kept",
            "`return kept` stands inside `for x in items:`, and ends it in the first round.",
        ),
        (
            "kept = []\nfor x in items[1:]:\n    if limit is None or abs(x) < limit:\n        kept.append(x)\nreturn kept",
            "Is `1` right in `for x in items[1:]:`?",
        ),
        (
            "kept = []\nfor x in items:\n    if limit is None or abs(x) < limit:\n        kept.append(abs(x))\nreturn kept",
            "Is `abs(x)` right in `kept.append(abs(x))`, or `x`?",
        ),
        (
            "kept = []\nfor x in items:\n    if limit is None or abs(x) < limit:\n        kept.append(x)\nkept.sort()\nreturn kept",
            "Is `kept.sort()` needed?",
        ),
        (
            "kept = []\nfor x in items:\n    if limit is None or abs(x) < limit:\n        kept.append(limit)\nreturn kept",
            "Is `limit` right in `kept.append(limit)`?",
        ),
        ("def small(limit, x):\n    return abs(x) < limit\nreturn [x for x in items if limit is None or small(x, limit)]",
         "Look at the order of the arguments in `small(x, limit)`"),
        ("kept = [x for x in items if limit is None or x < limit]\nkept = [x for x in kept if type(x) is bool]\nreturn kept", ""),
    ],
)  # fmt: skip
def test_the_place_is_named_when_a_change_there_makes_every_check_hold(body, words):
    assert words in said(PICK, body) if words else "Look at" not in said(PICK, body)


def test_the_very_class_is_asked_for():
    what = exercise(
        "def is_whole(x):\n    return isinstance(x, int)", [Case("is_whole(3)", True), Case("is_whole(True)", True)]
    )
    assert "Is isinstance meant?" in said(what, "answer = False\nif type(x) is int:\n    answer = True\nreturn answer")


def test_changes_leave_the_text_as_it_was():
    text = ast.unparse(ast.parse(PICK.solution))
    tree = ast.parse(text)
    tried = list(changes.changes(tree))
    assert len(tried) > 5
    with_one = []
    for _, edits in tried:
        before = [getattr(owner, field) for owner, field, _ in edits]
        for owner, field, value in edits:
            setattr(owner, field, value)
        with_one.append(ast.unparse(tree))
        for (owner, field, _), value in zip(edits, before, strict=True):
            setattr(owner, field, value)
    assert text not in with_one
    assert ast.unparse(tree) == text


@pytest.mark.parametrize(
    "shape, strides, good",
    [
        ((2, 3), (8, 8), True),
        ((2, 2), (16, 16), False),
        ((2,), (-8,), False),
        ((0, 9), (8, 8), True),
        ((4,), (16,), False),
    ],
)
def test_a_view_of_a_changed_text_stays_inside_its_array(shape, strides, good):
    if good:
        assert repair.inside(np.zeros(4), shape, strides).shape == shape
        return
    with pytest.raises(ValueError, match="beyond the memory"):
        repair.inside(np.zeros(4), shape, strides)


def test_a_view_of_a_view_may_show_what_its_memory_has():
    x = np.arange(6.0)
    once = repair.inside(x[3:], (2,), (-8,))
    assert once.tolist() == [3.0, 2.0]
    assert repair.inside(once, (3,), (8,)).tolist() == [3.0, 4.0, 5.0]


@pytest.mark.parametrize("place", ["np.lib.stride_tricks.as_strided", "as_strided"])
def test_no_changed_text_writes_outside_of_an_array(place, monkeypatch):
    inside, refused = repair.inside, []

    def watched(*arguments):
        try:
            return inside(*arguments)
        except ValueError:
            refused.append(arguments)
            raise

    monkeypatch.setattr(repair, "inside", watched)
    ones = exercise("def ones(n):\n    return np.arange(n)", [Case("ones(3)", np.arange(3.0))])
    before = "import numpy as np\nfrom numpy.lib.stride_tricks import as_strided\n"
    said(ones, f"x = np.zeros(n)\nview = {place}(x, (n - 1,), (8,))\nview += 1\nreturn x", before)  # n + 1 is tried
    assert refused
    assert np.lib.stride_tricks.as_strided is repair.AS_STRIDED


def test_the_notebooks_own_as_strided_is_replaced_too():
    ones = exercise("def ones(n):\n    return np.ones(n)", [Case("ones(3)", np.ones(3))])
    found = []
    failed = next(one for one in run_facts(ones, np.zeros, 1) if not one.ok)
    scope = {"np": np, "as_strided": repair.AS_STRIDED, "found": found}
    repair.place(ones, "def ones(n):\n    found.append(as_strided)\n    return np.zeros(n + 0)\n", scope, failed, 1)
    assert repair.inside in found and repair.AS_STRIDED not in found
    assert scope["as_strided"] is repair.AS_STRIDED
