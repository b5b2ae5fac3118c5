"""nodes: which types are nodes of a tree, and how each is taken apart and put together: register_pytree_node (shelf)."""

import dataclasses
from collections import OrderedDict, defaultdict, deque, namedtuple
from typing import NamedTuple

__all__ = [
    "BUILTIN_TYPES",
    "STANDARD_DICT_TYPES",
    "SUPPORTED_NODES",
    "GetAttrKey",
    "MappingKey",
    "NodeDef",
    "SequenceKey",
    "is_namedtuple",
    "is_namedtuple_class",
    "is_namedtuple_instance",
    "register_constant",
    "register_dataclass",
    "register_pytree_node",
]


@dataclasses.dataclass(frozen=True)
class SequenceKey:
    """A place in a list or tuple. Source: PyTorch, torch.utils._pytree.SequenceKey."""

    idx: int

    def __str__(self):
        return f"[{self.idx!r}]"

    def get(self, sequence):
        """What stands there."""
        return sequence[self.idx]


@dataclasses.dataclass(frozen=True)
class MappingKey:
    """A key of a dict. Source: PyTorch, torch.utils._pytree.MappingKey."""

    key: object

    def __str__(self):
        return f"[{self.key!r}]"

    def get(self, mapping):
        """What stands there."""
        return mapping[self.key]


@dataclasses.dataclass(frozen=True)
class GetAttrKey:
    """An attribute of an object. Source: PyTorch, torch.utils._pytree.GetAttrKey."""

    name: str

    def __str__(self):
        return f".{self.name}"

    def get(self, obj):
        """What it is."""
        return getattr(obj, self.name)


class NodeDef(NamedTuple):
    """What is known of a type of node.

    type                     the class
    flatten_fn               object -> (children, context): the context is all that unflatten_fn needs besides
    unflatten_fn             (children, context) -> object
    flatten_with_keys_fn     object -> ([(key, child)], context), or None
    """

    type: type
    flatten_fn: object
    unflatten_fn: object
    flatten_with_keys_fn: object = None


SUPPORTED_NODES: dict[type, NodeDef] = {}


def register_pytree_node(
    cls,
    flatten_fn,
    unflatten_fn,
    *,
    serialized_type_name=None,
    to_dumpable_context=None,
    from_dumpable_context=None,
    flatten_with_keys_fn=None,
):
    """Let objects of a class be nodes of trees.

    cls                     the class
    flatten_fn              object -> (children, context)
    unflatten_fn            (children, context) -> object
    flatten_with_keys_fn    object -> ([(key, child)], context), for tree_map_with_path
    serialized_type_name, to_dumpable_context, from_dumpable_context   taken and not used: trees are not written to files

    >>> from minitorch.utils import _pytree
    >>> class Point:
    ...     def __init__(self, x, y):
    ...         self.x, self.y = x, y
    >>> _pytree.register_pytree_node(Point, lambda p: ([p.x, p.y], None), lambda xy, _: Point(*xy))
    >>> _pytree.tree_map(lambda x: 10 * x, Point(1, 2)).y
    20

    Errors: ValueError for a class that is registered.

    Source: PyTorch, torch.utils._pytree.register_pytree_node.
    """
    if cls in SUPPORTED_NODES:
        raise ValueError(f"{cls} is already registered as pytree node.")
    SUPPORTED_NODES[cls] = NodeDef(cls, flatten_fn, unflatten_fn, flatten_with_keys_fn)


