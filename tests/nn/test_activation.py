"""Activations: the numbers that rrelu and gumbel_softmax draw, forms in place, names, errors and printed forms."""

import inspect

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


EDGES = [-np.inf, -6, -3, -1, -0.5, 0, 0.5, 1, 3, 6, np.inf]


@pytest.mark.parametrize("name", "hardtanh relu6 hardsigmoid hardswish hardshrink softshrink selu celu".split())
def test_slopes_where_the_pieces_meet(torch, name):
    ours, theirs = pair(torch, EDGES)
    mine, its = getattr(F, name)(ours), getattr(torch.nn.functional, name)(theirs)
    mine.sum().backward()
    its.sum().backward()
    np.testing.assert_allclose(mine.detach().numpy(), its.detach().numpy(), rtol=1e-6)
    np.testing.assert_allclose(ours.grad.numpy(), theirs.grad.numpy(), rtol=1e-6, atol=1e-7)


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
    lambda m: m.nn.functional.celu(m.ones(2), 0.0),
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
    for name in ("celu", "selu", "rrelu", "threshold"):
        assert inspect.unwrap(getattr(mt, name)) is inspect.unwrap(getattr(F, name))
    assert (
        x.hardshrink().tolist() == [-1.0, 0.0, 2.0] and mt.prelu(x, mt.ones(1)).tolist() == x.prelu(mt.ones(1)).tolist()
    )
    assert mt.nn.modules.activation.Hardtanh is mt.nn.Hardtanh and mt.nn.modules.linear.LazyLinear is mt.nn.LazyLinear


def both_fail(torch, call):
    same_error(lambda: call(torch), lambda: call(mt))


HALF = "LogSigmoid Hardsigmoid Hardswish Softplus SiLU Mish ELU CELU SELU PReLU GELU LeakyReLU".split()


@pytest.mark.parametrize("name", HALF)
def test_half_precision_is_rounded_once(torch, name):
    for kind, most in (("bfloat16", 0.2), ("float16", 0.2)):
        found = []
        for m in (mt, torch):
            m.manual_seed(3)
            layer = getattr(m.nn, name)().to(getattr(m, kind))
            x = m.randn(400, dtype=getattr(m, kind)).requires_grad_()
            out = layer(x)
            out.backward(m.randn(400).to(getattr(m, kind)))
            found.append((out.detach().float().numpy(), x.grad.float().numpy()))
        (mine, slope), (its, theirs) = found
        assert (mine != its).mean() < 0.01 and (slope != theirs).mean() < (most if name == "LogSigmoid" else 0.01)


def test_out_and_overlap(torch):
    x = mt.randn(2, 3)
    assert (F.softplus(x, out=mt.empty(0)) == F.softplus(x)).all()
    with pytest.raises(RuntimeError, match="unsupported operation"):
        F.softplus(mt.zeros(1, 3).expand(3, 3), out=mt.zeros(1, 3).expand(3, 3))


STRAIGHT = dict.fromkeys(("relu", "leaky_relu", "hardtanh", "relu6", "hardshrink", "softshrink"), ())
STRAIGHT["threshold"] = (0.5, 2.0)


@pytest.mark.parametrize("name", STRAIGHT)
def test_the_second_derivative_of_what_is_straight_is_zeros_and_not_none(name, torch):
    said = []
    for library in (torch, mt):
        x, b = (library.tensor(values, requires_grad=True) for values in ([-1.0, 2.0], [0.5, 0.5]))
        made = getattr(library.nn.functional, name)(x + b, *STRAIGHT[name])
        (g,) = library.autograd.grad(made.sum(), x, create_graph=True)
        (g * g).sum().backward()
        said.append((x.grad.tolist(), b.grad.tolist()))
    assert said[0] == said[1]


@pytest.mark.parametrize("name", STRAIGHT)
def test_second_derivatives_are_zeros_beside_infinities_too(torch, name):
    found = []
    for library in (torch, mt):
        x = library.tensor([-2.0, 0.5, 3.0], requires_grad=True)
        g = library.tensor([float("inf"), 1.0, float("nan")])
        (first,) = library.autograd.grad(
            getattr(library.nn.functional, name)(x, *STRAIGHT[name]), x, g, create_graph=True
        )
        (second,) = library.autograd.grad(first, x, library.ones(3) * float("inf"))
        found.append(second.tolist())
    assert found[0] == found[1] == [0.0, 0.0, 0.0]


@pytest.mark.parametrize("name", ["elu", "celu", "selu", "hardswish", "rrelu"])
def test_second_derivatives_where_pieces_meet_and_at_infinities(torch, name):
    found = []
    for library in (torch, mt):
        x = library.tensor([-float("inf"), -4.0, -3.0, -1.0, 1.0, 3.0, float("inf")], requires_grad=True)
        start = library.arange(1.0, 8.0).requires_grad_()
        weight = [library.tensor([0.25], requires_grad=True)] if name == "prelu" else []
        (first,) = library.autograd.grad(getattr(library.nn.functional, name)(x, *weight), x, start, create_graph=True)
        seconds = library.autograd.grad(first.sum(), (x, start, *weight)[name == "rrelu" :])
        found.append([t.tolist() for t in (first, *seconds)])
    for its, mine in zip(*found, strict=True):
        told = ~np.isnan(mine)  # slopes of hardswish at infinity
        np.testing.assert_allclose(np.array(mine)[told], np.array(its)[told], rtol=1e-6, atol=1e-6)
