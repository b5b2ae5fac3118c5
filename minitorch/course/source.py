"""The learner's text: found from the running cell, told from a stub, and made complete enough to be kept."""

import ast
import builtins
import functools
import linecache
import os
import re
import sys
import textwrap
import types

from .cards import shell
from .derive import first_line
from .members import functions_of
from .names import used_and_defined
from .syllabus import CourseError, exercise_named

SHOWN = re.compile(r"# minitorch/([\w/]+)\.py")  # the first line of a cell that shows code of the package


borrowed: set = set()  # names of files that several cells use in turn, as "<timed exec>"


def of_cell(name, frame):
    """(text, file name) of the definition under `@exercise(name)` in the cell that runs in `frame`; (None, None) without its text."""
    filename = frame.f_code.co_filename
    lines = [] if filename in borrowed else linecache.getlines(filename, frame.f_globals)
    found = marked(lines, name)
    if not found:
        lines = under_magic(frame, name)
        found = marked(lines, name)
        if found and filename.startswith("<") and filename != "<string>":  # which much else is called, too
            borrowed.add(filename)
            linecache.cache[filename] = (sum(map(len, lines)), None, lines, filename)
    near = [node for node in found if first_line(node) <= frame.f_lineno <= node.end_lineno] or found
    if not near:
        return None, None
    kept = unmarked(near[-1], lines)
    indent = len(kept[0]) - len(kept[0].lstrip())
    text = "".join(line[indent:] if not line[:indent].strip() else line for line in kept)
    return text if text.endswith("\n") else text + "\n", filename


def exercises_in(text):
    """[(name, syntax tree)] of the definitions under `@exercise(name)` in a text."""
    try:
        nodes = [node for node in ast.walk(ast.parse(text)) if hasattr(node, "decorator_list")]
    except SyntaxError:
        return []
    return [(mark.args[0].value, node) for node in nodes for mark in node.decorator_list if names_exercise(mark)]


def marked(lines, name):
    return [node for other, node in exercises_in("".join(lines)) if other == name]


def unmarked(node, lines):
    """The lines of a definition without our decorator."""
    marks = [mark for mark in node.decorator_list if names_exercise(mark)]
    taken = {number for mark in marks for number in range(mark.lineno, mark.end_lineno + 1)}
    return [lines[number - 1] for number in range(first_line(node), node.end_lineno + 1) if number not in taken]


def under_magic(frame, name):
    """The lines under a cell magic, such as `%%time`, that runs them as text of its own: found at the cell that called it."""
    while frame is not None:
        if not os.path.exists(frame.f_code.co_filename):  # a cell is on no disk
            for lines in bodies_of_magics(linecache.getlines(frame.f_code.co_filename)):
                if marked(lines, name):
                    return lines
        frame = frame.f_back
    return []


def bodies_of_magics(lines):
    """[the lines under a cell magic] of a cell as IPython runs it: `get_ipython().run_cell_magic("time", "", lines)`."""
    if shell() is None or not any("run_cell_magic" in line for line in lines):
        return []
    try:
        calls = [node for node in ast.walk(ast.parse("".join(lines))) if isinstance(node, ast.Call)]
    except SyntaxError:
        return []
    found = []
    for call in calls:
        texts = [one.value for one in call.args if isinstance(one, ast.Constant)]
        if getattr(call.func, "attr", "") == "run_cell_magic" and len(texts) == 3:
            body = shell().transform_cell(texts[2]).splitlines(keepends=True)
            found += [body, *bodies_of_magics(body)]
    return found


def names_exercise(mark):
    """Is this decorator `exercise("name")` or `course.exercise("name")`?"""
    if not isinstance(mark, ast.Call) or not mark.args:
        return False
    function = mark.func.id if isinstance(mark.func, ast.Name) else getattr(mark.func, "attr", "")
    return function == "exercise" and isinstance(mark.args[0], ast.Constant)


# --- stubs ---


