"""The milestone of lesson 29: a shorter run of the notebook's own code reads MNIST-1D, and mutants are refused."""

import ast
import json
from pathlib import Path

import pytest

import minitorch as mt
from minitorch import fast
from minitorch.nn.functional import rnn

NOTEBOOK = Path(__file__).resolve().parent.parent / "lessons" / "29-recurrent.ipynb"
READS, GRADIENT, MOVED, REACHES, STEP, GATES = range(6)  # the milestone's questions, in their order
gru_cell = rnn.gru_cell


@pytest.fixture(scope="module")
def lesson():
    """The notebook's functions and classes, with its data."""
    names = {
        "mt": mt,
        "F": mt.nn.functional,
        "training": mt.datasets.MNIST1D(),
        "test": mt.datasets.MNIST1D(train=False),
    }
    for cell in json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]:
        text = "".join(cell["source"])
        if cell["cell_type"] == "code" and any(f in text for f in ("def accuracy", "class Reader", "def milestone")):
            kinds = ast.FunctionDef, ast.ClassDef
            found = [node for node in ast.parse(text).body if isinstance(node, kinds)]
            exec(compile(ast.Module(found, []), str(NOTEBOOK), "exec"), names)
    return names


def answers(lesson, labels=None, count=4000, prepare=None, epochs=1):
    """What the milestone says of a Reader after some epochs, in its order. One without gates is trained in the same way."""
    data = lesson["training"]
    x, y = data.data[:count], (data.targets if labels is None else labels)[:count]
    mt.manual_seed(0)
    plain = lesson["train"](lesson["Reader"](mt.nn.RNN), x, y, epochs)
    mt.manual_seed(0)
    model = lesson["Reader"]()
    start = {name: p.detach().clone() for name, p in model.named_parameters()}
    if prepare:
        prepare(model)
    lesson["train"](model, x, y, epochs)
    return list(lesson["milestone"](model, start, plain).values())


def test_a_gru_reads_signals(lesson):
    assert answers(lesson, epochs=8) == [True] * 6


def test_a_network_that_needs_no_gates_is_refused(lesson):
    mt.manual_seed(0)
    layers = mt.nn.Sequential(mt.nn.Linear(40, 64), mt.nn.ReLU(), mt.nn.Linear(64, 10))
    lesson["train"](layers, lesson["training"].data, lesson["training"].targets)
    model = lesson["Reader"]()
    assert not list(lesson["milestone"](model, dict(model.named_parameters()), layers).values())[GATES]


def detached(input, hx, *weights):
    return gru_cell(input, hx.detach(), *weights)


def exchanged(input, hx, *weights):
    """The gates r and z in the wrong order."""
    return gru_cell(input, hx, *[None if w is None else mt.cat([w.chunk(3)[k] for k in (1, 0, 2)]) for w in weights])


def turned(input, hx, *weights):
    """z and 1 - z exchanged."""
    kept = gru_cell(input, hx, *weights)
    new = gru_cell(input, mt.zeros_like(hx), *weights)
    return hx + new - kept


@pytest.mark.parametrize("cell, refused", [(detached, REACHES), (exchanged, STEP), (turned, STEP)])
def test_wrong_cells_are_refused(lesson, monkeypatch, cell, refused):
    monkeypatch.setattr(rnn, "gru_cell", cell)
    monkeypatch.setattr(mt, "gru_cell", cell, raising=False)
    with fast.switched_off():
        assert not answers(lesson, count=400)[refused]


def test_a_frozen_cell_is_refused(lesson):
    found = answers(lesson, count=400, prepare=lambda model: model.layer.requires_grad_(False))
    assert not found[GRADIENT] and not found[MOVED]


def test_shuffled_labels_are_refused(lesson):
    targets = lesson["training"].targets
    shuffled = targets[mt.randperm(len(targets), generator=mt.Generator().manual_seed(1))]
    assert not answers(lesson, shuffled, epochs=2)[READS]
