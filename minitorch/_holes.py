"""Declared holes: functions that an early file of the tower leaves open and a later one fills (core).

A file imports only files taught before it, so an operation cannot import the recorder of lesson 05. It calls a function
that does nothing yet, marked with `hole`; the later file says `fill(Op, record=record)`. Nothing else is ever assigned
into another file's class. `holes` lists them all.
"""

import sys

holes: dict = {}  # "Op.record", or of a module "minitorch._tensor.recording" -> the default


def hole(default):
    """Declare a function, or a method in a class body, as one that a later file may fill."""
    name = default.__qualname__
    holes[name if "." in name else f"{default.__module__}.{name}"] = default
    return default


def fill(owner, **functions):
    """Put functions, or properties, into the declared holes of a class or a module (given by its name).

    >>> import minitorch as mt
    >>> from minitorch._holes import fill
    >>> fill(mt.Tensor, norm=None)
    Traceback (most recent call last):
        ...
    AttributeError: Tensor.norm is no declared hole

    Errors: AttributeError for what is no hole.
    """
    place = owner if isinstance(owner, str) else owner.__qualname__
    for name, function in functions.items():
        if f"{place}.{name}" not in holes:
            raise AttributeError(f"{place}.{name} is no declared hole")
        setattr(sys.modules[owner] if isinstance(owner, str) else owner, name, function)
