"""optimization: fuse, which takes batch normalisation into the layer before it, and remove_dropout (shelf)."""

import copy

from ... import nn
from ...nn.utils.fusion import fuse_conv_bn_eval, fuse_linear_bn_eval
from .._symbolic_trace import Tracer, symbolic_trace
from ..graph import Graph
from ..graph_module import GraphModule
from ..interpreter import Transformer
from ..node import Node

__all__ = [
    "matches_module_pattern", "replace_node_module", "fuse", "remove_dropout", "extract_subgraph", "optimize_for_inference",
]  # fmt: skip

PATTERNS = [
    (nn.Conv1d, nn.BatchNorm1d, fuse_conv_bn_eval), (nn.Conv2d, nn.BatchNorm2d, fuse_conv_bn_eval),
    (nn.Conv3d, nn.BatchNorm3d, fuse_conv_bn_eval), (nn.Linear, nn.BatchNorm1d, fuse_linear_bn_eval),
]  # fmt: skip


def _parent_name(target):
    """("foo.bar", "baz") of "foo.bar.baz"."""
    parent, _, name = target.rpartition(".")
    return parent, name


def matches_module_pattern(pattern, node, modules):
    """Whether a node calls a module of the second type on what one of the first gives.

    Source: PyTorch, torch.fx.experimental.optimization.matches_module_pattern.
    """
    if not node.args:
        return False
    return all([
        isinstance(one, Node) and one.op == "call_module" and one.target in modules and type(modules[one.target]) is kind
        for kind, one in zip(pattern, (node.args[0], node), strict=False)
    ])  # fmt: skip


def replace_node_module(node, modules, new_module):
    """Put another module where a node's is. Source: PyTorch, torch.fx.experimental.optimization.replace_node_module."""
    parent, name = _parent_name(node.target)
    modules[node.target] = new_module
    setattr(modules[parent], name, new_module)


def fuse(model, inplace=False, no_trace=False):
    """A GraphModule with each batch normalisation taken into the convolution or linear layer before it, to predict with.

    inplace    change the model's own layers
    no_trace   take a GraphModule as it is

    >>> import minitorch as mt
    >>> model = mt.nn.Sequential(mt.nn.Conv2d(1, 2, 3), mt.nn.BatchNorm2d(2)).eval()
    >>> fused = mt.fx.experimental.optimization.fuse(model)
    >>> [node.op for node in fused.graph.nodes]
    ['placeholder', 'call_module', 'output']

    Source: PyTorch, torch.fx.experimental.optimization.fuse.
    """
    model = model if inplace else copy.deepcopy(model)
    traced = model if no_trace and isinstance(model, GraphModule) else symbolic_trace(model)
    modules, graph = dict(traced.named_modules()), copy.deepcopy(traced.graph)
    for first, second, fused in PATTERNS:
        for node in graph.nodes:
            if not matches_module_pattern((first, second), node, modules):
                continue
            layer, norm = node.args[0], modules[node.target]
            if len(layer.users) > 1 or not norm.track_running_stats:
                continue
            replace_node_module(layer, modules, fused(modules[layer.target], norm))
            node.replace_all_uses_with(layer)
            graph.erase_node(node)
    return GraphModule(traced, graph)


class DropoutRemover(Transformer):
    """What leaves nn.Dropout out."""

    def call_module(self, target, args, kwargs):
        """The argument itself for nn.Dropout."""
        if isinstance(self.submodules[target], nn.Dropout):
            return args[0]
        return super().call_module(target, args, kwargs)


def remove_dropout(model):
    """A GraphModule without nn.Dropout. Source: PyTorch, torch.fx.experimental.optimization.remove_dropout."""
    return DropoutRemover(symbolic_trace(model)).transform()


def extract_subgraph(orig_module, nodes, inputs, outputs):
    """A GraphModule of some nodes of a graph. Source: PyTorch, torch.fx.experimental.optimization.extract_subgraph."""
    graph = Graph()
    copied = {node: graph.placeholder(node.name) for node in inputs}
    for node in nodes:
        copied[node] = graph.node_copy(node, lambda one: copied[one])
    graph.output([copied[node] for node in outputs])
    graph.lint()
    return GraphModule(orig_module, graph)


def optimize_for_inference(model, pass_config=None, tracer=Tracer):
    """fuse and remove_dropout; there is no other layout to run in.

    pass_config   {"conv_bn_fuse": bool, "remove_dropout": bool}
    tracer        the class of Tracer for the result

    Source: PyTorch, torch.fx.experimental.optimization.optimize_for_inference.
    """
    wanted = {"conv_bn_fuse": True, "remove_dropout": True} | (pass_config or {})
    model = fuse(model) if wanted["conv_bn_fuse"] else model
    model = remove_dropout(model) if wanted["remove_dropout"] else model
    traces = tracer()
    graph = traces.trace(copy.deepcopy(model))
    return GraphModule(model, graph)
