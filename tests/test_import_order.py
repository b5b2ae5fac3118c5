"""Import order: a file imports only files taught before it, so the lessons' order is the imports' order."""

import ast
import subprocess
import sys

from minitorch.course.syllabus import PACKAGE, always, lessons

LEAVES = ("course", "viz")  # nothing in the library imports them
FILES = sorted(path for path in PACKAGE.rglob("*.py") if path.relative_to(PACKAGE).parts[0] not in LEAVES)
ALWAYS = [PACKAGE / name for name in always()]
TAUGHT = [file for file in FILES if file.name != "__init__.py" and file not in ALWAYS]


def name_of(path):
    return path.relative_to(PACKAGE).as_posix()


def rank_of(name):
    """The place of a file in the syllabus; a folder listed there gives its place to all its files."""
    listed = [file for lesson in lessons() for file in lesson.present]
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
    listed = [file for lesson in lessons() for file in lesson.present]
    assert len(listed) == len(set(listed))
    assert [name for name in listed if not (PACKAGE / name).exists()] == []
    assert [name_of(path) for path in TAUGHT if rank_of(name_of(path)) is None] == []


def test_imports_point_only_to_earlier_files():
    assert [f"{name_of(path)} {said}" for path in TAUGHT for said in too_early(path)] == []


def too_early(path):
    """What is wrong with a file's imports."""
    own = rank_of(name_of(path))
    for target, node in imported(path):
        name = name_of(target)
        if name.split("/")[0] in LEAVES:
            yield f"line {node.lineno} imports {name}, which the library does not need"
        elif name == "__init__.py":
            yield f"line {node.lineno} imports the package itself, and so every later file"
        elif target.name != "__init__.py" and own is not None and (rank_of(name) or 0) > own:
            yield f"line {node.lineno} imports {name}, which is taught later"


def test_no_import_of_the_package_inside_a_function():
    inside = []
    for path in FILES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                if path.name == "__init__.py" and node.name == "__getattr__":
                    continue  # viz and course are loaded when first asked for
                inside += [f"{name_of(path)}: {node.name}, line {found.lineno}" for _, found in imported(path, node)]
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


def test_files_are_short():
    long = {}
    for path in PACKAGE.rglob("*.py"):
        lines = len(path.read_text(encoding="utf-8").splitlines())
        # an exercise is data, one fact and one wrong answer after the other, and so is the table of names
        most = 800 if path.name == "_lazy_names.py" else 500 if "exercises" in path.parts else 400
        if lines > most:
            long[name_of(path)] = lines
    assert long == {}


# --- core and shelf ------------------------------------------------------------------------------------------------------

SHELF = [file for lesson in lessons() for file in lesson.also]


def test_no_core_file_imports_the_shelf():
    wrong = []
    for path in TAUGHT:
        if name_of(path) not in SHELF:
            wrong += [f"{name_of(path)} -> {name_of(to)}" for to, _ in imported(path) if name_of(to) in SHELF]
    assert wrong == []


def test_the_first_line_says_what_is_in_a_file():
    wrong = []
    for path in FILES:
        first = (ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or "").split("\n")[0]
        is_fast = name_of(path).startswith("fast/")
        told = first.endswith("(short cuts).") if is_fast else first.endswith(" (shelf).") == (name_of(path) in SHELF)
        if not first or not told:
            wrong.append(f"{name_of(path)}: {first}")
    assert wrong == []


# --- what is loaded when it is asked for ---------------------------------------------------------------------------------


