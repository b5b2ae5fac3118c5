"""Lesson 27's milestone: a CNN reads digits and MNIST-1D, is the same as its twin in PyTorch, and mutants are refused."""

import ast
import json
from pathlib import Path

import numpy as np
import pytest

import minitorch as mt
from benchmarks import cnn
from minitorch.models import CNN, accuracy, grad_cam, train_classifier

NOTEBOOK = Path(__file__).resolve().parents[1] / "lessons" / "27-cnn.ipynb"


def milestone_of_the_lesson():
    """The function of the notebook that looks at a trained model."""
    names = {"accuracy": accuracy}
    for cell in json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]:
        if "def milestone(" in "".join(cell["source"]):
            found = [node for node in ast.parse("".join(cell["source"])).body if isinstance(node, ast.FunctionDef)]
            exec(compile(ast.Module(found, []), str(NOTEBOOK), "exec"), names)
    return names["milestone"]


# --- the milestones: the lesson's own runs, with one seed ---


@pytest.mark.parametrize(
    ("name", "least", "most"),
    [
        ("digits, CNN", 0.98, 1.0),
        ("MNIST-1D, MLP", 0.6, 0.75),
        ("MNIST-1D, CNN", 0.9, 1.0),
        ("MNIST-1D with places shuffled, CNN", 0.4, 0.65),
    ],
)
def test_milestones(name, least, most):
    found, model, start = cnn.run(name, 0)
    assert least <= found <= most
    x, y = cnn.RUNS[name][0]()[2:]
    answers = milestone_of_the_lesson()(model, start, x, y, least)
    assert all(answers.values()), answers


# --- mutants: a shorter run ---


def frozen(model):
    model.features.requires_grad_(False)


def first_frozen(model):
    model.features[0].requires_grad_(False)


def detached(model):
    """No gradient comes to the features."""
    forward = model.features.forward
    model.features.forward = lambda x: forward(x).detach()


def unused(model):
    """The linear layer sees the mean of the image, and no feature."""
    model.forward = lambda x: model.linear(x.mean((1, 2, 3), keepdim=True).flatten(1).expand(-1, 64))


def without_bias_gradient(model):
    model.features[2].bias.register_hook(mt.zeros_like)


def trained(mutant=None, shuffled=False):
    """What the milestone says after four epochs of digits."""
    x, y, test_x, test_y = cnn.digits()
    mt.manual_seed(0)
    model = CNN([16, 32, "pool", 64], 10)
    start = {name: p.detach().clone() for name, p in model.named_parameters()}
    if mutant is not None:
        mutant(model)
    if shuffled:
        y = y[mt.randperm(len(y))]
    train_classifier(model, x, y, 5, peak=1e-2)
    return milestone_of_the_lesson()(model, start, test_x, test_y, 0.95)


def test_the_milestone_accepts_a_trained_model():
    found = trained()
    assert all(found.values()), found


@pytest.mark.parametrize("mutant", [frozen, first_frozen, detached, unused, without_bias_gradient])
def test_the_milestone_refuses_mutants(mutant):
    assert not all(trained(mutant).values())


def test_the_milestone_refuses_shuffled_labels():
    assert not trained(shuffled=True)["the accuracy is at least 95.0%"]


# --- the model and Grad-CAM are PyTorch's ---


def twin_of(model, torch, dims):
    """The same network in PyTorch, from its own layers, with the same weights."""
    conv, pool = (torch.nn.Conv1d, torch.nn.MaxPool1d) if dims == 1 else (torch.nn.Conv2d, torch.nn.MaxPool2d)
    largest = torch.nn.AdaptiveMaxPool1d(1) if dims == 1 else torch.nn.AdaptiveMaxPool2d(1)
    features = torch.nn.Sequential(conv(2, 4, 3, padding=1), torch.nn.ReLU(), pool(2), conv(4, 6, 3, padding=1))
    rest = [torch.nn.ReLU(), largest, torch.nn.Flatten(), torch.nn.Linear(6, 3)]
    twin = torch.nn.Sequential(*features, *rest)
    weights = [torch.tensor(p.numpy()) for p in model.state_dict().values()]
    twin.load_state_dict(dict(zip(twin.state_dict(), weights, strict=True)))
    return twin


@pytest.mark.parametrize("dims", [1, 2])
def test_scores_gradients_and_maps_are_those_of_a_twin(torch, dims):
    mt.manual_seed(0)
    model = CNN([4, "pool", 6], 3, channels=2, dims=dims).eval()
    twin, x = (
        twin_of(model, torch, dims),
        np.random.default_rng(0).normal(size=(5, 2, *(9, 8)[:dims])).astype("float32"),
    )
    classes = np.array([0, 2, 1, 1, 0])

    ours, theirs = model(mt.tensor(x)), twin(torch.tensor(x))
    np.testing.assert_allclose(ours.detach().numpy(), theirs.detach().numpy(), atol=1e-5)
    (ours**2).sum().backward()
    (theirs**2).sum().backward()
    for p, q in zip(model.parameters(), twin.parameters(), strict=True):
        np.testing.assert_allclose(p.grad.numpy(), q.grad.numpy(), atol=1e-4)

    features = twin[:5](torch.tensor(x))
    score = twin[5:](features)[range(5), classes].sum()
    weights = torch.autograd.grad(score, features)[0].mean(tuple(range(2, dims + 2)), keepdim=True)
    maps = (weights * features).sum(1).relu().detach()
    found = grad_cam(model, model.features[4], mt.tensor(x), mt.tensor(classes))
    np.testing.assert_allclose(found.numpy(), maps.numpy(), atol=1e-5)


def test_grad_cam_leaves_the_model_as_it_was():
    model = CNN([4, "pool", 6], 3)
    layer = model.features[4]
    assert not grad_cam(model, layer, mt.ones(2, 1, 8, 8), mt.tensor([0, 1])).requires_grad
    with pytest.raises(RuntimeError):
        grad_cam(model, layer, mt.ones(2, 3, 8, 8), mt.tensor([0, 1]))
    assert not layer._forward_hooks and model.training and all(p.grad is None for p in model.parameters())
