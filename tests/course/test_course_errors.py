"""What is said of errors, and what is told before it."""

from minitorch.course.define import Case

from .test_course_diagnoses import exercise, said


def test_an_error_is_told_before_what_the_case_is_about():
    twice = exercise("def twice(x):\n    return 2 * x", [Case("twice(3)", 6, says="Six is twice three.")])
    assert said(twice, "return [x] * 0.5") == "A list or tuple stands where one number or tensor is meant."
    assert said(twice, "return [x, x]") == "Six is twice three."
    assert said(twice, "return x**3").startswith("Six is twice three.")


def test_an_error_of_the_stub_comes_too_late():
    what = exercise(
        "def half(x):\n    return x / 2",
        [Case("half('a')", raises=TypeError), Case("half(None)", raises=ValueError)],
    )
    what.stub = "def half(x):\n    ...\n    if x is None or x == 'a':\n        raise ValueError(x)\n"
    assert "It reaches the stub's `raise ValueError`" in said(
        what, "if x is None or x == 'a':\n    raise ValueError(x)\nreturn x / 2"
    )


def test_a_division_by_zero():
    what = exercise("def part(x, y):\n    return x", [Case("part(3, 0)", 3)])
    assert said(what, "return x * y / y").startswith("It divides by 0 in this case.")


def test_the_words_of_an_error_are_the_learner_s_own():
    solution = (
        "def part(x, y):\n    if y == 1:\n        raise ValueError('no part')\n    total = x + y\n    return total * 2"
    )
    what = exercise(solution, [Case("part(3, 0)", 6), Case("part(3, 1)", raises=ValueError)])
    assert "'mine'" not in said(what, "if y == 1:\n    raise ValueError('mine')\ntotal = x - y + 8\nreturn total * 2")
