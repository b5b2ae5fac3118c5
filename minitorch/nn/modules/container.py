"""container: Sequential, ModuleList, ModuleDict (core)."""

from collections import OrderedDict
from collections.abc import MutableMapping
from itertools import groupby

from ..._lazy import lazy_names
from ..module.mode import Module


class _Numbered(Module):
    """What Sequential and ModuleList share: modules under the names "0", "1", ..., and a list's ways to reach them."""

    def __len__(self):
        return len(self._modules)

    def __iter__(self):
        return iter(self._modules.values())

    def append(self, module):
        """Add a module at the end. Returns the container."""
        self.add_module(str(len(self)), module)
        return self

    def extend(self, modules):
        """Add several modules at the end. Returns the container."""
        for module in list(modules):  # it may be the container itself, which grows meanwhile
            self.append(module)
        return self

    def insert(self, index, module):
        """Put a module before the one at `index`. Returns the container."""
        self.append(module)
        modules = list(self)
        modules.insert(index, modules.pop())
        self._modules = numbered(modules)
        return self

    def __setitem__(self, index, module):
        setattr(self, list(self._modules)[index], module)

    def __delitem__(self, index):
        modules = list(self)
        del modules[index]
        self._modules = numbered(modules)

    def pop(self, index):
        """Take the module at an index, or those of a slice, out and return it."""
        taken = self[index]
        del self[index]
        return taken

    def __add__(self, other):
        return type(self)().extend(self).extend(other)

    def __iadd__(self, other):
        return self.extend(other)


def numbered(modules):
    """{"0": the first, "1": the second, ...}."""
    return {str(number): module for number, module in enumerate(modules)}


class Sequential(_Numbered):
    """Modules that are called one after the other, each with the result of the one before.

    Takes the modules as arguments, or with names of their own in an OrderedDict. Has an index and slices, append, extend,
    insert, pop and del, as a list has.

    >>> import minitorch as mt
    >>> net = mt.nn.Sequential(mt.nn.Linear(2, 3), mt.nn.ReLU())
    >>> net
    Sequential(
      (0): Linear(in_features=2, out_features=3, bias=True)
      (1): ReLU()
    )
    >>> net(mt.zeros(5, 2)).shape
    minitorch.Size([5, 3])

    Errors: TypeError for anything that is not a module, IndexError for an index that is not there. Source: PyTorch,
        torch.nn.Sequential.
    """

    def __init__(self, *args):
        super().__init__()
        named = args[0] if len(args) == 1 and isinstance(args[0], OrderedDict) else numbered(args)
        for name, module in named.items():
            self.add_module(name, module)

    def forward(self, input):
        for module in self:
            input = module(input)
        return input

    def __getitem__(self, index):
        if isinstance(index, slice):
            return type(self)(OrderedDict(list(self._modules.items())[index]))
        return list(self)[index]


class ModuleList(_Numbered):
    """Modules in a list, which a plain list would hide from parameters() and state_dict(). It has no forward.

    >>> import minitorch as mt
    >>> layers = mt.nn.ModuleList([mt.nn.Linear(2, 2) for _ in range(3)])
    >>> len(layers), len(list(layers.parameters()))
    (3, 6)
    >>> layers
    ModuleList(
      (0-2): 3 x Linear(in_features=2, out_features=2, bias=True)
    )

    Errors: TypeError for anything that is not a module, IndexError for an index that is not there. Source: PyTorch,
        torch.nn.ModuleList.
    """

    def __init__(self, modules=None):
        super().__init__()
        if modules is not None:
            self.extend(modules)

    def __getitem__(self, index):
        return type(self)(list(self)[index]) if isinstance(index, slice) else list(self)[index]

    def __repr__(self):
        lines, first = [], 0
        for text, alike in groupby(map(repr, self)):  # neighbors that print the same share a line
            last = first + len(list(alike)) - 1
            place = f"({first}): " if first == last else f"({first}-{last}): {last - first + 1} x "
            lines.append("\n" + place + text)
            first = last + 1
        inside = "".join(lines).replace("\n", "\n  ")
        return f"{self._get_name()}({inside}\n)" if lines else f"{self._get_name()}()"


class ModuleDict(Module, MutableMapping):
    """Modules by name, with all that a dictionary can do, in the order in which they were added. It has no forward.

    >>> import minitorch as mt
    >>> bends = mt.nn.ModuleDict({"relu": mt.nn.ReLU(), "tanh": mt.nn.Tanh()})
    >>> bends["tanh"](mt.zeros(2)), "relu" in bends
    (tensor([0., 0.]), True)

    Errors: TypeError for anything that is not a module, KeyError for a name that is not there. Source: PyTorch, torch.nn.ModuleDict.
    """

    __eq__, __hash__ = Module.__eq__, Module.__hash__  # two are equal only if they are one and the same

    def __init__(self, modules=None):
        super().__init__()
        if modules is not None:
            self.update(modules)

    def __getitem__(self, key):
        return self._modules[key]

    def __setitem__(self, key, module):
        self.add_module(key, module)

    def __delitem__(self, key):
        del self._modules[key]

    def __len__(self):
        return len(self._modules)

    def __iter__(self):
        return iter(self._modules)


__getattr__, __dir__ = lazy_names(__name__)
