"""Writing an answer into the package's source: at its target, in place of what stands there.

A function or method is exchanged line for line, its decorators kept; of a class, method by method; a formula is added
below the place where the op has its own. Helpers and imports that the answer needs come with it. Names that mean
something else in that file are renamed on the way.
"""

import ast
import builtins
import functools
import importlib
import inspect
import re
import sys
import textwrap

from . import install
from .derive import first_line, found
from .facts import scope_for
from .names import names_in, renamed

MARK = "# Yours: "


class Answer:
    """The text of an answer, taken apart: imports, helpers, and the pieces with a target of their own."""

    def __init__(self, exercise, text):
        self.exercise, self.lines = exercise, text.splitlines()
        tree = ast.parse(text)
        wanted = {exercise.piece_name: exercise.target, **exercise.covered}
        self.pieces, self.helpers, self.imports = {}, [], []
        for node in tree.body:
            name = getattr(node, "name", None)
            if isinstance(node, ast.Import | ast.ImportFrom):
                self.imports.append(node)
            elif name in wanted:
                self.pieces[name] = node  # the last definition of a name counts
            elif not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
                self.helpers.append(node)
        self.targets = {name: wanted[name] for name in self.pieces}

    def text(self, node):
        """The lines of a definition, decorators included, from the left margin."""
        return textwrap.dedent("\n".join(self.lines[first_line(node) - 1 : node.end_lineno]))


class File:
    """One source file of the package and the changes to be made in it."""

    def __init__(self, module):
        self.module = module
        self.path = inspect.getsourcefile(module)
        with open(self.path, encoding="utf-8") as file:
            self.text = file.read()
        self.tree, self.edits, self.imports, self.credits = ast.parse(self.text), [], [], []
        self.taken = {}  # names that answers have brought into this file already: name -> text

    def definition(self, path, kinds):
        """The node of a definition: "Class.method" or "name"; the last one of that name."""
        node = found(self.tree, path)
        return node if isinstance(node, kinds) else None

    def replace(self, first, last, text):
        """Exchange the lines first to last; last < first inserts before `first`."""
        self.edits.append((first, last, text))

    def written(self):
        lines = self.text.splitlines()
        imports = "\n".join(dict.fromkeys(self.imports))
        if imports:
            self.edits.append((self.after_imports() + 1, self.after_imports(), imports))
        for first, last, text in sorted(self.edits, key=lambda edit: edit[:2], reverse=True):
            lines[first - 1 : last] = text.splitlines()
        head = [MARK + ", ".join(dict.fromkeys(self.credits)) + "."]
        return "\n".join(textwrap.wrap(head[0], 118, subsequent_indent="# ") + lines) + "\n"

    def after_imports(self):
        """The last line of the imports at the file's top."""
        last = 0
        for node in self.tree.body:
            docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
            if not isinstance(node, ast.Import | ast.ImportFrom) and not docstring:
                break
            last = node.end_lineno
        return last


def home_of(target):
    """(module, dotted path) of the definition behind a target: where its lines stand.

    That is the file which the target names, if it defines the piece: a short cut of `fast/` may be in force instead.
    """
    module, _, path = target.partition(":")
    owner, name, key = install.locate(target)
    if key is not None or defines(module, path):
        return importlib.import_module(module), path
    raw = vars(owner).get(name, getattr(owner, name)) if isinstance(owner, type) else getattr(owner, name)
    if isinstance(raw, type):  # a class may say that it is from elsewhere: Tensor is from minitorch
        here = importlib.import_module(module)
        own = File(here).definition(raw.__qualname__, ast.ClassDef)
        return here if own else sys.modules[raw.__module__], raw.__qualname__
    raw = raw.fget if isinstance(raw, property) else getattr(raw, "__func__", raw)
    raw = inspect.unwrap(getattr(raw, "forward", raw))
    there = sys.modules.get(getattr(raw, "__module__", ""), importlib.import_module(module))
    return there, getattr(raw, "__qualname__", path)


@functools.cache
def defines(module, path):
    """Whether the source of a module has a definition of "name" or "Class.method"."""
    return File(importlib.import_module(module)).definition(path, ast.FunctionDef | ast.ClassDef) is not None


