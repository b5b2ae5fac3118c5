"""Notebooks as files: their cells, magics and exercises, and running them without a browser."""

import ast
import json
import time
from pathlib import Path

from minitorch.course import source
from minitorch.course.derive import first_line
from minitorch.course.syllabus import PACKAGE, exercise_named


def lessons_in(folder=None):
    """The lesson notebooks of a folder, in order; the folder beside the package when none is given."""
    folder = Path(folder) if folder else PACKAGE.parent / "lessons"
    return sorted(folder.glob("[0-9][0-9]-*.ipynb"))


def further_in(folder=None):
    """The notebooks beside the lessons that no lesson needs."""
    folder = Path(folder) if folder else PACKAGE.parent / "lessons"
    return sorted((folder / "further").glob("*.ipynb"))


class Cell:
    """One code cell: its place among all cells, text and tags."""

    def __init__(self, number, text, tags):
        self.number, self.text, self.tags = number, text, tags

    @property
    def magic(self):
        """The name and arguments after `%%`, or None."""
        first = self.text.lstrip().splitlines()[0] if self.text.strip() else ""
        return first[2:].strip() if first.startswith("%%") else None


def code_cells(path):
    """The code cells of a notebook file."""
    notebook = json.loads(Path(path).read_text(encoding="utf-8"))
    return [
        Cell(number, "".join(cell["source"]), cell.get("metadata", {}).get("tags", []))
        for number, cell in enumerate(notebook["cells"])
        if cell["cell_type"] == "code"
    ]


def probe_cells(path):
    """[(name, statements)] of the `%%pytorch` cells."""
    cells = [(cell.magic.split(), cell.text) for cell in code_cells(path) if cell.magic is not None]
    return [(words[1], text.lstrip().partition("\n")[2]) for words, text in cells if words[0] == "pytorch"]


def exercise_nodes(text):
    """[(name, syntax tree of the definition)] of the exercises in a cell."""
    return source.exercises_in("\n".join("" if line.startswith(("%", "!")) else line for line in text.splitlines()))


def exercise_names(path):
    """The names of the exercises that a notebook sets, in order."""
    return [name for cell in code_cells(path) for name, _ in exercise_nodes(cell.text)]


def with_solutions(text):
    """A cell's text with each exercise's stub replaced by its solution."""
    lines = text.splitlines(keepends=True)
    for name, node in reversed(exercise_nodes(text)):
        first = first_line(node) - 1
        solution = ast.parse(exercise_named(name).solution)
        own = solution.body[-1]
        start, code = first_line(own) - 1, exercise_named(name).solution.splitlines(keepends=True)
        filled = code[:start] + [f'@exercise("{name}")\n'] + code[start:]
        lines[first : node.end_lineno] = filled
    return "".join(lines)


def run_notebook(path, change=lambda text: text, twice=False):
    """Run a notebook's code cells one after another in an IPython shell of this process; raises what a cell raises.

    `change` may rewrite each cell's text first. With `twice=True` each cell that takes less than a second runs two times
    in a row. A cell tagged `raises-exception` has to raise. Gives the shell's names.
    """
    shell = new_shell()
    for cell in code_cells(path):
        text, start = change(cell.text), time.process_time()
        run_cell(shell, cell, text, path)
        if twice and time.process_time() - start < 1:
            run_cell(shell, cell, text, path, " when it runs again")
    return shell.user_ns


def new_shell():
    import os

    os.environ.setdefault("MPLBACKEND", "agg")
    from IPython.core.interactiveshell import InteractiveShell

    InteractiveShell.clear_instance()
    shell = InteractiveShell.instance()
    shell.colors = "nocolor"
    return shell


def run_cell(shell, cell, text, path, when=""):
    outcome = shell.run_cell(text, store_history=False, silent=False)
    error = outcome.error_before_exec or outcome.error_in_exec
    where = f"in cell {cell.number} of {Path(path).name}{when}:\n{cell.text}"
    if "raises-exception" in cell.tags:
        if error is None:
            raise AssertionError(f"no error came {where}")
    elif error is not None:
        error.add_note(where)
        raise error


if __name__ == "__main__":  # python -m tools.cells [--solutions] [--twice] lessons/03-operations.ipynb
    import sys

    options = {word for word in sys.argv[1:] if word.startswith("--")}
    for name in [word for word in sys.argv[1:] if word not in options]:
        run_notebook(name, with_solutions if "--solutions" in options else str, twice="--twice" in options)
