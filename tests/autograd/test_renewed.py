"""What a step saved of a tensor is what the tensor holds when the backward pass comes by, as after `u.data = ...`."""

import pytest

import minitorch as mt
from minitorch.autograd.engine.renewed import replaced

PROGRAMS = {
    "one operand": (lambda t, u, w: u * w, "u"),
    "both operands": (lambda t, u, w: u * w * w, "uw"),
    "a fused step": (lambda t, u, w: t.nn.functional.linear(u[None], w[None] * 2), "uw"),
    "several operands": (lambda t, u, w: t.cat([u * w, t.addcmul(u, u, w)]), "u"),
    "a result is not renewed": (lambda t, u, w: t.exp(w) * t.dot(u, w), "uw"),
    "twice": (lambda t, u, w: u.dot(w) * u, "uu"),
}


def gradient(t, function, names, create_graph=False):
    tensors = {"u": t.arange(3.0), "w": t.tensor([0.5, -1.0, 2.0], requires_grad=True)}
    y = function(t, tensors["u"], tensors["w"]).sum()
    for name in names:
        tensors[name].data = tensors[name].data * 3 + 1
    return t.autograd.grad(y, tensors["w"], create_graph=create_graph)[0].tolist()


@pytest.mark.parametrize("create_graph", [False, True])
@pytest.mark.parametrize("name", PROGRAMS)
def test_gradients_are_pytorchs(torch, name, create_graph):
    assert gradient(mt, *PROGRAMS[name], create_graph) == pytest.approx(
        gradient(torch, *PROGRAMS[name], create_graph), rel=1e-6
    )


def test_what_was_taken_out_before_is_not_renewed_and_nothing_is_kept():
    before = set(replaced)
    w, u = mt.ones(2, requires_grad=True), mt.ones(2)
    old = u.data
    u.data = mt.full((2,), 7.0)
    (old * w).sum().backward()
    assert w.grad.tolist() == [1, 1]
    del old
    for _ in range(3):
        u.data = u.data * 2
    assert set(replaced) <= before


def test_gradgradcheck_draws_as_pytorch_does(torch):
    def after(t):
        t.manual_seed(0)
        t.autograd.gradgradcheck(lambda x: x**3, t.ones(2, dtype=t.double, requires_grad=True))
        return t.rand(1).item()

    assert after(mt) == after(torch)
