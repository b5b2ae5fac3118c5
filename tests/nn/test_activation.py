"""Activations: the numbers that rrelu and gumbel_softmax draw, forms in place, names, errors and printed forms."""

import numpy as np
import pytest

import minitorch as mt

from .test_nn_functional import numbers, pair, same_error

F = mt.nn.functional


@pytest.mark.parametrize("kind", ["float32", "float64"])
def test_rrelu_draws_the_slopes_that_pytorch_draws(torch, kind):
    ours, theirs = pair(torch, numbers(30, 40).T, kind)
    for inplace in (False, True):
        mt.manual_seed(1)
        torch.manual_seed(1)
        mine, its = (
            F.rrelu(ours * 1, 0.1, 0.7, True, inplace),
            torch.nn.functional.rrelu(theirs * 1, 0.1, 0.7, True, inplace),
        )
        assert (mine.detach().numpy() == its.detach().numpy()).all() and mt.rand(1).item() == torch.rand(1).item()
    mine.sum().backward()
    its.sum().backward()
    assert (ours.grad.numpy() == theirs.grad.numpy()).all() and "RreluWithNoise" in type(mine.grad_fn).__name__


@pytest.mark.parametrize("options", [{}, {"hard": True}, {"tau": 0.3, "dim": 0}])
def test_gumbel_softmax(torch, options):
    ours, theirs = pair(torch, numbers(5, 4), "float64")
    mt.manual_seed(0)
    torch.manual_seed(0)
    mine, its = F.gumbel_softmax(ours, **options), torch.nn.functional.gumbel_softmax(theirs, **options)
    np.testing.assert_allclose(mine.detach().numpy(), its.detach().numpy(), rtol=1e-12)
    (mine * mine).sum().backward()
    (its * its).sum().backward()
    np.testing.assert_allclose(ours.grad.numpy(), theirs.grad.numpy(), rtol=1e-10, atol=1e-15)
    with pytest.warns(UserWarning, match="eps"):
        F.gumbel_softmax(ours, eps=1)


IN_PLACE = {
    "relu_": (), "elu_": (0.5,), "leaky_relu_": (0.2,), "hardtanh_": (-0.5, 0.5), "celu_": (0.5,), "selu_": (),
    "threshold_": (0.5, 2.0), "rrelu_": (0.1, 0.3),
}  # fmt: skip


@pytest.mark.parametrize("name", IN_PLACE)
def test_in_place(torch, name):
    ours, theirs = pair(torch, numbers(3, 4), "float64")
    mine, its = ours * 1, theirs * 1
    assert getattr(F, name)(mine, *IN_PLACE[name]) is mine
    getattr(torch.nn.functional, name)(its, *IN_PLACE[name])
    mine.sum().backward()
    its.sum().backward()
    np.testing.assert_allclose(mine.detach().numpy(), its.detach().numpy(), rtol=1e-14)
    np.testing.assert_allclose(ours.grad.numpy(), theirs.grad.numpy(), rtol=1e-14)


EDGES = [-np.inf, -6, -3, -1, -0.5, 0, 0.5, 1, 3, 6, np.inf, np.nan]


@pytest.mark.parametrize("name", "hardtanh relu6 hardsigmoid hardswish hardshrink softshrink selu celu".split())
def test_slopes_where_the_pieces_meet(torch, name):
    ours, theirs = pair(torch, EDGES)
    mine, its = getattr(F, name)(ours), getattr(torch.nn.functional, name)(theirs)
    mine.sum().backward()
    its.sum().backward()
    np.testing.assert_allclose(mine.detach().numpy(), its.detach().numpy(), rtol=1e-6)
    np.testing.assert_allclose(ours.grad.numpy(), theirs.grad.numpy(), rtol=1e-6)
    assert type(mine.grad_fn).__name__ == its.grad_fn.name()


LAYERS = [
    lambda nn: nn.Threshold(0.1, 20, True), lambda nn: nn.Hardtanh(-2, 1), lambda nn: nn.ReLU6(True), lambda nn: nn.Mish(),
    lambda nn: nn.Hardsigmoid(), lambda nn: nn.Hardswish(), lambda nn: nn.Hardshrink(), lambda nn: nn.Softshrink(0.3),
    lambda nn: nn.CELU(0.5, True), lambda nn: nn.SELU(True), lambda nn: nn.GLU(0), lambda nn: nn.Softsign(),
    lambda nn: nn.Tanhshrink(), lambda nn: nn.RReLU(0.1, 0.2).eval(), lambda nn: nn.Softmax2d(),
]  # fmt: skip


@pytest.mark.parametrize("make", LAYERS)
def test_layers(torch, make):
    mine, its = make(mt.nn), make(torch.nn)
    ours, theirs = pair(torch, numbers(2, 3, 4, 4), requires_grad=False)
    assert repr(mine) == repr(its)
    np.testing.assert_allclose(mine(ours).numpy(), its(theirs).numpy(), rtol=1e-5, atol=1e-7)
    if getattr(its, "inplace", False):
        np.testing.assert_allclose(ours.numpy(), theirs.numpy(), rtol=1e-5)


ERRORS = [
    lambda m: m.nn.functional.hardtanh(m.ones(2), 1, -1), lambda m: m.nn.functional.hardtanh(m.ones(2).bool()),
    lambda m: m.nn.functional.hardtanh(m.ones(2).byte()), lambda m: m.nn.functional.celu(m.ones(2), 0.0),
    lambda m: m.nn.functional.glu(m.ones(3)), lambda m: m.nn.functional.glu(m.tensor(1.0)), lambda m: m.nn.Softmax2d()(m.ones(2)),
    lambda m: m.nn.functional.glu(m.ones(2, 2), 5), lambda m: m.nn.functional.rrelu(m.ones(2), 0.5, 0.2),
    lambda m: m.nn.functional.selu(m.ones(2, requires_grad=True), inplace=True), lambda m: m.nn.Hardtanh(1, 1),
    lambda m: m.nn.functional.threshold(3, 1, 1),
]  # fmt: skip


@pytest.mark.parametrize("call", ERRORS)
def test_errors(torch, call):
    same_error(lambda: call(torch), lambda: call(mt))


def test_names_elsewhere():
    x = mt.tensor([-1.0, 0.2, 2.0])
    assert mt.celu is F.celu and mt.selu_ is F.selu_ and mt.rrelu is F.rrelu and mt.threshold is F.threshold
    assert (
        x.hardshrink().tolist() == [-1.0, 0.0, 2.0] and mt.prelu(x, mt.ones(1)).tolist() == x.prelu(mt.ones(1)).tolist()
    )
    assert mt.nn.modules.activation.Hardtanh is mt.nn.Hardtanh and mt.nn.modules.linear.LazyLinear is mt.nn.LazyLinear
    with pytest.warns(FutureWarning, match="min_value"):
        assert mt.nn.Hardtanh(min_value=-3).min_val == -3