def run(code):
    """What a fresh Python prints."""
    done = subprocess.run([sys.executable, "-c", code], cwd=PACKAGE.parent, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


LOADED = """
import importlib, minitorch
from minitorch import _lazy

Tensor = minitorch.Tensor
METHODS = {name for names in _lazy.METHODS.values() for name in names.split()}
waiting = {name for name, value in vars(Tensor).items() if type(value) is _lazy.LazyAttribute}
print(*[f"{name} stands in no file of the table" for name in waiting if name not in METHODS])
for file in FILES:
    module = importlib.import_module("minitorch." + file)
    for name in _lazy.FUNCTIONS.get(file, "").split():
        print(*[f"{file} has no {name}"] * (not hasattr(module, name)))
    for name in getattr(module, "__all__", ()) if file.startswith("ops.") else ():
        print(*[f"{file}: {name} is not in the table"] * (name not in _lazy.FUNCTIONS.get(file, "").split()))
    for name in _lazy.METHODS.get(file, "").split():
        print(*[f"{file} attaches no {name}"] * (type(vars(Tensor)[name]) is _lazy.LazyAttribute))
    now = {name for name, value in vars(Tensor).items() if type(value) is _lazy.LazyAttribute}
print(*[f"nothing attaches {name}" for name in now])
print(*[f"{name} comes unannounced" for name in vars(Tensor) if name not in BEFORE])
"""


def test_the_table_is_what_the_files_define():
    files = [file.removesuffix(".py").replace("/", ".") for file in SHELF]
    before = run("import minitorch; print(sorted(vars(minitorch.Tensor)))").strip()
    assert run(f"FILES = {files}\nBEFORE = {before}\n{LOADED}").split() == []


THREADS = """
import threading, minitorch as mt
names = ["sin", "trace", "sort", "topk", "bincount", "median", "lgamma", "tril"]
start, wrong = threading.Barrier(8), []

def ask(name):
    start.wait()
    try:
        getattr(mt, name)
        (mt.ones(3, 3).cumsum(0), mt.ones(3).unfold(0, 2, 1), mt.ones(2, 2).flip(0))
    except BaseException as error:
        wrong.append((name, error))

threads = [threading.Thread(target=ask, args=(name,)) for name in names]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
print(wrong)
"""


def test_eight_threads_may_ask_first():
    for _ in range(3):
        assert run(THREADS) == "[]\n"


INTERRUPTED = """
import sys, minitorch as mt

class Interrupt:  # Ctrl-C in the middle of a load: as the file imports what it stands on, or as it attaches a method
    def find_spec(self, name, path=None, target=None):
        if name == STOP:
            sys.meta_path.remove(self)
            raise KeyboardInterrupt

def interrupted(ask):
    try:
        ask()
    except KeyboardInterrupt:
        return True

from minitorch import _tensor
sys.meta_path.insert(0, Interrupt())
STOP = "minitorch.ops.view.diagonal"
print(interrupted(lambda: mt.diag_embed))
print(mt.diag_embed(mt.ones(2)).sum().item(), mt.ones(2, 2).diagonal().shape)

attach, count = _tensor.method, 0
def stop(function, *names):
    global count
    count += 1
    if count == 3:
        _tensor.method = attach
        raise KeyboardInterrupt
    return attach(function, *names)
_tensor.method = stop
print(interrupted(lambda: mt.ones(2).sin()))
print(mt.zeros(2).sin().sum().item(), mt.zeros(2).tan_().sum().item(), mt.atan2(mt.ones(1), mt.ones(1)).shape)
"""


def test_an_interrupted_load_is_done_again():
    assert run(INTERRUPTED).splitlines() == [
        "True", "2.0 minitorch.Size([2])", "True", "0.0 0.0 minitorch.Size([1])",
    ]  # fmt: skip


def test_import_takes_from_python_what_is_quick_to_load():
    code = (
        "import sys, numpy\nbefore = {*sys.modules}\nimport minitorch\n"
        "print(*[name for name in {*sys.modules} - before if not name.startswith('minitorch')])"
    )
    assert {*run(code).split()} <= {"_heapq", "_queue", "copy", "gc", "heapq"}


def test_dir_is_complete():
    code = (
        "import minitorch as mt\nfrom minitorch import _lazy\n"
        "names = [name for name in _lazy.table_of('minitorch')]\n"
        "print([name for name in names if name not in dir(mt)], len(names) > 200)\n"
        "print([name for names in _lazy.METHODS.values() for name in names.split() if name not in dir(mt.Tensor)])\n"
        "print([name for name in dir(mt) if name[0] != '_' and not hasattr(mt, name)])\n"
        "print('checkpoint' in dir(mt.utils), 'detect_anomaly' in dir(mt.autograd))\n"
        "print({'svd', 'norm', 'qr'} <= {*dir(mt.linalg)}, 'logit' in dir(mt.special))"
    )
    assert run(code).splitlines() == ["[] True", "[]", "[]", "True True", "True True"]


def test_asking_for_a_name_that_is_not_there_looks_at_the_files_once():
    code = (
        "import minitorch as mt\nfrom minitorch import _lazy\nhasattr(mt, 'npu')\nlooks = []\n"
        "_lazy.is_there = looks.append\nprint(hasattr(mt, 'npu'), hasattr(mt, 'quint8'), looks)"
    )
    assert run(code) == "False False []\n"


def test_a_name_that_is_left_out_is_missing_and_says_what_to_use():
    code = """
import operator, minitorch as mt
from minitorch._lazy_names import ABSENT
for instead, names in ABSENT.items():
    for name in names.split():
        try:
            print(name, operator.attrgetter(name)(mt))
        except AttributeError as error:
            print(*[] if str(error).endswith(f"PyTorch's {name}; {instead}") else [name, error], sep="")
"""
    assert run(code).split() == []
