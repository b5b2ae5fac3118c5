"""Recurrent layers and packed sequences: values and gradients of PyTorch's, for padded, packed and single inputs."""

import contextlib
import copy
import itertools
import pickle

import numpy as np
import pytest

import minitorch as mt
from minitorch import fast
from minitorch.autograd import gradcheck, gradgradcheck
from minitorch.nn.utils import rnn as utils


def flat(found):
    """All tensors of a result, in order."""
    return [x for part in found for x in flat(part)] if isinstance(found, (tuple, list)) else [found]


def same(ours, theirs):
    assert len(flat(ours)) == len(flat(theirs))
    for a, b in zip(flat(ours), flat(theirs), strict=True):
        assert (a is None) == (b is None)
        if a is not None:
            np.testing.assert_allclose(a.detach().numpy(), b.detach().numpy(), rtol=1e-5, atol=1e-5)


LAYERS = [
    ("RNN", {"nonlinearity": "relu"}),
    ("RNN", {"num_layers": 2, "bidirectional": True, "batch_first": True}),
    ("GRU", {"num_layers": 3, "dropout": 0.5, "bias": False}),
    ("GRU", {"bidirectional": True}),
    ("LSTM", {"num_layers": 2, "bidirectional": True, "dropout": 0.3, "proj_size": 2}),
    ("LSTM", {"num_layers": 2, "batch_first": True, "dropout": 1.0}),
    ("LSTM", {"bias": False, "proj_size": 3}),
]


@pytest.mark.parametrize("way", ["padded", "single", "packed"])
@pytest.mark.parametrize("kind, options", LAYERS)
@pytest.mark.filterwarnings("ignore:LSTM with projections")
def test_layers_are_pytorchs(torch, kind, options, way):
    shape = (6, 4) if way == "single" else (3, 6, 4) if options.get("batch_first") else (6, 3, 4)
    x = np.random.default_rng(0).normal(size=shape).astype("float32")
    runs = []
    for m in (mt, torch):
        m.manual_seed(0)
        layer, given = getattr(m.nn, kind)(4, 5, **options), m.tensor(x, requires_grad=True)
        rows = given
        if way == "packed":
            rnn = m.nn.utils.rnn
            rows = rnn.pack_padded_sequence(given, [4, 6, 1], options.get("batch_first", False), enforce_sorted=False)
        shown, last = layer(rows)
        again, _ = layer(rows, last)
        made = [part for part in flat([shown, last, again]) if part is not None]
        sum([part.sin().sum() for part in made if part.requires_grad]).backward()
        gradients = [p.grad for p in layer.parameters()]
        runs.append(([*layer.parameters()], made, given.grad, gradients, repr(layer), list(layer.state_dict())))
    for ours, theirs in zip(*[run[:4] for run in runs], strict=True):
        same(ours, theirs)
    assert runs[0][4:] == runs[1][4:]


def test_cells_step_as_the_layers_do():
    mt.manual_seed(0)
    x = mt.randn(5, 2, 3)
    for kind in ("RNN", "LSTM", "GRU"):
        layer, cell = getattr(mt.nn, kind)(3, 4), getattr(mt.nn, kind + "Cell")(3, 4)
        cell.load_state_dict({name.removesuffix("_l0"): value for name, value in layer.state_dict().items()})
        state = single = None
        for now in x:
            state = cell(now, state)
            single = cell(now[0], single)
        shown, last = layer(x)
        same(state, [part[0] for part in flat(last)])
        same(flat(single)[0], shown[-1, 0])


def test_fifty_steps_of_training(torch):
    losses = []
    for m in (mt, torch):
        m.manual_seed(0)
        layer, head = m.nn.LSTM(3, 8, 2, dropout=0.2), m.nn.Linear(8, 1)
        x, y, found = m.randn(7, 4, 3), m.randn(4, 1), []
        optimizer = m.optim.SGD([*layer.parameters(), *head.parameters()], lr=0.5)
        for _ in range(50):
            optimizer.zero_grad()
            loss = ((head(layer(x)[0][-1]) - y) ** 2).mean()
            loss.backward()
            m.nn.utils.clip_grad_norm_(layer.parameters(), 1.0)
            optimizer.step()
            found.append(loss.item())
        losses.append(found)
    np.testing.assert_allclose(*losses, atol=1e-4)


