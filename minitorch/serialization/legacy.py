"""legacy: PyTorch's file format from before version 1.6: five pickles and the storages, one after the other; only read (shelf).

Published weights of those years are in it. What is checked is what is checked of an archive: a file calls nothing but what
is in the table, and no tensor shows memory outside its storage.
"""

import os
from pickletools import genops

import numpy as np

from .archive import UnpicklingError
from .archive import fill as read_into
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
    """The bytes of a file in the older format, in the place of an archive: it finds the pickles and the storages."""

    # data  all bytes      keys  the storages' keys, in order      places  {"data/key": (first byte, byte after the last)}
    def __init__(self, file):
        begin = file.tell()
        self.data = memoryview(bytearray(file.seek(0, os.SEEK_END) - begin))
        file.seek(begin)
        read_into(file, self.data)
        self.size, self.places = len(self.data), {}
        self.file, self.begin = file, begin
        ends = [0]
        for _ in range(5):
            ends.append(self.end_of_pickle(ends[-1]))
        parts = [bytes(self.data[start:stop]) for start, stop in zip(ends, ends[1:], strict=False)]
        magic, version, system, self.keys = [Unpickler(part, {}, None).run() for part in (*parts[:3], parts[4])]
        if magic != MAGIC or version != VERSION or type(system) is not dict or type(self.keys) is not list:
            raise UnpicklingError(NEITHER)
        self.pickle, self.start = parts[3], ends[5]
        self.big_endian = not system.get("little_endian", True)

    def end_of_pickle(self, start):
        """Where the pickle that starts here ends. Its instructions are read, not run."""
        file = Bytes(self.data, start)
        try:
            for _ in genops(file):
                pass
        except BROKEN as error:
            raise UnpicklingError(f"{NEITHER} (byte {file.at}: {error})") from None
        return file.at

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
            written = int.from_bytes(self.data[at : at + 8], "big" if self.big_endian else "little")
            stop = at + 8 + count * itemsize
            if written != count or stop > self.size:
                raise UnpicklingError(f"storage {str(key)[:50]} should hold {count} elements, but the file is cut off there")
            self.places[f"data/{key}"] = at + 8, stop
            at = stop
        self.file.seek(self.begin + at)  # what comes next in the file is the caller's

    def read(self, name):
        """The pickle."""
        return self.pickle

    def storage(self, name):
        """The bytes of a storage as memory that may be written to, where numbers can lie."""
        if name not in self.places:
            raise UnpicklingError(f"the storage {name!r} is missing")
        start, stop = self.places[name]
        return memoryview(np.frombuffer(self.data[start:stop], np.uint8).copy())


class Bytes:
    """Just enough of a file for genops, over memory: it knows where it is, and copies no more than it is asked for."""

    def __init__(self, data, at):
        self.data, self.at = data, at

    def read(self, count):
        found = bytes(self.data[self.at : self.at + count])
        self.at += len(found)
        return found

    def readline(self):
        found = bytes(self.data[self.at : self.at + 100_000])
        return self.read(found.find(b"\n") + 1 or len(found))

    def tell(self):
        return self.at
