"""nn.utils against PyTorch: clipping gradients, and vectors of parameters."""

import math

import pytest

import minitorch as mt

SHAPES = [(3, 2), (4,), (), (2, 1, 2)]


def pair(torch, scale=3.0, skip=1):
    """The same parameters in both, with the same gradients; number `skip` has none."""
    torch.manual_seed(0)
    theirs = [torch.nn.Parameter(torch.randn(shape)) for shape in SHAPES]
    for i, p in enumerate(theirs):
        p.grad = None if i == skip else torch.randn(p.shape) * scale
    ours = [mt.nn.Parameter(mt.tensor(p.tolist())) for p in theirs]
    for mine, p in zip(ours, theirs, strict=True):
        mine.grad = None if p.grad is None else mt.tensor(p.grad.tolist())
    return ours, theirs


def same(ours, theirs):
    for mine, p in zip(ours, theirs, strict=True):
        assert (mine.grad is None) == (p.grad is None)
        if p.grad is not None:
            assert mt.allclose(mine.grad, mt.tensor(p.grad.tolist()), rtol=1e-5)


@pytest.mark.parametrize("norm_type", [1, 2, 2.0, 3, 0.5, math.inf, 0])
@pytest.mark.parametrize("max_norm", [0.5, 5, 1000.0])
def test_norms_are_clipped_as_in_pytorch(torch, norm_type, max_norm):
    ours, theirs = pair(torch)
    mine = mt.nn.utils.clip_grad.clip_grad_norm_(iter(ours), max_norm, norm_type)
    right = torch.nn.utils.clip_grad_norm_(iter(theirs), max_norm, norm_type)
    assert mine.shape == () and mine.item() == pytest.approx(right.item(), rel=1e-5)
    same(ours, theirs)


def test_one_tensor_and_none(torch):
    ours, theirs = pair(torch)
    assert mt.nn.utils.clip_grad.clip_grad_norm_(ours[0], 1.0).item() == pytest.approx(
        torch.nn.utils.clip_grad_norm_(theirs[0], 1.0).item()
    )
    same(ours, theirs)
    assert (
        mt.nn.utils.clip_grad.clip_grad_norm_([], 1.0).item()
        == mt.nn.utils.clip_grad.clip_grad_norm_(ours[1], 1.0).item()
        == 0.0
    )


def test_gradients_that_are_not_finite(torch):
    for bad in (math.nan, math.inf):
        ours, theirs = pair(torch)
        ours[0].grad[0, 0] = theirs[0].grad[0, 0] = bad
        with pytest.raises(RuntimeError) as right:
            torch.nn.utils.clip_grad_norm_(theirs, 1.0, error_if_nonfinite=True)
        before = [None if p.grad is None else p.grad.clone() for p in ours]
        with pytest.raises(RuntimeError) as mine:
            mt.nn.utils.clip_grad.clip_grad_norm_(ours, 1.0, error_if_nonfinite=True)
        start = "The total norm of order 2.0"
        assert str(mine.value).startswith(start) and str(right.value).startswith(start)
        for p, kept in zip(ours, before, strict=True):
            assert kept is None or mt.equal(p.grad.nan_to_num(), kept.nan_to_num())


@pytest.mark.parametrize("limit", [0.5, 2])
def test_values_are_clipped_as_in_pytorch(torch, limit):
    ours, theirs = pair(torch)
    mt.nn.utils.clip_grad.clip_grad_value_(ours, limit)
    torch.nn.utils.clip_grad_value_(theirs, limit)
    same(ours, theirs)


def test_parameters_as_one_vector_and_back(torch):
    ours, theirs = pair(torch)
    vector = mt.nn.utils.convert_parameters.parameters_to_vector(ours)
    assert vector.tolist() == torch.nn.utils.parameters_to_vector(theirs).tolist()
    vector.sum().backward()
    assert ours[1].grad.tolist() == [1.0] * 4
    fresh = mt.arange(vector.numel(), dtype=mt.float32)
    objects = list(ours)
    mt.nn.utils.convert_parameters.vector_to_parameters(fresh, ours)
    torch.nn.utils.vector_to_parameters(torch.arange(float(vector.numel())), theirs)
    assert all(a is b for a, b in zip(ours, objects, strict=True))
    assert [p.tolist() for p in ours] == [p.tolist() for p in theirs]
    fresh[0] = 100.0
    assert ours[0][0, 0] == 100.0
    with pytest.raises(TypeError, match="expected minitorch.Tensor, but got: list"):
        mt.nn.utils.convert_parameters.vector_to_parameters([1.0], ours)