def splice(exercise, text, files):
    """Write an answer into the files that its targets stand in; `files` is {module name: File}, filled here."""
    answer = Answer(exercise, text)
    lacking = [name for name in exercise.covered if name not in answer.pieces and not exercise.optional]
    if lacking:
        raise LookupError(f"{', '.join(lacking)} cannot be found in the answer to {exercise.name}")
    for name, target in answer.targets.items():
        module, path = home_of(target)
        file = files.setdefault(module.__name__, None) or File(module)
        files[module.__name__] = file
        file.credits.append(f"{path} (exercise {exercise.name})")
        _splice_one(answer, name, path, file)


def _splice_one(answer, name, path, file):
    node = answer.pieces[name]
    rename, before = _bring(answer, name, node, path, file)
    text = renamed(answer.text(node), rename)
    if path.endswith("]"):
        return _formula(file, path, rename.get(name, name), text, before)
    there = file.definition(path, ast.FunctionDef | ast.ClassDef)
    if there is None:
        raise LookupError(f"{path} has no definition of its own in {file.path}")
    if isinstance(there, ast.ClassDef):
        _class(file, there, text)
    else:
        _function(file, there, path, name, text)
    if before:
        top = next(one for one in file.tree.body if first_line(one) <= there.lineno <= one.end_lineno)
        file.replace(first_line(top), first_line(top) - 1, before)
    return None


def _bring(answer, name, node, path, file):
    """(new names, the text of helpers to stand before) of what a piece needs in its new file."""
    scope = scope_for(answer.exercise)
    there, last = vars(file.module), path.rpartition(".")[2].removesuffix("]")
    own = {name: last} if "." not in path and "[" not in path and name != last else {}
    helpers = {one.name: one for one in answer.helpers if hasattr(one, "name")}
    for one in answer.helpers:
        for target in getattr(one, "targets", [getattr(one, "target", None)]):
            if isinstance(target, ast.Name):
                helpers[target.id] = one
    wanted, rename, lines, copies = [node], dict(own), [], {}
    for (
        other,
        piece,
    ) in answer.pieces.items():  # what the cell's other pieces are called here, should this one call them
        if other != name:
            rename[other] = _name_here(answer.targets[other], file)
            if rename[other] is None:
                rename[other] = f"{other}_of_{answer.exercise.name}"
                helpers[other] = copies[other] = piece
    for one in wanted:  # grows while we go through it
        for used in names_in(answer.text(one)):
            if used in helpers and helpers[used] not in wanted:
                wanted.append(helpers[used])
    imported = {alias.asname or alias.name.split(".")[0]: one for one in answer.imports for alias in one.names}
    used = dict.fromkeys(word for one in wanted for word in names_in(answer.text(one)))
    for word in used:
        if word in copies or word in rename and word not in own:
            continue
        if word in helpers:
            text = answer.text(helpers[word])
            if word in there and word not in file.taken or file.taken.get(word, text) != text:
                rename[word] = f"{word}_of_{answer.exercise.name}"
        elif word in imported:
            _import(ast.unparse(imported[word]), word, answer, file, rename)
        elif word in scope and word not in ("__name__", name):
            value = scope[word]
            if there.get(word, value) is not value:
                rename[word] = f"{word}_of_{answer.exercise.name}"
            elif word not in there:
                _import(_import_of(word, value), word, answer, file, rename)
        elif hasattr(builtins, word) and (word in there or word in own.values()) and word not in (name, *own):
            file.imports.append("import builtins")
            rename[word] = f"builtins.{word}"
    for one in [*copies.values(), *answer.helpers]:
        if one in wanted and one is not node:
            text = answer.text(one)
            for word in [word for word, helper in helpers.items() if helper is one]:
                if file.taken.get(rename.get(word, word)) == text:
                    text = None  # another piece of this cell has brought it
                    break
                file.taken[rename.get(word, word)] = text
            if text is not None:
                lines.append(renamed(text, rename))
    return rename, "\n\n\n".join(lines) + "\n\n" if lines else ""


