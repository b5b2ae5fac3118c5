"""Generating text: sampling against PyTorch, rotations against their mathematics, and the cache against the whole computation."""

import math

import pytest

import minitorch as mt
from minitorch.models import RotaryGPT, filtered, rotated


def model_of(seed=0, heads=2):
    mt.manual_seed(seed)
    return RotaryGPT(vocabulary=11, context=8, width=12, heads=heads, layers=3)


@pytest.mark.parametrize("top_k, top_p", [(None, None), (4, None), (None, 0.7), (6, 0.6), (1, None), (None, 1e-9)])
def test_filtered_keeps_what_a_loop_over_the_sorted_tokens_keeps(top_k, top_p):
    torch = pytest.importorskip("torch")
    mt.manual_seed(0)
    scores = mt.randn(5, 20) * 3
    for row, found in zip(scores.tolist(), filtered(scores, 0.8, top_k, top_p).tolist(), strict=True):
        p = torch.softmax(torch.tensor(row, dtype=torch.float64) / 0.8, 0)
        kept, total = [], 0.0
        for token in torch.argsort(p, descending=True).tolist():
            if top_k is not None and len(kept) == top_k or top_p is not None and total >= top_p:
                break
            kept.append(token)
            total += p[token].item()
        wanted = [p[token].item() / total if token in kept else 0.0 for token in range(20)]
        assert found == pytest.approx(wanted, abs=1e-6)


def test_a_rotation_is_a_complex_number_of_length_one():
    torch = pytest.importorskip("torch")
    mt.manual_seed(0)
    x = mt.randn(2, 3, 5, 8)
    there = torch.tensor(x.numpy())
    angles = torch.outer(torch.arange(7.0, 12.0), 100.0 ** -(torch.arange(4) / 4))
    turned = torch.complex(*there.chunk(2, -1)) * torch.polar(torch.ones_like(angles), angles)
    wanted = torch.cat([turned.real, turned.imag], -1)
    assert mt.allclose(rotated(x, start=7, base=100.0), mt.tensor(wanted.numpy()), atol=1e-5)
    assert mt.autograd.gradcheck(lambda x: rotated(x, 3), (x.double()[0, 0].requires_grad_(),))


def test_scores_depend_on_the_distance_alone():
    mt.manual_seed(0)
    q, k = mt.randn(2, 1, 6).double()
    scores = [(rotated(q, s) @ rotated(k, s + 5).mT).item() for s in (0, 1, 50, 900)]
    assert max(scores) - min(scores) < 1e-5 < abs(scores[0] - (rotated(q, 0) @ rotated(k, 6).mT).item())
    model, ids = model_of(), mt.tensor([[1, 2, 3, 4, 5]])
    moved = mt.cat([mt.tensor([[9, 9, 9]]), ids], 1)
    assert not mt.allclose(model(moved)[:, 3:], model(ids), atol=1e-3)  # the tokens before it count, of course


@pytest.mark.parametrize("lengths", [(9,), (1,) * 9, (4, 5), (3, 1, 5)])
def test_a_cache_changes_no_score(lengths):
    model = model_of()
    ids = mt.randint(11, (3, 9), generator=mt.Generator().manual_seed(1))
    whole = model(ids)
    model.set_caches(True)
    parts = mt.cat([model(part) for part in ids.split(lengths, 1)], 1)
    assert mt.allclose(parts, whole, atol=1e-5)
    model.set_caches(False)
    assert mt.allclose(model(ids[:, :4]), whole[:, :4], atol=1e-5)


@pytest.mark.parametrize("options", [{}, {"temperature": 0.5}, {"top_k": 3}, {"top_p": 0.7, "temperature": 1.5}])
def test_the_cache_gives_the_same_tokens(options):
    model, ids = model_of(), mt.tensor([[1, 2, 3], [4, 5, 6]])
    with_cache, without = [
        model.generate(ids, 40, generator=mt.Generator().manual_seed(7), cache=cache, **options)
        for cache in (True, False)
    ]
    assert with_cache.shape == (2, 43)
    assert with_cache.tolist() == without.tolist()


def test_no_cache_is_left_after_an_error():
    model = model_of()
    with pytest.raises(IndexError):
        model.generate(mt.tensor([[99]]), 1)
    assert all(block.attention.cache is None for block in model.blocks)
    assert math.isfinite(model(mt.tensor([[1, 2]])).sum().item())