def is_stub(text, stub):
    """Is this text the exercise's stub, or a body with nothing in it (`...`, `pass`, NotImplementedError)?

    >>> is_stub("def double(x):\\n    pass\\n", "def double(x):\\n    ...\\n")
    True
    >>> is_stub("def double(x):\\n    return 3\\n", "def double(x):\\n    ...\\n")
    False
    """
    try:
        body, stub_body = ast.parse(text).body, ast.parse(stub).body
    except SyntaxError:
        return False
    if not body:
        return True
    empty = {getattr(node, "name", ""): plain(node) for node in stub_body}  # one of several is an attempt, too
    known = [node for node in body if getattr(node, "name", None) in empty] or body[-1:]
    return all(plain(node) == empty.get(getattr(node, "name", ""), "") or _is_empty(node) for node in known)


def _is_empty(node):
    rest = _without_docstring(node.body)
    if isinstance(node, ast.ClassDef):
        return all(_is_nothing(inner) or isinstance(inner, ast.FunctionDef) and _is_empty(inner) for inner in rest)
    return all(map(_is_nothing, rest))


def _is_nothing(statement):
    if isinstance(statement, ast.Pass):
        return True
    if isinstance(statement, ast.Expr):
        return isinstance(statement.value, ast.Constant)
    if isinstance(statement, ast.Raise) and statement.exc is not None:
        called = statement.exc.func if isinstance(statement.exc, ast.Call) else statement.exc
        return isinstance(called, ast.Name) and called.id == "NotImplementedError"
    return False


def _without_docstring(body):
    first = body[0] if body else None
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
        return body[1:]
    return body


def plain(node):
    """A definition as comparable text: docstrings, comments and our own decorator do not count."""
    node = ast.parse(ast.unparse(node))
    for inner in ast.walk(node):
        if hasattr(inner, "decorator_list"):
            inner.decorator_list = [mark for mark in inner.decorator_list if not names_exercise(mark)]
        if isinstance(inner, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Module)):
            inner.body = _without_docstring(inner.body) or [ast.Pass()]
    return ast.dump(node)


def left_open(text):
    """The line number of a `...` left standing in the text, or None."""
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return None
    meant = set()  # as an index, an argument, or to be compared
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            meant |= set(node.args)
        elif isinstance(node, ast.Compare | ast.Subscript):
            meant |= set(ast.walk(node))
    open_ones = [node for node in ast.walk(tree) if isinstance(node, ast.Constant) and node.value is Ellipsis]
    return min([node.lineno for node in open_ones if node not in meant], default=None)


def results_of(text, name):
    """(does the definition of `name` return a value, what it stores into, as "x.grad", or None)."""
    nodes = [node for node in ast.parse(text).body if getattr(node, "name", None) == name]
    inner = [one for node in nodes for one in ast.walk(node)]
    returns = any(isinstance(one, ast.Return | ast.Yield | ast.YieldFrom) and one.value is not None for one in inner)
    targets = [target for one in inner for target in getattr(one, "targets", [getattr(one, "target", None)])]
    stores = [ast.unparse(one) for one in targets if isinstance(one, ast.Attribute | ast.Subscript)]
    return returns, next(iter(stores), None)


# --- keeping it ---


def complete(text, scope, also=()):
    """The text with what it needs from the notebook put before it: imports, constants and small helpers.

    `scope` is the notebook's dictionary of names, `also` lists names to keep that the text itself may not use.
    What cannot be written down is left out; loading will tell.
    """
    lines, seen = [], set()
    _gather("\n".join(also), scope, lines, seen)
    _gather(text, scope, lines, seen)
    return re.sub(r"\n{4,}", "\n\n\n", "".join(lines) + ("\n\n" if lines else "") + text).lstrip("\n")


def _gather(text, scope, lines, seen):
    for name in _free_names(text):
        if name in seen or name not in scope or scope[name] is getattr(builtins, name, scope):
            continue
        seen.add(name)
        line = _as_source(name, scope[name], scope, lines, seen)
        if line:
            lines.append(line)


def _free_names(text):
    """The global names that a text uses and does not define, in its order; arguments and locals are none of them."""
    used, own = used_and_defined(text)
    names = dict.fromkeys(node.id for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Name))
    return [name for name in names if name in used - own]


