"""loading: load_state_dict shares the keys out among a module's children in one pass, not in one for each (short cuts).

A module of 1,000 layers has 1,000 children, and the core's load, like PyTorch's, looks at all keys for each of them. Names,
state out and in, and modes of one take a quarter of the time.
"""

from ..nn.module.loading import Loading
from . import add
from .table import ShortCut, in_place_of

ROUND = ("minitorch.nn.module.loading:Loading",)
plain = Loading.load


def load(self, module, prefix, state):
    """Let a module and those inside it take what `state` has for them; all its keys begin with `prefix`."""
    metadata = self.metadata_at(prefix)
    module._load_from_state_dict(state, prefix, metadata, True, self.missing, self.unexpected, self.errors)
    if module._modules:
        parts = by_child(state, len(prefix))
        for name, child in module._modules.items():
            if child is not None:
                self.load(child, f"{prefix}{name}.", parts.get(name, {}))
    self.after(module)


def by_child(state, start):
    """{name: the part of a state whose keys go on with that name and a dot}, in the order of the state.

    start  where the name begins in each key

    >>> by_child({"net.0.weight": 1, "net.0.bias": 2, "net.scale": 3}, 4)
    {'0': {'net.0.weight': 1, 'net.0.bias': 2}}
    """
    parts: dict = {}
    for key, value in state.items():
        end = key.find(".", start)
        if end >= 0:
            parts.setdefault(key[start:end], {})[key] = value
    return parts


add(ShortCut("loading", "minitorch.nn.module.loading:Loading.load", in_place_of(Loading, "load", load), ROUND))
