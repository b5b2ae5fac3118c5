"""utils: a number for each dimension, of one or of several (core)."""

from ..._tower import missing_name


def _ntuple(n, name="parse"):
    """A function that makes a tuple of so many out of one thing, and of several things a tuple."""

    def parse(x):
        return tuple(x) if hasattr(x, "__iter__") else (x,) * n

    parse.__name__ = name
    return parse


_single, _pair, _triple = _ntuple(1, "_single"), _ntuple(2, "_pair"), _ntuple(3, "_triple")


def _reverse_repeat_tuple(t, n):
    """Each element n times, the last one first: paddings by dimension in the order that nn.functional.pad takes."""
    return tuple([x for x in reversed(t) for _ in range(n)])


def __getattr__(name):
    return missing_name(__name__, name)