def _as_source(name, value, scope, lines, seen):
    if isinstance(value, type(sys)):
        if value.__name__ == "__main__":
            return ""
        return f"import {value.__name__}\n" if name == value.__name__ else f"import {value.__name__} as {name}\n"
    if isinstance(value, (bool, int, float, complex, str, type(None))):
        return f"{name} = {value!r}\n"
    if isinstance(value, tuple) and all(isinstance(one, (bool, int, float, str)) for one in value):
        return f"{name} = {value!r}\n"
    module = getattr(value, "__module__", None)
    home = getattr(value, "__qualname__", getattr(value, "__name__", name))
    if module and module not in ("__main__", "exercise", scope.get("__name__")) and "." not in home and "<" not in home:
        if getattr(sys.modules.get(module), home, None) is not value:
            return _import_of_value(name, value)
        return f"from {module} import {home}" + (f" as {name}\n" if name != home else "\n")
    # a piece of the module "exercise" is an answer of an earlier lesson, and in force in the package
    mine = isinstance(value, (type, types.FunctionType)) and module != "exercise"
    held = _shown(name, value) if mine else _import_of_value(name, value)
    if held:
        return held
    text = definition_of(value)
    for exercise, node in exercises_in(text)[:1]:
        there = _import_of(exercise, name)
        if there:
            return there
        text = "".join(unmarked(node, text.splitlines(keepends=True)))
    if text:
        _gather(text, scope, lines, seen)
        return "\n\n" + text + "\n\n"
    return ""


def _import_of_value(name, value):
    """The import of a table or another object that a module of the package holds under this name; or ""."""
    for module_name, module in list(sys.modules.items()):
        if module_name.startswith("minitorch.") and vars(module).get(name) is value:
            return f"from {module_name} import {name}\n"
    return ""


def _shown(name, value):
    """The import of what a cell shows of the package, one that begins with its file: "# minitorch/_tensor.py"; or ""."""
    for one in functions_of(value):
        first = SHOWN.match("".join(linecache.getlines(one.__code__.co_filename)[:1]))
        home = first and sys.modules.get(f"minitorch.{first[1].replace('/', '.')}".removesuffix(".__init__"))
        if home is not None and hasattr(home, name):
            return f"from {home.__name__} import {name}\n"
    return ""


def _import_of(exercise_name, name):
    """The import of another exercise's piece from where it stands in the package; "" when it stands nowhere alone."""
    try:
        target = exercise_named(exercise_name).target
    except CourseError:
        return ""
    module, _, path = (target or "").partition(":")
    if not path or "." in path:
        return ""
    return f"from {module} import {path}" + (f" as {name}\n" if name != path else "\n")


def definition_of(value):
    """The text of a helper defined in the notebook, or an empty string."""
    codes = [one.__code__ for one in functions_of(value)] if callable(value) else []
    names = {getattr(value, "__name__", ""), *([] if isinstance(value, type) else [code.co_name for code in codes])}
    files = dict.fromkeys(code.co_filename for code in codes)
    if isinstance(value, type) and not codes:  # a class of plain attributes: look through the cells, the last one first
        files = cells()
    texts = ["".join(linecache.getlines(file)) for file in files if file not in borrowed]
    if any(file.startswith("<") for file in files):  # it may have been defined under a cell magic
        texts += ["".join(body) for file in cells() for body in bodies_of_magics(linecache.getlines(file))]
    for text in texts:
        try:
            tree = ast.parse(text)
        except SyntaxError:
            continue
        for node in ast.walk(tree):
            if getattr(node, "name", None) not in names or not hasattr(node, "decorator_list"):
                continue
            here = [code for code in codes if first_line(node) <= code.co_firstlineno <= node.end_lineno]
            if here or not codes and isinstance(node, ast.ClassDef):
                lines = text.splitlines(keepends=True)[first_line(node) - 1 : node.end_lineno]
                return textwrap.dedent("".join(lines)).rstrip("\n") + "\n"
    return ""


def cells():
    """The names of what linecache holds and no disk does: the cells that have run, the last one first."""
    return [file for file in reversed(list(linecache.cache)) if not os.path.exists(file)]


def run(text, filename, scope):
    """Execute the text in `scope`; tracebacks show its lines under the given file name."""
    linecache.cache[filename] = (len(text), None, text.splitlines(keepends=True), filename)
    exec(compiled(text, filename), scope)
    return scope


@functools.lru_cache(1000)  # setups, solutions and known wrong answers run again and again
def compiled(text, filename):
    return compile(text, filename, "exec")
