"""loading: torch.ops.load_library, import_module and loaded_libraries: files that register operators (shelf)."""

import ctypes
import importlib
import os

loaded_libraries: set = set()  # the paths of the shared libraries that were loaded


def load_library(path):
    """Load a shared library, which registers its operators itself, if it is one of this library's.

    Operators of an extension that was built for PyTorch do not come with it: it needs PyTorch's own libraries.

    >>> import minitorch as mt
    >>> mt.ops.load_library("/missing.so")
    Traceback (most recent call last):
        ...
    OSError: Could not load this library: /missing.so

    Errors: OSError for what cannot be loaded. Source: PyTorch, torch.ops.load_library.
    """
    path = os.path.realpath(path)
    try:
        ctypes.CDLL(path)
    except OSError as error:
        raise OSError(f"Could not load this library: {path}") from error
    loaded_libraries.add(path)


def import_module(module):
    """Import a module of Python that registers operators. Source: PyTorch, torch.ops.import_module."""
    importlib.import_module(module)
