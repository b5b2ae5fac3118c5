"""Training a classifier of digits: the loop gives PyTorch's numbers, and the milestone of lesson 25 refuses mutants."""

import ast
import json
from pathlib import Path

import numpy as np
import pytest

import minitorch as mt
from minitorch.models import evaluate, fit
from minitorch.nn import functional as F

NOTEBOOK = Path(__file__).resolve().parents[1] / "lessons" / "25-data.ipynb"
IMAGES, LABELS, TEST_IMAGES, TEST_LABELS = mt.datasets.digits()
IMAGES, LABELS, VALIDATION = IMAGES[:1200], LABELS[:1200], (IMAGES[1200:], LABELS[1200:])  # as in the lesson


def network(lib, *sizes, dropout=0.0):
    layers = []
    for n, m in zip(sizes[:-1], sizes[1:], strict=True):
        layers += [lib.nn.Linear(n, m), lib.nn.ReLU(), lib.nn.Dropout(dropout)]
    return lib.nn.Sequential(*layers[:-2])


def loader(images, labels, **options):
    return mt.utils.data.DataLoader(mt.utils.data.TensorDataset(images, labels), **options)


def trained(mutant=None, train=fit, epochs=7, lr=4e-3):
    """(the questions of the lesson's milestone and whether they hold, the rows) of a shorter run, with a mutant's fault."""
    mt.manual_seed(0)
    net = network(mt, 64, 256, 128, 10, dropout=0.2)
    start = {name: p.detach().clone() for name, p in net.named_parameters()}
    optimizer = mt.optim.AdamW(net.parameters(), lr=lr)
    parts = {
        "net": net,
        "optimizer": optimizer,
        "images": IMAGES,
        "labels": LABELS,
        "held_out": VALIDATION,
    }
    if mutant is not None:
        mutant(parts)
    batches = loader(parts["images"], parts["labels"], batch_size=64, shuffle=True)
    held_out = loader(*parts["held_out"], batch_size=180)
    rows = []
    for row in train(net, batches, held_out, optimizer, F.cross_entropy, epochs):
        rows.append(row)
        if len(rows) == epochs - 2:
            optimizer.param_groups[0]["lr"] = lr / 10
    test = loader(TEST_IMAGES, TEST_LABELS, batch_size=180)
    validation = loader(*VALIDATION, batch_size=180)
    return milestone_of_the_lesson()(net, start, row, batches, validation, test), rows


def milestone_of_the_lesson():
    """The function of the notebook that measures a trained network."""
    cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    (text,) = ["".join(cell["source"]) for cell in cells if "def milestone(" in "".join(cell["source"])]
    found = [node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)]
    names = {"mt": mt, "F": F}
    exec(compile(ast.Module(found, []), str(NOTEBOOK), "exec"), names)
    return names["milestone"]


def test_a_trained_network_passes():
    found, rows = trained(epochs=14)
    assert all(found.values()), (found, rows[-1])
    assert rows[-1]["training loss"] < rows[0]["training loss"] / 4


# --- mutants: faults of the network, of the data and of the loop ---


def frozen_first(parts):
    parts["net"][0].requires_grad_(False)


def frozen_all_but_the_last(parts):
    parts["net"][0].requires_grad_(False)
    parts["net"][3].requires_grad_(False)


def a_layer_without_steps(parts):
    parts["optimizer"].param_groups[0]["params"] = list(parts["net"].parameters())[2:]


def shuffled_labels(parts):
    parts["labels"] = LABELS[mt.randperm(len(LABELS))]


def no_zero_grad(parts):
    parts["optimizer"].zero_grad = lambda: None
    parts["optimizer"].__class__ = mt.optim.SGD  # with Adam, it is hardly seen
    parts["optimizer"].param_groups[0].update(mt.optim.SGD([mt.zeros(1)], lr=0.2).defaults)


def measured_on_training_data(parts):
    parts["held_out"] = IMAGES, LABELS


