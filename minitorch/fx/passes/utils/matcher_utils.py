"""matcher_utils: SubgraphMatcher, which finds the places of a graph that do what a pattern does (shelf)."""

import copy
from dataclasses import dataclass, field

from ...._tensor import Tensor
from ..._attributes import _get_attr
from ...node import Node
from .fuser_utils import validate_partition

__all__ = ["SubgraphMatcher", "InternalMatch"]


@dataclass
class InternalMatch:
    """A place that was found. Source: PyTorch, torch.fx.passes.utils.matcher_utils.InternalMatch."""

    anchors: list  # the pattern's last nodes
    nodes_map: dict = field(default_factory=dict)  # node of the pattern -> node of the graph
    placeholder_nodes: list = field(default_factory=list)  # what goes in, in the order of the pattern's parameters
    returning_nodes: list = field(default_factory=list)  # what comes out
    name_node_map: dict = field(default_factory=dict)

    def __copy__(self):
        return InternalMatch(
            self.anchors, self.nodes_map.copy(), self.placeholder_nodes.copy(), self.returning_nodes.copy()
        )


class SubgraphMatcher:
    """What finds a pattern in graphs.

    pattern                      the pattern's Graph
    match_output                 whether its output is part of it
    match_placeholder            whether its parameters stand for parameters only, not for any value
    remove_overlapping_matches   whether a node is part of one match at most
    ignore_literals              whether numbers and the like may differ

    Source: PyTorch, torch.fx.passes.utils.matcher_utils.SubgraphMatcher.
    """

    def __init__(
        self,
        pattern,
        match_output=False,
        match_placeholder=False,
        remove_overlapping_matches=True,
        ignore_literals=False,
    ):
        if len(pattern.nodes) == 0:
            raise ValueError("SubgraphMatcher cannot be initialized with an empty pattern")
        for node in pattern.nodes:
            if node.op != "output" and not node.is_impure() and not node.users:
                raise AssertionError("SubgraphMatcher cannot be initialized with an pattern with dead code")
        self.pattern, self.match_output, self.match_placeholder = pattern, match_output, match_placeholder
        self.remove_overlapping_matches, self.ignore_literals = remove_overlapping_matches, ignore_literals
        output = pattern.output_node()
        self.pattern_placeholder_nodes = pattern.find_nodes(op="placeholder")
        self.pattern_returning_nodes = output.all_input_nodes
        last = [node for node in self.pattern_returning_nodes if len(node.users) == 1]
        self.pattern_anchors = [output] if match_output else last

    def match(self, graph, node_name_match=""):
        """The matches in a graph, in a list. A match has no node inside whose value is used outside of it.

        node_name_match   part of a name: nodes with it fit any node

        Source: PyTorch, torch.fx.passes.utils.matcher_utils.SubgraphMatcher.match.
        """
        candidates = []
        for anchor in self.pattern_anchors:
            fitting = [node for node in graph.nodes if self._nodes_are_equal(anchor, node, node_name_match)]
            candidates += [(anchor, fitting)] if fitting else []
        if not candidates:
            return []
        found = self._from_anchors(candidates, InternalMatch(self.pattern_anchors), node_name_match)
        found = [match for match in found if self._is_contained(match.nodes_map) and is_acyclic(match)]
        return without_overlaps(found) if self.remove_overlapping_matches else found

    def _from_anchors(self, candidates, match, node_name_match):
        """The matches in which each anchor is one of its candidates."""
        if not candidates:
            match.placeholder_nodes = [match.nodes_map[node] for node in self.pattern_placeholder_nodes]
            match.returning_nodes = [match.nodes_map[node] for node in self.pattern_returning_nodes]
            yield match
            return
        (anchor, nodes), *rest = candidates
        for node in nodes:
            tried = copy.copy(match)
            if self._match_nodes(anchor, node, tried, node_name_match):
                yield from self._from_anchors(rest, tried, node_name_match)

    # --- two nodes ------------------------------------------------------------------------------------------------------------

    def _nodes_are_equal(self, pn, gn, node_name_match=""):
        """Whether a node of the graph does what one of the pattern does, its inputs apart."""
        if pn.op == "placeholder" and not self.match_placeholder:
            return True
        if node_name_match and node_name_match in gn.name:
            return True
        if pn.op != gn.op:
            return False
        if pn.op == "get_attr":
            return self._match_attributes(pn, gn)
        return pn.op in ("placeholder", "output") or pn.target == gn.target

    def _match_attributes(self, pn, gn):
        """Whether both attributes are tensors of one type; their values may differ."""
        ours, theirs = [_get_attr(node.graph.owning_module, node.target) for node in (pn, gn)]
        if type(ours) is not type(theirs):
            return False
        if not isinstance(ours, Tensor):
            raise RuntimeError(f"Unsupported type {ours} when matching attributes")
        return True

    def _match_nodes(self, pn, gn, match, node_name_match=""):
        """Whether two nodes and all that goes into them fit; the match then has them."""
        if pn in match.nodes_map:
            return match.nodes_map[pn] == gn
        if any([gn is node for node in match.nodes_map.values()]) or not self._nodes_are_equal(pn, gn, node_name_match):
            return False
        match.nodes_map[pn] = gn
        if pn.op == "placeholder":
            return True
        fits = len(pn.args) == len(gn.args) and list(pn.kwargs) == list(gn.kwargs)
        fits = fits and self._match_args([*pn.args, *pn.kwargs.values()], [*gn.args, *gn.kwargs.values()], match)
        if not fits:
            del match.nodes_map[pn]
        return fits

    def _match_args(self, ours, theirs, match):
        return len(ours) == len(theirs) and all(map(self._match_arg, ours, theirs, [match] * len(ours)))

    def _match_arg(self, one, other, match):
        if isinstance(one, Node) and isinstance(other, Node):
            return self._match_nodes(one, other, match)
        if isinstance(one, list | tuple) and isinstance(other, list | tuple):
            return self._match_args(one, other, match)
        return self._match_literals(one, other, match) or self.ignore_literals

    def _match_literals(self, one, other, match):
        if isinstance(one, Node):
            return one.op == "placeholder" and match.nodes_map.setdefault(one, other) == other
        return not isinstance(other, Node) and type(one) is type(other) and one == other

    # --- a whole match --------------------------------------------------------------------------------------------------------

    def _is_contained(self, nodes_map):
        """Whether what is inside is used inside only."""
        inside = {gn: pn for pn, gn in nodes_map.items() if pn.op != "placeholder"}
        return all([
            pn in self.pattern_returning_nodes or all([user in inside for user in gn.users]) for gn, pn in inside.items()
        ])  # fmt: skip


def inner(match):
    """The graph's nodes inside of a match."""
    return [gn for pn, gn in match.nodes_map.items() if pn.op not in ("placeholder", "output")]


def is_acyclic(match):
    """Whether no value goes out of a match and, through other nodes, comes in again."""
    return validate_partition(inner(match))


def without_overlaps(matches):
    """The matches, without those that share a node with an earlier one."""
    taken, kept = set(), []
    for match in matches:
        if taken.isdisjoint(inner(match)):
            taken.update(inner(match))
            kept.append(match)
    return kept
