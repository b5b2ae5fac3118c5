"""_lazy: what is imported when it is asked for, and what is missing when the package ends at a lesson (core).

Core files are imported in lesson order. The others wait: one table says in which file each of their names stands. The
table is all there is. Nothing is counted or emptied, so threads may ask at the same time (Python's import lets one of
them load a file while the others wait), and a load that was interrupted is simply done again.
"""

import functools
import importlib
import os
import sys
from types import ModuleType

from ._lazy_names import ABSENT, FUNCTIONS, HOMES, METHODS, PARTS

FOLDER = os.path.dirname(__file__)


def place_of(package, part):
    """The file of a part, which is in the package unless its whole name is given."""
    return part if part.startswith("minitorch.") else f"{package}.{part}"


@functools.cache
def table_of(package):
    """{name: (file or part in which it is found, whether it is that part itself)} of a package."""
    table = {}
    for part, names in PARTS.get(package, {}).items():
        if part.isidentifier():  # not a file in a folder, "amp.grad_scaler"
            table[part] = place_of(package, part), True
        table |= dict.fromkeys(names.split(), (place_of(package, part), False))
    if package == "minitorch":
        for file, names in FUNCTIONS.items():
            table |= dict.fromkeys(names.split(), (f"minitorch.{file}", False))
    if package == "minitorch.nn.modules":
        for file in [file for file in PARTS if file.startswith(package + ".")]:  # what PyTorch has in one file
            table |= {name: place for name, place in table_of(file).items() if not (place[1] or name.startswith("_"))}
    if package == "minitorch.nn":
        table |= {name: place for name, place in table_of("minitorch.nn.modules").items() if not place[1]}
    return table


def is_there(module):
    """Whether a file or folder of the package exists; of a package that is cut off after a lesson, some do not."""
    path = os.path.join(FOLDER, *module.split(".")[1:])
    return os.path.exists(path + ".py") or os.path.exists(path)


@functools.cache
def is_cut_off():  # asked once: programs look for names that are not there, `hasattr(torch, "npu")`, and often
    """Whether this copy of the package lacks files of later lessons."""
    parts = [place_of(package, part) for package, parts in PARTS.items() for part in parts]
    return not all(is_there(module) for module in [*parts, *(f"minitorch.{file}" for file in FUNCTIONS | METHODS)])


def end_of_package(missing):
    """End a package at the first of its own files that is not there; any other missing module is an error."""
    if missing.name is None or not missing.name.startswith("minitorch."):
        raise missing


def load(module):
    """Import a file of the table, as often as it is asked for. If that fails half-way, its methods are as before."""
    known = module in sys.modules
    try:
        found = importlib.import_module(module)
    except BaseException:
        add_lazy_attributes(vars(sys.modules["minitorch"])["Tensor"])
        raise
    if not known:
        say_where()
    return found


def say_where():
    """Let the classes of files that are parts of one of PyTorch's say that they are from there: `nn.modules.pooling`."""
    for home, files in HOMES.items():
        for name in [f"minitorch.{file}" for file in files.split()]:
            for found in list(vars(sys.modules[name]).values()) if name in sys.modules else ():
                if isinstance(found, type) and found.__module__ == name:
                    found.__module__ = f"minitorch.{home}"
    for package, parts in PARTS.items():
        whole = [part for part in parts if part.startswith("minitorch.")]
        for module in [part for part in whole if part in sys.modules]:
            for name in parts[module].split():
                found = getattr(sys.modules[module], name, None)
                if isinstance(found, type) and found.__module__ == module:
                    found.__module__ = package


def missing_name(package, name):
    """What `package.name` is when it was not imported: loaded now, or a clear AttributeError."""
    module, itself = table_of(package).get(name, (None, False))
    if module is not None and is_there(module):
        found = load(module)
        value = found if itself else getattr(found, name)
        setattr(sys.modules[package], name, value)
        return value
    if name == "__all__":
        return public_names(package)
    whole = f"{package}.{name}".removeprefix("minitorch.")
    instead = [how for how, names in ABSENT.items() if whole in names.split()]
    why = f": minitorch leaves out PyTorch's {whole}; {instead[0]}" if instead else ""
    error = AttributeError(f"module '{package}' has no attribute '{name}'{why}")
    if is_cut_off():
        error.add_note("This copy of the package ends before its last lesson.")
    raise error


class Rebound(ModuleType):
    """A package of files that all look a name up where it was made: what a program gives that name, here, they are given, too."""

    def __setattr__(self, name, value):
        for file in list(vars(self).values()):
            if isinstance(file, ModuleType) and name.startswith("_global_") and name in vars(file):
                setattr(file, name, value)
        super().__setattr__(name, value)


def names_of(package):
    """For dir(package): the names that are imported, and those that wait."""
    waiting = [name for name, (module, _) in table_of(package).items() if is_there(module) and "." not in name]
    own = {end_of_package, names_of, lazy_names}
    there = [name for name, value in vars(sys.modules[package]).items() if not (callable(value) and value in own)]
    return sorted({*there, *waiting})


def lazy_names(package):
    """`__getattr__` and `__dir__` of a package some of whose names wait in the table."""
    return functools.partial(missing_name, package), functools.partial(names_of, package)


def public_names(package):
    """What `from package import *` takes, for a package without an `__all__`: its names that are no modules, loaded or not."""
    there, waiting = vars(sys.modules[package]), table_of(package)
    return [
        name for name in names_of(package) if not name.startswith("_")
        and not (isinstance(there[name], ModuleType) if name in there else waiting[name][1])
    ]  # fmt: skip


class LazyAttribute:
    """Stands in a class for a method or property until its file is loaded, which puts the real one in its place."""

    def __init__(self, name, file):
        self.name, self.file = name, file
        self.__doc__ = f"Loaded from {file} when it is first used."

    def __get__(self, value, cls):
        load(self.file)
        home = next(kind for kind in cls.__mro__ if self.name in vars(kind))
        if isinstance(vars(home)[self.name], LazyAttribute):
            raise AttributeError(f"'{cls.__name__}' object has no attribute '{self.name}'")
        return getattr(cls if value is None else value, self.name)


def add_lazy_attributes(tensor_class):
    """Let the methods of the files that are not loaded stand in Tensor until they are used."""
    for short, names in METHODS.items():
        file = f"minitorch.{short}"
        if file not in sys.modules and is_there(file):
            for name in names.split():
                setattr(tensor_class, name, LazyAttribute(name, file))
