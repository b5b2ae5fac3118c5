"""_pytree: the leaves of arguments by a spec that was made when they were traced (shelf)."""

from collections import namedtuple

from ..utils._pytree import tree_flatten

SUPPORTED_NODES: dict = {}  # type -> (tree, spec) -> its children


def register_pytree_flatten_spec(cls, flatten_fn_spec, flatten_fn_exact_match_spec=None):
    """Let tree_flatten_spec go through a type of yours: flatten_fn_spec(tree, spec) gives the children.

    Source: PyTorch, torch.fx._pytree.register_pytree_flatten_spec.
    """
    SUPPORTED_NODES[cls] = flatten_fn_spec


def tree_flatten_spec(pytree, spec):
    """The leaves of a tree that has at least a spec's places, in a list. Source: PyTorch, torch.fx._pytree.tree_flatten_spec."""
    if spec.is_leaf():
        return [pytree]
    if spec.type in SUPPORTED_NODES:
        pairs = zip(SUPPORTED_NODES[spec.type](pytree, spec), spec.children(), strict=False)
        return [leaf for child, part in pairs for leaf in tree_flatten_spec(child, part)]
    leaves, found = tree_flatten(pytree)
    if found != spec:
        raise RuntimeError(f"Real spec {found} of object {pytree} is different from expected spec {spec}.")
    return leaves


def by_place(sequence, spec):
    """The first children of a sequence."""
    return [sequence[place] for place in range(spec.num_children)]


register_pytree_flatten_spec(dict, lambda mapping, spec: [mapping[key] for key in spec.context])
for kind in (list, tuple, namedtuple):
    register_pytree_flatten_spec(kind, by_place)
