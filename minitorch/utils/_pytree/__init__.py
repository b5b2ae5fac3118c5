"""_pytree: tree_flatten, tree_unflatten, tree_map ...: what is nested in lists, tuples and dicts (shelf)."""

# isort: off
from .nodes import *
from .nodes import register_pytree_node as _register_pytree_node
from .tree import *
from .tree import _broadcast_to_and_flatten, _get_node_type, _is_leaf
from .paths import *
