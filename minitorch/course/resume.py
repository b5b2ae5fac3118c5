"""What the second sitting of a lesson needs of the first: the cells tagged `again`, run once more without a word."""

import ast
import contextlib
import io
import sys

from .notebooks import code_cells
from .store import lessons_folder
from .syllabus import PACKAGE

AGAIN = "again"


def bring_back(lesson):
    """Run the cells that the second sitting needs and whose names this kernel lacks; a sentence if one fails."""
    names = namespace()
    for cell in needed(lesson):
        tree = without_begin(cell.text)
        if not defined(tree) <= names.keys():
            try:
                with quietly():
                    exec(compile(tree, f"<cell {cell.number}>", "exec"), names)
            except Exception as error:
                return (
                    f"A cell of the first sitting, which the second needs, did not run: {type(error).__name__}: {error}. "
                    "Run the cells above one after another, and go on from here."
                )
    return None


def namespace():
    """The names of the notebook, or of the program that runs."""
    shell = current_shell()
    return shell.user_ns if shell is not None else vars(sys.modules["__main__"])


def current_shell():
    return sys.modules.get("IPython") and sys.modules["IPython"].get_ipython()


def needed(lesson):
    """The cells of the first sitting that the second needs: the imports at the top, and those tagged `again`."""
    path = lessons_folder() / f"{lesson.stem}.ipynb"
    cells = code_cells(path if path.exists() else PACKAGE.parent / "lessons" / path.name)
    return [cell for cell in cells if cell is cells[0] or AGAIN in cell.tags]


def without_begin(text):
    """The syntax tree of a cell, without the line that opens the lesson."""
    tree = ast.parse(text)
    tree.body = [one for one in tree.body if not (isinstance(one, ast.Expr) and _opens(one.value))]
    return tree


def _opens(node):
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "begin"


def defined(tree):
    """The names that a cell gives values to at its outermost level."""
    found = set()
    for one in tree.body:
        if isinstance(one, ast.FunctionDef | ast.ClassDef):
            found.add(one.name)
        elif isinstance(one, ast.Import | ast.ImportFrom):
            found |= {(name.asname or name.name).split(".")[0] for name in one.names}
        elif isinstance(one, ast.Assign):
            found |= {node.id for to in one.targets for node in ast.walk(to) if isinstance(node, ast.Name)}
    return found


@contextlib.contextmanager
def quietly():
    """Show nothing of what is printed or displayed."""
    if current_shell() is None:
        with contextlib.redirect_stdout(io.StringIO()):
            yield
    else:
        from IPython.utils.capture import capture_output

        with capture_output():
            yield
