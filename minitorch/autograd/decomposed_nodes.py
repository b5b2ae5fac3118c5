"""decomposed_nodes: steps that PyTorch records one by one and this package as one, as `next_functions` shows them (shelf).

A part is there to be looked at: it has PyTorch's name and leads on to the part before it, and the last to what the whole
step leads to. It computes nothing, so it takes no hooks.
"""

from functools import cache
from weakref import WeakValueDictionary

import numpy as np

from ..graph.node import Node
from ..ops.view.reshape import strides_of_view


class Part(Node):
    """One of several steps that were recorded as one: `whole`, which it keeps as long as it is looked at."""

    __slots__ = ("whole", "ends")
    saved = ((),)

    def shown_edges(self):
        return self.ends

    def register_hook(self, fn):
        raise RuntimeError(
            f"{self.name()} is a part of {self.whole.name()}, which computes both at once: it has no hooks"
        )

    register_prehook = register_hook


@cache
def part_type(name):
    """The class of the parts of this name."""
    return type(name, (Part,), {"__slots__": (), "__module__": "builtins", "derivative": name})


known: WeakValueDictionary = WeakValueDictionary()  # (id of a step, which part) -> that part


def part(whole, place, name, *ends):
    """The edge to a part of a step. There is one for each place, as long as somebody holds it."""
    made = known.get((id(whole), place))
    if made is None:
        made = known[id(whole), place] = part_type(name)()
        made.whole, made.ends, made.number = whole, list(ends), whole.number
        made.hooks, made.several, made.shape, made.dtype = None, 0, whole.shape, whole.dtype
    return made, 0


def chain(whole, place, names, end):
    """The edge to the first of several parts, one after the other; None where nothing flows."""
    for number, name in enumerate(reversed(names)):
        end = end and part(whole, (place, number), name, end)
    return end


# --- what is shown of which step ----------------------------------------------------------------------------------------


def of_cross_entropy(node):
    return [chain(node, 0, ["LogSoftmaxBackward0"], node.edges[0])]


def of_index(node):
    """One step for each entry of an index but the last, whose name the whole has."""
    return [chain(node, 0, steps_of_index(*node.kept(0))[-2::-1], node.edges[0])]


def steps_of_index(index, shape):
    """The names of the views that PyTorch makes for an index of ints, slices, None and ..., from left to right."""
    names, dim = [], 0
    for i in index:
        if i is None:
            names.append("UnsqueezeBackward0")
        elif i is Ellipsis:
            dim += len(shape) - sum([entry is not None and entry is not Ellipsis for entry in index])
        elif isinstance(i, slice):
            if len(index) == 1 or i.indices(shape[dim]) != (0, shape[dim], 1):
                names.append("SliceBackward0")
            dim += 1
        else:
            names.append("SelectBackward0")
    return names


def of_change(node):
    """Of a change through a view: what changed, and what else the step in place took."""
    base, change = node.edges
    return [base, *(change[0].shown_edges()[1:] if change is not None and isinstance(change[0], Node) else [None])]


def of_product(node):
    """Of a product of stacks: both broadcast, made stacks of one dimension, multiplied, and given their dimensions back."""
    if node.derivative == "BmmBackward0":  # of stacks that were given as such
        return node.edges
    ends = [chain(node, place, [shaped(node, place), "ExpandBackward0"], end) for place, end in enumerate(node.edges)]
    return [part(node, 2, "BmmBackward0", *ends)]


def shaped(node, place):
    """How PyTorch makes one stack of a broadcast factor: by a view, or where the strides do not allow it, of a copy."""
    array = node.saved_values().get(node.op.parameters[place])
    if not isinstance(array, np.ndarray):
        return "ViewBackward0"
    whole = np.broadcast_to(array, (*node.shape[:-2], *array.shape[-2:]))
    if whole.flags.c_contiguous:
        return "ViewBackward0"
    size = (int(np.prod(whole.shape[:-2])), *whole.shape[-2:])
    even = strides_of_view(whole.shape, whole.strides, size) is not None
    return "ReshapeAliasBackward0" if even else "UnsafeViewBackward0"


def of_attention(node):
    """Of fused attention: queries, keys and values."""
    product = nearest(node.edges[0], "batched")
    scores = nearest(product.edges[0], "batched")
    query, key = scores.edges if scores is not None else (None, None)
    narrow = node.dtype.itemsize == 2  # and was widened
    return [behind(query, 1 + narrow), behind(key, 1 + narrow), behind(product.edges[1], narrow)]


def nearest(edge, name):
    """The nearest step of an operation, from an edge on; None where there is none."""
    while edge is not None and isinstance(edge[0], Node) and edge[0].op.name != name:
        edge = next((end for end in edge[0].edges if end is not None), None)
    return edge[0] if edge is not None and isinstance(edge[0], Node) else None


def behind(edge, count):
    """The edge that so many steps further on leads to the first operand."""
    for _ in range(count):
        edge = edge and edge[0].edges[0]
    return edge


RULES = {
    "ordered_as": of_attention,
    "cross_entropy": of_cross_entropy,
    "item": of_index,
    "copy_slices": of_change,
    "batched": of_product,
}
