"""The syllabus as Python sees it: read once, at first use, from syllabus.toml."""

import functools
import importlib
import tomllib
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1]
WITHOUT_SOLUTIONS = "without_solutions"  # a file in course/, where student.py has left the solutions out


class CourseError(LookupError):
    """Something asked of the course that it does not have: an unknown lesson or exercise."""


class Lesson:
    def __init__(self, row):
        self.number, self.slug, self.title, self.part = row["number"], row["slug"], row["title"], row["part"]
        self.minutes, self.exercise_names = row["minutes"], row["exercises"]
        self.files, self.ahead, self.also = row["files"], row.get("ahead", []), row.get("also", [])
        self.can, self.needs = row["can"], row.get("needs", [])

    @property
    def stem(self):
        """The name of the notebook without its ending: "03-operations"."""
        return f"{self.number:02d}-{self.slug}"

    @property
    def time(self):
        """How long it takes, in words: "about 55 minutes"."""
        return f"about {self.minutes} minutes"

    @property
    def present(self):
        """All files that are there from this lesson on, in the order in which they may import each other."""
        return self.files + self.ahead + self.also

    def __repr__(self):
        return f"Lesson({self.number:02d} {self.title})"


@functools.cache
def table():
    """syllabus.toml, read once."""
    return tomllib.loads(Path(__file__).with_name("syllabus.toml").read_text(encoding="utf-8"))


@functools.cache
def lessons():
    """All lessons in order."""
    return [Lesson(row) for row in table()["lesson"]]


def parts():
    """Part number -> its name."""
    return table()["parts"]


def always():
    """Files that stay whatever lesson the package ends with."""
    return table()["always"]


def lesson(number):
    """The lesson with this number.

    >>> lesson(3).stem
    '03-operations'
    """
    found = next((one for one in lessons() if one.number == number), None)
    if found is None:
        raise CourseError(f"there is no lesson {number!r}; lessons are numbered {numbers()}, as in begin(2)")
    return found


def numbers():
    """The numbers of all lessons, in words: "0 to 20, 26", where those between are missing."""
    rows: list = []
    for one in lessons():
        if rows and rows[-1][-1] == one.number - 1:
            rows[-1].append(one.number)
        else:
            rows.append([one.number])
    return ", ".join([f"{row[0]} to {row[-1]}" if len(row) > 1 else f"{row[0]}" for row in rows])


def next_lesson(number):
    """The lesson that comes after this one in the list; None after the last."""
    return next((one for one in lessons() if one.number > number), None)


def missing_files(number):
    """The files that lesson `number` stands on and that are not there, as "minitorch/ops/op.py"."""
    needed = [name for one in lessons() if one.number <= number for name in one.present]
    return [f"{PACKAGE.name}/{name}" for name in needed if not (PACKAGE / name).exists()]


@functools.cache
def exercises_of(number):
    """The Exercise objects of a lesson, in the order of the syllabus; `Saved` of lesson 09 is in lesson_09/saved.py."""
    folder = f"{__package__}.exercises.lesson_{number:02d}"
    try:
        found = [importlib.import_module(f"{folder}.{name.lower()}").exercise for name in lesson(number).exercise_names]
    except ModuleNotFoundError as error:
        if error.name == folder:
            return []
        raise
    for exercise in found:
        exercise.lesson = number
    return found


def exercise_named(name):
    """The exercise of this name, wherever it is defined.

    >>> exercise_named("no such thing")
    Traceback (most recent call last):
    minitorch.course.syllabus.CourseError: there is no exercise 'no such thing'
    """
    likely = [one for one in lessons() if name in one.exercise_names]
    for one in likely + lessons():
        for exercise in exercises_of(one.number):
            if exercise.name == name:
                return exercise
    import difflib

    names = [exercise.name for one in lessons() for exercise in exercises_of(one.number)]
    close = difflib.get_close_matches(str(name), names, n=1)
    hint = f"; did you mean {close[0]!r}?" if close else ""
    raise CourseError(f"there is no exercise {name!r}{hint}")
