"""The second sitting of a lesson stands on its own: begin(N, sitting=2) and the cells below it, in a new kernel."""

import json
import os
import subprocess
import sys

import pytest

from minitorch.course import install, opening, resume
from minitorch.course.notebooks import lessons_in, second_sitting
from minitorch.course.syllabus import PACKAGE, CourseError, lesson, lessons

from ..course_pretend import classroom

RIGHT = "return (1,) * (n - len(shape)) + tuple(shape)"

HALVES = {path.stem: path for path in lessons_in() if second_sitting(path) is not None}

# Runs the second sittings of some notebooks, each in a shell of its own, and prints {notebook: what went otherwise}.
RUN = """
import json, sys, traceback
from minitorch.course.notebooks import run_second_sitting

found = {}
for path in sys.argv[1:]:
    try:
        found[path] = run_second_sitting(path)
    except Exception:
        found[path] = [traceback.format_exc()]
sys.__stdout__.write("FOUND" + json.dumps(found))
"""


@pytest.fixture(scope="module")
def found():
    """What went otherwise, for each notebook: all run in one process, which spares importing twenty times."""
    env = dict(
        os.environ, MINITORCH_PROGRESS="none", MPLBACKEND="agg", MINITORCH_NUMBA="0", PYTHONPATH=str(PACKAGE.parent)
    )
    command = [sys.executable, "-W", "ignore", "-c", RUN, *map(str, HALVES.values())]
    done = subprocess.run(command, env=env, cwd=PACKAGE.parent / "lessons", capture_output=True, text=True, timeout=300)
    assert "FOUND" in done.stdout, done.stderr[-3000:]
    return json.loads(done.stdout.rpartition("FOUND")[2])


def test_lessons_with_two_sittings_have_a_place_to_stop():
    assert list(HALVES) == [one.stem for one in lessons() if len(one.sittings) == 2]


@pytest.mark.parametrize("name", HALVES)
def test_the_second_sitting_runs_without_the_first(name, found):
    assert found[str(HALVES[name])] == []


@pytest.mark.parametrize("name", HALVES)
def test_the_place_to_stop(name):
    """A heading, a few words, then the cell that goes on: a section starts below it."""
    path = HALVES[name]
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    number = second_sitting(path)
    words = "".join(cells[number - 1]["source"])
    assert words.startswith("## A place to stop\n")
    assert f"begin({lesson(int(name[:2])).number}, sitting=2)" in "".join(cells[number]["source"])
    assert "".join(cells[number + 1]["source"]).startswith("## ")


@pytest.fixture
def room(tmp_path, monkeypatch):
    """A pretended lesson 00 of two sittings, with its notebook: the first names `steps`, which the second uses."""
    notebook = {
        "cells": [
            code_cell("import math\nfrom minitorch.course import begin\n\nbegin(0)"),
            code_cell("steps = []\nprint('said aloud')", "again"),
            code_cell("left_out = 1"),
            code_cell("begin(0, sitting=2)"),
        ]
    }
    (tmp_path / "lessons").mkdir()
    (tmp_path / "lessons" / f"{lesson(0).stem}.ipynb").write_text(json.dumps(notebook), encoding="utf-8")
    monkeypatch.setattr(resume, "lessons_folder", lambda: tmp_path / "lessons")
    monkeypatch.setattr(lesson(0), "sittings", [30, 25])
    monkeypatch.setattr(opening, "opened", None)
    names: dict = {}
    monkeypatch.setattr(resume, "namespace", lambda: names)
    with classroom(tmp_path / ".progress", monkeypatch) as room:
        yield room


def code_cell(text, *tags):
    return {"cell_type": "code", "metadata": {"tags": list(tags)}, "source": text, "outputs": []}


def test_a_second_sitting_in_a_new_kernel(room):
    room.widen(RIGHT)
    install.take_out_all()
    package = room.package.widen
    text = room.run("begin(0, sitting=2)")
    assert "second sitting" in text and "about 25 minutes" in text
    assert "1 of 2 exercises accepted" in text and "in force for: `widen`" in text
    assert room.package.widen is not package
    names = resume.namespace()
    assert names["steps"] == [] and "math" in names
    assert "left_out" not in names and "said aloud" not in text


def test_where_the_lesson_is_open_nothing_changes(room):
    room.widen(RIGHT)
    room.run("begin(0, fresh=True)")
    package = room.package.widen
    names = resume.namespace()
    names.update(math=1, begin=2, steps=[3])
    room.run("begin(0, sitting=2)")
    assert room.package.widen is package  # begun fresh, it stays so
    assert names == {"math": 1, "begin": 2, "steps": [3]}


def test_a_cell_that_does_not_run_is_said(room, tmp_path):
    path = tmp_path / "lessons" / f"{lesson(0).stem}.ipynb"
    path.write_text(path.read_text(encoding="utf-8").replace("steps = []", "steps = lost"), encoding="utf-8")
    text = room.run("begin(0, sitting=2)")
    assert "did not run: NameError: name 'lost' is not defined" in text and "Run the cells above" in text


def test_a_sitting_that_is_not_there(room):
    with pytest.raises(CourseError, match="lesson 0 has no sitting 3; there are 2"):
        room.run("begin(0, sitting=3)")
    with pytest.raises(CourseError, match="lesson 19 has no sitting 2; it has one"):
        opening.begin(19, sitting=2)
    assert "with a place to stop after 30" in room.run("begin(0)")
