"""The tools around the exercises: facts, cards, PyTorch's answers, build cells, notebooks."""

import ast
import doctest
import importlib
import json
import pkgutil

import numpy as np
import pytest

import minitorch
import minitorch.course as course
from minitorch.course import cards, derive, probes, source, syllabus
from minitorch.course.check import check
from minitorch.course.define import Case, Exercise
from minitorch.course.facts import piece_from
from minitorch.course.values import A, T, compare, describe, freeze
from tools import build_cells, cells

from ..course_pretend import classroom, made

MODULES = [name for _, name, _ in pkgutil.iter_modules(course.__path__)]


@pytest.mark.parametrize("name", MODULES)
def test_docstrings_run(name):
    module = importlib.import_module(f"minitorch.course.{name}")
    assert doctest.testmod(module).failed == 0


def test_the_course_is_loaded_only_when_asked_for():
    import subprocess
    import sys

    names = "('minitorch.course', 'IPython')"
    code = f"import sys, minitorch; print([m for m in sys.modules if m.startswith({names})])"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=syllabus.PACKAGE.parent)
    assert out.stdout.strip() == "[]", out.stderr


# --- facts ---


@pytest.mark.parametrize(
    "expected, got, sentence",
    [
        (3, 4, "the difference is +1"),
        (3, 3.0, "the answer is a float, and an int is expected"),
        (True, 1, "the answer is an int, and a bool is expected"),
        (1, True, "the answer is a bool, and an int is expected"),
        (1.5, "1.5", "the answer is a str, and a float is expected"),
        ((1, 2), [1, 2], "the answer is a list, and a tuple is expected"),
        ((1, 2), (1, 2, 3), "its length is 3, and 2 is expected"),
        ((1, (2, 3)), (1, (2, 4)), "item 1: item 1: the difference is +1"),
        ({"a": 1}, {"b": 1}, "the keys are ['b'], and ['a'] are expected"),
        (T([1.0, 2.0]), A([1.0, 2.0]), "the answer is a NumPy array, and a tensor is expected"),
        (
            T([1.0, 2.0]),
            T([1.0, 2.0], "float64"),
            "its values are right, its dtype is float64, and float32 is expected",
        ),
        (T([1.0, 2.0]), T([[1.0, 2.0]]), "its shape is (1, 2), and (2,) is expected"),
        (T([1.0, 200.0]), T([1.0, 200.1]), "close, but not equal: largest difference 0.1 at [1]"),
        (T([1.0, 2.0]), T([1.0, np.nan]), "largest difference nan or inf at [1]"),
        (T([True, False]), T([True, True]), "1 of 2 elements differ"),
        (T([1.0]), None, "the answer is None"),
        (None, 3, "the answer is an int, and None is expected"),
    ],
)
def test_differences(expected, got, sentence):
    assert compare(expected, freeze(got)).sentence == sentence


@pytest.mark.parametrize(
    "expected, got",
    [
        (3, np.int64(3)),
        (1.5, np.float32(1.5)),
        (True, np.bool_(True)),
        (0.1, 0.1000000001),
        (2.0, 2),
        (T([1.0, np.nan]), T([1.0, np.nan])),
        (T([1.0]), T([1.000001])),
        (T(3.0, "any"), T(3.0, "float64")),
        (A([1.0]), A([1.0], "float32")),
        ((1, [2]), (1, [2])),
        ({"a": T([1])}, {"a": T([1])}),
    ],
)
def test_equal(expected, got):
    assert compare(freeze(expected), freeze(got)) is None


def test_tensors_are_frozen_as_copies():
    import minitorch as mt

    x = mt.tensor([1.0, 2.0])
    kept = freeze(x)
    x._array[0] = 9
    assert kept.values.tolist() == [1.0, 2.0]
    assert compare(T([1.0, 2.0]), kept) is None
    assert compare((2, 3), freeze(mt.tensor([[1, 2, 3], [4, 5, 6]]).shape)) is None


def test_describe_hides_addresses_and_cuts():
    assert describe(object()) == "<object object at 0x...>"
    assert len(describe(list(range(1000)))) < 620
    assert describe(T([[1.0, 2.0], [3.5, 4.0]])) == "tensor([[1.0000, 2.0000],\n        [3.5000, 4.0000]])"


