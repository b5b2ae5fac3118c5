"""tree: TreeSpec, tree_flatten, tree_unflatten, tree_map and its kin (shelf)."""

from collections import defaultdict, deque, namedtuple
from typing import Any

from ...return_types import Named
from .nodes import (
    BUILTIN_TYPES,
    STANDARD_DICT_TYPES,
    SUPPORTED_NODES,
    SequenceKey,
    is_namedtuple_instance,
    register_pytree_node,
)

__all__ = [
    "LeafSpec",
    "PyTree",
    "PyTreeSpec",
    "TreeSpec",
    "arg_tree_leaves",
    "map_only",
    "tree_all",
    "tree_all_only",
    "tree_any",
    "tree_any_only",
    "tree_flatten",
    "tree_is_leaf",
    "tree_iter",
    "tree_leaves",
    "tree_map",
    "tree_map_",
    "tree_map_only",
    "tree_map_only_",
    "tree_structure",
    "tree_unflatten",
    "treespec_leaf",
    "treespec_tuple",
]

PyTree = Any


class TreeSpec:
    """The shape of a tree without its leaves.

    type             the class of the node; None for a leaf
    context          what the node keeps besides its children: the keys of a dict
    children_specs   the specs of its children

    >>> from minitorch.utils._pytree import tree_flatten
    >>> tree_flatten({"a": 1, "b": [2, 3]})
    ([1, 2, 3], TreeSpec(dict, ['a', 'b'], [*,
      TreeSpec(list, None, [*,
        *])]))

    Source: PyTorch, torch.utils._pytree.TreeSpec.
    """

    def __init__(self, type, context, children_specs):
        self.type, self.context, self.children_specs = type, context, children_specs
        self.num_children = len(children_specs)
        self.num_nodes = 1 + sum(child.num_nodes for child in children_specs)
        self.num_leaves = sum(child.num_leaves for child in children_specs) if type is not None else 1

    @property
    def _context(self):
        return self.context

    def is_leaf(self):
        """Whether it stands for a leaf."""
        return self.type is None

    def children(self):
        """The specs of its children, in a new list."""
        return list(self.children_specs)

    def child(self, index):
        """The spec of one child."""
        return self.children_specs[index]

    def flatten_up_to(self, tree):
        """The subtrees of another tree where this one has its leaves. Errors: ValueError if it has another shape."""
        if self.is_leaf():
            return [tree]
        children = children_like(self, tree)
        return [
            part
            for spec, child in zip(self.children_specs, children, strict=True)
            for part in spec.flatten_up_to(child)
        ]

    def unflatten(self, leaves):
        """The tree with these leaves. Errors: ValueError if there are not as many as it has."""
        leaves = list(leaves)
        if len(leaves) != self.num_leaves:
            raise ValueError(
                f"treespec.unflatten(leaves): `leaves` has length {len(leaves)} but the spec refers to a pytree that holds "
                f"{self.num_leaves} items ({self})."
            )
        return self.filled(iter(leaves))

    def filled(self, leaves):
        """The tree, its leaves taken from an iterator one by one."""
        if self.is_leaf():
            return next(leaves)
        return SUPPORTED_NODES[self.type].unflatten_fn(
            [child.filled(leaves) for child in self.children_specs], self.context
        )

    def __eq__(self, other):
        if not isinstance(other, TreeSpec):
            return NotImplemented
        return (self.type, self.context, self.children_specs) == (other.type, other.context, other.children_specs)

    def __hash__(self):
        known = self.type is None or self.type in BUILTIN_TYPES
        return hash((self.type, repr(self.context) if known else None, tuple(self.children_specs)))

    def __repr__(self, indent=0):
        if self.is_leaf():
            return "*"
        children = [child.__repr__(indent + 2) for child in self.children_specs]
        between = ",\n" + " " * (indent + 2)
        return f"TreeSpec({self.type.__name__}, {self.context}, [{between.join(children)}])"


PyTreeSpec = TreeSpec


