"""legacy: PyTorch's file format from before version 1.6: five pickles, then the storages; only read (shelf)."""

import os
import sys

import numpy as np

from ..dtypes import dtype
from .archive import UnpicklingError
from .loading import Storage
from .machine import Machine

MAGIC, VERSION = 0x1950A86A20F9469CFC6C, 1001
NEITHER = "it is a bare pickle, and not in PyTorch's format from before version 1.6: it was not written by save()"


def is_legacy(file):
    """Whether a file begins as a pickle does, and not as a zip file."""
    begin = file.tell()
    first = file.read(2)
    file.seek(begin)
    return first == b"\x80\x02"


class LegacyFile:
    """A file in the older format, in the place of an archive.

    machine   makes the machine for a file and a function from persistent ids to storages
    start     where the pickle with the object starts; before it are three that say what this is, after it one with the keys
    storages  {"data/key": memory}
    """

    def __init__(self, file, machine):
        self.file, self.machine, begin = file, machine, file.tell()
        self.size = file.seek(0, os.SEEK_END)
        file.seek(begin)
        if Machine(file, {}, None).load() != MAGIC:
            raise UnpicklingError(NEITHER)
        version, system = [Machine(file, {}, None).load() for _ in range(2)]
        if version != VERSION or system["little_endian"] != (sys.byteorder == "little"):
            raise UnpicklingError("it was written by another version, or on a machine with another order of bytes")
        self.start = file.tell()
        sizes = self.sizes()
        self.storages = {f"data/{key}": self.next_storage(*sizes[key]) for key in Machine(file, {}, None).load()}
        self.end = file.tell()  # what comes next in the file is the caller's

    def run(self, storage_of):
        """Run the pickle with the object."""
        self.file.seek(self.start)
        made = self.machine(self.file, storage_of).load()
        self.file.seek(self.end)
        return made

    def sizes(self):
        """{key: (elements, bytes of an element)}, learned by running the pickle with zeros for the storages."""
        sizes = {}

        def declared(identity):
            if identity[0] == "module":
                return identity[1]
            _, kind, key, _, count = identity[:5]
            if not isinstance(kind, dtype) or not 0 <= count * kind.itemsize <= self.size:
                raise UnpicklingError(f"it refers to something that is not a storage: {str(identity)[:100]}")
            sizes[key] = count, kind.itemsize
            return Storage(np.zeros(count * kind.itemsize, np.uint8), kind)

        self.machine(self.file, declared).load()
        return sizes

    def next_storage(self, count, itemsize):
        """The storage that comes next in the file: the number of elements, and their bytes, which may be written to."""
        declared, memory = self.file.read(8), self.file.read(count * itemsize)
        if declared != count.to_bytes(8, sys.byteorder) or len(memory) < count * itemsize:
            raise UnpicklingError(f"a storage should hold {count} elements, but the file is cut off there")
        return memoryview(bytearray(memory))
