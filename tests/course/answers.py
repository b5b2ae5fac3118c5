"""Every exercise, and an attempt at one: what the tests of the exercises share."""

import gc
import time

import pytest

from minitorch.course.check import check
from minitorch.course.facts import piece_from
from minitorch.course.syllabus import exercises_of, lessons

EXERCISES = [exercise for one in lessons() for exercise in exercises_of(one.number)]
PATIENCE = 20  # seconds on a busy machine
SOON = 2  # seconds of its own processor time: a check takes about one where nothing else runs, and here much runs
each_exercise = pytest.mark.parametrize("exercise", EXERCISES, ids=lambda exercise: exercise.name)


def attempt(exercise, text, **options):
    return check(exercise, piece_from(exercise, text), text, **options)


def soon(exercise, text, **options):
    """An attempt that is checked soon; a busy machine gets three tries."""
    for _ in range(3):
        gc.freeze()  # what other tests have left is not to be looked through for garbage meanwhile
        start = time.thread_time()
        try:
            result = attempt(exercise, text, **options)
        finally:
            spent = time.thread_time() - start
            gc.unfreeze()
        if spent < SOON:
            return result
    raise AssertionError(f"{exercise.name}: the check took {spent:.1f} seconds")


def exercises_with_answers(first, last):
    """The exercises of the lessons from `first` to `last`, for pytest's parametrize."""
    found = [exercise for number in range(first, last + 1) for exercise in exercises_of(number)]
    return pytest.mark.parametrize("exercise", found, ids=lambda exercise: exercise.name)


def check_own_diagnoses(exercise):
    """Each known wrong answer is refused, soon, with the words that belong to it."""
    other = {}
    for wrong in exercise.wrong:
        result = soon(exercise, wrong.source)
        if result.diagnosis != wrong.says:  # a busy machine may not have come to it in time
            result = attempt(exercise, wrong.source, seconds=PATIENCE)
        if (result.state, result.diagnosis) != ("not yet", wrong.says):
            other[wrong.says] = result.state, result.diagnosis
    assert not other
