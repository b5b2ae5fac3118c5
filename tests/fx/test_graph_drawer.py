"""FxGraphDrawer: the picture of a traced module is PyTorch's, but for the order of a convolution's settings."""

import builtins
import sys

import pytest

import minitorch as mt
import minitorch.fx.passes.graph_drawer
import minitorch.fx.passes.shape_prop


def pictures(lib):
    """The dots of two modules, with shapes and without."""
    passes, nn = lib.fx.passes, lib.nn

    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.l, self.w = nn.Linear(2, 3), nn.Parameter(lib.ones(3))

        def forward(self, x):
            return lib.relu(self.l(x) * self.w).sum(dim=1) + x[None, None].mean()

    shown = lib.fx.symbolic_trace(nn.Sequential(nn.Linear(2, 3), nn.ReLU()))
    passes.shape_prop.ShapeProp(shown).propagate(lib.ones(4, 2))
    drawer = passes.graph_drawer.FxGraphDrawer
    drawn = drawer(shown, "net", ignore_getattr=True)
    calls = lib.fx.symbolic_trace(lambda x: nn.functional.dropout(x, 0.3) + nn.functional.softmax(x, dim=1).sum())
    dots = [
        drawer(calls, "calls", normalize_args=True).get_dot_graph(),
        drawer(lib.fx.symbolic_trace(Net()), "net").get_dot_graph(), drawn.get_main_dot_graph(),
        drawer(shown, "b", ignore_parameters_and_buffers=True, skip_node_names_in_args=False).get_dot_graph(),
    ]  # fmt: skip
    return [dot.to_string().replace("minitorch.", "torch.") for dot in dots], list(drawn.get_all_dot_graphs())


def test_pictures_are_pytorchs(torch):
    pytest.importorskip("pydot", reason="pydot is not installed: pip install pydot")
    import torch.fx.passes.graph_drawer
    import torch.fx.passes.shape_prop

    assert pictures(mt) == pictures(torch)


def test_without_pydot(monkeypatch):
    found = builtins.__import__

    def missing(name, *args, **kwargs):
        if name == "pydot":
            raise ImportError(name)
        return found(name, *args, **kwargs)

    monkeypatch.delitem(sys.modules, "pydot", raising=False)
    monkeypatch.setattr(builtins, "__import__", missing)
    with pytest.raises(RuntimeError, match="requires the pydot package"):
        mt.fx.passes.graph_drawer.FxGraphDrawer(mt.fx.symbolic_trace(mt.nn.ReLU()), "net")
