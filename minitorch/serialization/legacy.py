"""legacy: PyTorch's file format from before version 1.6: four pickles and the storages, one after the other (shelf).

Published weights of those years are in it. What is checked is what is checked of an archive: a file calls nothing but what
is in the table, and no tensor shows memory outside its storage.
"""

import inspect
import os
import pickle
import sys
import warnings
from pickletools import genops

import numpy as np

from .._holes import fill
from .archive import ALIGNMENT, UnpicklingError
from .archive import fill as read_into
from .loading import Storage, StorageType, Typed
from .object_writing import write_global
from .objects import ObjectLoader
from .options import _serialization_tls, archiving
from .saving import Name, Pickle
from .unpickle import BROKEN, Unpickler
from .weights_only import AllowedLoader, Raised, Unread

MAGIC = 0x1950A86A20F9469CFC6C
VERSION = 1001
SYSTEM = {"protocol_version": VERSION, "little_endian": sys.byteorder == "little"}
SYSTEM["type_sizes"] = {"short": 2, "int": 4, "long": 4}


class SourceChangeWarning(Warning):
    """The class of a module that was saved whole has changed: the older files hold its source code."""


# --- writing -------------------------------------------------------------------------------------------------------------


class LegacyPickle(Pickle):
    """The pickle of an object; a storage is named with one thing more, where a view of it would be."""

    def __init__(self, obj):
        self.counts = {}  # {number of a storage: how many elements it has}
        self.classes = []  # modules' classes, of which the source code was written
        super().__init__(obj)

    def write_source(self, kind):
        """A module's class, by its name; the first time with its source code, by which load() sees that it has changed."""
        if kind in self.classes:
            return write_global(self, kind)
        self.classes.append(kind)
        file, source = source_of(kind)
        self.out += pickle.MARK
        self.text("module")
        write_global(self, kind)
        self.write(file)
        self.write(source)
        self.out += pickle.TUPLE + pickle.BINPERSID

    def storage(self, one):
        kind = one.kind
        name = Name("torch", f"{kind.title}Storage") if kind else Name("torch.storage", "UntypedStorage")
        self.counts[str(one.number)] = one.nbytes // kind.itemsize if kind else one.nbytes
        key = str(one.number)
        self.tuple(("storage", name, key, one.where, self.counts[key], None), shown=False)
        self.out += pickle.BINPERSID


def source_of(kind):
    """The file and the source code of a class; (None, None) if they cannot be found."""
    try:
        return inspect.getsourcefile(kind), inspect.getsource(kind)
    except (OSError, TypeError):
        return None, None


def writing(obj, zipped):
    """The function that writes obj to an open file, as an archive or in the older format."""
    if zipped:
        return archiving(Pickle(obj))
    if _serialization_tls.skip_data:
        raise RuntimeError("Cannot use skip_data=True with _use_new_zipfile_serialization=False")
    pickled = LegacyPickle(obj)
    keys = sorted(pickled.counts)

    def write(f):
        for part in (MAGIC, VERSION, SYSTEM):
            f.write(pickle.dumps(part, 2))
        f.write(pickled.data)
        f.write(pickle.dumps(keys, 2))
        for key in keys:
            f.write(pickled.counts[key].to_bytes(8, sys.byteorder))
            f.write(pickled.storages[int(key)])
        if hasattr(f, "flush"):
            f.flush()

    return write


# --- reading -------------------------------------------------------------------------------------------------------------