WRONG = [
    lambda m: m.nn.LSTM(3, 4)(m.zeros(2, 1, 5)),
    lambda m: m.nn.GRU(3, 4)(m.zeros(2, 1, 3), m.zeros(1, 2, 4)),
    lambda m: m.nn.LSTM(3, 4)(m.zeros(2, 1, 3), (m.zeros(1, 1, 4), m.zeros(1, 1, 3))),
    lambda m: m.nn.LSTM(3, 4)(m.zeros(2, 1, 3), (m.zeros(1, 4), m.zeros(1, 4))),
    lambda m: m.nn.RNN(3, 4)(m.zeros(3)),
    lambda m: m.nn.GRU(3, 4)(m.zeros(3)),
    lambda m: m.nn.GRU(3, 4)(m.zeros(2, 3), m.zeros(1, 1, 4)),
    lambda m: m.nn.RNN(3, 4)(m.zeros(0, 1, 3)),
    lambda m: m.nn.RNN(3, 4)(m.zeros(2, 1, 3).double()).x,
    lambda m: m.nn.RNN(3, 4, nonlinearity="sin"),
    lambda m: m.nn.GRU(3, 4, proj_size=2),
    lambda m: m.nn.LSTM(3, 4, proj_size=4),
    lambda m: m.nn.LSTM(0, 4),
    lambda m: m.nn.LSTM(3, 4.0),
    lambda m: m.nn.LSTM(3, 4, dropout=2),
    lambda m: m.nn.LSTM(3, 4, 0),
    lambda m: m.nn.RNNCell(3, 4, nonlinearity="sin")(m.zeros(3)),
    lambda m: m.nn.GRUCell(3, 4)(m.zeros(2, 2, 2)),
    lambda m: m.nn.GRUCell(3, 4)(m.zeros(2, 3), m.zeros(3, 4)),
    lambda m: m.nn.GRUCell(3, 4)(m.zeros(2, 3), m.zeros(2, 5)),
    lambda m: m.nn.GRUCell(3, 4)(m.zeros(2, 2)),
    lambda m: m.nn.utils.rnn.pack_padded_sequence(m.zeros(3, 2), [1, 3]),
    lambda m: m.nn.utils.rnn.pack_padded_sequence(m.zeros(3, 2), [3, 0]),
    lambda m: m.nn.utils.rnn.pack_padded_sequence(m.zeros(3, 2), [3]),
    lambda m: m.nn.utils.rnn.pack_padded_sequence(m.zeros(3, 0), []),
    lambda m: m.nn.utils.rnn.pack_padded_sequence(m.zeros(0, 1, 2), m.ones(2, 2), True),
    lambda m: m.nn.utils.rnn.pad_packed_sequence(m.nn.utils.rnn.pack_sequence([m.ones(3)]), total_length=2),
    lambda m: m.nn.utils.rnn.pad_sequence([]),
    lambda m: m.nn.utils.rnn.pad_sequence([m.ones(2)], padding_side="up"),
]


@pytest.mark.parametrize("call", WRONG)
def test_errors_are_of_pytorchs_kinds(torch, call):
    said = []
    for m in (mt, torch):
        with pytest.raises((RuntimeError, ValueError, TypeError, AssertionError)) as error:
            call(m)
        said.append(error.type)
    assert said[0] == said[1]


def test_packing_and_padding(torch):
    sequences = [[[1.0, 2]], [[3.0, 4], [5, 6], [7, 8]], [[9.0, 10], [11, 12]]]
    for batch_first, side in itertools.product((True, False), ("left", "right")):
        found = []
        for m in (mt, torch):
            rnn, parts = m.nn.utils.rnn, [m.tensor(s) for s in sequences]
            packed = rnn.pack_sequence(parts, enforce_sorted=False)
            padded = rnn.pad_sequence(parts, batch_first, -1.0, side)
            again = rnn.pad_packed_sequence(packed, batch_first, 0.5, 4)
            plain = rnn.pad_sequence(parts, batch_first)
            back = rnn.unpack_sequence(packed), rnn.unpad_sequence(plain.clone(), m.tensor([1, 3, 2]), batch_first)
            found.append([packed, padded, again, *back])
        same(*found)


