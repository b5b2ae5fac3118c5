"""Hooks for all modules, and switches of the package: a fact finds none of them set, and leaves none behind.

They stand in the package's own files. A wrong attempt may write into them, and a notebook may have some in use; either
would change what the next attempt does.
"""

import contextlib
import sys

HOMES = ("nn.module.call", "nn.module.backward_hooks", "nn.module.registry", "nn.module.swapping", "optim.hooks")
PREFIXES = ("_global_", "_swap_module", "_overwrite_module")


@contextlib.contextmanager
def put_aside():
    """Empty dictionaries of hooks inside; afterwards all is as it was before.

    >>> from minitorch.nn.module.call import _global_forward_hooks
    >>> with put_aside():
    ...     _global_forward_hooks[0] = print
    >>> 0 in _global_forward_hooks
    False
    """
    kept = [(module, name, value, _contents(value)) for module, name, value in _all()]
    for _, _, value, contents in kept:
        if contents is not None:
            value.clear()
    try:
        yield
    finally:
        for module, name, value, contents in kept:
            setattr(module, name, value)
            if contents is not None:
                value.clear()
                value.update(contents)


def _all():
    """(file, name, value) of each of them; a file that is not in use has none."""
    modules = [sys.modules.get(f"minitorch.{home}") for home in HOMES]
    return [(one, name, value) for one in modules for name, value in _named(one)]


def _named(module):
    return [(name, value) for name, value in vars(module).items() if name.startswith(PREFIXES)] if module else []


def _contents(value):
    return dict(value) if isinstance(value, dict) else None
