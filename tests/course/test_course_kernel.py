"""In a real kernel: attempts that do not end, sleep, ask for input or print without end, and what the cards carry."""

import os

import pytest

from minitorch.course.syllabus import PACKAGE

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
