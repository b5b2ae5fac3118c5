"""Exercises in a notebook: what the reader sees, what stands in, what is kept, and what it survives."""

import gc
import json
import sys
import threading

import pytest

from minitorch.course import CourseError, attempt, limit, store
from minitorch.course.define import Case
from minitorch.course.limit import Watch, call_within
from minitorch.course.syllabus import exercises_of

from ..course_pretend import classroom

RIGHT = "return (1,) * (n - len(shape)) + tuple(shape)"
BEHIND = "return tuple(shape) + (1,) * (n - len(shape))"


@pytest.fixture
def room(tmp_path, monkeypatch):
    with classroom(tmp_path / ".progress", monkeypatch) as room:
        yield room


def state():
    return attempt.results["widen"].state


@pytest.mark.parametrize(
    "body",
    [
        "...",
        "pass",
        '"""A docstring."""',
        "raise NotImplementedError",
        'raise NotImplementedError("later")',
        '"""Text."""\n# a comment\n...',
    ],
)
def test_stub_is_not_an_attempt_and_the_package_stands_in(room, body):
    assert "[Not attempted] widen" in room.widen(body)
    assert state() == "not attempted"
    assert room.names["widen"] is room.package.widen
    assert store.store().attempt("widen") is None


def test_right_answer_takes_the_package_s_place(room):
    text = room.widen(RIGHT)
    assert "[Passed] widen: 4 checks pass" in text
    assert room.package.widen is room.names["widen"]
    assert room.package.widen.__code__.co_filename.startswith("<cell")
    assert room.package.users((7,)) == (1, 1, 7)


def test_known_wrong_answer_shows_the_case_and_its_cause(room):
    text = room.widen(BEHIND)
    for part in (
        "[Not yet] widen",
        "widen((2, 3), 4)",
        "(1, 1, 2, 3)",
        "(2, 3, 1, 1)",
        "Likely cause: The 1s stand behind; shapes are aligned at the right.",
        "mine('widen')",
    ):
        assert part in text
    assert room.names["widen"] is room.package.widen
    assert room.names["mine"]("widen")((2,), 2) == (2, 1)


@pytest.mark.parametrize(
    "body, diagnosis",
    [
        ("(1,) + shape", "It returns None. Is a `return` missing"),
        ("print((1,) + tuple(shape))", "prints its answer and returns None"),
        (
            "return list((1,) * (n - len(shape)) + tuple(shape))",
            "It returns a list where a tuple is expected",
        ),
        ("return list(shape) + [1] * (n - len(shape))", "It returns a list where a tuple is expected"),
        ("return (1,) * (n - len(shape)) + tuple(shape), 3", "its length is 2, and 4 is expected"),
        ("return shape[:1]", "It loses a dimension."),
        (
            "shape = shape or ...\nx = ...\nreturn (2,)",
            "A `...` is still standing in your code: `shape = shape or ...`",
        ),
        ("return widen(shape, n)", "It calls itself again and again"),
        ("raise SystemExit", "It asks Python to stop"),
        ("raise NotImplementedError\nreturn 3", "`raise NotImplementedError` is still standing"),
        ("return np.broadcast_to(shape, n)", "NumPy's broadcast_to does it all."),
        ("return undefined_name", "name 'undefined_name' is not defined. Is it spelled as you defined it"),
        (
            "shape = list(shape) if isinstance(shape, tuple) else shape\n"
            "while len(shape) < n:\n    shape.insert(0, 1)\n"
            "return tuple(shape)",
            "It changes what it was given",
        ),
        ("while True:\n    pass", "Your code does not finish within the time limit."),
    ],
)
def test_diagnoses(room, body, diagnosis):
    text = room.widen(body)
    assert "[Not yet]" in text
    assert diagnosis in text


def test_other_parameters_are_told(room):
    text = room.run('@exercise("widen")\ndef widen(shape):\n    return shape')
    assert "keep those parameters" in text
    assert "def widen(shape, n)" in text


def test_calling_the_package_s_own_piece_does_not_count(room):
    text = room.run(
        "import minitorch.pretended as package\n"
        '@exercise("widen")\ndef widen(shape, n):\n    return package.widen(shape, n)'
    )
    assert "[Not yet]" in text
    assert "it calls what it replaces" in text
    assert room.package.users((2,)) == (1, 1, 2)


@pytest.mark.parametrize(
    "body",
    [
        "while True:\n    pass",
        "while True:\n    try:\n        while True:\n            pass\n    except:\n        pass",
        "while True:\n    try:\n        widen.x\n    except BaseException:\n        continue",
        "import time\ntime.sleep(60)",
        "while True:\n    print('again')",
        "import itertools\nreturn tuple(x for x in itertools.count())",
        "input()",
        "return widen(shape, n)",
        "import sys\nsys.exit(1)",
        "import threading\nthreading.Event().wait()",
    ],
)
def test_a_check_always_ends_within_a_second_of_work(room, body):
    before = sys.gettrace()
    watch = Watch()
    text = room.widen(body)
    assert watch.spent() < 1
    assert "[Not yet]" in text
    assert sys.exc_info() == (None, None, None)
    assert sys.gettrace() is before


