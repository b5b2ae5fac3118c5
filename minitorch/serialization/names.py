"""names: under which name PyTorch has what is in this package, and back; and the names of Python 2 in pickles (shelf)."""

import importlib
import importlib.util
import sys
from _compat_pickle import IMPORT_MAPPING, NAME_MAPPING, REVERSE_IMPORT_MAPPING, REVERSE_NAME_MAPPING

from .._tower import PARTS

PACKAGE = __name__.split(".")[0]
FILES = {  # folders here that are one file there
    f"{PACKAGE}.nn.module": "torch.nn.modules.module",
    f"{PACKAGE}.nn.functional": "torch.nn.functional",
    f"{PACKAGE}.optim.lr_scheduler": "torch.optim.lr_scheduler",
}
PARTLY = {
    f"{PACKAGE}.nn.modules.transformer_layer": "torch.nn.modules.transformer"
}  # one of several files for one there
SPLIT = {  # (file here, name): the file there, which is two or three here
    (file, name): place
    for place, files in PARTS.items()
    for file, names in files.items()
    if file.startswith(f"{PACKAGE}.")
    for name in names.split()
}


def pytorchs(module, name):
    """The module in which PyTorch has a class or a function of this package; any other stays where it is."""
    if module.split(".")[0] != PACKAGE:
        return module
    module = SPLIT.get((module, name.split(".")[0]), module)
    for folder, file in (*FILES.items(), *PARTLY.items()):
        if module == folder or module.startswith(f"{folder}."):
            return file
    return "torch" + module.removeprefix(PACKAGE)


def ours(module):
    """The module of this package that stands in the place of one of PyTorch's; any other stays what it is."""
    if module.split(".")[0] != "torch":
        return module
    back = {file: folder for folder, file in FILES.items()}
    return back.get(module, PACKAGE + module.removeprefix("torch"))


def python2s(module, name):
    """Module and name as pickles of protocol 2 have them."""
    if (module, name) in REVERSE_NAME_MAPPING:
        return REVERSE_NAME_MAPPING[module, name]
    return REVERSE_IMPORT_MAPPING.get(module, module), name


def python3s(module, name):
    """Module and name as Python 3 has them."""
    if (module, name) in NAME_MAPPING:
        return NAME_MAPPING[module, name]
    return IMPORT_MAPPING.get(module, module), name


def imported(module):
    """A module that the program has imported, or one of this package: for a file's sake nothing else is imported."""
    module = ours(module)
    if module.startswith(f"{PACKAGE}.") and module not in sys.modules:
        try:
            found = importlib.util.find_spec(module)
        except (ImportError, ValueError):
            found = None
        return importlib.import_module(module) if found else None
    return sys.modules.get(module)
