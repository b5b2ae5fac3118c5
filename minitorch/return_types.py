"""return_types: tuples whose parts have names, for operations with two results (shelf).

>>> import minitorch as mt
>>> mt.tensor([[1, 5], [7, 2]]).max(1)
minitorch.return_types.max(
values=tensor([5, 7]),
indices=tensor([1, 0]))
"""

from collections.abc import Iterable
from operator import itemgetter


class Named(tuple):
    """A tuple with a name for each part."""

    __slots__ = ()
    _fields = ()

    def __new__(cls, parts):
        if not isinstance(parts, Iterable):
            raise TypeError("constructor requires a sequence")
        made, n = super().__new__(cls, parts), len(cls._fields)
        if len(made) != n:
            raise TypeError(f"return_types.{cls.__name__}() takes a {n}-sequence ({len(made)}-sequence given)")
        return made

    def __repr__(self):
        parts = [f"{name}={part!r}" for name, part in zip(self._fields, self, strict=True)]
        return f"minitorch.return_types.{type(self).__name__}(\n" + ",\n".join(parts) + ")"


def named(name, *fields):
    """A new type of such tuples; it is called with a sequence of the parts."""
    body = {field: property(itemgetter(place)) for place, field in enumerate(fields)}
    made = globals()[name] = type(name, (Named,), {"__slots__": (), "_fields": fields, **body})
    return made


for _name in ("max", "min", "median", "sort", "topk", "kthvalue"):
    named(_name, "values", "indices")
