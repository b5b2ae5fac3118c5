"""In a real kernel: attempts that do not end, sleep, ask for input or print without end, and what the cards carry."""

import os
import re
import sys

import pytest

from minitorch.course import store
from minitorch.course.syllabus import PACKAGE

from ..course_pretend import classroom

START = """
from tests.course_pretend import Patch, classroom
inside = classroom(None, Patch()); inside.__enter__()
from minitorch.course import *
begin(0)
"""
BODIES = [
    "while True: pass",
    "while True:\n        try: shape.x\n        except: pass",
    "import time; time.sleep(60)",
    "return input()",
    "while True: print('again')",
    "raise SystemExit",
    "raise ValueError('here')",
    "return (1,) * (n - len(shape)) + tuple(shape)",
]


def test_a_kernel_survives_any_attempt(tmp_path, monkeypatch):
    nbformat, nbclient = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")
    monkeypatch.setenv("MINITORCH_PROGRESS", str(tmp_path / "kept"))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(PACKAGE.parent), os.environ.get("PYTHONPATH", "")]))
    texts = [START] + [f'@exercise("widen")\ndef widen(shape, n):\n    {body}' for body in BODIES]
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(text) for text in texts])
    client = nbclient.NotebookClient(notebook, timeout=10, resources={"metadata": {"path": str(tmp_path)}})
    with client.setup_kernel():
        for number, cell in enumerate(notebook.cells):
            client.execute_cell(cell, number)
    shown = [[output["data"] for output in cell.outputs if "data" in output] for cell in notebook.cells]
    assert all(len(cards) == 1 and "text/html" in cards[0] for cards in shown)
    texts = [cards[0]["text/plain"] for cards in shown]
    assert texts[0].startswith("Lesson 00")
    assert all(text.startswith("[Not yet]") for text in texts[1:-1])
    assert "line 3 of your cell" in texts[-2]
    assert texts[-1].startswith("[Passed]")
    assert not any(output["output_type"] == "stream" for cell in notebook.cells for output in cell.outputs)


def test_an_error_shows_the_reader_s_own_lines(tmp_path, monkeypatch):
    nbformat, nbclient = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")
    monkeypatch.setenv("MINITORCH_PROGRESS", "none")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(PACKAGE.parent), os.environ.get("PYTHONPATH", "")]))
    texts = [
        "import minitorch as mt\nfrom minitorch.course import begin\nbegin(0)",
        "def mine(x):\n    return x + mt.ones(3)\n\nmine(mt.ones(2))",
        "%tb",
    ]
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(text) for text in texts])
    nbclient.NotebookClient(
        notebook, timeout=60, allow_errors=True, resources={"metadata": {"path": str(tmp_path)}}
    ).execute()
    short, whole = ["\n".join(cell.outputs[0].traceback) for cell in notebook.cells[1:]]
    assert "in mine" in re.sub(r"\x1b\[[0-9;]*m", "", short)
    assert "must match the size of tensor b (3)" in short
    short, whole = [re.sub(r"\x1b\[[0-9;]*m", "", text) for text in (short, whole)]
    inside = [line for line in whole.splitlines() if "minitorch/" in line and line.startswith("File")]
    assert "minitorch/" not in short
    assert len(inside) <= 4, inside


RIGHT = '@exercise("widen")\ndef widen(shape, n):\n    return {} + tuple(shape)  # under {}\n'


@pytest.fixture
def shell(tmp_path, monkeypatch):
    """An IPython shell in which the pretended lesson is open; its cells' cards are text."""
    pytest.importorskip("IPython")
    from IPython.core.interactiveshell import InteractiveShell

    from tools.cells import new_shell

    with classroom(tmp_path / ".progress", monkeypatch):
        shell = new_shell()
        shell.run_cell("from minitorch.course import *\nimport numpy as np")
        yield shell
        InteractiveShell.clear_instance()


@pytest.mark.parametrize(
    "magic", ["%%time", "%%capture", "%%prun -q", "%%timeit -n 1 -r 1", "%%time\n%%capture", "\n%%time"]
)
def test_an_answer_under_a_cell_magic_is_kept_as_without_it(shell, magic, capsys):
    shell.run_cell("%%time\ndef ones(k):\n    return (0,) * k")
    shell.run_cell("%%time\ndef ones(k):\n    return (1,) * k")  # the one that holds
    for wrong in ("...", "return shape.lenght"):
        shell.run_cell(f'{magic}\n@exercise("widen")\ndef widen(shape, n):\n    {wrong}')
        assert store.store().answer("widen") is None
    assert "shape.lenght" in store.store().attempt("widen")
    for name in ("one", "two"):
        shell.run_cell(f"{magic}\n" + RIGHT.format("ones(n - len(shape))", name))
        kept = store.store().answer("widen")
        assert kept.endswith(
            f"\n\ndef widen(shape, n):\n    return ones(n - len(shape)) + tuple(shape)  # under {name}\n"
        )
        assert "def ones(k):\n    return (1,) * k\n" in kept
    assert "this kernel only" not in capsys.readouterr().out
    assert sys.getprofile() is None


def test_an_error_under_a_cell_magic_points_at_its_line(shell, capsys):
    shell.run_cell('%%time\n@exercise("widen")\ndef widen(shape, n):\n    n += 1\n    return shape.lenght')
    out = capsys.readouterr().out
    assert "line 4 of your cell" in out and ">   4      return shape.lenght" in out
