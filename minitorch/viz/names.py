"""names: what the reader calls the tensors of a picture."""

import sys


class Names:
    """Names by tensor, by the step that made it, and by the array it holds. The first name given to a tensor wins."""

    def __init__(self, named):
        self.tensors, self.results, self.arrays = {}, {}, {}
        for name, value in named.items():
            for label, x in members(name, value):
                self.add(label, x)

    def add(self, name, x):
        edge = x._edge
        if edge is None:
            self.tensors.setdefault(id(x), name)
        else:
            self.results.setdefault((edge[0], edge[1]), (name, x))
        self.arrays.setdefault(id(x._array), (name, x._array))

    def of(self, x):
        """The name of a tensor, or None."""
        if x._edge is not None:
            return self.results.get((x._edge[0], x._edge[1]), (None,))[0]
        return self.tensors.get(id(x))

    def of_array(self, array):
        """The name of a tensor that holds this very array, or None."""
        return self.arrays.get(id(array), (None,))[0]


def is_tensor(value):
    """Whether a value is a tensor of ours; asked of anything, so it looks at the type only."""
    return hasattr(type(value), "_edge") and hasattr(type(value), "_array")


def members(name, value):
    """(label, tensor) for a tensor, or for the tensors in a list, a tuple or a dictionary."""
    if is_tensor(value):
        return [(name, value)]
    if isinstance(value, (list, tuple)) and len(value) <= 1000:
        return [(f"{name}[{i}]", x) for i, x in enumerate(value) if is_tensor(x)]
    if isinstance(value, dict) and len(value) <= 1000:
        return [(f"{name}[{key!r}]", x) for key, x in value.items() if isinstance(key, (str, int)) and is_tensor(x)]
    return []


def find(names, keywords, depth=2):
    """The names for a picture: those given, then those of the caller's variables (depth: how many frames up it is).

    names  a dictionary {name: tensor}; None to look at the caller's variables; False for neither
    """
    given = {**(names or {}), **keywords}
    if names is False:
        return Names(keywords)
    frame = sys._getframe(depth)
    for space in (frame.f_locals, frame.f_globals):
        for name, value in list(space.items()):
            if name.isidentifier() and not name.startswith("_") and name not in ("In", "Out") and name not in given:
                given[name] = value
    return Names(given)
