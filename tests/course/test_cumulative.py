"""The cumulative proof: without the files of later lessons, the package imports and the lesson runs."""

import os
import shutil
import subprocess
import sys

import pytest

from minitorch.course.notebooks import lessons_in
from minitorch.course.syllabus import PACKAGE, lesson, lessons

NOTEBOOKS = {path.name[:2]: path for path in lessons_in()}


def run(arguments, package_folder, cwd):
    """Run Python on the cut-off package; its output on failure."""
    env = dict(os.environ, PYTHONPATH=str(package_folder), MINITORCH_PROGRESS="none", MPLBACKEND="agg")
    done = subprocess.run(
        [sys.executable, *map(str, arguments)], cwd=cwd, env=env, capture_output=True, text=True, timeout=120
    )
    return done.returncode, (done.stdout[-1500:] + done.stderr[-3000:])


def cut_off(number, folder):
    """A copy of the package in `folder`, without the files of lessons after `number`."""
    copy = folder / PACKAGE.name
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
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


@pytest.mark.parametrize("number", [one.number for one in lessons()])
def test_lesson_runs_on_the_package_so_far(number, tmp_path):
    copy = cut_off(number, tmp_path)
    status, output = run(["-c", "import minitorch; print(minitorch.__file__)"], tmp_path, tmp_path)
    assert status == 0, output
    assert str(copy) in output
    notebook = NOTEBOOKS.get(f"{number:02d}")
    if notebook is None:
        pytest.skip(f"no notebook for lesson {number}")
    shutil.copytree(notebook.parent, tmp_path / "lessons", ignore=shutil.ignore_patterns(".*"))
    there = tmp_path / "lessons" / notebook.name
    status, output = run(["-m", "minitorch.course.notebooks", there], tmp_path, there.parent)
    assert status == 0, output
    assert "[Missing]" not in output


def test_a_missing_file_is_said_clearly(tmp_path):
    number = lessons()[-1].number
    copy = cut_off(number - 1, tmp_path)
    code = f"from minitorch.course import begin; begin({number})"
    status, output = run(["-c", code], tmp_path, tmp_path)
    assert status == 0, output
    present = lesson(number).present
    assert all(f"{copy.name}/{name}" in output for name in present[:12])
    assert f"{len(present) - 12} more" in output and f"{copy.name}/{present[12]}" not in output
