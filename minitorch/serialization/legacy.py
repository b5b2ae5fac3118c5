"""legacy: PyTorch's file format from before version 1.6: five pickles, then the storages; only read (shelf)."""

import os
import sys

import numpy as np

from ..dtypes import dtype
from .archive import UnpicklingError
from .loading import Storage
from .machine import Machine

MAGIC, VERSION = 0x1950A86A20F9469CFC6C, 1001


def is_pickle(file):
    """Whether a file begins as a pickle of protocol 2 does, and not as a zip file."""
    begin = file.tell()
    first = file.read(2)
    file.seek(begin)
    return first == b"\x80\x02"


def read_legacy(file, names, imports):
    """The entries that an archive with the same content has: data.pkl, and "data/key" for each storage.

    The first three pickles say what this is; the next makes the object, the last is a list of the storages' keys. Only
    the object says how large each storage is, so its pickle is run twice: here with zeros for the storages. Afterwards
    the file is at the end of the last storage, because what comes next may be another object.
    """
    begin = file.tell()
    limit = file.seek(0, os.SEEK_END)
    file.seek(begin)

    def plain():
        return Machine(file, {}, None, False).load()

    if plain() != MAGIC:
        raise UnpicklingError("it is a bare pickle, and not in PyTorch's format from before version 1.6")
    if plain() != VERSION or plain()["little_endian"] != (sys.byteorder == "little"):
        raise UnpicklingError("it was written by another version, or on a machine with another order of bytes")
    sizes = {}  # {key: (number of elements, bytes)}

    def zeros(identity):
        if identity[0] == "module":
            return identity[1]
        _, kind, key, _, count, view = identity
        if not isinstance(kind, dtype) or not 0 <= count * kind.itemsize <= limit or view is not None:
            raise UnpicklingError(f"it refers to something that is not a storage: {str(identity)[:100]}")
        sizes[key] = count, count * kind.itemsize
        return Storage(np.zeros(count * kind.itemsize, np.uint8), kind)

    start = file.tell()
    Machine(file, names, zeros, imports).load()
    end = file.tell()
    file.seek(start)
    entries = {"data.pkl": file.read(end - start)}
    for key in plain():
        count, nbytes = sizes[key]
        stated, memory = file.read(8), bytearray(file.read(nbytes))
        if stated != count.to_bytes(8, sys.byteorder) or len(memory) < nbytes:
            raise UnpicklingError(f"a storage should hold {count} elements, but the file is cut off there")
        entries[f"data/{key}"] = memory
    return entries
