"""paths: tree_map_with_path, tree_flatten_with_path, keystr: the leaves of a tree with the keys that lead to them (shelf)."""

from .nodes import SUPPORTED_NODES
from .tree import node_type, tree_flatten, tree_is_leaf

__all__ = ["key_get", "keystr", "tree_flatten_with_path", "tree_leaves_with_path", "tree_map_with_path"]


def walk(path, tree, is_leaf):
    """(path, leaf) for every leaf below a node to which a path leads."""
    if tree_is_leaf(tree, is_leaf):
        yield path, tree
        return
    kind = node_type(tree)
    if SUPPORTED_NODES[kind].flatten_with_keys_fn is None:
        raise ValueError(
            f"Did not find a flatten_with_keys_fn for type: {kind}. Please pass a flatten_with_keys_fn argument to "
            "register_pytree_node."
        )
    for key, child in SUPPORTED_NODES[kind].flatten_with_keys_fn(tree)[0]:
        yield from walk((*path, key), child, is_leaf)


def tree_leaves_with_path(tree, is_leaf=None):
    """[(path, leaf)] of a tree. Source: PyTorch, torch.utils._pytree.tree_leaves_with_path."""
    return list(walk((), tree, is_leaf))


def tree_flatten_with_path(tree, is_leaf=None):
    """([(path, leaf)], spec) of a tree. Source: PyTorch, torch.utils._pytree.tree_flatten_with_path."""
    return tree_leaves_with_path(tree, is_leaf), tree_flatten(tree, is_leaf)[1]


def tree_map_with_path(func, tree, *rests, is_leaf=None):
    """tree_map, whose func is given the path of each leaf first.

    >>> from minitorch.utils import _pytree
    >>> _pytree.tree_map_with_path(lambda path, x: f"{_pytree.keystr(path)}={x}", {"a": [1, 2]})
    {'a': ["['a'][0]=1", "['a'][1]=2"]}

    Source: PyTorch, torch.utils._pytree.tree_map_with_path.
    """
    found, spec = tree_flatten_with_path(tree, is_leaf)
    parts = zip(found, *[spec.flatten_up_to(rest) for rest in rests], strict=True)
    return spec.unflatten(func(path, leaf, *others) for (path, leaf), *others in parts)


def keystr(kp):
    """A path in words: "['a'][0]"."""
    return "".join(str(key) for key in kp)


def key_get(obj, kp):
    """What stands in a tree where a path leads."""
    for key in kp:
        obj = key.get(obj)
    return obj
