"""func.functional_call against torch.func's."""

import pytest

import minitorch as mt


def found(torch):
    torch.manual_seed(2)
    net = torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.BatchNorm1d(4), torch.nn.Linear(4, 1))
    x, own = torch.randn(5, 3), {name: p.detach().clone() for name, p in net.named_parameters()}
    given = {name: (p * 2).requires_grad_() for name, p in own.items()}
    out = torch.func.functional_call(net, given, x)
    grads = torch.autograd.grad((out**2).sum(), list(given.values()))
    tied = torch.nn.ModuleDict({"a": net[2], "b": torch.nn.Linear(4, 1)})
    tied["b"].weight, tied["b"].bias = net[2].weight, net[2].bias
    tied.forward = lambda x: tied["a"](x) + tied["b"](x)
    both = torch.func.functional_call(
        tied, ({"a.weight": torch.ones(1, 4)}, {"a.bias": torch.ones(1)}), torch.ones(2, 4)
    )
    kept = [bool((p == own[name]).all()) for name, p in net.named_parameters()]
    return [out, *grads, both], kept, net[1].num_batches_tracked.item()


def test_as_in_pytorch(torch):
    ours, theirs = found(mt), found(torch)
    assert ours[1:] == theirs[1:]
    for mine, expected in zip(ours[0], theirs[0], strict=True):
        assert mine.shape == tuple(expected.shape)
        assert mine.flatten().tolist() == pytest.approx(expected.flatten().tolist(), rel=1e-4, abs=1e-5)


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda f, net: f(net, {"weight": 1}, mt.ones(2)), TypeError, "is not a Tensor"),
        (lambda f, net: f(net, {"no.weight": mt.ones(1)}, mt.ones(2)), AttributeError, "no"),
        (lambda f, net: f(net, {"bias": mt.ones(1)}, mt.ones(2), strict=True), RuntimeError, "missing are"),
        (lambda f, net: f(net, ({"bias": mt.ones(1)}, {"bias": mt.ones(1)}), mt.ones(2)), ValueError, "multiple"),
    ],
)
def test_errors(call, error, words):
    with pytest.raises(error, match=words):
        call(mt.func.functional_call, mt.nn.Linear(2, 1))