class LegacyFile:
    """The bytes of a file in the older format, in the place of an archive: it finds the pickles and the storages."""

    def __init__(self, file, mapped):
        self.file, self.begin = file, file.tell()
        self.data = memoryview(np.memmap(file, np.uint8, "c")) if mapped else rest_of(file)
        self.size, self.places, ends = len(self.data), {}, [0]
        for _ in range(5):
            ends.append(self.end_of_pickle(ends[-1]))
        parts = [bytes(self.data[start:stop]) for start, stop in zip(ends, ends[1:], strict=False)]
        magic, version, system, keys = [Unpickler(part, {}, None).run() for part in (*parts[:3], parts[4])]
        if magic != MAGIC or version != VERSION or type(system) is not dict or type(keys) is not list:
            raise UnpicklingError(NEITHER)
        self.pickle, self.keys, self.start = parts[3], keys, ends[5]
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

    def find(self, sizes):
        """Note where each storage is: a count and then the numbers, in the order of the keys. sizes: {key: (bytes, count)}."""
        at = self.start
        for key in self.keys:
            if key not in sizes:
                raise UnpicklingError(f"it has a storage {str(key)[:50]!r} of no tensor")
            itemsize, count = sizes[key]
            written = int.from_bytes(self.data[at : at + 8], "big" if self.big_endian else "little")
            stop = at + 8 + count * itemsize
            if written != count or stop > self.size:
                raise UnpicklingError(
                    f"storage {key} should hold {count} elements, but the file is cut off or broken there"
                )
            self.places[f"data/{key}"] = at + 8, stop
            at = stop
        self.file.seek(self.begin + at)  # what comes next in the file is the caller's

    def place(self, name):
        """Where the bytes of a storage start and how many there are."""
        if name not in self.places:
            raise UnpicklingError(f"the storage {name!r} is missing")
        start, stop = self.places[name]
        return start, stop - start

    def storage(self, name):
        """The bytes of a storage as memory that may be written to, where numbers can lie."""
        start, size = self.place(name)
        memory = self.data[start : start + size]
        return memory if start % ALIGNMENT == 0 else memoryview(np.frombuffer(memory, np.uint8).copy())


NOT_MAPPED = (
    "mmap can only be used with files saved with `torch.save({}, _use_new_zipfile_serialization=True), please torch.save "
    "your checkpoint with this option in order to use mmap."
)
NEITHER = "it is a bare pickle, and not in PyTorch's format from before version 1.6: it was not written by save()"


def rest_of(file):
    """All the bytes from where a file stands."""
    begin = file.tell()
    memory = memoryview(bytearray(file.seek(0, os.SEEK_END) - begin))
    file.seek(begin)
    read_into(file, memory)
    return memory


class Survey(Unpickler):
    """Runs a pickle for the storages that it names: nothing is called, and nothing filled."""

    def named(self, name):
        module, _, rest = name.partition(" ")
        self.stack.append(self.names.get(f"{module}.{rest}"))

    def call(self):
        self.stack.append(self.last(2)[:0])

    def build(self):
        self.last(1)

    def new_with_names(self):
        self.last(1)
        self.call()

    def extend(self, items):
        pass

    fill = extend

    def make(self, kind):
        self.stack.append(self.since_mark()[:0])


class LegacyLoader(AllowedLoader):
    """Reads one file of the older format: its pickle a first time for the sizes of the storages, then with their bytes."""

    def __init__(self, file, mapped, map_location):
        if mapped is True:  # and not "large": it was asked for
            raise RuntimeError(NOT_MAPPED.format(file.name))
        self.archive, self.map_location = LegacyFile(file, mapped), map_location
        self.storages, self.spare, self.sizes = {}, self.archive.size, {}

    def run(self):
        Survey(self.archive.pickle, self.names(), self.declared, self.encoding).run()
        self.archive.find(self.sizes)
        machine = self.machine(self.archive.pickle, self.names(), self.storage, self.encoding)
        if _serialization_tls.skip_data:
            self.archive = Unread(self.archive)
        try:
            return machine.run()
        except Raised as raised:
            raise raised.__cause__ from None

    def declared(self, identity):
        """The first time: note how large a storage is, and give one of zeros in its place."""
        if is_class(identity):
            return identity[1]
        kind, key, _, count, view = parts_of(identity)
        itemsize = kind.kind.itemsize if kind.kind else 1
        if not 0 <= count * itemsize <= self.archive.size:
            raise UnpicklingError(
                f"storage {key} should hold {count} elements of {itemsize} bytes, more than the file has"
            )
        if count and self.sizes.setdefault(key, (itemsize, count)) != (itemsize, count):
            raise UnpicklingError(f"storage {key} is named with two sizes")
        self.sizes.setdefault(key, (itemsize, count))
        return part_of(Typed(Storage(memoryview(np.zeros(count * itemsize, np.uint8)), False), kind.kind), view)

    def storage(self, identity):
        """The storage that a persistent id names, or the part of it that is a view."""
        if is_class(identity):
            check_source(*identity[1:])
            return identity[1]
        kind, key, location, _, view = parts_of(identity)
        if key not in self.storages:
            self.storages[key] = self.placed(key, location)
        return part_of(Typed(self.storages[key], kind.kind), view)


