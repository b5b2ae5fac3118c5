"""Every exercise, and an attempt at one: what the tests of the exercises share."""

import time

import pytest

from minitorch.course.check import check
from minitorch.course.facts import piece_from
from minitorch.course.syllabus import exercises_of, lessons

EXERCISES = [exercise for one in lessons() for exercise in exercises_of(one.number)]
PATIENCE = 20  # seconds on a busy machine
each_exercise = pytest.mark.parametrize("exercise", EXERCISES, ids=lambda exercise: exercise.name)


def attempt(exercise, text, **options):
    return check(exercise, piece_from(exercise, text), text, **options)


def wrong_answers(first, last):
    """[(exercise, wrong answer)] of the lessons from `first` to `last`, for pytest's parametrize."""
    found = [exercise for number in range(first, last + 1) for exercise in exercises_of(number)]
    return pytest.mark.parametrize(
        "exercise, wrong",
        [(exercise, wrong) for exercise in found for wrong in exercise.wrong],
        ids=lambda value: getattr(value, "name", None) or value.says[:40],
    )


def check_own_diagnosis(exercise, wrong):
    """A known wrong answer is refused, soon, with the words that belong to it."""
    start = time.process_time()
    result = attempt(exercise, wrong.source)
    assert time.process_time() - start < 1.2
    if result.diagnosis != wrong.says:  # a busy machine may not have come to it in time
        result = attempt(exercise, wrong.source, seconds=PATIENCE)
    assert result.state == "not yet"
    assert result.diagnosis == wrong.says
