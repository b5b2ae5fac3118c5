"""How large the library is, and how much of its core the lessons build: python tools/size.py

Prints the lines of Python of each kind of file, the share of the code in core functions that the reader writes (the
target of an exercise), sees being built (in a `build` cell), or meets in no lesson, and the core files with the most
of the last. tests/test_size.py holds the budgets.
"""

import ast
import json
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "minitorch"
sys.path.insert(0, str(ROOT))

from minitorch.course.syllabus import exercises_of, lessons  # noqa: E402

FOLDERS = ("course", "viz", "fast")
NETWORKS = 4  # the part that teaches what Parts I to III need not


def kind_of(file):
    """core, networks (core that Part IV teaches), ahead (what both use and nobody is taught), shelf, fast, viz or course."""
    if file.split("/")[0] in FOLDERS:
        return file.split("/")[0]
    if any(file in lesson.files for lesson in lessons() if lesson.part < NETWORKS):
        return "core"
    if any(file in lesson.files for lesson in lessons()):
        return "networks"
    return "ahead" if any(file in lesson.ahead for lesson in lessons()) else "shelf"


def sizes():
    """Counter: the lines of each kind of file."""
    found = Counter()
    for path in PACKAGE.rglob("*.py"):
        found[kind_of(path.relative_to(PACKAGE).as_posix())] += len(path.read_text(encoding="utf-8").splitlines())
    return found


def shown():
    """{(file, function or class)} of what the lessons' build cells show; of a class "in part", the methods that are there."""
    found = set()
    for path in sorted((ROOT / "lessons").rglob("*.ipynb")):
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
            text = "".join(cell["source"])
            if "build" in cell["metadata"].get("tags", ()) and text.startswith("# minitorch/"):
                file = text.partition("\n")[0].removeprefix("# minitorch/").strip()
                found |= {(file, name) for name in defined(ast.parse(text).body, text.splitlines())}
    return found


def defined(body, rows, prefix=""):
    """The names of the functions and classes that a cell defines."""
    for node in body:
        if isinstance(node, ast.ClassDef) and rows[node.lineno - 1].rstrip().endswith("# in part"):
            yield from defined(node.body, rows, f"{prefix}{node.name}.")
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield prefix + node.name


def written():
    """{(file, function or class)} of what the exercises have the reader write."""
    found = set()
    for exercise in [one for lesson in lessons() for one in exercises_of(lesson.number)]:
        for target in [exercise.target, *exercise.covers]:
            module, _, name = (target or "").partition(":")
            file = module.removeprefix("minitorch.").replace(".", "/")
            found.add((f"{file}.py" if (PACKAGE / f"{file}.py").exists() else f"{file}/__init__.py", name))
    return found


def taught(kind="core"):
    """({"written", "shown", "no lesson": lines of code}, {file: lines in no lesson}) of the functions that lessons teach."""
    by_reader, by_lesson = written(), shown()
    lines, left = Counter(), Counter()
    for file in dict.fromkeys(file for lesson in lessons() for file in lesson.files if kind_of(file) == kind):
        text = (PACKAGE / file).read_text(encoding="utf-8")
        code = code_rows(text)
        for _, how, node in functions(ast.parse(text).body, file, by_reader, by_lesson):
            count = sum(node.lineno <= row <= node.end_lineno for row in code)
            lines[how] += count
            left[file] += count if how == "no lesson" else 0
    return lines, left


def functions(body, file, by_reader, by_lesson, prefix="", outer="no lesson"):
    """(name, how it is taught, node) of each function; a method is taught as its class is."""
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            place = file, prefix + node.name
            how = "written" if place in by_reader else "shown" if place in by_lesson else outer
            if isinstance(node, ast.ClassDef):
                yield from functions(node.body, file, by_reader, by_lesson, f"{place[1]}.", how)
            else:
                yield place[1], how, node


def code_rows(text):
    """The numbers of the lines that are code: not blank, no comment, no docstring."""
    rows = {i for i, line in enumerate(text.splitlines(), 1) if line.strip() and not line.strip().startswith("#")}
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node) is not None:
            rows -= set(range(node.body[0].lineno, node.body[0].end_lineno + 1))
    return rows


if __name__ == "__main__":
    found = sizes()
    print(", ".join(f"{kind} {count:,}" for kind, count in sorted(found.items())))
    print(f"library {sum(found.values()) - found['course']:,} lines")
    for kind in ("core", "networks"):
        lines, left = taught(kind)
        shares = ", ".join(f"{how} {count / sum(lines.values()):.0%}" for how, count in lines.items())
        print(shares or "nothing yet", f"of the code of the functions that lessons teach: {kind}")
        for file, count in (+left).most_common(20):
            print(f"{count:5} lines in no lesson: {file}")
