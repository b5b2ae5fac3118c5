"""split_module: the steps of a graph in several modules, one for each part that a function names (shelf)."""

import inspect
import operator

from .._attributes import _get_attr
from ..graph import Graph
from ..graph_module import GraphModule
from ..node import Node, map_arg

__all__ = ["Partition", "split_module"]


class Partition:
    """One part: its nodes, what goes in and out of it, and the graph that it becomes.

    Source: PyTorch, torch.fx.passes.split_module.Partition.
    """

    def __init__(self, name):
        self.name, self.submod_name = name, f"submod_{name}"
        self.node_names, self.inputs, self.outputs = [], {}, {}  # names of nodes
        self.dependencies, self.dependents = {}, {}  # other parts that come before, and after
        self.graph, self.environment, self.targets = Graph(), {}, {}


def split_module(
    m, root_m, split_callback, qualname_map=None, keep_original_order=False, keep_original_node_name=False,
    keep_original_input_name=True, *, partition_affix=None, tuple_return=False,
):  # fmt: skip
    """A GraphModule whose graph calls one module for each part of another's graph.

    m                          the GraphModule
    root_m                     the module that it was traced from, for which there is no use
    split_callback             node -> number of its part
    qualname_map               a dict that is filled in: {path of a layer in the parts: its path in m}
    keep_original_order        call the parts in the order of their first nodes, else so that each comes after what it needs
    keep_original_node_name    let nodes in the parts keep their names
    keep_original_input_name   let parameters of the parts have the names of what goes in, else arg_0, arg_1
    partition_affix            a word in the names of the parts: submod_word_0
    tuple_return               let parts return a tuple also of one value

    >>> import minitorch as mt
    >>> traced = mt.fx.symbolic_trace(lambda x: (x + 1) * 2)
    >>> parts = mt.fx.passes.split_module.split_module(traced, None, lambda node: int(node.name == "mul"))
    >>> parts.submod_1(mt.tensor([2.0])), parts(mt.tensor([2.0]))
    (tensor([4.]), tensor([6.]))

    Errors: RuntimeError where two parts need each other. Source: PyTorch, torch.fx.passes.split_module.split_module.
    """
    parts, part_of = parts_of(m.graph, split_callback, partition_affix)
    for node in m.graph.nodes:
        for source in node.all_input_nodes:
            connect(source, node, part_of)
    order = sorted_parts(parts)
    nodes = {node.name: node for node in m.graph.nodes}
    for part in order:
        add_inputs(part, nodes, keep_original_input_name)
    for node, part in part_of.items():
        add_node(part, node, m, keep_original_node_name, qualname_map)
    whole = Whole(m, nodes, keep_original_node_name)
    return whole.built(list(parts.values()) if keep_original_order else order, keep_original_order, tuple_return)


def parts_of(graph, split_callback, affix):
    """({name: Partition}, {node: its Partition}) for the nodes that compute something."""
    parts, part_of = {}, {}
    for node in graph.nodes:
        if node.op not in ("placeholder", "get_attr", "output"):
            name = str(split_callback(node)) if affix is None else f"{affix}_{split_callback(node)}"
            part = part_of[node] = parts.setdefault(name, Partition(name))
            part.node_names.append(node.name)
    return parts, part_of


def connect(source, user, part_of):
    """Note a value that goes from one part into another, or out of all."""
    made, used = part_of.get(source), part_of.get(user)
    if made is used:
        return
    if made is not None:
        made.outputs[source.name] = None
    if used is not None:
        used.inputs[source.name] = None
    if made is not None and used is not None:
        made.dependents[used] = used.dependencies[made] = None


def sorted_parts(parts):
    """The parts, each after those it needs."""
    waiting, order = [part for part in parts.values() if not part.dependencies], []
    while waiting:
        part = waiting.pop()
        order.append(part)
        for other in part.dependents:
            del other.dependencies[part]
            if not other.dependencies:
                waiting.append(other)
    if len(order) != len(parts):
        raise RuntimeError("cycle exists between partitions!")
    return order


def add_inputs(part, nodes, keep_name):
    """The parameters of a part's graph."""
    for number, name in enumerate(part.inputs):
        placeholder = part.graph.placeholder(name if keep_name else f"arg_{number}", type_expr=nodes[name].type)
        placeholder.meta = nodes[name].meta.copy()
        part.environment[nodes[name]] = placeholder


def add_node(part, node, m, keep_name, qualname_map):
    """A copy of a node in its part's graph."""
    target = node.target
    if node.op == "call_module":
        target = node.target.replace(".", "_")
        part.targets[target] = _get_attr(m, node.target)
        if qualname_map is not None:
            qualname_map[f"{part.submod_name}.{target}"] = node.target
    args, kwargs = map_arg((node.args, node.kwargs), part.environment.__getitem__)
    made = part.graph.create_node(node.op, target, args, kwargs, node.name if keep_name else None, node.type)
    made.meta = node.meta.copy()
    part.environment[node] = made


class Whole:
    """The graph that calls the parts, while it is made."""

    def __init__(self, m, nodes, keep_name):
        self.m, self.nodes, self.keep_name = m, nodes, keep_name
        self.graph, self.made, self.attributes = Graph(), {}, {}

    def built(self, order, keep_order, tuple_return):
        """The GraphModule."""
        first = ["placeholder"] if keep_order else ["placeholder", "get_attr"]
        for node in self.nodes.values():
            if node.op in first:
                self.add(node)
        for part in order:
            for name in part.inputs:
                self.add(self.nodes[name])
            self.call(part, tuple_return)
        output = self.m.graph.output_node()
        self.graph.output(map_arg(output.args[0], self.value))
        made = GraphModule(self.attributes, self.graph)
        made.meta["partition_names"] = {part.submod_name for part in order}
        return made

    def value(self, node):
        """What stands for a node of the first graph."""
        self.add(node)
        return self.made[node.name]

    def add(self, node):
        """A parameter or an attribute, once."""
        if node.name in self.made:
            return
        if node.op == "placeholder":
            default = node.args[0] if node.args else inspect.Signature.empty
            name = node.name if self.keep_name else node.target
            made = self.graph.placeholder(name, type_expr=node.type, default_value=default)
        else:
            made = self.graph.get_attr(node.target)
            self.attributes[node.target] = _get_attr(self.m, node.target)
        made.meta = node.meta.copy()
        self.made[node.name] = made

    def call(self, part, tuple_return):
        """The call of a part, and what comes out of it."""
        values = tuple([part.environment[self.nodes[name]] for name in part.outputs])
        several = tuple_return or len(values) != 1
        part.graph.output(values if several else values[0])
        self.attributes[part.submod_name] = GraphModule(part.targets, part.graph)
        result: Node = self.graph.call_module(part.submod_name, tuple([self.made[name] for name in part.inputs]))
        for number, name in enumerate(part.outputs):
            self.made[name] = self.graph.call_function(operator.getitem, (result, number)) if several else result
