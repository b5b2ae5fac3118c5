"""weak: dictionaries that know their keys by identity and do not keep them alive, and references to tensors (shelf)."""

import weakref
from collections.abc import Mapping, MutableMapping
from copy import deepcopy

from .._tensor import Tensor

__all__ = ["TensorWeakRef", "WeakIdKeyDictionary", "WeakIdRef", "WeakTensorKeyDictionary"]


class WeakIdRef(weakref.ref):
    """A weak reference that is equal to others of the very same object: tensors compare number by number, which a key must not.

    Source: PyTorch, torch.utils.weak.WeakIdRef.
    """

    __slots__ = ("_id",)

    def __init__(self, key, callback=None):
        self._id = id(key)
        super().__init__(key, callback)

    def __hash__(self):
        return self._id

    def __eq__(self, other):
        mine, theirs = self(), other()
        return mine is theirs if mine is not None and theirs is not None else self is other


class WeakIdKeyDictionary(MutableMapping):
    """A dictionary whose entries go when nobody else holds the key, and whose keys are the very objects.

    >>> import minitorch as mt
    >>> x, notes = mt.ones(2), mt.utils.weak.WeakTensorKeyDictionary()
    >>> notes[x] = "ones"
    >>> x in notes, mt.ones(2) in notes
    (True, False)
    >>> del x
    >>> len(notes)
    0

    Source: PyTorch, torch.utils.weak.WeakIdKeyDictionary.
    """

    def __init__(self, dict=None, ref_type=WeakIdRef):
        self.data, self.ref_type = {}, ref_type
        own = weakref.ref(self)

        def forget(key):
            home = own()
            if home is not None:
                home.data.pop(key, None)

        self._remove = forget
        if dict is not None:
            self.update(dict)

    def __getitem__(self, key):
        return self.data[self.ref_type(key)]

    def __setitem__(self, key, value):
        self.data[self.ref_type(key, self._remove)] = value

    def __delitem__(self, key):
        del self.data[self.ref_type(key)]

    def __iter__(self):
        for one in list(self.data):
            key = one()
            if key is not None:
                yield key

    def __len__(self):
        return sum([one() is not None for one in self.data])

    def __contains__(self, key):
        try:
            return self.ref_type(key) in self.data
        except TypeError:  # what cannot be referred to weakly
            return False

    def __repr__(self):
        return f"<{type(self).__name__} at {id(self):#x}>"

    def keyrefs(self):
        """The references to the keys."""
        return list(self.data)

    def copy(self):
        return type(self)(self, self.ref_type)

    __copy__ = copy

    def __deepcopy__(self, memo):
        made = type(self)(None, self.ref_type)
        for key, value in self.items():
            made[key] = deepcopy(value, memo)
        return made

    def __or__(self, other):
        if not isinstance(other, Mapping):
            return NotImplemented
        both = self.copy()
        both.update(other)
        return both

    def __ior__(self, other):
        self.update(other)
        return self

    def __ror__(self, other):
        if not isinstance(other, Mapping):
            return NotImplemented
        both = type(self)(other, self.ref_type)
        both.update(self)
        return both

    def __eq__(self, other):
        if not isinstance(other, Mapping):
            return NotImplemented
        return {id(key): value for key, value in self.items()} == {id(key): value for key, value in other.items()}

    __hash__ = None


WeakTensorKeyDictionary = WeakIdKeyDictionary


class TensorWeakRef:
    """A weak reference to a tensor: called, it gives the tensor, or None. Source: PyTorch, torch.utils.weak.TensorWeakRef."""

    def __init__(self, tensor):
        if not isinstance(tensor, Tensor):
            raise AssertionError(f"expected torch.Tensor, got {type(tensor)}.")
        self.ref = weakref.ref(tensor)

    def __call__(self):
        return self.ref()