class LeafSpec(TreeSpec):
    """The spec of a leaf. Source: PyTorch, torch.utils._pytree.LeafSpec."""

    def __init__(self):
        super().__init__(None, None, [])


def node_type(tree):
    """The class under which a node is registered: namedtuple for all its classes; those of results are entered here."""
    kind = type(tree)
    if isinstance(tree, Named) and kind not in SUPPORTED_NODES:
        register_pytree_node(
            kind,
            lambda t: (list(t), None),
            lambda parts, _: kind(parts),
            flatten_with_keys_fn=lambda t: ([(SequenceKey(i), part) for i, part in enumerate(t)], None),
        )
    return namedtuple if is_namedtuple_instance(tree) else kind


def children_like(spec, tree):
    """The children of a tree in the order of a spec's, whose type, number and keys it must have."""
    found = node_type(tree)
    dicts = spec.type in STANDARD_DICT_TYPES and found in STANDARD_DICT_TYPES
    if found != spec.type and not dicts:
        kind = "Node type" if spec.type in BUILTIN_TYPES else "Type"
        raise ValueError(f"{kind} mismatch; expected {spec.type!r}, but got {found!r}.")
    children, context = SUPPORTED_NODES[found].flatten_fn(tree)
    if len(children) != spec.num_children:
        raise ValueError(f"Node arity mismatch; expected {spec.num_children}, but got {len(children)}.")
    if dicts:
        return [tree[key] for key in keys_like(spec, tree)]
    if context != spec.context and found is not deque:
        if spec.type not in BUILTIN_TYPES:
            raise ValueError(f"Node context mismatch for custom node type {spec.type!r}.")
        raise ValueError(
            f"Node context mismatch for node type {spec.type!r}; expected {spec.context!r}, but got {context!r}."
        )
    return children


def keys_like(spec, tree):
    """The keys of a spec, all of which a dict must have, and no others."""
    keys = spec.context[1] if spec.type is defaultdict else spec.context
    missing, extra = set(keys) - set(tree), set(tree) - set(keys)
    if missing or extra:
        said = (f"; missing key(s): {missing}" if missing else "") + (f"; extra key(s): {extra}" if extra else "")
        raise ValueError(f"Node keys mismatch{said}.")
    return keys


def tree_is_leaf(tree, is_leaf=None):
    """Whether a value is a leaf: of no type that is registered, or one for which is_leaf says True."""
    return (is_leaf is not None and is_leaf(tree)) or node_type(tree) not in SUPPORTED_NODES


_is_leaf, _get_node_type = tree_is_leaf, node_type


def take_apart(tree, leaves, is_leaf):
    """Append the leaves of a tree to a list, and return its spec."""
    if tree_is_leaf(tree, is_leaf):
        leaves.append(tree)
        return LeafSpec()
    kind = node_type(tree)
    children, context = SUPPORTED_NODES[kind].flatten_fn(tree)
    return TreeSpec(kind, context, [take_apart(child, leaves, is_leaf) for child in children])


def tree_flatten(tree, is_leaf=None):
    """(leaves, spec) of a tree: what is in nested lists, tuples, dicts, and what holds it.

    tree       any value
    is_leaf    value -> bool: True lets a node count as a leaf

    Source: PyTorch, torch.utils._pytree.tree_flatten.
    """
    leaves = []
    spec = take_apart(tree, leaves, is_leaf)
    return leaves, spec


def tree_unflatten(leaves, treespec):
    """The tree of a spec with these leaves. Source: PyTorch, torch.utils._pytree.tree_unflatten."""
    if not isinstance(treespec, TreeSpec):
        raise TypeError(f"Expected `treespec` to be an instance of PyTreeSpec but got item of type {type(treespec)}.")
    return treespec.unflatten(leaves)


def tree_iter(tree, is_leaf=None):
    """An iterator over the leaves of a tree."""
    return iter(tree_leaves(tree, is_leaf))


def tree_leaves(tree, is_leaf=None):
    """The leaves of a tree, in a list."""
    return tree_flatten(tree, is_leaf)[0]


def tree_structure(tree, is_leaf=None):
    """The spec of a tree."""
    return tree_flatten(tree, is_leaf)[1]


