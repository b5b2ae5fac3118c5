"""The reader's own package: `./course export [FOLDER]`.

A copy of the core, which is what the lessons build, with every accepted answer in the source at its target: a package to
show, with a README, an index of the reader's pieces, and a program that trains.
"""

import argparse
import ast
import functools
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from pprint import pformat

from .. import _lazy_names
from .._lazy import place_of
from .._lazy_names import FUNCTIONS, METHODS, PARTS
from . import accepted, install
from .derive import found
from .splice import Answer, home_of, splice
from .store import store
from .syllabus import PACKAGE, always, exercises_of, lesson, lessons

FOLDER = "my-minitorch"
NOTE = "YOURS.md"
PROGRAM = "train_digits.py"
NEEDED = ("datasets/digits.py", "data/digits.npz", "data/prose.xz")
ELSEWHERE = ("cuda/", "ops/meta_", "fast/", "viz/")  # for devices that an exported package has not
OTHER_FILES = [f"serialization/{name}.py" for name in ("objects", "machine", "hardened", "legacy", "float8")]
NOT_NEEDED = (*ELSEWHERE, *OTHER_FILES)  # a program that needs one gets an error that says so
ASKED_FOR = re.compile(r'load\("minitorch\.([\w.]+)"\)')
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
minitorch = ["**/*.json", "**/*.npz", "**/*.csv.gz", "**/*.html", "**/*.css", "**/*.js", "**/*.xz", "py.typed"]
"""


def pieces():
    """All exercises whose accepted answer takes the place of a piece of the package, in the order of the lessons."""
    return [exercise for one in lessons() for exercise in exercises_of(one.number) if exercise.target]


def answers_that_count():
    """({exercise: the text of its accepted answer}, sentences on those that no longer count)."""
    found, notes = {}, []
    for exercise, piece, why in accepted.kept_pieces(pieces()):
        if piece is None:
            notes.append(f"{exercise.name}: {why} The package's own piece stands there.")
        else:
            found[exercise] = store().answer(exercise.name)
    return found, notes


def export(folder, answers):
    """Write the core with these answers in it, {exercise: text}, into `folder`; the files that were changed.

    Errors: FileExistsError when the folder holds something else than an earlier export.
    """
    folder = Path(folder).absolute()
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir()) and not (folder / NOTE).exists()):
        raise FileExistsError(f"{folder} holds other things; name a folder that is new, or an earlier export")
    install.take_out_all()
    files: dict = {}
    for exercise, text in answers.items():
        splice(exercise, text, files)
    changed = {Path(file.path).resolve().relative_to(PACKAGE).as_posix(): file.written() for file in files.values()}
    with tempfile.TemporaryDirectory() as place:
        fresh = Path(place) / PACKAGE.name
        copy_core(fresh)
        for name, text in changed.items():
            ast.parse(text)
            (fresh / name).write_text(text, encoding="utf-8")
        folder.mkdir(parents=True, exist_ok=True)
        shutil.rmtree(folder / PACKAGE.name, ignore_errors=True)
        shutil.move(fresh, folder / PACKAGE.name)
    (folder / "pyproject.toml").write_text(PROJECT, encoding="utf-8")
    (folder / PROGRAM).write_text(Path(__file__).with_name("export_program.txt").read_text("utf-8"), encoding="utf-8")
    (folder / NOTE).write_text(index(folder, answers), encoding="utf-8")
    (folder / "README.md").write_text(readme(folder, answers), encoding="utf-8")
    if (PACKAGE.parent / "LICENSE").exists():
        shutil.copy(PACKAGE.parent / "LICENSE", folder)
    return sorted(changed)


# --- the core alone ---


def core_files():
    """The files of an exported core: what the lessons teach, and what that imports or asks for."""
    found = dict.fromkeys([*always(), *NEEDED, *[name for one in lessons() for name in one.files], *called_files()])
    for name in (waiting := list(found)):
        for other in asked_for(name) if name.endswith(".py") else ():
            if other not in found and (PACKAGE / other).is_file() and not other.startswith(NOT_NEEDED):
                found[other] = None
                waiting.append(other)
    return list(found)


@functools.cache
def called_files():
    """The files in which a small program calls something: it trains and saves a network once, and is watched."""
    env = dict(os.environ, MINITORCH_FAST="0", PYTHONPATH=str(PACKAGE.parent))
    done = subprocess.run([sys.executable, "-c", WATCHED], env=env, capture_output=True, text=True, check=True)
    paths = [Path(path) for path in done.stdout.split("\n") if path.startswith(str(PACKAGE))]
    names = [path.relative_to(PACKAGE).as_posix() for path in paths]
    return [name for name in names if not name.endswith("__init__.py") and not name.startswith(NOT_NEEDED)]


WATCHED = """
import io, sys
import minitorch as mt

