"""meta_module: the functions of NumPy for arrays without numbers: what `meta.zeros` and `meta.linalg.svd` are (shelf)."""

import types

import numpy as np

from .meta_forms import bare, formed, room


def function(name):
    """The function (or type, or constant) of NumPy with that name, as one that gives arrays without numbers."""
    return OWN.get(name) or formless(getattr(np, name))


def formless(found):
    """What is found in NumPy, where its results are arrays without numbers."""
    if isinstance(found, types.ModuleType):
        return Part(found)
    return without(found) if callable(found) and not isinstance(found, (type, np.ufunc)) else found


class Part:
    """A module inside NumPy, such as numpy.linalg."""

    def __init__(self, module):
        self._module = module

    def __getattr__(self, name):
        return formless(getattr(self._module, name))


def without(function):
    """A function of NumPy as one whose results have no numbers."""

    def call(*args, **named):
        return formed(function, args, named)

    return call


def arange(*limits, dtype=None):
    """The room that arange takes: of whole numbers the length is known, else NumPy says it."""
    if all([type(n) is int for n in limits]):
        return room(len(range(*limits)), dtype or np.int64)
    return without(np.asarray)(np.arange(*limits, dtype=dtype))


def full(shape, value, dtype=None):
    """Room for a shape; the dtype is that of the value unless one is named."""
    return room(shape, dtype or np.asarray(bare(value)).dtype)


def eye(n, m=None, k=0, dtype=float):
    """Room for a matrix."""
    return room((n, n if m is None else m), dtype)


OWN = {"empty": room, "zeros": room, "ones": room, "arange": arange, "full": full, "eye": eye}
