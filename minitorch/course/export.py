"""The reader's own package: `./course export [FOLDER] [--test]`.

A copy of minitorch, without the course, in which every accepted answer stands in the source at its target. With all of
them accepted, all that the lessons build is the reader's.
"""

import argparse
import ast
import importlib
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from . import accepted, install
from .splice import splice
from .store import store
from .syllabus import PACKAGE, exercises_of, lessons

FOLDER = "my-minitorch"
NOTE = "YOURS.md"
PROJECT = """\
[build-system]
requires = ["setuptools>=77"]
build-backend = "setuptools.build_meta"

[project]
name = "my-minitorch"
version = "0.1.0"
requires-python = ">=3.11"
dependencies = ["numpy>=2.1,<3"]

[tool.setuptools.packages.find]
include = ["minitorch*"]

[tool.setuptools.package-data]
minitorch = ["**/*.json", "**/*.npz", "**/*.csv.gz", "**/*.html", "**/*.css", "**/*.js", "py.typed"]

[tool.pytest.ini_options]
testpaths = ["tests"]
addopts = "-q --strict-markers"
markers = ["gpu: needs CuPy and a CUDA GPU", "browser: needs a Chromium browser"]
filterwarnings = ["ignore:.*:DeprecationWarning"]
"""


def pieces():
    """All exercises whose accepted answer takes the place of a piece of the package, in the order of the lessons."""
    return [exercise for one in lessons() for exercise in exercises_of(one.number) if exercise.target]


def answers_that_count():
    """({exercise: the text of its accepted answer}, sentences on those that no longer count)."""
    found, notes, kept = {}, [], set(store().names())
    for exercise in pieces():
        if exercise.name in kept:
            piece, why = accepted.kept_piece(exercise)
            if piece is None:
                notes.append(f"{exercise.name}: {why} The package's own piece stands there.")
            else:
                found[exercise] = store().answer(exercise.name)
    return found, notes


def export(folder, answers):
    """Write the package with these answers in it, {exercise: text}, into `folder`; the files that were changed.

    Errors: FileExistsError when the folder holds something else than an earlier export.
    """
    folder = Path(folder).absolute()
    if folder.exists() and any(folder.iterdir()) and not (folder / NOTE).exists():
        raise FileExistsError(f"{folder} holds other things; name a folder that is new, or an earlier export")
    install.take_out_all()
    files: dict = {}
    for exercise, text in answers.items():
        splice(exercise, text, files)
    with tempfile.TemporaryDirectory() as place:
        fresh = Path(place) / PACKAGE.name
        shutil.copytree(PACKAGE, fresh, ignore=ignored)
        changed = []
        for file in files.values():
            there = Path(file.path).resolve().relative_to(PACKAGE)
            text = file.written()
            ast.parse(text)
            (fresh / there).write_text(text, encoding="utf-8")
            changed.append(str(there))
        leave_short_cuts_out(fresh, answers)
        folder.mkdir(parents=True, exist_ok=True)
        shutil.rmtree(folder / PACKAGE.name, ignore_errors=True)
        shutil.move(fresh, folder / PACKAGE.name)
    (folder / "pyproject.toml").write_text(PROJECT, encoding="utf-8")
    (folder / NOTE).write_text(note(answers), encoding="utf-8")
    if (PACKAGE.parent / "LICENSE").exists():
        shutil.copy(PACKAGE.parent / "LICENSE", folder)
    return sorted(changed)


def leave_short_cuts_out(package, answers):
    """Let the exported package leave out the short cuts that would go round the reader's pieces."""
    targets = sorted({target for exercise in answers for target in (exercise.target, *exercise.covers)})
    if (package / "fast").exists() and targets:
        lines = "".join([f"    {target!r},\n" for target in targets])
        words = f"\n# your pieces, which no short cut goes round\nfor _target in (\n{lines}):\n    fast.step_aside(_target)\n"
        with open(package / "__init__.py", "a", encoding="utf-8") as file:
            file.write("\nfrom . import fast  # noqa: E402\n" + words)


def ignored(folder, names):
    """What of the package is not copied: the course, and what Python leaves behind."""
    return [name for name in names if name == "__pycache__" or name == "course" and Path(folder) == PACKAGE]


def note(answers):
    """The list of the reader's pieces, as a page beside the package."""
    rows = [f"| `{exercise.target}` | {exercise.name} | {exercise.lesson or 0:02d} |" for exercise in answers]
    count = f"{len(answers)} of {len(pieces())} pieces in this package are yours."
    return f"# Your own minitorch\n\n{count}\n\n| piece | exercise | lesson |\n|---|---|---|\n" + "\n".join(rows) + "\n"


def test(folder):
    """Run the library's tests on an exported package; the exit status of pytest."""
    folder, tests = Path(folder).absolute(), PACKAGE.parent / "tests"
    if not tests.is_dir():
        print("The tests are not here: they stand in the course's repository, in tests/.")
        return 1
    shutil.rmtree(folder / "tests", ignore_errors=True)
    shutil.copytree(tests, folder / "tests", ignore=about_the_course)
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "tests"]
    if importlib.util.find_spec("xdist"):
        command += ["-n", "2", "--dist", "loadfile"]
    return subprocess.run(command, cwd=folder, env={**os.environ, "PYTHONPATH": str(folder)}).returncode


def about_the_course(folder, names):
    """Tests that are not about the library: they read the course, the lessons or the repository's tools."""
    left = [name for name in names if name in ("__pycache__", "browser", "mutants.py")]
    for name in names:
        if name.startswith("test_") and name.endswith(".py"):
            text = (Path(folder) / name).read_text(encoding="utf-8")
            words = ("minitorch.course", "course_pretend", "lessons", "tools/", '"tools"', "benchmarks", "README")
            if any(word in text for word in words):
                left.append(name)
    return left


def main(words):
    parser = argparse.ArgumentParser(
        prog="./course export", description="Write a copy of the package with your accepted answers in their places."
    )
    parser.add_argument("folder", nargs="?", default=FOLDER, help=f"where to (default: {FOLDER})")
    parser.add_argument("--test", action="store_true", help="run the library's tests on it")
    options = parser.parse_args(words)
    answers, notes = answers_that_count()
    try:
        changed = export(options.folder, answers)
    except FileExistsError as error:
        print(f"export: {error}")
        return 1
    everything = len(pieces())
    print(*notes, sep="\n", end="\n" if notes else "")
    print(f"{len(answers)} of {everything} exercises with a place in the package are accepted.")
    if len(answers) == everything:
        print("All of them: every piece that the lessons build is yours in this package.")
    print(f"Written to {options.folder}: {len(changed)} files hold pieces of yours. {NOTE} there lists them.")
    return test(options.folder) if options.test else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
