"""Distances, padding layers, shuffled pixels and channels, dropout of volumes and at the top: shapes, errors, prints."""

import numpy as np
import pytest

import minitorch as mt

from .test_nn_functional import mkl, numbers, pair, same_error  # noqa: F401

F = mt.nn.functional


def test_cosine_similarity_of_vectors_without_a_length(torch):
    ours, theirs = pair(torch, [[0.0, 0.0], [1e-9, 0.0], [3.0, 4.0]], "float64")
    other = numbers(3, 2)
    mine, its = F.cosine_similarity(ours, mt.tensor(other)), torch.cosine_similarity(theirs, torch.tensor(other))
    mine.sum().backward()
    its.sum().backward()
    np.testing.assert_allclose(mine.detach().numpy(), its.detach().numpy(), rtol=1e-12)
    np.testing.assert_allclose(ours.grad.numpy(), theirs.grad.numpy(), rtol=1e-12)


SAME = [
    lambda m, x: m.nn.functional.normalize(x, 1, 2), lambda m, x: m.cosine_similarity(x, x[:1], 2),
    lambda m, x: m.nn.PairwiseDistance(1.0, keepdim=True)(x, x[:1]), lambda m, x: m.nn.CosineSimilarity(3)(x, x + 1),
    lambda m, x: m.nn.ChannelShuffle(2)(x), lambda m, x: m.nn.PixelShuffle(2)(x), lambda m, x: m.nn.PixelUnshuffle(2)(x),
    lambda m, x: m.pixel_unshuffle(x[0], 2), lambda m, x: m.channel_shuffle(x[0], 4),
    lambda m, x: m.nn.ZeroPad2d((1, 2, 0, 1))(x), lambda m, x: m.nn.ConstantPad3d(1, 2.5)(x), lambda m, x: m.nn.CircularPad2d(1)(x),
    lambda m, x: m.nn.ReflectionPad1d((1, 2))(x[0]), lambda m, x: m.nn.ReplicationPad3d(2)(x),
]  # fmt: skip


@pytest.mark.parametrize("call", SAME)
def test_values(torch, call):
    ours, theirs = pair(torch, numbers(3, 4, 4, 6), "float64")
    mine, its = call(mt, ours), call(torch, theirs)
    np.testing.assert_allclose(mine.detach().numpy(), its.detach().numpy(), rtol=1e-12)
    mine.sum().backward()
    its.sum().backward()
    np.testing.assert_allclose(ours.grad.numpy(), theirs.grad.numpy(), rtol=1e-12, atol=1e-15)


ERRORS = [
    lambda m: m.pixel_shuffle(m.ones(4, 2), 2), lambda m: m.pixel_shuffle(m.ones(3, 2, 2), 2),
    lambda m: m.pixel_shuffle(m.ones(4, 2, 2), 0), lambda m: m.pixel_unshuffle(m.ones(1, 5, 4), 2),
    lambda m: m.pixel_unshuffle(m.ones(1, 4, 5), 2), lambda m: m.channel_shuffle(m.ones(1, 4, 2, 2), 3),
    lambda m: m.channel_shuffle(m.ones(1, 4, 2, 2), 0), lambda m: m.channel_shuffle(m.ones(4, 2), 2),
    lambda m: m.cosine_similarity(m.ones(3).int(), m.ones(3).int(), 0),
    lambda m: m.nn.functional.dropout3d(m.ones(2), 2),
]  # fmt: skip


@pytest.mark.parametrize("call", ERRORS)
def test_errors(torch, call):
    same_error(lambda: call(torch), lambda: call(mt))


def test_layers_print_as_in_pytorch(torch):
    def made(nn):
        pads = [getattr(nn, f"{kind}Pad{n}d")(2) for kind in ("Zero", "Reflection", "Circular") for n in (1, 2, 3)]
        rest = [nn.ConstantPad2d([1, 2, 3, 4], 5), nn.PixelShuffle(3), nn.PixelUnshuffle(3), nn.ChannelShuffle(2)]
        return repr([*pads, *rest, nn.CosineSimilarity(), nn.PairwiseDistance(), nn.Dropout3d(0.1, True)])

    assert made(mt.nn) == made(torch.nn)
