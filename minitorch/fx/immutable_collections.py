"""immutable_collections: the lists and dicts among a node's arguments, which cannot be changed in place (shelf)."""

from ..utils import _pytree

__all__ = ["immutable_list", "immutable_dict"]

HELP = """
If you are attempting to modify the kwargs or args of a torch.fx.Node object,
instead create a new copy of it and assign the copy to the node:

    new_args = ...  # copy and mutate args
    node.args = new_args
""".strip().replace("torch", "minitorch")


def refuse(self, *args, **kwargs):
    """TypeError: a node would not notice the change."""
    raise TypeError(f"{type(self).__name__!r} object does not support mutation. {HELP}")


class immutable_list(list):
    """A list that refuses to be changed. Source: PyTorch, torch.fx.immutable_collections.immutable_list."""

    __delitem__ = __iadd__ = __imul__ = __setitem__ = append = clear = extend = insert = refuse
    pop = remove = reverse = sort = refuse

    def __hash__(self):
        return hash(tuple(self))

    def __reduce__(self):
        return type(self), (tuple(self),)


class immutable_dict(dict):
    """A dict that refuses to be changed. Source: PyTorch, torch.fx.immutable_collections.immutable_dict."""

    __delitem__ = __ior__ = __setitem__ = clear = pop = popitem = setdefault = update = refuse

    def __hash__(self):
        return hash(frozenset(self.items()))

    def __reduce__(self):
        return type(self), (tuple(self.items()),)


_pytree.register_pytree_node(
    immutable_list,
    lambda values: (list(values), None),
    lambda values, context: immutable_list(values),
    serialized_type_name="minitorch.fx.immutable_collections.immutable_list",
)
_pytree.register_pytree_node(
    immutable_dict,
    lambda values: (list(values.values()), list(values)),
    lambda values, context: immutable_dict(zip(context, values, strict=True)),
    serialized_type_name="minitorch.fx.immutable_collections.immutable_dict",
)