def test_time_limit_without_signals(room, monkeypatch):
    texts = []
    thread = threading.Thread(target=lambda: texts.append(room.widen("while True:\n    pass")))
    watch = Watch()
    thread.start()
    thread.join(10)
    assert watch.spent() < 1.2
    assert texts
    assert state() == "not yet"


def test_a_busy_machine_makes_no_answer_late(monkeypatch):
    """Processor time that goes by slowly, as where many programs share a core."""
    monkeypatch.setattr(limit.time, "thread_time", lambda: limit.time.monotonic() / 3)

    def slow():
        end = limit.time.monotonic() + 0.2
        while limit.time.monotonic() < end:
            pass
        return "in time"

    assert call_within(0.1, slow) == "in time"
    with pytest.raises(limit.TimeLimit):
        call_within(0.05, slow)


def test_what_other_threads_do_makes_no_answer_late():
    """NumPy's BLAS multiplies in threads of its own."""
    works = [True]
    thread = threading.Thread(target=lambda: [None for _ in iter(lambda: works[0], False)])
    thread.start()
    watch = Watch()
    limit.time.sleep(0.2)
    works[0] = False
    thread.join()
    assert watch.spent() < 0.1


def test_no_search_for_cycles_falls_into_an_answer(room):
    """In a notebook that holds much, one takes longer than the answer."""
    text = room.widen("import gc\nraise LookupError(f'collects: {gc.isenabled()}')")
    assert "collects: False" in text
    assert gc.isenabled()


def test_an_end_of_an_object_that_does_not_end_is_late_and_unheard(monkeypatch):
    """What stops a `__del__` goes to sys.unraisablehook, which may itself be stopped by the next ring."""
    heard = []
    monkeypatch.setattr(sys, "unraisablehook", heard.append)

    class Stubborn:
        def __del__(self):
            while True:
                pass

    def ends():
        while True:
            Stubborn()

    with pytest.raises(limit.TimeLimit):
        call_within(0.05, ends)
    assert heard == []
    assert sys.unraisablehook == heard.append


def test_an_error_points_at_the_reader_s_line(room):
    text = room.widen("n = n + 1\nreturn shape.lenght")
    assert "AttributeError: 'tuple' object has no attribute 'lenght'" in text
    assert "line 4 of your cell" in text
    assert ">   4      return shape.lenght" in text
    assert "check.py" not in text


def test_an_error_deeper_down_points_at_the_reader_s_line(room):
    room.run("def helper(x):\n    return x.oops")
    text = room.widen("y = 1\nreturn np.zeros(shape).reshape(-7, 9)")
    assert "line 4 of your cell" in text


def test_what_it_prints_is_shown_and_short(room):
    text = room.widen("print('looking at', shape)\nreturn 3")
    assert "printed" in text
    assert "looking at (2, 3)" in text
    assert len(text) < 2500


def test_text_is_never_lost(room):
    room.widen("return 1  # my thoughts")
    assert "my thoughts" in store.store().attempt("widen")
    room.widen(RIGHT + "  # first")
    room.widen("return 2  # second")
    assert "first" in store.store().answer("widen")
    assert "second" in store.store().attempt("widen")
    text = room.run('reset("widen")')
    assert "kept" in text
    assert store.store().answer("widen") is None
    assert any("first" in path.read_text() for path in store.store().folder.glob("widen.kept*.py"))
    assert room.package.widen((2,), 2) == (1, 2)


def test_a_wrong_attempt_leaves_the_accepted_one_in_force(room):
    room.widen(RIGHT)
    accepted = room.package.widen
    room.widen("return 0")
    assert room.package.widen is accepted
    assert "Your accepted answer from before stays in force" in room.widen("...")
    assert room.names["widen"] is accepted


def test_helpers_imports_and_constants_are_kept_with_the_answer(room):
    room.run("import functools\nfrom operator import add as plus\none = 1\ndef front(k):\n    return (one,) * k")
    text = room.widen("return functools.reduce(plus, [front(n - len(shape)), tuple(shape)])")
    assert "this kernel only" not in text
    kept = store.store().answer("widen")
    for part in ("import functools", "from _operator import add as plus", "one = 1", "def front(k):"):
        assert part in kept
    names = {}
    exec(kept, names)
    assert names["widen"]((2,), 3) == (1, 1, 2)


