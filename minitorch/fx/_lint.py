"""_lint: whether a graph is in order (shelf)."""

import warnings

from ..nn.module.mode import Module
from ..nn.parameter import Parameter
from .node import _legal_ops, expect_target


def lint(graph):
    """RuntimeError where it is not."""
    names, seen = set(), set()
    for node in graph.nodes:
        if node.op not in _legal_ops or node.op == "root":
            raise RuntimeError(f"Node {node} had unknown opcode {node.op}!")
        if node.graph is not graph:
            raise RuntimeError(f"Node '{node}' does not belong to this Graph!")
        for arg in node._input_nodes:
            lint_argument(graph, arg, node, seen)
        seen.add(node)
        if node.name in names:
            raise RuntimeError(f"Node redefined name {node.name}!")
        names.add(node.name)
    for node in graph.nodes if graph.owning_module else ():
        expect_target(node.target, node.op, node.__repr__)
        if node.op in ("get_attr", "call_module"):
            lint_target(graph.owning_module, node)


def lint_argument(graph, arg, node, seen):
    """RuntimeError where an argument is another graph's, or comes later."""
    if arg.graph is not graph:
        raise RuntimeError(
            f"Argument '{arg}' of Node '{node}' does not belong to this Graph, but was used as an argument! If you are "
            f"copying nodes from another graph, make sure to use ``arg_transform`` on node_copy() to remap values\n{graph}"
        )
    if arg not in seen:
        raise RuntimeError(
            f"Argument '{arg}' of Node '{node}' was used before it has been defined! Please check that Nodes in the "
            f"graph are topologically ordered\n{graph}"
        )


def lint_target(module, node):
    """RuntimeError where a module has not got what a node names."""
    parts = node.target.split(".")
    for place, part in enumerate(parts):
        module = getattr(module, part, None)
        before = ".".join(parts[:place])
        if module is None:
            raise RuntimeError(f"Node {node} target {node.target} references nonexistent attribute {part} of {before}")
        if node.op == "call_module" and not isinstance(module, Module):
            raise RuntimeError(f"Node {node} target {node.target} {part} of {before} does not reference an nn.Module")


def is_attribute(module, qualified_name):
    """Whether a module has a module, parameter or buffer of that name."""
    path, _, name = qualified_name.rpartition(".")
    try:
        owner = module.get_submodule(path)
    except AttributeError:
        warnings.warn(f"Failed to fetch module {path}!", stacklevel=3)
        return False
    found = getattr(owner, name, None)
    return isinstance(found, Module | Parameter) or name in owner._buffers
