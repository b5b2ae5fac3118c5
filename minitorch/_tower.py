"""_tower: how the package behaves when it is cut off after a lesson, and what it loads only when asked for."""

import importlib

# what nothing else in the library needs, and not everyone does
ON_DEMAND = {
    "minitorch": ("nn", "optim", "utils", "__future__", "viz", "course", "datasets", "serialization"),
    "minitorch.autograd": ("checkpoint", "functional", "anomaly"),
    "minitorch.utils": ("checkpoint",),
}
FOUND_IN = {"minitorch.save": "serialization", "minitorch.load": "serialization"}  # functions that live in such a part
FOUND_IN |= {f"minitorch.autograd.{name}": "anomaly" for name in ("detect_anomaly", "set_detect_anomaly")}
cut_off: list = []  # the first of the package's own files that was not there


def end_of_tower(missing):
    """End the package at the first of its own files that is not there; any other missing module is an error."""
    if missing.name is None or not missing.name.startswith("minitorch."):
        raise missing
    cut_off.append(missing.name)


def missing_name(module, name):
    """What `module.name` is when it was not imported: a part that loads on demand, or a clear AttributeError."""
    part = FOUND_IN.get(f"{module}.{name}", name)
    if part in ON_DEMAND.get(module, ()):
        try:
            found = importlib.import_module(f"{module}.{part}")
            return found if part == name else getattr(found, name)
        except ModuleNotFoundError as missing:
            if missing.name != f"{module}.{part}":
                raise
            cut_off.append(missing.name)
    hint = " This copy of the package ends before its last lesson." if cut_off else ""
    raise AttributeError(f"module '{module}' has no attribute '{name}'.{hint}")
