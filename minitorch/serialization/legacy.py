"""legacy: PyTorch's file format from before version 1.6: five pickles and the storages, one after the other; only read (shelf).

Published weights of those years are in it. What is checked is what is checked of an archive: a file calls nothing but what
is in the table, and no tensor shows memory outside its storage.
"""

import os
from pickletools import genops

import numpy as np

from .archive import UnpicklingError, fill
from .loading import Storage, StorageType, Typed
from .unpickle import BROKEN, Unpickler

MAGIC, VERSION = 0x1950A86A20F9469CFC6C, 1001
NEITHER = "it is a bare pickle, and not in PyTorch's format from before version 1.6: it was not written by save()"


def is_legacy(file):
    """Whether a file begins as a pickle does, and not as a zip file."""
    begin = file.tell()
    first = file.read(2)
    file.seek(begin)
    return first == b"\x80\x02"


class LegacyFile:
    """A file in the older format, in the place of an archive: it finds the pickles and the storages."""

    # file  the open file      keys  the storages' keys, in order      places  {"data/key": (first byte, number of bytes)}
    def __init__(self, file):
        self.file, self.places = file, {}
        begin = file.tell()
        self.size = file.seek(0, os.SEEK_END)
        file.seek(begin)
        parts = [self.next_pickle() for _ in range(5)]
        self.start, self.pickle = file.tell(), parts[3]
        magic, version, system, self.keys = [Unpickler(part, {}, None).run() for part in (*parts[:3], parts[4])]
        if magic != MAGIC or version != VERSION or type(system) is not dict or type(self.keys) is not list:
            raise UnpicklingError(NEITHER)
        self.big_endian = not system.get("little_endian", True)

    def next_pickle(self):
        """The pickle that starts here. Its instructions are read, not run."""
        start = self.file.tell()
        try:
            for _ in genops(self.file):
                pass
        except BROKEN as error:
            raise UnpicklingError(f"{NEITHER} (byte {self.file.tell()}: {error})") from None
        return bytes(self.bytes_at(start, self.file.tell() - start))

    def bytes_at(self, start, size):
        """Bytes of the file as memory that may be written to."""
        memory = memoryview(np.empty(size, np.uint8))
        self.file.seek(start)
        fill(self.file, memory)
        return memory

    def measure(self, loader):
        """Run the pickle once with zeros for the storages, to learn how long each is; then find them in the file."""
        counts = {}  # {key: (bytes of an element, elements)}

        def declared(identity):
            if type(identity) is tuple and len(identity) == 4 and identity[0] == "module":
                return identity[1]
            _, kind, key, _, count = identity[:5]
            itemsize = kind.kind.itemsize if type(kind) is StorageType and kind.kind else 1
            if type(kind) is not StorageType or type(count) is not int or not 0 <= count * itemsize <= self.size:
                raise UnpicklingError(f"it refers to something that is not a storage: {str(identity)[:100]}")
            counts[key] = itemsize, count
            return Typed(Storage(memoryview(np.zeros(count * itemsize, np.uint8)), False), kind.kind)

        loader.machine(self.pickle, declared).run()
        at = self.start
        for key in self.keys:
            itemsize, count = counts.get(key, (1, 0))
            size = itemsize * count
            if at + 8 + size > self.size or self.count_at(at) != count:
                raise UnpicklingError(
                    f"storage {str(key)[:50]} should hold {count} elements, but the file is cut off there"
                )
            self.places[f"data/{key}"] = at + 8, size
            at += 8 + size
        self.file.seek(at)  # what comes next in the file is the caller's
        self.end = at

    def count_at(self, at):
        """The number of elements that stands before a storage."""
        return int.from_bytes(self.bytes_at(at, 8), "big" if self.big_endian else "little")

    def read(self, name):
        """The pickle."""
        return self.pickle

    def storage(self, name):
        """The bytes of a storage as memory that may be written to."""
        if name not in self.places:
            raise UnpicklingError(f"the storage {name!r} is missing")
        memory = self.bytes_at(*self.places[name])
        self.file.seek(self.end)
        return memory