def test_a_packed_sequence():
    packed = utils.pack_sequence([mt.tensor([3.0, 4.0]), mt.tensor([1.0, 2.0, 5.0])], enforce_sorted=False)
    assert packed.to("cpu") is packed is packed.cpu()
    assert packed._fields == ("data", "batch_sizes", "sorted_indices", "unsorted_indices")
    assert packed.to(mt.float64).data.dtype is mt.float64 and packed.float() is packed
    for name in ("double", "half", "long", "int", "short", "char", "byte"):
        other = getattr(packed, name)()
        assert other.data.tolist() == packed.data.tolist() and other.data.dtype is getattr(packed.data, name)().dtype
        assert other.batch_sizes is packed.batch_sizes
    for other in (
        copy.copy(packed),
        pickle.loads(pickle.dumps(packed)),
        utils.PackedSequence(packed[:2], None, packed[2]),
    ):
        assert type(other) is utils.PackedSequence
        same(list(other), list(packed))
    x = mt.randn(3, 2, 2, dtype=mt.float64, requires_grad=True)
    way = lambda x: utils.pad_packed_sequence(utils.pack_padded_sequence(x, [3, 1]), True)[0]  # noqa: E731
    assert gradcheck(way, (x,))
    assert gradgradcheck(way, (x,))


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("bias", [False, True])
@pytest.mark.parametrize("kind", ["LSTM", "GRU"])
def test_the_short_cut_gives_what_the_plain_way_gives(kind, bias, packed):
    mt.manual_seed(0)
    layer = getattr(mt.nn, kind)(4, 5, num_layers=2, bidirectional=True, bias=bias, dtype=mt.float64)
    x = mt.randn(6, 3, 4, dtype=mt.float64, requires_grad=True)
    wanted = [x, *layer.parameters()]
    found = []
    for quick in [True, False]:
        with contextlib.nullcontext() if quick else fast.switched_off():
            shown, last = layer(utils.pack_padded_sequence(x, [6, 4, 2]) if packed else x)
            assert (NAMES[kind] in graph_of(shown[0])) is (
                quick and "recurrent" in fast.is_on() and not (packed and kind == "LSTM")
            )
            loss = sum((one * one).sin().sum() for one in flat([shown[0] if packed else shown, last]))
            first = mt.autograd.grad(loss, wanted, create_graph=True)
            again = mt.autograd.grad(loss, wanted, retain_graph=True)
            second = mt.autograd.grad(sum((g * g).sum() for g in first), wanted)
            found.append([loss, *first, *again, *second])
    for ours, plain in zip(*found, strict=True):
        np.testing.assert_allclose(ours.detach().numpy(), plain.detach().numpy(), rtol=1e-9, atol=1e-12)


NAMES = {"LSTM": "LstmBackward0", "GRU": "GruBackward0"}


def graph_of(x):
    """The names of the steps behind a tensor."""
    seen, nodes = set(), [x.grad_fn]
    while nodes:
        node = nodes.pop()
        seen.add(node)
        nodes += [before for before, _ in node.next_functions if before is not None and before not in seen]
    return " ".join(type(node).__name__ for node in seen)


@pytest.mark.parametrize("kind", ["LSTM", "GRU", "RNN"])
@pytest.mark.parametrize("bidirectional", [False, True])
def test_the_graph_reaches_the_weights(kind, bidirectional):
    layer = getattr(mt.nn, kind)(3, 4, bidirectional=bidirectional)
    assert "AccumulateGrad" in graph_of(layer(mt.ones(5, 2, 3))[0])


SHAPES = [
    ((2, 3), (1, 3)), ((2, 3), (4, 1)), ((2, 3), (3,)), ((2, 3), (1,)), ((2, 3), (2,)), ((2, 1), (3, 4)), ((2, 3), (2, 4)),
    ((2, 3), (2, 2, 3)), ((2, 3), (1, 1, 3)), ((2,), (3, 1)), ((2, 3), (0, 3)), ((2, 3), (2, 1, 3)), ((2, 0), (2, 1)),
    ((2, 1), (2, 0)),
]  # fmt: skip


@pytest.mark.parametrize("shapes", SHAPES)
@pytest.mark.parametrize("side", ["left", "right"])
def test_sequences_are_padded_where_they_can_be_copied_to_a_place_as_wide_as_the_first(shapes, side, torch):
    shown = []
    for library in (mt, torch):
        first, second = [(library.arange(library.Size(s).numel()) + 1.0).reshape(s).requires_grad_() for s in shapes]
        try:
            padded = library.nn.utils.rnn.pad_sequence([first, second], padding_side=side)
            padded.pow(2).sum().backward()
            shown.append([padded.tolist(), first.grad.tolist(), second.grad.tolist()])
        except RuntimeError:
            shown.append("refused")
    assert shown[0] == shown[1]


def test_lengths_beyond_the_input_count_what_is_there(torch):
    for enforced in (True, False):
        found = []
        for lib in (mt, torch):
            packed = lib.nn.utils.rnn.pack_padded_sequence(
                lib.arange(6.0).reshape(3, 2), [4, 2], enforce_sorted=enforced
            )
            found.append((packed.data.tolist(), packed.batch_sizes.tolist()))
        assert found[0] == found[1]
