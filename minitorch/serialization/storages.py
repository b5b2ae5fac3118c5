"""storages: storages in a file as objects of their own, beside the tensors that lie in them (shelf)."""

from .._holes import fill
from ..dtypes import uint8
from ..storage import typed, untyped
from .loading import Typed
from .saving import check_kind
from .saving import typed as storable
from .unpickle import DICTS


def write_storage(self, one):
    """Write a storage: a reference to the memory that its tensors refer to as well."""
    kind = getattr(one, "dtype", None)
    stored = self.storage_of(one._memory, kind or uint8)
    check_kind(kind or uint8, stored)
    self.storage(stored._replace(kind=kind and storable(kind, stored.nbytes)))


def with_storages(result):
    """What was read, with objects in the place of the storages in its lists, tuples and dictionaries."""
    try:
        return shown(result, {}, {})
    except RecursionError:  # refused afterwards, for its depth
        return result


def shown(one, made, seen):
    """One thing that was read; made: {a storage and its dtype: the object}; seen: {id of a container: it, and the new one}."""
    if type(one) is Typed:
        key = id(one.storage), one.kind
        if key not in made:
            memory = one.storage.array(one.kind or uint8)
            made[key] = typed(memory, one.kind) if one.kind else untyped(memory)
        return made[key]
    if type(one) not in (tuple, list, *DICTS):
        return one
    if id(one) in seen:
        return seen[id(one)][1]
    seen[id(one)] = one, one
    if type(one) is tuple:
        items = tuple([shown(item, made, seen) for item in one])
        if any([new is not old for new, old in zip(items, one, strict=True)]):
            seen[id(one)] = one, items
        return seen[id(one)][1]
    for place, item in enumerate(one) if type(one) is list else list(one.items()):
        new = shown(item, made, seen)
        if new is not item:
            one[place] = new
    return one


fill("minitorch.serialization.loading", with_storages=with_storages)
