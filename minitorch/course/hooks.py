"""Hooks for all modules and classes of the package: a fact finds none of them set or changed, and leaves none so.

They stand in the package's own files. A wrong attempt may write into them, and a notebook may have some in use; either
would change what the next attempt does.
"""

import contextlib
import sys
from copy import copy

HOMES = "nn.module.call nn.module.backward_hooks nn.module.registry graph.record _tensor ops.one_step backend autograd.engine".split()
KEPT = ("_global_", "listeners", "defaults", "tasks")  # how the names of those dictionaries and lists begin
CLASSES = {
    "_tensor": "Tensor",
    "graph.node": "Node",
    "autograd.engine": "Engine",
    "nn.module": "Module",
    "nn.parameter": "Parameter",
}


@contextlib.contextmanager
def put_aside():
    """Empty dictionaries of hooks inside; afterwards they and the lists of listeners are as before.

    >>> from minitorch.nn.module.call import _global_forward_hooks
    >>> with put_aside():
    ...     _global_forward_hooks[0] = print
    >>> 0 in _global_forward_hooks
    False
    """
    modules = [sys.modules[f"minitorch.{home}"] for home in HOMES if f"minitorch.{home}" in sys.modules]
    tables = [(one, *item) for one in modules for item in vars(one).items() if item[0].startswith(KEPT)]
    kept = [(one, name, value, copy(value)) for one, name, value in tables]
    for _, _, value, _ in kept:
        if isinstance(value, dict):
            value.clear()
    try:
        yield
    finally:
        for module, name, value, contents in kept:
            setattr(module, name, value)
            if isinstance(value, list):
                value[:] = contents
            elif isinstance(value, dict):
                value.clear()
                value.update(contents)


@contextlib.contextmanager
def classes_kept():
    """What an attempt assigns to a class of the package inside, instead of to an object of it, is gone afterwards.

    >>> import minitorch as mt
    >>> with classes_kept():
    ...     mt.Tensor._grad = None
    >>> mt.ones(1)._grad is None, mt.Tensor._grad is None
    (True, False)
    """
    modules = {name: sys.modules.get(f"minitorch.{home}") for home, name in CLASSES.items()}
    tops = [getattr(module, name) for name, module in modules.items() if hasattr(module, name)]
    kept = [(cls, dict(vars(cls))) for cls in dict.fromkeys(cls for top in tops for cls in top.__mro__[:-1])]
    try:
        yield
    finally:
        for cls, before in kept:
            for name in [name for name, value in vars(cls).items() if before.get(name) is not value]:
                if name not in before:
                    delattr(cls, name)
                elif type(before[name]).__name__ != "LazyAttribute":  # its file was loaded meanwhile
                    setattr(cls, name, before[name])
