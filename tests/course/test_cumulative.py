"""The cumulative proof: without the files of later lessons, the package imports and the lesson runs, each cell twice.

What a cell leaves behind must not be in the way when a reader runs it once more.
"""

import os
import shutil
import subprocess
import sys

import pytest

from minitorch.course.syllabus import PACKAGE, lesson, lessons
from tools.cells import exercise_names, lessons_in

NOTEBOOKS = {path.name[:2]: path for path in lessons_in()}


def run(arguments, package_folder, cwd):
    """Run Python on the cut-off package; its exit status and output."""
    env = dict(os.environ, PYTHONPATH=str(package_folder), MINITORCH_PROGRESS="none", MPLBACKEND="agg")
    env["MINITORCH_NUMBA"] = "0"  # a copy would compile everything anew
    done = subprocess.run(
        [sys.executable, *map(str, arguments)], cwd=cwd, env=env, capture_output=True, text=True, timeout=400
    )
    return done.returncode, done.stdout + done.stderr


def cut_off(number, folder):
    """A copy of the package in `folder`, without the files of lessons after `number`."""
    copy = folder / PACKAGE.name
    shutil.copytree(PACKAGE, copy)  # with what Python has compiled already
    gone = []
    for later in lessons():
        if later.number > number:
            for name in later.present:
                gone.append(copy / name)
                shutil.rmtree(gone[-1]) if gone[-1].is_dir() else gone[-1].unlink()
            shutil.rmtree(copy / "course" / "exercises" / f"lesson_{later.number:02d}")
    for emptied in sorted({place.parent for place in gone}, reverse=True):
        if [path.name for path in emptied.iterdir()] == ["__init__.py"]:
            shutil.rmtree(emptied)  # all its files are taught later
    # an editable installation would lend the files that are gone: Python reads this after it, and forgets it
    forget = "sys.meta_path[:] = [f for f in sys.meta_path if not getattr(f, '__name__', '').startswith('_Editable')]"
    (folder / "sitecustomize.py").write_text(f"import sys\n\n{forget}\n", encoding="utf-8")
    return copy


@pytest.mark.parametrize("number", [one.number for one in lessons()[1:]])  # lesson 00 shows the finished package
def test_lesson_runs_on_the_package_so_far(number, tmp_path):
    copy, notebook = cut_off(number, tmp_path), NOTEBOOKS[f"{number:02d}"]
    there = shutil.copytree(notebook.parent, tmp_path / "lessons", ignore=shutil.ignore_patterns(".*"))
    code = """
import sys, minitorch
print("runs in", minitorch.__file__)
sys.path.append(sys.argv[2])  # behind the copy
from tools.cells import run_notebook
run_notebook(sys.argv[1], twice=True)
"""
    status, output = run(["-c", code, there / notebook.name, PACKAGE.parent], tmp_path, there)
    assert status == 0, output[-4500:]
    assert f"runs in {copy}" in output
    assert output.count("[Not attempted]") == 2 * len(exercise_names(notebook)), output
    assert "[Missing]" not in output


def test_a_missing_file_is_said_clearly(tmp_path):
    number, before = 20, 19  # a lesson with many files
    copy = cut_off(before, tmp_path)
    code = f"from minitorch.course import begin; begin({number})"
    status, output = run(["-c", code], tmp_path, tmp_path)
    assert status == 0, output
    present = lesson(number).present
    assert all(f"{copy.name}/{name}" in output for name in present[:12])
    assert f"{len(present) - 12} more" in output and f"{copy.name}/{present[12]}" not in output