def tree_map(func, tree, *rests, is_leaf=None):
    """A tree of the same shape whose leaves are func's results.

    func     (leaf, and the parts of the other trees in its place) -> the new leaf
    tree     the tree whose shape counts
    rests    other trees, which have at least that shape

    >>> from minitorch.utils._pytree import tree_map
    >>> tree_map(lambda x, y: x + y, {"a": 1, "b": (2, 3)}, {"a": 10, "b": (20, 30)})
    {'a': 11, 'b': (22, 33)}

    Source: PyTorch, torch.utils._pytree.tree_map.
    """
    leaves, spec = tree_flatten(tree, is_leaf)
    return spec.unflatten(map(func, leaves, *[spec.flatten_up_to(rest) for rest in rests]))


def tree_map_(func, tree, *rests, is_leaf=None):
    """Call func with every leaf, and return the tree. Source: PyTorch, torch.utils._pytree.tree_map_."""
    leaves, spec = tree_flatten(tree, is_leaf)
    for group in zip(leaves, *[spec.flatten_up_to(rest) for rest in rests], strict=True):
        func(*group)
    return tree


def chosen(wanted):
    """Whether a value is of a type, of one of several, or passes a function: that test."""
    if isinstance(wanted, type | tuple) or not callable(wanted):
        return lambda value: isinstance(value, wanted)
    return wanted


def map_only(type_or_types_or_pred, /):
    """A decorator: the function is called for values of these types, all others are left as they are."""
    wanted = chosen(type_or_types_or_pred)
    return lambda func: lambda value: func(value) if wanted(value) else value


def tree_map_only(type_or_types_or_pred, /, func, tree, is_leaf=None):
    """tree_map for leaves of some types only, say tensors.

    >>> from minitorch.utils._pytree import tree_map_only
    >>> tree_map_only(int, lambda x: x + 1, [1, "a", (2.5, 3)])
    [2, 'a', (2.5, 4)]

    Source: PyTorch, torch.utils._pytree.tree_map_only.
    """
    return tree_map(map_only(type_or_types_or_pred)(func), tree, is_leaf=is_leaf)


def tree_map_only_(type_or_types_or_pred, /, func, tree, is_leaf=None):
    """tree_map_ for leaves of some types only."""
    return tree_map_(map_only(type_or_types_or_pred)(func), tree, is_leaf=is_leaf)


def tree_all(pred, tree, is_leaf=None):
    """Whether all leaves pass a test."""
    return all(map(pred, tree_iter(tree, is_leaf)))


def tree_any(pred, tree, is_leaf=None):
    """Whether any leaf passes a test."""
    return any(map(pred, tree_iter(tree, is_leaf)))


def tree_all_only(type_or_types, /, pred, tree, is_leaf=None):
    """Whether all leaves of some types pass a test."""
    wanted = chosen(type_or_types)
    return all(pred(x) for x in tree_iter(tree, is_leaf) if wanted(x))


def tree_any_only(type_or_types, /, pred, tree, is_leaf=None):
    """Whether any leaf of some types passes a test."""
    wanted = chosen(type_or_types)
    return any(pred(x) for x in tree_iter(tree, is_leaf) if wanted(x))


def arg_tree_leaves(*args, **kwargs):
    """The leaves of all arguments."""
    return tree_leaves((args, kwargs))


def treespec_leaf():
    """The spec of a leaf."""
    return LeafSpec()


def treespec_tuple(iterable=(), /):
    """The spec of a tuple whose children have these specs."""
    return TreeSpec(tuple, None, list(iterable))


def _broadcast_to_and_flatten(tree, treespec, is_leaf=None):
    """The leaves of a tree, each as often as a spec has leaves below its place; None if the shapes do not fit."""
    full = treespec.unflatten([0] * treespec.num_leaves)
    found = []
    try:
        tree_map_(
            lambda x, part: found.extend([x] * tree_structure(part, is_leaf).num_leaves), tree, full, is_leaf=is_leaf
        )
    except ValueError:
        return None
    return found
