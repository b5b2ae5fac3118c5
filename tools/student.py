"""The course without solutions, for a class: `./course student FOLDER`.

A copy of the course in which `solution()` shows nothing and the texts of the solutions are packed, so that nobody reads one
by accident. The library's own source stays readable: it is what the lessons are about, and many answers stand there.
"""

import argparse
import ast
import shutil
import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parent.parent)]

from minitorch.course.define import pack  # noqa: E402
from minitorch.course.syllabus import PACKAGE, WITHOUT_SOLUTIONS  # noqa: E402

COPIED = "LICENSE README.md _config.yml book course environment.yml lessons minitorch pyproject.toml tools".split()
LEFT = shutil.ignore_patterns("__pycache__", ".*", "made", "*.egg-info")


def copy(folder):
    """Write the course into `folder`, which must be new or empty. Errors: FileExistsError, NotADirectoryError."""
    folder, root = Path(folder).absolute(), PACKAGE.parent
    if folder.is_file():
        raise NotADirectoryError(f"{folder} is a file; name a folder that is new")
    if folder.exists() and any(folder.iterdir()):
        raise FileExistsError(f"{folder} holds other things; name a folder that is new")
    if not (root / "lessons").is_dir():
        raise FileNotFoundError(f"the lessons are not beside the package, in {root}")
    folder.mkdir(parents=True, exist_ok=True)
    for name in COPIED:
        if (root / name).is_dir():
            shutil.copytree(root / name, folder / name, ignore=LEFT)
        else:
            shutil.copy(root / name, folder / name)
    there = folder / PACKAGE.name / "course"
    (there / WITHOUT_SOLUTIONS).write_text("solution() shows nothing while this file is here\n", encoding="utf-8")
    for path in sorted((there / "exercises").rglob("*.py")):
        path.write_text(without_solution(path.read_text(encoding="utf-8")), encoding="utf-8")


def without_solution(text):
    """The text of an exercise's file with its solution packed."""
    for call in [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call)]:
        for given in call.keywords:
            if given.arg == "solution" and isinstance(given.value, ast.Constant):
                plain = ast.get_source_segment(text, given.value)
                return text.replace(plain, f"packed({pack(given.value.value)!r})").replace(
                    "import Exercise", "import Exercise, packed", 1
                )
    return text


def main(words):
    parser = argparse.ArgumentParser(
        prog="./course student", description="Write the course without solutions, for a class."
    )
    parser.add_argument("folder", help="where to write it: a new folder")
    options = parser.parse_args(words)
    try:
        copy(options.folder)
    except OSError as error:
        print(f"student: {error}", file=sys.stderr)
        return 1
    print(
        f"Written to {options.folder}: the course without its solutions and tests. A student starts it with ./course there."
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
