"""EmbeddingBag and the tables' forms at the top of the package: PyTorch's results, gradients and errors."""

import numpy as np
import pytest

import minitorch as mt

INPUTS = [
    ([0, 3, 1, 1, 2], [0, 2, 2], {}),
    ([0, 3, 1, 1, 2], [0, 2, 2, 5], {"include_last_offset": True}),
    ([[0, 3, 1], [1, 2, 2]], None, {"padding_idx": 1}),
    ([[0, 3, 1], [1, 1, 1]], None, {"padding_idx": -3}),
    ([], [0, 0], {}),
]


@pytest.mark.parametrize("mode", ["sum", "mean", "max", "weighed"])
@pytest.mark.parametrize(("index", "offsets", "options"), INPUTS)
def test_results_and_gradients(torch, index, offsets, options, mode):
    found = []
    for lib in (torch, mt):
        weight = lib.linspace(-2, 3, 12).sin().reshape(4, 3).requires_grad_()
        where = lib.tensor(index, dtype=lib.int64)
        named = dict(options, mode="sum" if mode == "weighed" else mode)
        each = lib.linspace(0.5, 2, where.numel()).reshape(where.shape).requires_grad_() if mode == "weighed" else None
        starts = None if offsets is None else lib.tensor(offsets)
        out = lib.nn.functional.embedding_bag(where, weight, starts, per_sample_weights=each, **named)
        (out * lib.arange(float(out.numel())).reshape(out.shape)).sum().backward()
        found.append([out.detach(), weight.grad, *([] if each is None else [each.grad])])
    for theirs, mine in zip(*found, strict=True):
        np.testing.assert_allclose(mine.numpy(), theirs.numpy(), rtol=1e-6, atol=1e-6)


def test_second_derivatives():
    weight = mt.linspace(-2, 3, 12, dtype=mt.float64).reshape(4, 3).requires_grad_()
    each = mt.linspace(1, 2, 5, dtype=mt.float64).requires_grad_()
    index, offsets = mt.tensor([0, 3, 1, 1, 2]), mt.tensor([0, 2])

    def bags(weight, each):
        return mt.nn.functional.embedding_bag(index, weight, offsets, mode="sum", per_sample_weights=each)

    assert mt.autograd.gradcheck(bags, (weight, each))
    assert mt.autograd.gradgradcheck(bags, (weight, each))


WRONG = {
    "offsets fall behind": lambda F, T, w: F.embedding_bag(T([0, 1]), w, T([0, 3])),
    "offsets begin late": lambda F, T, w: F.embedding_bag(T([0, 1]), w, T([1, 2])),
    "float index": lambda F, T, w: F.embedding_bag(T([0.0]), w, T([0])),
    "no offsets": lambda F, T, w: F.embedding_bag(T([0]), w),
    "offsets of a matrix": lambda F, T, w: F.embedding_bag(T([[0]]), w, T([0])),
    "3D": lambda F, T, w: F.embedding_bag(T([[[0]]]), w),
    "mode": lambda F, T, w: F.embedding_bag(T([[0]]), w, mode="min"),
    "weights of a mean": lambda F, T, w: F.embedding_bag(T([[0]]), w, per_sample_weights=w[:1, :1]),
    "sizes of weights": lambda F, T, w: F.embedding_bag(T([[0]]), w, mode="sum", per_sample_weights=w[0]),
    "max by frequency": lambda F, T, w: F.embedding_bag(T([[0]]), w, mode="max", scale_grad_by_freq=True),
    "vector": lambda F, T, w: F.embedding_bag(T([[0]]), w[0]),
}


@pytest.mark.parametrize("name", WRONG)
def test_errors(torch, name):
    found = []
    for lib in (torch, mt):
        with pytest.raises((RuntimeError, ValueError, NotImplementedError, IndexError, AssertionError)) as error:
            WRONG[name](lib.nn.functional, lib.tensor, lib.ones(4, 3))
        found.append(error.type)
    assert found[0] == found[1]


def test_layer(torch):
    said = []
    for lib in (torch, mt):
        lib.manual_seed(0)
        layer = lib.nn.EmbeddingBag(5, 3, max_norm=1.0, mode="sum", padding_idx=-1)
        out = layer(lib.tensor([[0, 1], [4, 2]]))
        frozen = lib.nn.EmbeddingBag.from_pretrained(lib.ones(2, 2))
        said.append([repr(layer), layer.padding_idx, list(layer.state_dict()), frozen.weight.requires_grad])
        said[-1] += [isinstance(layer, lib.nn.Embedding), np.round(out.detach().numpy(), 4).tolist()]
    assert said[0] == said[1]
