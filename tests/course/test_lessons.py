"""The notebooks agree with the syllabus, the package, the exercises and PyTorch, and run when solved."""

import ast
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from minitorch.course.probes import statements, stored
from minitorch.course.source import plain
from minitorch.course.syllabus import PACKAGE, exercise_named, exercises_of, lesson, lessons, next_lesson
from tools import record
from tools.build_cells import check_build
from tools.cells import code_cells, exercise_names, exercise_nodes, further_in, lessons_in, probe_cells
from tools.pace import pace

NOTEBOOKS = lessons_in()
each_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)


def test_every_lesson_has_its_notebook():
    assert [path.stem for path in NOTEBOOKS] == [one.stem for one in lessons()]


@each_notebook
def test_a_lesson_links_to_the_next(path):
    after = next_lesson(int(path.name[:2]))
    assert after is None or f"]({after.stem}.ipynb)" in path.read_text(encoding="utf-8")


@each_notebook
def test_a_lesson_takes_as_long_as_it_says(path):
    """It takes an hour at most; nobody looks on for more than six minutes before there is something to do."""
    here = lesson(int(path.name[:2]))
    minutes, _, longest = pace(here)
    assert abs(minutes - here.minutes) <= 3 and minutes <= 60.5
    assert here.minutes <= 60
    assert longest <= 6
    assert f"A{here.time[1:]}." in path.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", [*NOTEBOOKS, *further_in()], ids=lambda path: path.stem)
def test_build_cells_equal_the_package(path):
    assert check_build(path) == []


@pytest.mark.parametrize("path", [*NOTEBOOKS, *further_in()], ids=lambda path: path.stem)
def test_build_cells_leave_the_package_as_it_is(path):
    # a function that a cell defines calls the notebook's own classes: as a method of Tensor, it would be the package's
    built = [cell.text for cell in code_cells(path) if "build" in cell.tags]
    assert [text for text in built if re.search(r"^(@method|method\()", text, re.MULTILINE)] == []


@each_notebook
def test_exercises_are_those_of_the_syllabus(path):
    number = int(path.name[:2])
    defined = [exercise.name for exercise in exercises_of(number)]
    assert lesson(number).exercise_names == defined
    assert exercise_names(path) == defined


@each_notebook
def test_exercise_cells_hold_the_stub(path):
    for cell in code_cells(path):
        for name, node in exercise_nodes(cell.text):
            stub = ast.parse(exercise_named(name).stub).body[-1]
            assert plain(node) == plain(stub), f"{name}: the cell and the stub in lesson_{path.name[:2]}/ differ"


@each_notebook
def test_exercise_cells_decorate_the_piece(path):
    """What @exercise gets is checked as the exercise's piece, whatever its name, and the cells below go on with it."""
    decorated = {name: node.name for cell in code_cells(path) for name, node in exercise_nodes(cell.text)}
    assert decorated == {one.name: one.piece_name for one in exercises_of(int(path.name[:2]))}


@each_notebook
def test_no_exercise_cell_hides_its_output(path):
    """The output says whether the answer passed. The output that a "Predict, then run" hides is that of the next cell."""
    cells = [cell for cell in code_cells(path) if exercise_nodes(cell.text)]
    assert [cell.number for cell in cells if "hide-output" in cell.tags] == []


@each_notebook
def test_cells_are_short(path):
    long = {cell.number: len(cell.text.splitlines()) for cell in code_cells(path) if len(cell.text.splitlines()) > 25}
    assert long == {}


# Runs some notebooks with the solutions filled in, each in a shell of its own; prints {notebook: [its text, its error]}.
SOLVED = """
import contextlib, io, json, sys, traceback
from tools.cells import run_notebook, with_solutions

found = {}
for path in sys.argv[1:]:
    paper, error = io.StringIO(), ""
    with contextlib.redirect_stdout(paper):
        try:
            run_notebook(path, with_solutions)
        except Exception:
            error = traceback.format_exc()
    found[path] = paper.getvalue(), error
sys.__stdout__.write("FOUND" + json.dumps(found))
"""


@pytest.fixture(scope="module")
def solved(tmp_path_factory):
    """What each notebook says with the solutions filled in: all run in order, and each finds the answers of those before."""
    kept = str(tmp_path_factory.mktemp("progress"))
    env = dict(
        os.environ, MINITORCH_PROGRESS=kept, MPLBACKEND="agg", MINITORCH_NUMBA="0", PYTHONPATH=str(PACKAGE.parent)
    )
    command = [sys.executable, "-c", SOLVED, *map(str, NOTEBOOKS)]
    done = subprocess.run(
        command, env=env, cwd=PACKAGE.parent / "lessons", capture_output=True, text=True, timeout=1500
    )
    assert "FOUND" in done.stdout, done.stderr[-3000:]
    return json.loads(done.stdout.rpartition("FOUND")[2])


@each_notebook
def test_runs_with_the_solutions_filled_in(path, solved):
    text, error = solved[str(path)]
    assert not error, text[-1500:] + error[-3000:]
    assert text.count("[Passed]") == len(exercise_names(path)), text[-3000:]
    assert "[Not yet]" not in text and "[Not attempted]" not in text
    assert "in this kernel only" not in text  # each answer is kept, and counts in later lessons
    assert "All exercises of this lesson are done." in text


# --- PyTorch's answers ---


def test_names_of_probes_are_unique():
    names = [name for path in NOTEBOOKS for name, _ in probe_cells(path)]
    assert len(names) == len(set(names))


@each_notebook
def test_probes_of_pytorch_have_their_answers(path):
    for name, code in probe_cells(path):
        kept, _ = stored(name)
        assert [text for text, _ in statements(code)] == [text for text, _ in kept or ()], (
            f"run python -m {record.__name__}"
        )


@each_notebook
def test_stored_answers_are_those_pytorch_gives_now(path):
    pytest.importorskip("torch")
    file = record.FOLDER / f"{path.name[:2]}.json"
    now = record.recorded(path)
    kept = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {"cells": {}}
    assert kept["cells"] == (json.loads(now)["cells"] if now else {})


@pytest.mark.parametrize("path", [*NOTEBOOKS, *further_in()], ids=lambda path: path.stem)
def test_the_files_of_pytorch_are_there(path, torch):
    """The Python files and headers that a lesson names; PyTorch's package has no other sources."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    text = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")
    root = Path(torch.__file__).parents[1]
    named = set(re.findall(r"`((?:c10|torch|aten/src)/[\w/]+\.(?:py|h))`", text))
    places = {
        name: root / (name if name.endswith(".py") else f"torch/include/{name.removeprefix('aten/src/')}")
        for name in named
    }
    assert [name for name, place in places.items() if not place.exists()] == []
