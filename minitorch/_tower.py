"""_tower: how the package behaves when it is cut off after a lesson, and what it loads only when asked for."""

import importlib
import sys

ON_DEMAND = ("viz", "course", "datasets")  # pictures, lesson machinery and data: nothing in the library needs them


def end_of_tower(missing):
    """End the package at the first of its own files that is not there; any other missing module is an error."""
    if missing.name is None or not missing.name.startswith("minitorch."):
        raise missing


def missing_name(module, name):
    """What `module.name` is when it was not imported: a part that loads on demand, or a clear AttributeError."""
    if module == "minitorch" and name in ON_DEMAND:
        return importlib.import_module(f"minitorch.{name}")
    absent = [m for m in ("nn", "autograd") if f"minitorch.{m}" not in sys.modules]
    hint = " This copy of the package ends before its last lesson." if absent else ""
    raise AttributeError(f"module '{module}' has no attribute '{name}'.{hint}")