def test_exercises_are_checked_when_written():
    with pytest.raises(ValueError, match="ends with hints 1 to 3"):
        Exercise("f: A title (difficulty 1, 2 minutes)\n\nWhy.\n\n1. One.\n2. Two.", facts=[])
    with pytest.raises(ValueError, match="begins with its name"):
        Exercise("f: A title (difficulty 9, 2 minutes)\n\nWhy.\n\n1. One.\n2. Two.\n3. Three.", facts=[])
    with pytest.raises(ValueError, match="has none itself"):
        made("f", solution="def f(): return 1", facts=[], covers="minitorch.storage:Storage")
    with pytest.raises(ValueError, match="must be an expression"):
        Case("x = 3", 3)


# --- the learner's text ---


@pytest.mark.parametrize(
    "text, expected",
    [
        ("class C:\n    def f(self):\n        ...\n", True),
        (
            "class C:\n    'text'\n    def f(self):\n        'text'\n        pass\n    def g(self): ...\n",
            True,
        ),
        ("class C:\n    def f(self):\n        return 1\n", False),
        ("def f(x):\n    return ...\n", False),
        ("def f(x):\n    y = 1\n    z = ...\n", True),
        ("def f(x):\n    y = 2\n    z = ...\n", False),
    ],
)
def test_stubs_are_recognized(text, expected):
    assert source.is_stub(text, "def f(x):\n    'docs'\n    y = 1\n    z = ...\n") is expected


def test_one_of_several_functions_is_an_attempt():
    stub = "def f(x): ...\ndef g(x): ...\n"
    assert source.is_stub(stub, stub) and source.is_stub("def own(x):\n    return 1\ndef g(x): ...\n", stub)
    assert not source.is_stub("def f(x):\n    return 1\ndef g(x): ...\n", stub)


def test_a_stub_shows_the_statements_that_it_names():
    text = "def f(x):\n    'docs'\n    a = x\n    b = a\n    for n in b:\n        a = n\n    return a\n"
    assert derive.stub(text, ("a =", "return")) == "def f(x):\n    'docs'\n    a = x\n    ...\n    return a\n"
    assert derive.stub(text) == "def f(x):\n    'docs'\n    ...\n"


# --- cards ---


def test_cards_need_no_style_sheet_and_escape():
    card = cards.Card(
        "a <b> & `c < d`",
        cards.Facts(("in", "<x>")),
        cards.Code("if a < 1:\n    pass", first=3, mark=4),
        cards.Bar(1, 3, "done"),
        label="L",
    )
    html = card.html()
    for forbidden in ("<style", "<script", "class=", "<b> &", "<x>", "<1>", "var("):
        assert forbidden not in html
    assert "<code" in html
    text = card.text()
    for part in ("[L] a <b> & `c < d`", "in  <x>", "> 4", "[#..] 1 of 3 done"):
        assert part in text.replace(">   4", "> 4")
    assert card._repr_mimebundle_()["text/plain"] == text


def test_html_is_well_formed():
    from xml.etree import ElementTree

    card = cards.Card(
        "x",
        cards.Facts(("a", cards.Text("`b`\nc"))),
        cards.Code("x = 'a' # b\n\ny = 1", first=1, mark=1),
        tone="good",
    )
    ElementTree.fromstring(card.html().replace("<br>", "<br/>"))


# --- PyTorch's answers ---


class Other:
    """A module that answers as another package would."""

    one = 1

    class Thing:
        def __repr__(self):
            return f"minitorch.Thing at {hex(id(self))}"


def test_answers_are_those_of_a_prompt():
    code = "# first\ntorch.one\nx = 2\n\nfor i in range(x):\n    print(i)\nNone\n"
    code += "torch.Thing()\ntorch.no\nx + 1"
    found = dict(probes.answers(code, Other))
    assert found == {
        "# first\ntorch.one": "1",
        "x = 2": "",
        "for i in range(x):\n    print(i)": "0\n1",
        "None": "",
        "torch.Thing()": "minitorch.Thing at 0x...",
        "torch.no": "AttributeError: type object 'Other' has no attribute 'no'",
        "x + 1": "3",
    }
    with pytest.raises(ValueError, match="one statement a line"):
        probes.statements("x = 1; y = 2")


def test_recording_reads_the_notebooks(tmp_path):
    pytest.importorskip("torch")
    from tools.record import recorded

    path = write(tmp_path, "%%pytorch pair\ntorch.tensor([1.0])\ntorch.ones(2).shape", "x = 1")
    kept = json.loads(recorded(path))
    assert kept["cells"]["pair"] == [
        ["torch.tensor([1.0])", "tensor([1.])"],
        ["torch.ones(2).shape", "torch.Size([2])"],
    ]
    assert recorded(write(tmp_path, "x = 1")) is None


# --- build cells and notebooks ---


