"""parameter_dict: ParameterDict, which registers what a plain dictionary would hide (shelf)."""

import operator
from collections import OrderedDict
from collections.abc import MutableMapping

from ..module.mode import Module
from .container import pairs
from .parameters import as_parameter, described


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

    def _attribute(self, key):
        if not isinstance(key, str):
            raise TypeError(
                "Index given to ParameterDict cannot be used as a key as it is not a string (type is "
                f"'{type(key).__name__}'). Use str(key)."
            )
        return key

    def __getitem__(self, key):
        return getattr(self, self._attribute(key))

    def __setitem__(self, key, value):
        setattr(self, self._attribute(key), as_parameter(value))
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

    def copy(self):
        """A ParameterDict with the same parameters."""
        return ParameterDict(OrderedDict(self.items()))

    def popitem(self):
        """Take the value that was added last out, and return (key, value)."""
        key = next(reversed(self._keys))
        return key, self.pop(key)

    def fromkeys(self, keys, default=None):
        """A ParameterDict with these keys, and one value for all."""
        return ParameterDict([(key, default) for key in keys])

    def update(self, parameters):
        """Add the values of a dictionary or of pairs. Those of a plain dictionary are added in the order of their keys."""
        given = pairs(parameters, "ParameterDict", "ParametersDict")
        plain = isinstance(parameters, dict) and not isinstance(parameters, OrderedDict)
        for key, value in sorted(given, key=operator.itemgetter(0)) if plain else given:
            self[key] = value

    def extra_repr(self):
        return described(self.items(), lambda tensor: tensor.type())

    def __or__(self, other):
        copy = self.copy()
        copy.update(other)
        return copy

    def __ror__(self, other):
        copy = other.copy()
        copy.update(self)
        return copy

    def __ior__(self, other):
        self.update(other)
        return self
