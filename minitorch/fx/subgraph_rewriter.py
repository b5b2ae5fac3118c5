"""subgraph_rewriter: replace_pattern, which puts one piece of a graph in the place of another (shelf)."""

import copy
from dataclasses import dataclass
from typing import NamedTuple

from ..nn.module.mode import Module
from ._symbolic_trace import symbolic_trace
from .graph import Graph
from .graph_module import GraphModule
from .node import Node
from .passes.utils.matcher_utils import SubgraphMatcher

__all__ = ["Match", "replace_pattern", "replace_pattern_with_filters", "ReplacedPatterns"]


class Match(NamedTuple):
    """A place that was replaced: the node it was found from, and {node of the pattern: node of the graph}."""

    anchor: Node
    nodes_map: dict


@dataclass
class ReplacedPatterns:
    """A Match with the nodes that were put in its place."""

    anchor: Node
    nodes_map: dict
    replacements: list


def replace_pattern(gm, pattern, replacement):
    """Put a piece in the place of every piece of a graph that does what a pattern does; the Matches, in a list.

    gm                     the GraphModule, which is changed
    pattern, replacement   functions, modules or GraphModules with the same parameters

    >>> import minitorch as mt
    >>> traced = mt.fx.symbolic_trace(lambda x: mt.relu(x) + mt.relu(x * 2))
    >>> len(mt.fx.replace_pattern(traced, lambda x: mt.relu(x), lambda x: mt.sigmoid(x)))
    2
    >>> traced(mt.zeros(1))
    tensor([1.])

    Source: PyTorch, torch.fx.replace_pattern.
    """
    return [Match(one.anchor, one.nodes_map) for one in replace_pattern_with_filters(gm, pattern, replacement)]


def replace_pattern_with_filters(
    gm, pattern, replacement=None, match_filters=None, ignore_literals=False, replacement_callback=None, node_name_match="",
):  # fmt: skip
    """replace_pattern for some of the places; a ReplacedPatterns for each, in a list.

    match_filters          functions of (match, graph, graph of the pattern) -> bool: all must say True
    ignore_literals        whether numbers and the like may differ
    replacement_callback   (match, graph, graph of the pattern) -> the Graph to put in; instead of replacement
    node_name_match        part of a name: nodes with it fit any node

    Source: PyTorch, torch.fx.subgraph_rewriter.replace_pattern_with_filters.
    """
    graph, wanted = gm.graph, graph_of(pattern)
    if replacement is None and replacement_callback is None:
        raise AssertionError("Must provide either a replacement GraphModule or a replacement callback")
    matches = SubgraphMatcher(wanted, ignore_literals=ignore_literals).match(graph, node_name_match)
    matches = [match for match in matches if all([fits(match, graph, wanted) for fits in match_filters or ()])]
    given = None if replacement is None else graph_of(replacement)
    moved, made = {}, []
    for match in matches:
        new = given if replacement_callback is None else replacement_callback(match, graph, wanted)
        made.append(replace_one(graph, wanted, new, match, moved))
    gm.recompile()
    if isinstance(replacement, Module):
        bring_attributes(gm, replacement)
    return made


def graph_of(what):
    """The graph of a function, a module or a GraphModule."""
    if isinstance(what, Graph):
        return what
    return what.graph if isinstance(what, GraphModule) else symbolic_trace(what).graph


def replace_one(graph, wanted, new, match, moved):
    """Put a graph in the place of one match. `moved` is {node that was replaced: what stands for it now}."""
    parameters = new.find_nodes(op="placeholder")
    if len(match.placeholder_nodes) != len(parameters):
        raise AssertionError(f"Placeholder count mismatch: {len(match.placeholder_nodes)} vs {len(parameters)}")
    match.placeholder_nodes = [now(node, moved) for node in match.placeholder_nodes]
    for pn, gn in match.nodes_map.items():
        if pn.op == "placeholder":
            match.nodes_map[pn] = now(gn, moved)
    copied = dict(zip(parameters, match.placeholder_nodes, strict=True))
    with graph.inserting_before(first_after(graph, match.returning_nodes)):
        results = graph.graph_copy(new, copied)
    results = (results,) if isinstance(results, Node) else results
    made = [node for node in copied.values() if not any([node is one for one in match.placeholder_nodes])]
    if len(match.returning_nodes) != len(results):
        raise AssertionError(f"Returning nodes count mismatch: {len(match.returning_nodes)} vs {len(results)}")
    for old, result in zip(match.returning_nodes, results, strict=True):
        old.replace_all_uses_with(result)
        moved[old] = result
    for node in reversed(wanted.nodes):
        if node.op not in ("placeholder", "output"):
            graph.erase_node(match.nodes_map[node])
    return ReplacedPatterns(match.anchors[0], match.nodes_map, made)


def now(value, moved):
    """What stands for a node now, where an earlier replacement has moved it."""
    return moved.get(value, value) if isinstance(value, Node) else value


def first_after(graph, nodes):
    """The first node that uses one of these; if none does, the one behind the last of them."""
    users = {user for node in nodes for user in node.users}
    if users:
        return next(node for node in graph.nodes if node in users)
    return next(node for node in reversed(graph.nodes) if node in nodes).next


def bring_attributes(gm, replacement):
    """Give a GraphModule the modules and parameters of the replacement that its graph names now."""
    gm.delete_all_unused_submodules()
    if isinstance(replacement, GraphModule):
        replacement.graph.lint()
    for node in gm.graph.nodes:
        if node.op not in ("call_module", "get_attr") or attribute(gm, node.target) is not None:
            continue
        found = attribute(replacement, node.target)
        if found is None:
            raise RuntimeError(
                f'Attempted to create a "{node.op}" node during subgraph rewriting with target {node.target}, but the '
                "referenced attribute does not exist in the replacement GraphModule"
            )
        found = copy.deepcopy(found)
        if isinstance(found, Module):
            gm.add_submodule(node.target, found)
        else:
            setattr(gm, node.target, found)
    gm.graph.lint()


def attribute(module, target):
    """What a module has under a path, or None."""
    path, _, name = target.rpartition(".")
    try:
        return getattr(module.get_submodule(path), name, None)
    except AttributeError:
        return None