def register_dataclass(cls, *, field_names=None, drop_field_names=None, serialized_type_name=None):
    """Let objects of a dataclass be nodes of trees: their fields are the children.

    field_names         the fields, if cls is no dataclass
    drop_field_names    fields that are left out, and have their default afterwards

    Source: PyTorch, torch.utils._pytree.register_dataclass.
    """
    if field_names is None:
        if not dataclasses.is_dataclass(cls):
            raise ValueError(
                "field_names must be specified with a list of all fields used to initialize the class, as it is not a "
                "dataclass."
            )
        field_names = [field.name for field in dataclasses.fields(cls) if field.init]
    names = [name for name in field_names if name not in (drop_field_names or ())]

    def flatten(obj):
        there = [name for name in names if getattr(obj, name) is not None]
        missing = [name for name in names if getattr(obj, name) is None]
        return [getattr(obj, name) for name in there], [there, missing]

    def unflatten(children, context):
        there, missing = context
        return cls(**dict(zip(there, children, strict=True)), **dict.fromkeys(missing))

    def flatten_with_keys(obj):
        children, context = flatten(obj)
        return [(GetAttrKey(name), child) for name, child in zip(context[0], children, strict=True)], context

    register_pytree_node(cls, flatten, unflatten, flatten_with_keys_fn=flatten_with_keys)


def register_constant(cls):
    """Let objects of a class be nodes without children, so that tree_map leaves them as they are."""
    register_pytree_node(cls, lambda obj: ([], obj), lambda _, obj: obj, flatten_with_keys_fn=lambda obj: ([], obj))


def is_namedtuple_class(cls):
    """Whether a class was made by namedtuple."""
    fields = getattr(cls, "_fields", None)
    return (
        isinstance(cls, type)
        and issubclass(cls, tuple)
        and isinstance(fields, tuple)
        and all(isinstance(field, str) for field in fields)
        and callable(getattr(cls, "_make", None))
        and callable(getattr(cls, "_asdict", None))
    )


def is_namedtuple_instance(obj):
    """Whether an object is of a class that was made by namedtuple."""
    return is_namedtuple_class(type(obj))


def is_namedtuple(obj):
    """Whether an object, or a class, is one of namedtuple's."""
    return is_namedtuple_class(obj if isinstance(obj, type) else type(obj))


def by_place(children):
    """Children with their places as keys."""
    return [(SequenceKey(i), child) for i, child in enumerate(children)]


def by_key(mapping):
    """Values with their keys."""
    return [(MappingKey(key), value) for key, value in mapping.items()]


def dict_of(keys, values):
    """A dict of keys and values."""
    return dict(zip(keys, values, strict=True))


for node in [
    NodeDef(tuple, lambda t: (list(t), None), lambda c, _: tuple(c), lambda t: (by_place(t), None)),
    NodeDef(list, lambda x: (x, None), lambda c, _: list(c), lambda x: (by_place(x), None)),
    NodeDef(
        dict, lambda d: (list(d.values()), list(d)), lambda c, keys: dict_of(keys, c), lambda d: (by_key(d), list(d))
    ),
    NodeDef(
        namedtuple,  # type: ignore[arg-type]  # stands for all the classes that it makes
        lambda t: (list(t), type(t)),
        lambda c, cls: cls(*c),
        lambda t: ([(GetAttrKey(name), child) for name, child in zip(t._fields, t, strict=True)], type(t)),
    ),
    NodeDef(
        OrderedDict,
        lambda d: (list(d.values()), list(d)),
        lambda c, keys: OrderedDict(zip(keys, c, strict=True)),
        lambda d: (by_key(d), list(d)),
    ),
    NodeDef(
        defaultdict,
        lambda d: (list(d.values()), [d.default_factory, list(d)]),
        lambda c, context: defaultdict(context[0], dict_of(context[1], c)),
        lambda d: (by_key(d), [d.default_factory, list(d)]),
    ),
    NodeDef(
        deque,
        lambda d: (list(d), d.maxlen),
        lambda c, maxlen: deque(c, maxlen=maxlen),
        lambda d: (by_place(d), d.maxlen),
    ),
]:
    SUPPORTED_NODES[node.type] = node

STANDARD_DICT_TYPES = frozenset({dict, OrderedDict, defaultdict})
BUILTIN_TYPES = frozenset({tuple, list, dict, namedtuple, OrderedDict, defaultdict, deque})