def write(folder, *texts, tags=()):
    path = folder / "00-pretended.ipynb"
    cells = [{"cell_type": "code", "metadata": {"tags": list(tags)}, "source": text, "outputs": []} for text in texts]
    path.write_text(json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}))
    return path


PIECE = '''"""A file."""
from .other import op

LIMIT = 3


@op
def mul(x, y):
    """Docs."""
    return x * y  # a comment


mul.grad(x=lambda g, y: g * y,
         y=lambda g, x: g * x)
Tensor.__mul__ = mul


class Box:
    """Docs."""

    def open(self):
        return 1
'''


@pytest.mark.parametrize(
    "text, problem",
    [
        (
            "# minitorch/a.py\nfrom minitorch.b import op\n\n@op\ndef mul(x, y):\n    'O'\n    return (x*y)",
            None,
        ),
        (
            "# minitorch/a.py\nmul.grad(x=lambda g, y: g * y, y=lambda g, x: g * x)\nTensor.__mul__ = mul",
            None,
        ),
        ("# minitorch/a.py\nclass Box:\n    def open(self):  # one\n        return 1", None),
        (
            "# minitorch/a.py\n@op\ndef mul(x, y):\n    return y * x",
            "line 3: mul is written differently there",
        ),
        ("# minitorch/a.py\ndef mul(x, y):\n    return x * y", "mul is written differently there"),
        ("# minitorch/a.py\nmul.grad(x=lambda g, y: g)", "mul.grad is written differently there"),
        ("# minitorch/a.py\ndef other():\n    pass", "other is not there"),
        ("# minitorch/a.py\nclass Box:\n    pass", "Box is written differently there"),
        ("# minitorch/a.py\nclass Box:  # in part\n    def open(self):\n        return 1", None),
        (
            "# minitorch/a.py\nclass Box:  # in part\n    def open(self):\n        return 2",
            "open is written differently there",
        ),
        ("# minitorch/a.py\nclass Box:  # in part\n    def shut(self):\n        return 1", "line 3: shut is not there"),
        ("# minitorch/a.py\nclass Box(list):  # in part\n    def open(self):\n        return 1", "first line of Box"),
        ("# minitorch/a.py\nclass Case:  # in part\n    pass", "Case is not there"),
        ("# minitorch/b.py\nx = 1", "minitorch/b.py is not there"),
        ("x = 1", "starts with a comment naming its file"),
        ("# minitorch/a.py\nimport minitorch", "nothing in this build cell"),
    ],
)
def test_build_cells(tmp_path, text, problem):
    (tmp_path / "minitorch").mkdir()
    (tmp_path / "minitorch" / "a.py").write_text(PIECE)
    found = build_cells.check_build(write(tmp_path, text, tags=["build"]), tmp_path)
    assert found == [] if problem is None else len(found) == 1 and problem in found[0]
    assert build_cells.check_build(write(tmp_path, text), tmp_path) == []


def test_solutions_are_filled_in(tmp_path, monkeypatch):
    with classroom(tmp_path / "kept", monkeypatch):
        text = 'x = 1\n\n\n@exercise("widen")\ndef widen(shape, n):\n    """Docs."""\n    ...\n\nwiden((2,), 2)'
        path = write(tmp_path, "from minitorch.course import exercise", text)
        assert cells.exercise_names(path) == ["widen"]
        filled = cells.with_solutions(text)
        assert "(1,) * (n - len(shape))" in filled and "..." not in filled
        assert filled.startswith("x = 1") and filled.endswith("widen((2,), 2)")


def test_notebooks_run_in_order_and_errors_name_the_cell(tmp_path, capsys):
    pytest.importorskip("IPython")
    assert cells.run_notebook(write(tmp_path, "x = 1", "%time y = x + 1"))["y"] == 2
    with pytest.raises(ZeroDivisionError) as caught:
        cells.run_notebook(write(tmp_path, "x = 1", "1 / 0"))
    assert "in cell 1 of 00-pretended.ipynb" in caught.value.__notes__[0]
    cells.run_notebook(write(tmp_path, "1 / 0", tags=["raises-exception"]))


@pytest.mark.parametrize(
    "expected, wrong, diagnosis",
    [
        ("((1, 2), (3,))", "[1, 2], [3]", "Inside it, a list stands where a tuple is expected."),
        ("(True, 0)", "(False, 0)", "Is `False` right in `return (False, 0)`?"),
    ],
)
def test_a_diagnosis_looks_inside_a_tuple(expected, wrong, diagnosis):
    exercise = made(
        "pair",
        "Two things at once",
        solution=f"def pair():\n    return {expected}",
        facts=[Case("pair()", ast.literal_eval(expected))],
    )
    text = f"def pair():\n    return {wrong}"
    result = check(exercise, piece_from(exercise, text), text)
    assert (result.state, result.diagnosis) == ("not yet", diagnosis)


