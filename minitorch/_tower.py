"""_tower: how the package behaves when it is cut off after a lesson, and what it loads only when asked for."""

import importlib
import sys

# what nothing else in the library needs, and not everyone does
ON_DEMAND = {
    "minitorch": tuple("nn optim linalg special fft signal utils __future__ viz course datasets serialization".split()),
    "minitorch.autograd": ("checkpoint", "functional", "anomaly"),
    "minitorch.utils": ("checkpoint",),
}
FOUND_IN = {"minitorch.save": "serialization", "minitorch.load": "serialization"}  # functions that live in such a part
FOUND_IN |= {f"minitorch.autograd.{name}": "anomaly" for name in ("detect_anomaly", "set_detect_anomaly")}
waiting: list = []  # files of operations that few need: loaded as soon as a name is asked for that is not there yet
cut_off: list = []  # the first of the package's own files that was not there


def end_of_tower(missing):
    """End the package at the first of its own files that is not there; any other missing module is an error."""
    if missing.name is None or not missing.name.startswith("minitorch."):
        raise missing
    cut_off.append(missing.name)


def wait(**files):
    """Let these files of operations wait until somebody asks for what is not there: `import minitorch` stays quick.

    Each is given with the names of its methods, which stand in Tensor from now on and are loaded when they are used.
    """
    tensor = vars(sys.modules["minitorch"])["Tensor"]
    for file, methods in files.items():
        waiting.append(f"ops.{file}")
        for name in methods.split():
            setattr(tensor, name, Later(name))


class Later:
    """The place of a method, or property, that comes with the operations that wait."""

    def __init__(self, name):
        self.name = name

    def __get__(self, tensor, cls):
        if come(self.name):
            return getattr(cls if tensor is None else tensor, self.name)
        raise AttributeError(f"'{cls.__name__}' object has no attribute '{self.name}'")


def come(name):
    """Load what waits, as somebody asks for `name`; whether anything came. Python's own names are not among it."""
    if not waiting or name.startswith("__"):
        return False
    names, package = list(waiting), vars(sys.modules["minitorch"])
    waiting.clear()
    try:
        for each in names:
            found = importlib.import_module(f"minitorch.{each}")
            package.update({public: getattr(found, public) for public in found.__all__})
    except ModuleNotFoundError as missing:
        end_of_tower(missing)
    return True


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
    if module == "minitorch" and come(name) and name in vars(sys.modules[module]):
        return vars(sys.modules[module])[name]
    hint = " This copy of the package ends before its last lesson." if cut_off else ""
    raise AttributeError(f"module '{module}' has no attribute '{name}'.{hint}")
