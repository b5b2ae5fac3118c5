"""Slips made in the solutions by machine (a dropped return, swapped arguments, another comparison ...) are refused.

Some of them make no difference, so that a share of them may pass. `python -m tests.mutants` lists those that do.
"""

import ast

import pytest

from minitorch.course import install
from minitorch.course.check import check
from minitorch.course.facts import piece_from
from minitorch.course.syllabus import exercises_of, lessons

from ..mutants import mutants

EACH = 2  # slips of an exercise that are tried


def slips(exercise):
    """Some of the slips that can be made in a solution, from its whole length."""
    found = [text for text in dict.fromkeys(mutants(exercise.solution)) if compiles(text)]
    return found[:: max(1, len(found) // EACH)][:EACH]


def compiles(text):
    try:
        return bool(compile(ast.parse(text), "<slip>", "exec"))
    except SyntaxError:
        return False


def passes(exercise, text):
    try:
        piece = piece_from(exercise, text)
    except Exception:  # it cannot even be defined
        return False
    return check(exercise, piece, seconds=0.3, explain=False).state == "passed"


@pytest.mark.parametrize("part", ["0 1", "2", "3", "4"])
def test_nearly_all_slips_are_refused(part):
    tried, passed = 0, []
    for exercise in [each for one in lessons() if str(one.part) in part.split() for each in exercises_of(one.number)]:
        with install.places_kept(exercise if exercise.installed else None):
            for text in slips(exercise):
                tried += 1
                passed += [(exercise.name, text)] if passes(exercise, text) else []
    assert len(passed) <= 0.12 * tried, passed
