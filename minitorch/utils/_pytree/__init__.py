"""_pytree: tree_flatten, tree_unflatten, tree_map ...: what is nested in lists, tuples and dicts (shelf)."""

from . import nodes, paths, tree
from .nodes import *
from .paths import *
from .tree import *
from .tree import _broadcast_to_and_flatten, _is_leaf

_register_pytree_node = register_pytree_node

__all__ = [
    *nodes.__all__,
    *tree.__all__,
    *paths.__all__,
    "_register_pytree_node",
    "_broadcast_to_and_flatten",
    "_is_leaf",
]
