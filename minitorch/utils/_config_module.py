"""_config_module: settings of a module that a block of a program has otherwise: config.patch (shelf)."""

import contextlib
import sys


def patch_of(module):
    """The function `patch` of a module of settings, which is given by its name.

    >>> import minitorch as mt
    >>> config = mt.utils.serialization.config
    >>> with config.patch("save.compute_crc32", False):
    ...     config.save.compute_crc32
    False
    >>> config.save.compute_crc32
    True

    Source: PyTorch, torch.utils._config_module.ConfigModule.patch.
    """

    def patch(arg1=None, arg2=None, **kwargs):
        """A with-block or decorator with other settings: patch("name", value), patch({name: value}) or patch(name=value).

        Errors: AttributeError for a setting that there is not.
        """
        changes = kwargs if arg1 is None else {arg1: arg2} if isinstance(arg1, str) else arg1
        if arg2 is not None and not isinstance(arg1, str):
            raise AssertionError("first argument must be a string when passing 2 positional args to patch")
        if not isinstance(changes, dict):
            raise AssertionError("first argument must be a dict when passing a single positional arg to patch")
        if arg1 is not None and kwargs:
            raise AssertionError("cannot pass both positional and keyword arguments to patch")
        for name in changes:
            place_of(module, name)  # raises if there is none
        return Patch(module, dict(changes))

    return patch


def place_of(module, name):
    """The object that has a setting, and its name there: of "save.compute_crc32" the class save."""
    place, (*path, last) = sys.modules[module], name.split(".")
    for part in path:
        place = getattr(place, part, None)
    if not hasattr(place, last):
        raise AttributeError(f"{module}.{name} does not exist")
    return place, last


class Patch(contextlib.ContextDecorator):
    """Settings that are changed for a block, which may be entered again afterwards."""

    def __init__(self, module, changes):
        self.module, self.changes, self.before = module, changes, []

    def __enter__(self):
        places = {name: place_of(self.module, name) for name in self.changes}
        self.before.append({name: getattr(*place) for name, place in places.items()})
        for name, value in self.changes.items():
            setattr(*places[name], value)

    def __exit__(self, *error):
        for name, value in self.before.pop().items():
            setattr(*place_of(self.module, name), value)
