"""passes: changes of graphs: calls replaced by what they call, equal constants made one, what is not used taken out (shelf)."""

from .._tensor import Tensor
from .ir import copy_nodes
from .lowering import writes

EFFECTS = ("prim::CallMethod", "prim::RaiseException", "prim::Print")


def inline(graph, module):
    """Replace every call of a module's method by that method's own steps, prepared as PyTorch prepares what it calls."""
    owners = {next(graph.inputs(), None): module}
    for node in list(graph.nodes()):
        if node.kind() == "prim::GetAttr" and node._inputs[0] in owners:
            found = getattr(owners[node._inputs[0]], node["name"], None)
            owners[node._outputs[0]] = found
    for node in [n for n in graph.nodes() if n.kind() == "prim::CallMethod"]:
        callee = owners[node._inputs[0]]
        called = optimized(callee._methods[node["name"]], callee)
        known = dict(zip(called.inputs(), node._inputs, strict=True))
        copy_nodes(called._nodes, graph, known, before=node)
        for old, new in zip(node._outputs, called.outputs(), strict=True):
            value = known[new]
            old.replaceAllUsesWith(value)
            if old._name and not value._name:
                value.setDebugName(old._name)
        node.destroy()
    return graph


def optimized(graph, module):
    """The graph of a method as it is put in the place of its call."""
    made = inline(graph.copy(), module)
    if without_round_trips(made):
        without_dead(made)
    pool(made)
    return made


def without_round_trips(graph):
    """An int that becomes a tensor and then an int again stays one. Whether there was one."""
    found = False
    for node in list(graph.nodes()):
        if node.kind() == "aten::Int" and node._inputs[0].node().kind() == "prim::NumToTensor":
            node._outputs[0].replaceAllUsesWith(node._inputs[0].node()._inputs[0])
            node.destroy()
            found = True
    return found


def without_dead(graph):
    """Take out the nodes whose results nobody uses."""
    live = {id(x) for x in graph.outputs()}
    for node in reversed(list(graph.nodes())):
        if any([id(x) in live for x in node._outputs]) or writes(node) or node.kind() in EFFECTS:
            live |= {id(x) for x in node._inputs}
        else:
            node.destroy()


def pool(graph):
    """Make equal constants one, each put at the beginning of the graph as it is met."""
    seen: dict = {}
    for node in list(graph.nodes()):
        if node.kind() != "prim::Constant":
            continue
        value = node.attributes.get("value")
        key = (type(value), repr(value))
        if isinstance(value, Tensor):
            key = value.dtype, tuple(value.shape), value._array.tobytes()
        if key in seen:
            node._outputs[0].replaceAllUsesWith(seen[key])
            node.destroy()
            continue
        seen[key] = node._outputs[0]
        graph._nodes.remove(node)
        graph._nodes.insert(0, node)