def test_an_answer_that_cannot_be_kept_is_said_to_count_here_only(room):
    room.run("front = [1]")
    text = room.widen("return tuple(front) * (n - len(shape)) + tuple(shape)")
    assert "[Passed]" in text
    assert "counts in this kernel only" in text


def test_hints_come_in_steps_and_are_remembered(room):
    assert "hint 1 of 3" in room.run('hint("widen")')
    assert "hint 2 of 3" in room.run('hint("widen")')
    store._stores.clear()  # as a new kernel would
    assert "hint 3 of 3" in room.run('hint("widen")')
    last = room.run('hint("widen")')
    assert "hint 3 of 3" in last
    assert "solution('widen')" in last
    assert "hint 1 of 3" in room.run('hint("widen", 1)')


def test_solution_shows_code_and_reason(room):
    text = room.run('solution("widen")')
    assert "return (1,) * (n - len(shape)) + tuple(shape)" in text
    assert "Shapes are aligned at the right." in text


def test_unknown_names_are_said(room):
    with pytest.raises(CourseError, match="did you mean 'widen'"):
        room.run('hint("wiiden")')
    with pytest.raises(CourseError, match="there is no lesson 99"):
        room.run("begin(99)")


def test_progress(room):
    assert "0 of 2" in room.run("progress(0)")
    room.widen(RIGHT)
    text = room.run("progress()")
    assert "1 of 2 exercises accepted" in text
    assert "accepted  widen" in text


def test_a_piece_without_a_target_gives_the_solution(room):
    room.run('@exercise("scale")\ndef scale(x):\n    ...')
    assert room.names["scale"](3) == 6
    assert "[Passed]" in room.run('@exercise("scale")\ndef scale(x):\n    return x + x')


@pytest.mark.parametrize(
    "body, diagnosis",
    [
        ("x *= 2\nreturn x", "It changes what it was given"),
        ("return 3 * x", "Is `3` right in `return 3 * x`?"),
        ("return 17 * x", "This is none of the known mistakes."),
        ("return (2 * x).tolist()", "It returns a list, and a NumPy array is expected."),
        ("return (2 * x)[None]", "its shape is (1, 2), and (2,) is expected"),
        ("return 2.001 * x", "close, but not equal: largest difference"),
    ],
)
def test_diagnoses_of_numbers(room, body, diagnosis):
    text = room.run('@exercise("scale")\ndef scale(x):\n' + "".join(f"    {line}\n" for line in body.splitlines()))
    assert "[Not yet]" in text
    assert diagnosis in text


def test_classes(room):
    what = exercises_of(0)[1]
    what.name, what.piece_name, what.target = "Box", "Box", "minitorch.pretended:Box"
    what.stub = "class Box:\n    def __init__(self, sides):\n        ...\n\n    def volume(self):\n        ...\n"
    what.solution, what.facts = what.stub, [Case("Box((2, 3)).volume()", 6), Case("Box((2, 5, 7)).volume()", 70)]
    text = room.run(
        '@exercise("Box")\nclass Box:\n    def __init__(self, sides):\n        pass\n'
        '    def volume(self):\n        """Docs."""'
    )
    assert "[Not attempted]" in text
    assert room.names["Box"] is room.package.Box
    start = '@exercise("Box")\nclass Box:\n    def __init__(self, sides):\n        self.sides = sides\n'
    text = room.run(start + "    def volume(self):\n        return self.side")
    assert "line 6 of your cell" in text
    assert "AttributeError: 'Box' object has no attribute 'side'" in text
    right = start + "    def volume(self):\n        return int(np.prod(self.sides))"
    text = room.run(right)
    assert "[Not yet]" in text
    assert "`corners` is missing: `Box` needs it as well" in text
    what.keeps = ("corners",)
    there, old = room.package.Box, room.package.Box((2, 3, 4))
    text = room.run(right)
    assert "[Passed]" in text
    assert room.package.Box is there
    assert (old.volume(), old.corners) == (24, 8)
    assert "this kernel only" not in text
    assert room.package.Box is room.names["Box"]
    assert "class Box:" in store.store().answer("Box")


def test_random_states_are_left_alone(room):
    import random

    import numpy as np

    np.random.seed(5)
    random.seed(5)
    expected = np.random.rand(), random.random()
    np.random.seed(5)
    random.seed(5)
    room.run('@exercise("scale")\ndef scale(x):\n    np.random.rand(10)\n    return 2 * x')
    assert (np.random.rand(), random.random()) == expected


def test_cards_are_the_same_every_time_and_hold_no_address(room):
    text = room.widen("return object()")
    assert text == room.widen("return object()")
    assert "0x" not in text.replace("0x...", "")


def test_state_file_is_plain(room):
    room.run('hint("widen")')
    kept = json.loads((store.store().folder / "state.json").read_text())
    assert kept["exercises"]["widen"]["hints"] == 1
