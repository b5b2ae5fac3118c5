"""parameters: ParameterList, ParameterDict, which register what a plain list or dictionary would hide (shelf)."""

import operator
from collections import OrderedDict
from collections.abc import Iterable, MutableMapping

from ..._tensor import Tensor
from ..module.mode import Module
from ..parameter import Parameter


def as_parameter(value):
    """Tensors become parameters; other values stay what they are."""
    return Parameter(value) if isinstance(value, Tensor) and not isinstance(value, Parameter) else value


def described(items, kind_of):
    """A line for each value, for printing."""
    lines = []
    for key, value in items:
        if isinstance(value, Tensor):
            size = "x".join([str(n) for n in value.shape])
            where = f" ({value.device})" if value.is_cuda else ""
            kind = "Parameter" if isinstance(value, Parameter) else "Tensor"
            lines.append(f"  ({key}): {kind} containing: [{kind_of(value)} of size {size}{where}]")
        else:
            lines.append(f"  ({key}): Object of type: {type(value).__name__}")
    return "\n".join(lines)


class ParameterList(Module):
    """Parameters in a list; tensors that are put into it become parameters, other values are kept as they are.

    >>> import minitorch as mt
    >>> weights = mt.nn.ParameterList([mt.zeros(2, 3), mt.ones(3)])
    >>> [name for name, _ in weights.named_parameters()]
    ['0', '1']

    Errors: IndexError for an index that is not there, TypeError for extend with anything that is not an iterable.
    Source: PyTorch, torch.nn.ParameterList.
    """

    def __init__(self, values=None):
        super().__init__()
        self._size = 0
        if values is not None:
            self.extend(values)

    def _key(self, index):
        index = operator.index(index)
        if not -len(self) <= index < len(self):
            raise IndexError(f"index {index} is out of range")
        return str(index % len(self))

    def __getitem__(self, idx):
        if isinstance(idx, slice):
            return type(self)().extend([self[i] for i in range(*idx.indices(len(self)))])
        return getattr(self, self._key(idx))

    def __setitem__(self, idx, param):
        setattr(self, self._key(idx), as_parameter(param))

    def __len__(self):
        return self._size

    def __iter__(self):
        return iter([self[i] for i in range(len(self))])

    def __iadd__(self, parameters):
        return self.extend(parameters)

    def append(self, value):
        """Add a value at the end. Returns the list."""
        self._size += 1
        self[-1] = value
        return self

    def extend(self, values):
        """Add several values at the end. Returns the list."""
        if not isinstance(values, Iterable) or isinstance(values, Tensor):
            raise TypeError(f"ParameterList.extend should be called with an iterable, but got {type(values).__name__}")
        for value in list(values):
            self.append(value)
        return self

    def extra_repr(self):
        return described(enumerate(self), lambda tensor: tensor.dtype)


class ParameterDict(Module, MutableMapping):
    """Parameters by name, with all that a dictionary can do; tensors that are put into it become parameters.

    >>> import minitorch as mt
    >>> weights = mt.nn.ParameterDict({"left": mt.zeros(2, 3)})
    >>> [name for name, _ in weights.named_parameters()]
    ['left']

    Errors: TypeError for a key that is no text, KeyError or AttributeError for one that is not there.
    Source: PyTorch, torch.nn.ParameterDict.
    """

    __eq__, __hash__ = Module.__eq__, Module.__hash__  # each is itself alone, as every module

    def __init__(self, parameters=None):
        super().__init__()
        self._keys = {}
        if parameters is not None:
            self.update(parameters)

    def __getitem__(self, key):
        return getattr(self, key)

    def __setitem__(self, key, value):
        setattr(self, key, as_parameter(value))
        self._keys[key] = None

    def __delitem__(self, key):
        del self._keys[key]
        delattr(self, key)

    def __len__(self):
        return len(self._keys)

    def __iter__(self):
        return iter(self._keys)

    def __reversed__(self):
        return reversed(self._keys)

    def __contains__(self, key):
        return key in self._keys

    def get(self, key, default=None):
        """The value under a key, or `default`."""
        return self[key] if key in self else default  # noqa: SIM401

    def setdefault(self, key, default=None):
        """The value under a key; if there is none, `default`, which is added."""
        if key not in self:
            self[key] = default
        return self[key]

    def copy(self):
        """A ParameterDict with the same parameters."""
        return ParameterDict(OrderedDict(self.items()))

    def popitem(self):
        """Take the value that was added last out, and return (key, value)."""
        if not self._keys:
            raise KeyError("popitem(): dictionary is empty")
        key = next(reversed(self._keys))
        return key, self.pop(key)

    def update(self, parameters):
        """Add the values of a dictionary or of pairs. Those of a plain dictionary are added in the order of their keys."""
        given = dict(parameters).items()
        plain = isinstance(parameters, dict) and not isinstance(parameters, OrderedDict)
        for key, value in sorted(given, key=operator.itemgetter(0)) if plain else given:
            self[key] = value

    def extra_repr(self):
        return described(self.items(), lambda tensor: tensor.type())
