"""make_fx: the graph of the operators that a function has run is PyTorch's, line by line, and gives the same again."""

import pytest

import minitorch as mt
import minitorch.fx.experimental.proxy_tensor


def grad_of(lib):
    return lambda x: lib.autograd.grad(x.sin().sum(), x)[0]


def with_constant(lib):
    c = lib.ones(3)
    return lambda x: x + c


def with_layer(lib):
    layer = lib.nn.Linear(3, 2)
    return lambda x: layer(x).relu()


CALLS = {
    "names": (lambda lib: lambda x: x.sin() + 1, lambda lib: [lib.ones(2, 3)]),
    "in place": (lambda lib: lambda x: x.clone().add_(1).view(6), lambda lib: [lib.ones(2, 3)]),
    "a dict": (lambda lib: lambda a, b: (a @ b.t(), {"k": (a + b).sum()}), lambda lib: [lib.ones(2, 3), lib.ones(2, 3)]),
    "a tree": (lambda lib: lambda d: d["a"] + d["b"][0], lambda lib: [{"a": lib.ones(2), "b": [lib.ones(2)]}]),
    "a constant": (with_constant, lambda lib: [lib.ones(2, 3)]),
    "made": (lambda lib: lambda x: x + lib.ones(3) + lib.tensor([1.0, 2.0, 3.0]), lambda lib: [lib.ones(2, 3)]),
    "a module": (lambda lib: lib.nn.Linear(3, 2), lambda lib: [lib.ones(2, 3)]),
    "a gradient": (grad_of, lambda lib: [lib.ones(2, 3).requires_grad_()]),
    "several": (lambda lib: lambda x: x.split(1)[1] + x.max(1)[0].sum(), lambda lib: [lib.ones(2, 3)]),
    "a number": (lambda lib: lambda x, n: x * n, lambda lib: [lib.ones(2), 3]),
    "as it is": (lambda lib: lambda x: (x, None, 3), lambda lib: [lib.ones(2)]),
    "a list": (lambda lib: lambda x: lib.cat([x, x]), lambda lib: [lib.ones(2)]),
    "unused": (lambda lib: lambda x: (x.sin(), x.cos())[0], lambda lib: [lib.ones(2)]),
    "detached": (lambda lib: lambda x: x.detach() * x.data, lambda lib: [lib.ones(2)]),
    "a relu": (with_layer, lambda lib: [lib.ones(2, 3)]),
}  # fmt: skip


@pytest.mark.parametrize("name", CALLS)
def test_graphs_are_pytorchs(name, torch):
    import torch.fx.experimental.proxy_tensor

    made, given = CALLS[name]
    seen = []
    for lib in (mt, torch):
        lib.manual_seed(0)
        function, args = made(lib), given(lib)
        traced = lib.fx.experimental.proxy_tensor.make_fx(function)(*args)
        found = traced(*args)
        assert lib.allclose(lib.utils._pytree.tree_leaves(found)[0], lib.utils._pytree.tree_leaves(function(*args))[0])
        seen.append(
            [traced.code.replace("minitorch", "torch"), [(n.op, n.name, str(n.target)) for n in traced.graph.nodes]]
        )
    assert seen[0] == seen[1]


def test_what_cannot_be_traced():
    make_fx = mt.fx.experimental.proxy_tensor.make_fx
    with pytest.raises(
        RuntimeError, match="trying to get value out of a tracing tensor with aten._local_scalar_dense.default"
    ):
        make_fx(lambda x: x if x.sum() > 0 else -x)(mt.ones(2))
    with pytest.raises(NotImplementedError, match="with tracing_mode='real' alone, and not 'symbolic'"):
        make_fx(lambda x: x, tracing_mode="symbolic")
    with pytest.raises(AssertionError, match="tracing_mode must be one of"):
        make_fx(lambda x: x, tracing_mode="unreal")


def test_operators_are_taken_apart(torch):
    import torch.fx.experimental.proxy_tensor

    seen = []
    for lib in (mt, torch):
        table = {lib.ops.aten.silu.default: lambda x: x * x.sigmoid()}
        traced = lib.fx.experimental.proxy_tensor.make_fx(lib.nn.SiLU(), table)(lib.ones(2))
        seen.append([str(node.target) for node in traced.graph.nodes])
    assert seen[0] == seen[1]


def test_the_mode_that_traces():
    proxy_tensor = mt.fx.experimental.proxy_tensor
    modes = []
    proxy_tensor.make_fx(lambda x: modes.append(proxy_tensor.get_proxy_mode()) or x)(mt.ones(2))
    assert isinstance(modes[0], proxy_tensor.ProxyTorchDispatchMode) and proxy_tensor.get_proxy_mode() is None