def program():
    mt.manual_seed(0)
    net = mt.nn.Sequential(mt.nn.Linear(64, 8), mt.nn.BatchNorm1d(8), mt.nn.ReLU(), mt.nn.Dropout(0.1), mt.nn.Linear(8, 10))
    optimizer = mt.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
    images, labels, *_ = mt.datasets.digits()
    for batch in list(mt.randperm(len(images)).split(64))[:2]:
        optimizer.zero_grad()
        loss = mt.nn.CrossEntropyLoss()(net(images[batch]).tanh(), labels[batch])
        loss.backward()
        optimizer.step()
    file = io.BytesIO()
    mt.save({"net": net.state_dict(), "optimizer": optimizer.state_dict()}, file)
    file.seek(0)
    state = mt.load(file)
    net.load_state_dict(state["net"])
    optimizer.load_state_dict(state["optimizer"])
    net.eval()
    with mt.no_grad():
        (net(images).argmax(1) == labels).float().mean().item(), str(net), str(mt.randn(2, 3)), mt.rand(2).tolist()
        mt.arange(4).reshape(2, 2).numpy(), mt.stack([mt.zeros(2), mt.ones(2)]).sum(0).max(), mt.cat([mt.ones(1)] * 2)

program()  # imports what it needs
files = {}
sys.setprofile(lambda frame, event, argument: files.setdefault(frame.f_code.co_filename))
program()
sys.setprofile(None)
print(*files, sep="\\n")
"""


def asked_for(name):
    """The files of the package that a file imports, or loads when it needs them."""
    path = PACKAGE / name
    text = path.read_text(encoding="utf-8")
    asked = [module.replace(".", "/") + ".py" for module in ASKED_FOR.findall(text)]
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom) and node.level:
            asked += [f"{part}.py" for part in parts_of(node, Path(name).parent)]
    return asked


def parts_of(node, folder):
    """What an import of the package itself may mean: `from ..ops import sum` is ops/sum, or a name in ops."""
    for _ in range(node.level - 1):
        folder = folder.parent
    base = folder.joinpath(*(node.module or "").split("."))
    return [base.as_posix(), *[(base / alias.name).as_posix() for alias in node.names]]


def copy_core(fresh):
    """Copy the core; of the packages' __init__.py only the lines that import files which are there."""
    names = core_files()
    for name in names:
        (fresh / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(PACKAGE / name, fresh / name)
    for folder in {parent for name in names for parent in Path(name).parents}:
        if (PACKAGE / folder / "__init__.py").exists():
            text = (PACKAGE / folder / "__init__.py").read_text(encoding="utf-8")
            (fresh / folder / "__init__.py").write_text(without_missing(text, folder, fresh), encoding="utf-8")
    (fresh / "_lazy_names.py").write_text(lazy_names(fresh), encoding="utf-8")


def lazy_names(fresh):
    """The table of names that wait in files, for the files that are there."""
    is_there = lambda module: (path := fresh / module.replace(".", "/")).is_dir() or path.with_suffix(".py").exists()
    names = {table: {} for table in ("PARTS", "ABSENT", "FUNCTIONS", "METHODS", "HOMES")}
    for package, parts in PARTS.items():
        places = {part: place_of(package, part).partition(".")[2] for part in parts}
        names["PARTS"][package] = {part: words for part, words in parts.items() if is_there(places[part])}
    for table, rows in (("FUNCTIONS", FUNCTIONS), ("METHODS", METHODS)):
        names[table] = {file: words for file, words in rows.items() if is_there(file)}
    names["PARTS"] = {package: parts for package, parts in names["PARTS"].items() if parts}
    head = f'"""{_lazy_names.__doc__.strip()}\n"""\n\n'
    return head + "\n".join([f"{table}: dict = {pformat(rows, width=118)}" for table, rows in names.items()]) + "\n"


def without_missing(text, folder, fresh):
    """The text of an __init__.py without the imports of files that are missing."""
    lines = text.splitlines()
    for node in sorted(ast.walk(ast.parse(text)), key=lambda node: -getattr(node, "lineno", 0)):
        if isinstance(node, ast.ImportFrom) and node.level:
            base, *names = parts_of(node, folder)
            needed = [base] if node.module else names
            if not all([(fresh / f"{part}.py").exists() or (fresh / part).is_dir() for part in needed]):
                del lines[node.lineno - 1 : node.end_lineno]
    return "\n".join(lines) + "\n"


# --- what stands beside the package ---


def index(folder, answers):
    """The list of the reader's pieces, as a page: each with a link to its line."""
    rows = []
    for exercise, text in answers.items():
        for target in Answer(exercise, text).targets.values():
            name, line = line_of(folder, target)
            path = target.partition(":")[2]
            rows.append(
                f"| {exercise.lesson or 0:02d} | {exercise.title} | [`{path}`]({name}#L{line}) | {name}:{line} |"
            )
    head = "# Your pieces\n\n| lesson | exercise | piece | where |\n|---|---|---|---|\n"
    return head + "\n".join(rows) + "\n"


def line_of(folder, target):
    """(file, line) of a piece in an exported package."""
    module, path = home_of(target)
    name = f"{module.__name__.replace('.', '/')}.py"
    text = (Path(folder) / name).read_text(encoding="utf-8")
    op, _, key = path.rstrip("]").partition(".grad[")
    tree = ast.parse(text)
    if key:  # a formula: the last place that gives it
        lines = {node.lineno: ast.unparse(node) for node in tree.body}
        return name, max([line for line, said in lines.items() if said.startswith(f"{op}.grad(") and f"{key}=" in said])
    return name, found(tree, path).lineno


def readme(folder, answers):
    """The page that a visitor reads first."""
    files = sorted((Path(folder) / PACKAGE.name).rglob("*.py"))
    lines = sum([len(path.read_text(encoding="utf-8").splitlines()) for path in files])
    parts = dict.fromkeys([lesson(exercise.lesson or 0).title for exercise in answers])
    written = "".join([f"- {title}\n" for title in parts]) or "- nothing yet\n"
    return README.format(
        lines=lines, count=len(answers), all=len(pieces()), written=written, note=NOTE, program=PROGRAM
    )


README = """\
# My minitorch

The core of PyTorch over NumPy, in {lines:,} lines of Python: tensors with broadcasting and views, a graph that is recorded and
walked backwards, modules, checkpoints and an optimizer. The names are PyTorch's.

I wrote {count} of its {all} central pieces, one exercise after the other, in the course minitorch. [{note}]({note}) lists them, each
with a link to its line. They are about

{written}
## Run it

    pip install -e .
    python {program}

The program trains a network that reads handwritten digits, with nothing but this package and NumPy.
"""


def main(words):
    parser = argparse.ArgumentParser(
        prog="./course export", description="Write a copy of the package with your accepted answers in their places."
    )
    parser.add_argument("folder", nargs="?", default=FOLDER, help=f"where to (default: {FOLDER})")
    options = parser.parse_args(words)
    answers, notes = answers_that_count()
    try:
        changed = export(options.folder, answers)
    except OSError as error:
        print(f"export: {error}")
        return 1
    everything = len(pieces())
    print(*notes, sep="\n", end="\n" if notes else "")
    print(f"{len(answers)} of {everything} exercises with a place in the package are accepted.")
    if len(answers) == everything:
        print("All of them: every piece that the lessons build is yours in this package.")
    print(
        f"Written to {options.folder}: {len(changed)} files hold pieces of yours. Its README.md is the place to begin."
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