def is_class(identity):
    """Whether a persistent id is that of a module's class, with its source code, which nobody looks at."""
    return type(identity) is tuple and len(identity) == 4 and identity[0] == "module"


def check_source(kind, file, source):
    """Warn where a module's class is not what it was when it was saved."""
    if isinstance(kind, type) and source and source_of(kind)[1] not in (None, source):
        warnings.warn(
            f"source code of class '{kind.__module__}.{kind.__qualname__}' has changed. you can retrieve the original source "
            "code by accessing the object's source attribute or set `torch.nn.Module.dump_patches = True` and use the patch "
            "tool to revert the changes.",
            SourceChangeWarning,
            stacklevel=2,
        )


def part_of(typed, view):
    """A storage could be a view of another: (its key, first element, number of elements)."""
    if view is None:
        return typed
    whole, itemsize = typed.storage, typed.kind.itemsize if typed.kind else 1
    memory = whole.memory[view[1] * itemsize : (view[1] + view[2]) * itemsize]
    return Typed(Storage(memory, whole.swap, whole.where), typed.kind)


def parts_of(identity):
    """Type, key, device, number of elements and view of a storage, or an error for anything else."""
    if type(identity) is not tuple or len(identity) not in (5, 6) or identity[0] not in ("storage", b"storage"):
        raise UnpicklingError(f"it refers to something that is not a storage: {str(identity)[:100]}")
    _, kind, key, location, count, *view = [one.decode() if type(one) is bytes else one for one in identity]
    view = view[0] if view else None
    whole = view is None or (
        type(view) is tuple and len(view) == 3 and all([type(n) is int and n >= 0 for n in view[1:]])
    )
    if type(kind) is not StorageType or type(key) is not str or type(count) is not int or not whole:
        raise UnpicklingError(f"it refers to something that is not a storage: {str(identity)[:100]}")
    return kind, key, location, count, view


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
        end = found.find(b"\n") + 1
        return self.read(end or len(found))

    def tell(self):
        return self.at


class LegacyObjectLoader(LegacyLoader, ObjectLoader):
    """The same for files with objects."""

    machine = ObjectLoader.machine


TAR = "Cannot use ``weights_only=True`` with files saved in the legacy .tar format."
TAR_MORE = "minitorch does not read it at all: open it in PyTorch and save it again."


def is_tar(file, begin):
    """Whether a file is one of 2016: a tar archive."""
    file.seek(begin + 257)
    found = file.read(5) == b"ustar"
    file.seek(begin)
    return found


class EmptyFile(UnpicklingError, EOFError):
    """A file of no bytes, of which Python's own unpickler says the second."""


def loader_for(file, weights_only):
    """The class that reads a file from where it stands, by its first byte and by whether it may hold objects."""
    begin, first = file.tell(), file.read(2)
    if is_tar(file, begin):
        raise UnpicklingError(f"{TAR} {TAR_MORE}")
    if first not in (b"\x80\2", b"PK"):  # it was just written, or read before
        begin, first = file.seek(0), file.read(2)
    if not first:
        raise EmptyFile("it is empty")
    file.seek(begin)
    if first[:1] == b"\x80":
        return LegacyLoader if weights_only else LegacyObjectLoader
    return AllowedLoader if weights_only else ObjectLoader


fill("minitorch.serialization.saving", writing=writing)