def _name_here(target, file):
    """The name under which a file knows the function at a target; None for one that it does not know, or a formula."""
    module, path = home_of(target)
    if not path.isidentifier():
        return None
    if module is file.module:
        return path
    there = getattr(module, path, None)
    return next((name for name, value in vars(file.module).items() if value is there and there is not None), None)


def _import(line, word, answer, file, rename):
    """Add an import to a file, unless the name is there already; under another name where it means something else."""
    there, names = vars(file.module), {}
    if line.startswith(f"from {file.module.__name__} import"):
        return  # it is this very file
    if word in there:
        exec(line, names)
        if there[word] is names[word]:
            return
        new = f"{word}_of_{answer.exercise.name}"
        node = ast.parse(line).body[0]
        for alias in node.names:
            if (alias.asname or alias.name) == word:
                alias.asname = new
        line, rename[word] = ast.unparse(node), new
    file.imports.append(line)


def _import_of(word, value):
    """The import of a name that the course gives to every exercise: mt, np, math, and what its setup adds."""
    if inspect.ismodule(value):
        return f"import {value.__name__}" + (f" as {word}" if word != value.__name__ else "")
    home = getattr(value, "__name__", word)
    return f"from {value.__module__} import {home}" + (f" as {word}" if word != home else "")


def _formula(file, path, name, text, before):
    """Put a formula below the place where its op gets its own."""
    op, _, key = path[:-1].partition(".grad[")
    after = len(file.text.splitlines())
    for node in file.tree.body:
        called = ast.unparse(node.value.func) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) else ""
        if called == f"{op}.grad":
            after = node.end_lineno
    file.replace(after + 1, after, f"\n\n{before}{text}\n\n\n{op}.grad({key}={name})\n")


def _function(file, there, path, name, text):
    """Exchange one definition; its decorators stay, unless the answer has its own."""
    method, last = "." in path, path.rpartition(".")[2]
    tree = ast.parse(text).body[0]
    own = text.splitlines()[tree.lineno - 1 :]
    marks = text.splitlines()[: tree.lineno - 1]
    if not marks:
        marks = file.text.splitlines()[first_line(there) - 1 : there.lineno - 1]
        marks = textwrap.dedent("\n".join(marks)).splitlines()
    body = "\n".join([*marks, *own])
    if method:
        if tree.name in names_in(text):  # it calls itself by a name that is none inside a class: give it that name
            body = body.replace(f"def {tree.name}", f"def {last}", 1)
            alias = f"\n\n\ndef {tree.name}(self, *args, **kwargs):\n    return self.{last}(*args, **kwargs)\n"
            top = next(one for one in file.tree.body if first_line(one) <= there.lineno <= one.end_lineno)
            file.replace(top.end_lineno + 1, top.end_lineno, alias)
        elif tree.name != last:
            body = re.sub(rf"\bdef {tree.name}\b", f"def {last}", body, count=1)
        body = textwrap.indent(body, " " * there.col_offset)
    file.replace(first_line(there), there.end_lineno, body)


def _class(file, there, text):
    """Exchange the methods and attributes of a class by the answer's of the same name; add those that are new."""
    lines, indent = text.splitlines(), " " * (there.body[0].col_offset)
    known = {key: node for node in there.body for key in keys_of(node)}
    new = []
    for node in ast.parse(text).body[0].body:
        if isinstance(node, ast.Pass) or isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            continue
        body = textwrap.indent(textwrap.dedent("\n".join(lines[first_line(node) - 1 : node.end_lineno])), indent)
        old = next((known[key] for key in keys_of(node) if key in known), None)
        if old is None:
            new.append(body)
        else:
            file.replace(first_line(old), old.end_lineno, body)
    if new:
        file.replace(there.end_lineno + 1, there.end_lineno, "\n" + "\n\n".join(new))


def keys_of(node):
    """The names that a statement of a class body defines: "data", and "data.setter" of the second part of a property."""
    if hasattr(node, "name"):
        marks = [mark.attr for mark in getattr(node, "decorator_list", ()) if isinstance(mark, ast.Attribute)]
        return [".".join([node.name, *[mark for mark in marks if mark in ("setter", "deleter")]])]
    targets = getattr(node, "targets", [getattr(node, "target", None)])
    return [target.id for target in targets if isinstance(target, ast.Name)]
