"""options: safe_globals, skip_data, set_default_mmap_options and their kin: what save and load look at besides arguments (shelf)."""

import mmap
import os
import pickle
import sys
import threading
import warnings
import zlib
from enum import Enum

import numpy as np

from .._holes import fill
from ..utils.serialization import config
from .archive import write_archive

__all__ = """
    LoadEndianness add_safe_globals clear_safe_globals get_crc32_options get_default_load_endianness
    get_default_mmap_options get_safe_globals safe_globals set_crc32_options set_default_load_endianness
    set_default_mmap_options skip_data
""".split()

# --- classes and functions that the program vouches for --------------------------------------------------------------------

_vouched: dict = {}  # {class or function, or a tuple of it and a name: None}


def add_safe_globals(safe_globals):
    """Let files name these: their classes are made, and their functions called, with weights_only=True too.

    safe_globals  classes and functions, or tuples of one and the name that files call it by

    >>> import io
    >>> import fractions
    >>> import minitorch as mt
    >>> f = io.BytesIO()
    >>> mt.save({"rate": fractions.Fraction(1, 3)}, f)
    >>> with mt.serialization.safe_globals([fractions.Fraction]):
    ...     mt.load(f)
    {'rate': Fraction(1, 3)}

    What is in this list is the one thing that a file can run: add what does no harm, whatever its arguments are.
    Source: PyTorch, torch.serialization.add_safe_globals.
    """
    _vouched.update(dict.fromkeys(safe_globals))


def get_safe_globals():
    """What was added, as a list."""
    return list(_vouched)


def clear_safe_globals():
    """Take back all that was added."""
    _vouched.clear()


class safe_globals:
    """add_safe_globals for a `with` block."""

    def __init__(self, safe_globals):
        self.safe_globals = safe_globals

    def __enter__(self):
        add_safe_globals(self.safe_globals)

    def __exit__(self, *error):
        for one in self.safe_globals:
            _vouched.pop(one, None)


def vouched():
    """{the name by which a file calls it: a class or function that was added}."""
    found = {}
    for one in _vouched:
        if isinstance(one, tuple):
            one, name = checked_pair(one)
        else:
            name = f"{one.__module__}.{one.__qualname__}"
        found[name] = one
    return found


def checked_pair(pair):
    if len(pair) != 2:
        raise ValueError(
            f"Expected tuple of length 2 (global, str of callable full path), but got tuple of length: {len(pair)}"
        )
    if type(pair[1]) is not str:
        raise TypeError(f"Expected second item in tuple to be str of callable full path, but got: {type(pair[1])}")
    return pair


# --- checkpoints without numbers -------------------------------------------------------------------------------------------


class _Local(threading.local):
    skip_data = materialize_fake_tensors = False
    map_location = None


_serialization_tls = _Local()


class skip_data:
    """Within this block save() writes zeros in the place of storages, and load() does not read them: tensors of zeros.

    materialize_fake_tensors  taken and not used: there are no fake tensors
    """

    def __init__(self, materialize_fake_tensors=False):
        self.materialize_fake_tensors = materialize_fake_tensors

    def __enter__(self):
        self.before = _serialization_tls.skip_data
        _serialization_tls.skip_data = True

    def __exit__(self, *error):
        _serialization_tls.skip_data = self.before


# --- files that say nothing of the order of their bytes, checksums, mapped memory -----------------------------------------


class LoadEndianness(Enum):
    """The order of bytes in files that do not say it."""

    NATIVE = 1
    LITTLE = 2
    BIG = 3


def get_default_load_endianness():
    """The order of bytes for files that do not say it; None: little."""
    return config.load.endianness


def set_default_load_endianness(endianness):
    """Set the order of bytes for files that do not say it. Errors: TypeError for what is no LoadEndianness or None."""
    if endianness is not None and not isinstance(endianness, LoadEndianness):
        raise TypeError("Invalid argument type in function set_default_load_endianness")
    config.load.endianness = endianness


def get_crc32_options():
    """Whether save() writes checksums."""
    return config.save.compute_crc32


def set_crc32_options(compute_crc32):
    """Set whether save() writes checksums. Without them other programs may not unpack the file."""
    config.save.compute_crc32 = compute_crc32


