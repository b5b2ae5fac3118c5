"""pickle_module: load(pickle_module=...) with a pickle module of the program's own: it reads the file as it likes (shelf)."""

import io
from functools import partial

from .._holes import fill
from .legacy import LegacyLoader, loader_for
from .names import imported, ours
from .objects import ObjectLoader


class OwnMachine:
    """A pickle is run by the Unpickler of a module that the program gave. What it calls is that module's affair.

    PyTorch's names lead to this package, and persistent ids to storages, whatever the module is.
    """

    def __init__(self, module, data, names, storage_of, encoding="utf-8"):
        class Machine(module.Unpickler):  # type: ignore[name-defined]
            def find_class(self, place, name):
                if f"{place}.{name}" in known:
                    return known[f"{place}.{name}"]
                imported(place)
                return super().find_class(ours(place), name)

            def persistent_load(self, identity):
                return storage_of(identity)

        known = {name: one for name, one in names.items() if name.startswith("torch.")}
        self.machine = Machine(io.BytesIO(data), encoding=encoding)

    def run(self):
        return self.machine.load()


def reader_for(file, how):
    """The class that reads a file; how: weights_only, or a pickle module of the program's own."""
    if how in (True, False):
        return loader_for(file, how)
    base = LegacyLoader if issubclass(loader_for(file, True), LegacyLoader) else ObjectLoader
    return type("Loader", (base,), {"machine": partial(OwnMachine, how)})


fill("minitorch.serialization.loading", loader_for=reader_for)
