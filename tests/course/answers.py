"""Every exercise, an attempt at one, and the wrong answers written down for it: what the tests of the exercises share."""

import ast
import gc
import time
from pathlib import Path

import pytest

from minitorch.course.check import check
from minitorch.course.facts import piece_from
from minitorch.course.syllabus import exercises_of, lessons

EXERCISES = [exercise for one in lessons() for exercise in exercises_of(one.number)]
PATIENCE = 20  # seconds on a busy machine
SOON = 2  # seconds of its own processor time: a check takes about one where nothing else runs, and here much runs
WRONG = Path(__file__).with_name("wrong")
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


class Wrong:
    """A wrong answer: its text, and words of the cause that is to be named; "" where any will do."""

    def __init__(self, text, says):
        self.text, self.says = text, says


def wrong_answers(exercise):
    """The wrong answers to an exercise that people give and that no machine makes, from wrong/lesson_NN.txt.

    There `== name` begins an exercise, `? words` a wrong answer, with words of the cause. Lines with `-` in front are
    exchanged in the solution for those with `+`; lines with `|` are a whole text.
    """
    return [Wrong(changed(bare(exercise.solution), lines), says) for says, lines in written(exercise)]


def written(exercise):
    """[(words, lines)] of the wrong answers to an exercise, as they stand in the file."""
    found, here = [], False
    path = WRONG / f"lesson_{exercise.lesson:02d}.txt"
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else []:
        if line.startswith("== "):
            here = line[3:] == exercise.name
        elif here and line.startswith("?"):
            found.append((line[1:].strip(), []))
        elif here and line:
            found[-1][1].append(line)
    return found


def changed(text, lines):
    """The text with each run of `-` lines exchanged for the `+` lines behind it; or the `|` lines alone."""
    if lines[0].startswith("|"):
        return "".join(f"{line[2:]}\n" for line in lines)
    hunks = []
    for line in lines:
        if line[0] == "-" and (not hunks or hunks[-1][1]):
            hunks.append(("", ""))
        old, new = hunks[-1]
        hunks[-1] = (f"{old}{line[2:]}\n", new) if line[0] == "-" else (old, f"{new}{line[2:]}\n")
    for old, new in hunks:
        assert old in text, old
        text = text.replace(old, new, 1)
    return text


def bare(text):
    """A text without the docstrings of its definitions."""
    lines = text.splitlines(keepends=True)
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and ast.get_docstring(node) is not None:
            said = node.body[0]
            if len(node.body) > 1:
                lines[said.lineno - 1 : said.end_lineno] = [""] * (said.end_lineno - said.lineno + 1)
    return "".join(lines)
