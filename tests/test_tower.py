"""The tower: a file imports only files taught before it, so the lessons' order is the imports' order."""

import ast
import subprocess
import sys

import pytest

from minitorch.course.syllabus import PACKAGE, always, lessons

LEAVES = ("course", "viz")  # nothing in the library imports them
FILES = sorted(path for path in PACKAGE.rglob("*.py") if path.relative_to(PACKAGE).parts[0] not in LEAVES)
ALWAYS = [PACKAGE / name for name in always()]
TAUGHT = [file for file in FILES if file.name != "__init__.py" and file not in ALWAYS]


def name_of(path):
    return path.relative_to(PACKAGE).as_posix()


def rank_of(name):
    """The place of a file in the syllabus; a folder listed there gives its place to all its files."""
    listed = [file for lesson in lessons() for file in lesson.files]
    return next((place for place, file in enumerate(listed) if name == file or name.startswith(file + "/")), None)


def imported(path, tree=None):
    """[(file of the package that is imported, syntax node)], wherever the import stands in the file."""
    found = []
    folder = path.parent
    for node in ast.walk(tree or ast.parse(path.read_text(encoding="utf-8"))):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name.split(".")[1:] for alias in node.names if alias.name.split(".")[0] == "minitorch"]
            names = [(PACKAGE, parts) for parts in names]
        elif isinstance(node, ast.ImportFrom) and node.level:
            start = folder
            for _ in range(node.level - 1):
                start = start.parent
            parts = node.module.split(".") if node.module else []
            names = [(start, [*parts, alias.name]) for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "minitorch":
            names = [(PACKAGE, [*node.module.split(".")[1:], alias.name]) for alias in node.names]
        for start, parts in names:
            target = file_of(start, parts)
            if target is not None and target != path:
                found.append((target, node))
    return found


def file_of(start, parts):
    """The file that `import a.b.c` from this folder reaches: the longest part of the way that is a module."""
    for length in range(len(parts), -1, -1):
        place = start.joinpath(*parts[:length])
        if place.with_suffix(".py").exists() and length:
            return place.with_suffix(".py")
        if (place / "__init__.py").exists():
            return place / "__init__.py"
    return None


def test_every_file_is_taught_in_one_lesson():
    listed = [file for lesson in lessons() for file in lesson.files]
    assert len(listed) == len(set(listed))
    assert [name for name in listed if not (PACKAGE / name).exists()] == []
    assert [name_of(path) for path in TAUGHT if rank_of(name_of(path)) is None] == []


@pytest.mark.parametrize("path", TAUGHT, ids=name_of)
def test_imports_point_only_to_earlier_files(path):
    own = rank_of(name_of(path))
    wrong = []
    for target, node in imported(path):
        name = name_of(target)
        if name.split("/")[0] in LEAVES:
            wrong.append(f"line {node.lineno} imports {name}, which the library does not need")
        elif name == "__init__.py":
            wrong.append(f"line {node.lineno} imports the package itself, and so every later file")
        elif target.name != "__init__.py" and own is not None and (rank_of(name) or 0) > own:
            wrong.append(f"line {node.lineno} imports {name}, which is taught later")
    assert wrong == []


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_no_import_of_the_package_inside_a_function(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    inside = []
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) and node.__class__ is not ast.Lambda:
            if path.name == "__init__.py" and node.name == "__getattr__":
                continue  # viz and course are loaded when first asked for
            inside += [f"{node.name}, line {found.lineno}" for _, found in imported(path, node)]
    assert inside == []


def test_no_cycle():
    ways = {path: [target for target, _ in imported(path) if target in FILES] for path in TAUGHT}
    done, way = set(), []

    def walk(path):
        assert path not in way, " -> ".join(name_of(step) for step in [*way[way.index(path) :], path])
        if path in done:
            return
        way.append(path)
        for target in ways.get(path, []):
            walk(target)
        done.add(way.pop())

    for path in TAUGHT:
        walk(path)


def test_packages_import_in_lesson_order():
    for path in FILES:
        if path.name != "__init__.py":
            continue
        found = sorted(imported(path), key=lambda pair: pair[1].lineno)
        own = [target for target, _ in found if target.is_relative_to(path.parent) and target.name != "__init__.py"]
        ranks = [rank for rank in map(rank_of, map(name_of, own)) if rank is not None]
        assert ranks == sorted(ranks), name_of(path)


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("*.py")), ids=name_of)
def test_files_are_short(path):
    lines = len(path.read_text(encoding="utf-8").splitlines())
    # an exercise is data, one fact and one wrong answer after the other: no idea runs through its lines
    assert lines <= (500 if "exercises" in path.parts else 300), f"{lines} lines: two ideas"


WAITING = """
import importlib, minitorch
from minitorch import _tower

files, _tower.waiting[:] = list(_tower.waiting), []
for file in files:
    before = dict(vars(minitorch.Tensor))
    importlib.import_module(f"minitorch.{file}")
    print(*[f"{file} attaches {name} unannounced" for name in vars(minitorch.Tensor) if name not in before])
print(*[f"nothing attaches {name}" for name, value in vars(minitorch.Tensor).items() if type(value) is _tower.Later])
"""


def test_methods_that_wait_are_those_that_come():
    found = subprocess.run(
        [sys.executable, "-c", WAITING], cwd=PACKAGE.parent, capture_output=True, text=True, check=True
    )
    assert found.stdout.split() == []
