"""Extension points: functions that an early file declares and a later one overrides (core).

A file imports only files taught before it, so an operation cannot import the recorder of lesson 05. It calls a function
that does nothing yet, marked with `extension_point`; the later file says `override(Op, record=record)`. Nothing else is
ever assigned into another file's class. `extension_points` lists them all.
"""

import sys

extension_points: dict = {}  # "Op.record", or of a module "minitorch._tensor.recording" -> the default


def extension_point(default):
    """Declare a function, or a method in a class body, as one that a later file may override."""
    name = default.__qualname__
    extension_points[name if "." in name else f"{default.__module__}.{name}"] = default
    return default


def override(owner, **functions):
    """Put functions, or properties, in the place of the extension points of a class or a module (given by its name).

    >>> import minitorch as mt
    >>> from minitorch._extension import override
    >>> override(mt.Tensor, norm=None)
    Traceback (most recent call last):
        ...
    AttributeError: Tensor.norm is not an extension point

    Errors: AttributeError for a name that is not an extension point.
    """
    place = owner if isinstance(owner, str) else owner.__qualname__
    for name, function in functions.items():
        if f"{place}.{name}" not in extension_points:
            raise AttributeError(f"{place}.{name} is not an extension point")
        setattr(sys.modules[owner] if isinstance(owner, str) else owner, name, function)