def leaked_test_images(parts):
    parts["images"], parts["labels"] = mt.cat([IMAGES, TEST_IMAGES[:50]]), mt.cat([LABELS, TEST_LABELS[:50]])


def sorted_by_class(parts):
    order = LABELS.argsort(stable=True)
    parts["images"], parts["labels"] = IMAGES[order][:1000], LABELS[order][:1000]


MUTANTS = [
    frozen_first, frozen_all_but_the_last, a_layer_without_steps, shuffled_labels, no_zero_grad,
    measured_on_training_data, leaked_test_images, sorted_by_class,
]  # fmt: skip


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.__name__)
def test_the_milestone_refuses_mutants(mutant):
    found, _ = trained(mutant, epochs=4)
    assert not all(found.values())


def test_what_gives_a_mutant_away():
    at_least = "at least 96% of the test images are classified correctly"
    assert not trained(shuffled_labels, epochs=3)[0][at_least]
    assert not trained(no_zero_grad, epochs=3)[0][at_least]
    assert not trained(sorted_by_class, epochs=3)[0][at_least]
    assert not trained(measured_on_training_data, epochs=3)[0]["the last row holds the validation loss"]
    assert not trained(leaked_test_images, epochs=3)[0]["no validation or test image was trained on"]
    assert not trained(frozen_first, epochs=3)[0]["every parameter has a gradient"]


def without_steps(model, batches, held_out, optimizer, loss, epochs):
    for _ in range(epochs):
        for x, y in batches:
            loss(model(x), y).backward()
        yield dict(zip(("held-out loss", "held-out accuracy"), evaluate(model, held_out, loss), strict=True))


def test_the_milestone_refuses_a_loop_without_steps():
    found, _ = trained(train=without_steps, epochs=3)
    assert not found["every parameter has moved"] and found["every parameter has a gradient"]


# --- the loop beside PyTorch ---


def theirs(torch, net, batches, held_out, optimizer, epochs):
    """The same loop, as a program of PyTorch's writes it."""
    rows = []
    for _ in range(epochs):
        net.train()
        losses, counts = [], []
        for x, y in batches:
            optimizer.zero_grad()
            loss = torch.nn.functional.cross_entropy(net(x), y)
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
            counts.append(len(y))
        net.eval()
        with torch.no_grad():
            x, y = [torch.cat(parts) for parts in zip(*held_out, strict=True)]
            scores = net(x)
            loss = torch.nn.functional.cross_entropy(scores, y).item()
        rows.append([np.average(losses, weights=counts), loss, (scores.argmax(1) == y).double().mean().item()])
    return rows


def test_fit_gives_pytorchs_numbers(torch):
    ours, other = network(mt, 64, 16, 10).double(), network(torch, 64, 16, 10).double()
    other.load_state_dict({name: torch.tensor(p.numpy()) for name, p in ours.state_dict().items()})
    x, y, test_x, test_y = IMAGES[:100].double(), LABELS[:100], TEST_IMAGES[:50].double(), TEST_LABELS[:50]

    def loaders(lib, array):
        data = lib.utils.data
        parts = [data.TensorDataset(array(x), array(y)), data.TensorDataset(array(test_x), array(test_y))]
        lib.manual_seed(4)
        return data.DataLoader(parts[0], 16, shuffle=True), data.DataLoader(parts[1], 32)

    def tensor(x):
        return torch.tensor(x.numpy())

    expected = theirs(
        torch, other, *loaders(torch, tensor), torch.optim.SGD(other.parameters(), lr=0.5, momentum=0.5), 4
    )
    sgd = mt.optim.SGD(ours.parameters(), lr=0.5, momentum=0.5)
    found = [list(row.values()) for row in fit(ours, *loaders(mt, lambda x: x), sgd, F.cross_entropy, 4)]
    np.testing.assert_allclose(found, expected, rtol=1e-9)
