"""container: Sequential, ModuleList, ModuleDict (core)."""

import operator
from collections import OrderedDict
from collections.abc import Iterable, Mapping

from ..._lazy import missing_name
from ..module.mode import Module


class _Numbered(Module):
    """What Sequential and ModuleList share: modules under the names "0", "1", ..., and a list's way to reach them."""

    def _key(self, index):
        """The name of the module at an index, which may count from the end."""
        index, keys = operator.index(index), list(self._modules)
        if not -len(keys) <= index < len(keys):
            raise IndexError(f"index {index} is out of range")
        return keys[index]

    def __setitem__(self, idx, module):
        setattr(self, self._key(idx), module)

    def __delitem__(self, idx):
        keys = list(self._modules)[idx] if isinstance(idx, slice) else [self._key(idx)]
        for key in keys:
            delattr(self, key)
        self._modules = {str(i): module for i, module in enumerate(self._modules.values())}

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
        check_iterable(modules, type(self).__name__)
        for module in list(modules):
            self.append(module)
        return self

    def pop(self, key):
        """Take the module at an index, or those of a slice, out and return it."""
        taken = self[key]
        del self[key]
        return taken

    def _make_room(self, index):
        """Move the modules from `index` on one place further."""
        for i in range(len(self._modules), index, -1):
            self._modules[str(i)] = self._modules[str(i - 1)]


def check_iterable(modules, name):
    """Raise unless extend can walk through these."""
    if not isinstance(modules, Iterable):
        raise TypeError(f"{name}.extend should be called with an iterable, but got {type(modules).__name__}")


class Sequential(_Numbered):
    """Modules that are called one after the other, each with the result of the one before.

    Takes the modules as arguments, or with names of their own in an OrderedDict. Has an index and slices, + and * as a
    list has, append, extend, insert, pop and del.

    >>> import minitorch as mt
    >>> net = mt.nn.Sequential(mt.nn.Linear(2, 3), mt.nn.ReLU())
    >>> net
    Sequential(
      (0): Linear(in_features=2, out_features=3, bias=True)
      (1): ReLU()
    )
    >>> net(mt.zeros(5, 2)).shape
    minitorch.Size([5, 3])

    Errors: TypeError for what is no module, IndexError for an index that is not there. Source: PyTorch, torch.nn.Sequential.
    """

    def __init__(self, *args):
        super().__init__()
        named = args[0].items() if len(args) == 1 and isinstance(args[0], OrderedDict) else enumerate(args)
        for name, module in named:
            self.add_module(str(name), module)

    def forward(self, input):
        for module in self._modules.values():
            input = module(input)
        return input

    def __getitem__(self, idx):
        if isinstance(idx, slice):
            return type(self)(OrderedDict(list(self._modules.items())[idx]))
        return self._modules[self._key(idx)]

    def __add__(self, other):
        check_sequential(other)
        return Sequential().extend(self).extend(other)

    def __iadd__(self, other):
        check_sequential(other)
        return self.extend(other)

    def __mul__(self, other):
        check_factor(self, other)
        return Sequential(*list(self) * other)

    __rmul__ = __mul__

    def __imul__(self, other):
        check_factor(self, other)
        return self.extend(list(self) * (other - 1))

    def insert(self, index, module):
        """Put a module before the one at `index`. Returns the Sequential."""
        if not isinstance(module, Module):
            raise AssertionError(f"module should be of type: {Module}")
        if not -len(self) <= index <= len(self):
            raise IndexError(f"Index out of range: {index}")
        index += len(self) if index < 0 else 0
        self._make_room(index)
        self._modules[str(index)] = module
        return self


def check_sequential(other):
    """Raise unless it can be added to a Sequential."""
    if not isinstance(other, Sequential):
        raise ValueError(f"add operator supports only objects of Sequential class, but {type(other)} is given.")


def check_factor(module, factor):
    """Raise unless a Sequential can be repeated so many times."""
    if not isinstance(factor, int):
        raise TypeError(f"unsupported operand type(s) for *: {type(module)} and {type(factor)}")
    if factor <= 0:
        raise ValueError(f"Non-positive multiplication factor {factor} for {type(module)}")


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

    Errors: TypeError for what is no module, IndexError for an index that is not there. Source: PyTorch, torch.nn.ModuleList.
    """

    def __init__(self, modules=None):
        super().__init__()
        if modules is not None:
            self.extend(modules)

    def __getitem__(self, idx):
        if isinstance(idx, slice):
            return type(self)(list(self._modules.values())[idx])
        return self._modules[self._key(idx)]

    def __iadd__(self, modules):
        return self.extend(modules)

    def __add__(self, other):
        return ModuleList(self).extend(other)

    def insert(self, index, module):
        """Put a module before the one at `index`."""
        self._make_room(index)
        self._modules[str(index)] = module

    def __repr__(self):
        runs = []  # [first, last, text] of modules that print the same
        for i, module in enumerate(self):
            text = repr(module)
            if runs and runs[-1][2] == text:
                runs[-1][1] = i
            else:
                runs.append([i, i, text])
        lines = [
            f"({first}): {text}" if first == last else f"({first}-{last}): {last - first + 1} x {text}"
            for first, last, text in runs
        ]
        inside = "".join(["\n  " + line.replace("\n", "\n  ") for line in lines])
        return f"{self._get_name()}({inside}\n)" if lines else f"{self._get_name()}()"


class ModuleDict(Module):
    """Modules by name, in the order in which they were added. It has no forward.

    >>> import minitorch as mt
    >>> bends = mt.nn.ModuleDict({"relu": mt.nn.ReLU(), "tanh": mt.nn.Tanh()})
    >>> bends["tanh"](mt.zeros(2)), "relu" in bends
    (tensor([0., 0.]), True)

    Errors: TypeError for what is no module, KeyError for a name that is not there. Source: PyTorch, torch.nn.ModuleDict.
    """

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

    def __contains__(self, key):
        return key in self._modules

    def clear(self):
        """Take all modules out."""
        self._modules.clear()

    def pop(self, key):
        """Take one module out and return it."""
        return self._modules.pop(key)

    def keys(self):
        """The names."""
        return self._modules.keys()

    def items(self):
        """(name, module) pairs."""
        return self._modules.items()

    def values(self):
        """The modules."""
        return self._modules.values()

    def update(self, modules):
        """Add the modules of a dictionary, or of (name, module) pairs; those of a name that is there are replaced."""
        for key, module in pairs(modules, "ModuleDict", "ModuleDict"):
            self[key] = module


def pairs(given, name, callee):
    """The (key, value) pairs of a dictionary, a module that is like one, or an iterable of pairs; TypeError otherwise."""
    if not isinstance(given, Iterable):
        raise TypeError(f"{callee}.update takes an iterable of key/value pairs, not {type(given).__name__}")
    if isinstance(given, (Mapping, Module)):
        return list(given.items())
    given = list(given)
    for place, pair in enumerate(given):
        if not isinstance(pair, Iterable):
            raise TypeError(f"{name} update sequence element #{place} should be Iterable; is{type(pair).__name__}")
        if len(pair) != 2:
            raise ValueError(f"{name} update sequence element #{place} has length {len(pair)}; 2 is required")
    return given


def __getattr__(name):
    return missing_name(__name__, name)
