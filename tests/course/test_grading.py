"""Grading a class: right, wrong, broken, hanging and crashing answers, each a row; nothing of the students' changes."""

import csv
import os
import re
import subprocess
import sys

import pytest

from minitorch.course.syllabus import exercise_named
from tools import grade, student

ANSWERS = {
    "ann": {"slope": exercise_named("slope").solution, "walk_back": exercise_named("walk_back").solution},
    "ben": {"slope": "def slope(f, x, h=1e-5):\n    return (f(x + h) - f(x - h)) / h\n"},
    "cyn": {"slope": "def slope(f, x, h=1e-5):\n    return (f(x + h"},
    "dan": {"slope": "def slope(f, x, h=1e-5):\n    while True:\n        pass\n"},
    "eve": {
        "slope": "import os\n\n\ndef slope(f, x, h=1e-5):\n    os._exit(3)\n",
        "walk_back": exercise_named("walk_back").solution,
    },
    "fay": {"slope": "raise SystemExit\n", "recording": "def something_else(): ...\n"},
    "gus": {"slope": exercise_named("slope").stub},
    "hal": {"slope": "import threading, time\n\n\ndef slope(f, x, h=1e-5):\n    while True:\n        try:\n"
            "            time.sleep(1)\n        except BaseException:\n            pass\n"},
    "ida": {"slope": b"\xff\xfe not text"},
    "jim": {},
}  # fmt: skip
PLACES = {"ann": ".progress", "ben": "lessons/.progress"}


@pytest.fixture
def classroom(tmp_path):
    for who, answers in ANSWERS.items():
        folder = tmp_path / "class" / who / PLACES.get(who, "")
        folder.mkdir(parents=True)
        for name, text in answers.items():
            (folder / f"{name}.py").write_bytes(text if isinstance(text, bytes) else text.encode())
    return tmp_path / "class"


def test_every_answer_is_a_row(classroom, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(grade, "LIMIT", 12)
    monkeypatch.setattr(grade.graded, "__defaults__", (12,))
    before = {path: path.read_bytes() for path in classroom.rglob("*") if path.is_file()}
    assert grade.main([str(classroom), "--csv", str(tmp_path / "marks.csv")]) == 0
    with open(tmp_path / "marks.csv", newline="", encoding="utf-8") as file:
        rows = {(row["student"], row["exercise"]): row for row in csv.DictReader(file)}
    right = {key for key, row in rows.items() if row["verdict"] == "right"}
    assert right == {("ann", "slope"), ("ann", "walk_back"), ("eve", "walk_back")}
    whys = {student: rows[student, "slope"]["why"] for student in ANSWERS if (student, "slope") in rows}
    assert "2 * h" in whys["ben"]
    assert "does not load: SyntaxError" in whys["cyn"]
    assert re.search("does not (finish|end)", whys["dan"])  # the second on a busy machine
    assert "does not end" in whys["hal"]
    assert "ended Python (exit status 3)" in whys["eve"]
    assert "does not load" in whys["fay"] and "not attempted" in whys["gus"] and "cannot be read" in whys["ida"]
    assert "does not load: KeyError" in rows["fay", "recording"]["why"]
    assert {path: path.read_bytes() for path in classroom.rglob("*") if path.is_file()} == before
    printed = capsys.readouterr().out
    assert "ann          2          0" in printed and "jim          0          0" in printed


def test_a_folder_that_is_not_there(tmp_path, capsys):
    assert grade.main([str(tmp_path / "nobody")]) == 1
    assert "nobody is not a folder; name the one that holds a folder for each student" in capsys.readouterr().err


# --- the course for a class ---


def test_a_course_without_solutions(tmp_path):
    folder = tmp_path / "for the class"
    assert student.main([str(folder)]) == 0
    assert (folder / "lessons" / "00-start-here.ipynb").exists() and not (folder / "tests").exists()
    text = (folder / "minitorch/course/exercises/lesson_00/slope.py").read_text(encoding="utf-8")
    assert "solution=packed(" in text and "return (f(x + h) - f(x - h)) / (2 * h)\n    '''" not in text
    code = """if True:
        from minitorch.course import begin, exercise, solution
        from minitorch.course.syllabus import exercises_of, lessons
        for one in lessons():
            for each in exercises_of(one.number):
                compile(each.solution, each.name, "exec")
        solution("slope")
        @exercise("slope")
        def slope(f, x, h=1e-5):
            return (f(x + h) - f(x - h)) / (2 * h)
    """
    env = {**os.environ, "MINITORCH_PROGRESS": "none", "PYTHONPATH": str(folder)}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=folder, env=env, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    assert "has no solutions" in done.stdout and "[Passed]" in done.stdout


def test_a_folder_that_holds_other_things_is_left_alone(tmp_path, capsys):
    (tmp_path / "notes.txt").write_text("mine")
    assert student.main([str(tmp_path)]) == 1
    assert student.main([str(tmp_path / "notes.txt")]) == 1
    said = capsys.readouterr().err
    assert "holds other things; name a folder that is new" in said and "is a file" in said
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]
