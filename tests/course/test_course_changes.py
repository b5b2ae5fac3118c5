"""Changes that are found by trying: their kinds, what is said of them, and when nothing is."""

import time

import pytest

from minitorch.course.define import Case
from minitorch.course.diagnosis import repair
from minitorch.course.facts import piece_from, run_facts

from .test_course_diagnoses import exercise, said

FILL = exercise(
    "def fill(items, default=None, twice=False):\n"
    "    found = []\n"
    "    for item in items:\n"
    "        if item is None:\n"
    "            item = default\n"
    "        found.append(item)\n"
    "    if twice:\n"
    "        return found + fill(items, default)\n"
    "    return found",
    [
        Case("fill([1, None, 0], 5)", [1, 5, 0]),
        Case("fill([], 5)", []),
        Case("fill([None, 0, 2])", [None, 0, 2]),
        Case("fill([None, 0], 2, True)", [2, 0, 2, 0]),
    ],
)
LOOP = "found = []\nfor item in items:\n"
END = "if twice:\n    return found + fill(items, default)\nreturn found"


@pytest.mark.parametrize(
    "body, words",
    [
        (
            f"{LOOP}    found.append(item or default)\n{END}",
            "`item` in `found.append(item or default)` is false for 0",
        ),
        (f"{LOOP}    if not item:\n        item = default\n    found.append(item)\n{END}", "Is None meant?"),
        (
            f"{LOOP}    found.append(default if item is None else item)\n    {END.replace(chr(10), chr(10) + '    ')}",
            "ends it in the first round",
        ),
        (
            f"{LOOP}    if item is None:\n        found.append(default)\n    found.append(item)\n{END}",
            "`found.append(",
        ),
        (
            f"new = [default if item is not None else item for item in items]\n{END.replace('found', 'new')}",
            "Look at the comparison `item is not None`",
        ),
        (
            f"found = [default if item is None else item for item in items if item != 0]\n{END}",
            "",
        ),
        (
            "found = [default if item is None else item for item in items]\n"
            "return found + fill(default, items) if twice else found",
            "Look at the order of the arguments in `fill(default, items)`",
        ),
        (
            "found = [default if item is None else item for item in items]\nfound.pop()\n" + END,
            "Is `found.pop()` needed?",
        ),
        (
            "found = [default if item is None else item for item in items]\nreturn found + fill(items) if twice else found",
            "`fill(items)` in `return found + fill(items) if twice else found` is called without `default`.",
        ),
    ],
)
def test_its_place_is_named(body, words):
    assert words in said(FILL, body)


def test_an_input_that_is_changed_is_no_mistake_of_the_answer():
    what = exercise(FILL.solution, [Case("x = [1, None]\nfill(x, 2)", [1, 2], says="Something about answers.")])
    body = "for i in range(len(items)):\n    items[i] = default if items[i] is None else items[i]\nreturn items"
    assert said(what, body).startswith("It changes what it was given")
    assert said(what, "return None").startswith("Something about answers.")


def test_a_loop_of_one_round():
    what = exercise(
        "def twice(items):\n    for item in items:\n        yield 2 * item", [Case("list(twice([1, 2]))", [2, 4])]
    )
    assert "`return 2 * item` stands inside `for item in items:`, and ends it" in said(
        what, "for item in items:\n    return 2 * item"
    )


def test_the_order_of_a_loop_that_only_calls_is_not_said_to_change_places():
    what = exercise("def tell(f):\n    for x in (2, 1):\n        f(x)", [Case("n = []\ntell(n.append)\nn", [2, 1])])
    assert "changes the places" not in said(what, "for x in (1, 2):\n    f(x)")


def test_of_two_mistakes_nothing_is_said():
    text = "def fill(items, default=None, twice=False):\n    return [item or default for item in items[1:]]\n"
    piece = piece_from(FILL, text)
    first = next(outcome for outcome in run_facts(FILL, piece, 1) if not outcome.ok)
    assert repair.place(FILL, text, piece.__globals__, first, 1) == ""


def test_a_change_that_never_ends_is_given_up():
    what = exercise(
        "def half(n):\n    k = 0\n    while n > 1:\n        n, k = n // 2, k + 1\n    return k", [Case("half(8)", 3)]
    )
    text = "def half(n):\n    k = 1\n    while n > 1:\n        n = n // 2\n        k = k + 1\n    return k\n"
    piece = piece_from(what, text)
    first = run_facts(what, piece, 1)[0]
    started = time.perf_counter()
    assert repair.place(what, text, piece.__globals__, first, 1) == "Is `1` right in `k = 1`?"
    assert time.perf_counter() - started < 5


def test_what_is_tried_comes_before_a_guess_and_behind_what_is_seen():
    assert said(FILL, f"items.append(4)\n{LOOP}    found.append(default if item is None else item)\n{END}").endswith(
        "Is `items.append(4)` needed?"
    )