def get_default_mmap_options():
    """How load(mmap=True) maps files: mmap.MAP_PRIVATE or mmap.MAP_SHARED."""
    return config.load.mmap_flags


class set_default_mmap_options:
    """Set how load(mmap=True) maps files, for good or for a `with` block.

    flags  mmap.MAP_PRIVATE: what is written to a tensor is its own; mmap.MAP_SHARED: it goes to the file
    """

    def __init__(self, flags):
        if flags not in (mmap.MAP_PRIVATE, mmap.MAP_SHARED):
            raise ValueError(
                "Invalid argument in function set_default_mmap_options, "
                f"expected mmap.MAP_PRIVATE or mmap.MAP_SHARED, but got {flags}"
            )
        self.before, config.load.mmap_flags = config.load.mmap_flags, flags

    def __enter__(self):
        pass

    def __exit__(self, *error):
        config.load.mmap_flags = self.before


# --- what the core asks for ------------------------------------------------------------------------------------------------


def unmarked_order():
    """The order of bytes in a file that does not say it."""
    native = sys.byteorder.encode()
    return {LoadEndianness.BIG: b"big", LoadEndianness.NATIVE: native}.get(config.load.endianness, b"little")


def mapped_memory(f):
    """A whole file as memory: what is written to it goes to the file under mmap.MAP_SHARED, and is the program's own else."""
    if config.load.mmap_flags != mmap.MAP_SHARED:
        return mmap.mmap(f.fileno(), 0, access=mmap.ACCESS_COPY)
    with open(f.name, "r+b") as file:
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_WRITE)


def archiving(pickled):
    """The function that writes a pickle and its storages to an open file, as an archive."""
    storages = pickled.storages
    if _serialization_tls.skip_data:
        storages = [memoryview(np.zeros(len(memory), np.uint8)) for memory in storages]
        if ("torch._utils", "_rebuild_meta_tensor_no_storage") in pickled.places:
            warnings.warn(
                "Serializing tensors on the meta device under skip_data context manager is a no-op", stacklevel=4
            )
    check = zlib.crc32 if config.save.compute_crc32 else lambda content: 0

    def write(f):
        write_archive(f, "archive", pickled.data, storages, check)
        if hasattr(f, "flush"):
            f.flush()

    return write


TRUE = ("1", "y", "yes", "true")
BOTH = "Only one of `TORCH_FORCE_WEIGHTS_ONLY_LOAD` or `TORCH_FORCE_NO_WEIGHTS_ONLY_LOAD` should be set, but both were set."
FORCED = (
    "Environment variable TORCH_FORCE_NO_WEIGHTS_ONLY_LOAD detected, since the`weights_only` argument was not explicitly "
    "passed to `torch.load`, forcing weights_only=False."
)


def chosen(pickle_module, weights_only, mmap, more):
    """What load does with its arguments: (weights_only, or a pickle module of the program's; mmap; encoding)."""
    always, never = [
        os.environ.get(f"TORCH_FORCE_{name}WEIGHTS_ONLY_LOAD", "0").lower() in TRUE for name in ("", "NO_")
    ]
    if always and never:
        raise RuntimeError(BOTH)
    if always:
        weights_only = True
    elif never and weights_only is None:
        warnings.warn(FORCED, UserWarning, stacklevel=3)
        weights_only = False
    weights_only = pickle_module is None if weights_only is None else bool(weights_only)
    if weights_only and pickle_module is not None:
        raise RuntimeError("Can not safely load weights when explicit pickle_module is specified")
    if weights_only and more:
        warnings.warn("pickle_load_args only works if `weights_only=False`.", stacklevel=3)
    if not weights_only and getattr(pickle_module or pickle, "Unpickler", pickle.Unpickler) not in OURS:
        weights_only = pickle_module or pickle  # programs also put an Unpickler of their own into Python's module
    return weights_only, config.load.mmap or None if mmap is None else mmap, more.get("encoding", "utf-8")


OURS = (pickle.Unpickler, pickle._Unpickler)  # in the place of Python's machine stands one that runs nothing

fill("minitorch.serialization.archive", unmarked_order=unmarked_order, mapped_memory=mapped_memory)
fill("minitorch.serialization.loading", chosen=chosen)