def test_an_attempt_leaves_the_package_as_it_was():
    exercise = made(
        "careless",
        "A function that changes everything",
        solution="def careless():\n    return 1",
        facts=[Case("careless()", 1)],
    )
    text = """
def careless():
    mt.set_default_dtype(mt.float64)
    mt.set_grad_enabled(False)
    mt.manual_seed(7)
    return 1
"""
    before = minitorch.get_rng_state()
    assert check(exercise, piece_from(exercise, text), text).state == "passed"
    assert minitorch.get_default_dtype() is minitorch.float32
    assert minitorch.is_grad_enabled()
    assert (minitorch.get_rng_state() == before).all()


# --- predict, then run ---


@pytest.mark.parametrize("path", cells.lessons_in(), ids=lambda path: path.stem)
def test_the_output_to_be_predicted_is_folded_in_jupyterlab_too(path):
    cells, asked = json.loads(path.read_text(encoding="utf-8"))["cells"], False
    for number, cell in enumerate(cells):
        folded = "hide-output" in cell["metadata"].get("tags", [])
        hidden = cell["metadata"].get("jupyter", {}).get("outputs_hidden", False)
        assert folded == hidden == cell["metadata"].get("collapsed", False), (
            f"cell {number}: ./course notebooks folds it"
        )
        assert folded or not asked, f"cell {number} shows the answer that the cell before it asks for"
        asked = cell["cell_type"] == "markdown" and "**Predict, then run" in "".join(cell["source"])


def test_notebooks_are_laid_out_without_running(tmp_path):
    pytest.importorskip("nbformat")
    import importlib.util

    file = syllabus.PACKAGE.parent / "tools" / "notebooks.py"
    spec = importlib.util.spec_from_file_location("tools_notebooks", file)
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    path = tmp_path / "00-pretended.ipynb"
    question = {"cell_type": "markdown", "metadata": {}, "source": "**Predict, then run.** What is it?", "id": "a"}
    code = {"cell_type": "code", "metadata": {}, "source": "1 + 1", "outputs": [], "execution_count": None, "id": "b"}
    cells = [question, code, {**code, "id": "c", "metadata": {"tags": ["hide-output"]}}]
    cells.append({**code, "id": "d", "metadata": {"tags": ["hide-input"]}})
    path.write_text(json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}))
    tool.lay_out(path)
    metadata = [cell["metadata"] for cell in json.loads(path.read_text())["cells"]]
    answer = {"collapsed": True, "jupyter": {"outputs_hidden": True}, "tags": ["hide-output"]}
    assert metadata == [{}, answer, {}, {"jupyter": {"source_hidden": True}, "tags": ["hide-input"]}]


# --- OrderedDict, which prints as a dictionary from Python 3.12 on --------------------------------------------------------


def test_a_probe_shows_what_pytorch_answered_and_runs_nothing(tmp_path, monkeypatch, capsys):
    (tmp_path / "05.json").write_text('{"torch": "2.13.0", "cells": {"sum": [["a = 1 + torch.x", ""], ["a", "3"]]}}')
    monkeypatch.setattr(probes, "FOLDER", tmp_path)
    probes.probe_magic("sum", "a = 1 + torch.x\na")
    assert capsys.readouterr().out.splitlines() == [
        "sum: what PyTorch 2.13.0 answers",
        "  >>> a = 1 + torch.x",
        "  >>> a",
        "  3",
    ]
    probes.probe_magic("sum", "a = 2")
    assert "not recorded yet" in capsys.readouterr().out


def test_probes_are_found_in_a_notebook(tmp_path):
    path = write(tmp_path, "%%pytorch pair\ntorch.ones(2)\ntorch.ones(2).shape", "x = 1")
    assert cells.probe_cells(path) == [("pair", "torch.ones(2)\ntorch.ones(2).shape")]


# --- the list of lessons ---


def test_numbers_of_lessons_may_be_missing(monkeypatch):
    kept = [one for one in syllabus.lessons() if one.number in (0, 1, 2, 5, 11, 12)]
    monkeypatch.setattr(syllabus, "lessons", lambda: kept)
    assert syllabus.numbers() == "0 to 2, 5, 11 to 12"
    assert [syllabus.next_lesson(one.number) for one in kept] == [*kept[1:], None]
    with pytest.raises(syllabus.CourseError, match=r"there is no lesson 3; lessons are numbered 0 to 2, 5, 11 to 12"):
        syllabus.lesson(3)
