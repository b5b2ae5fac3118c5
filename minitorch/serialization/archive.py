"""archive: the zip file in which PyTorch keeps a pickle and storages, written whole or not at all (core).

PyTorch compresses nothing: the bytes of an entry are the bytes of a storage. They start at a multiple of 64, so that a
program can map the file into memory and use them where they are.
"""

import mmap
import os
import pickle
import shutil
import struct
import sys
import zipfile
from pathlib import Path

import numpy as np

from ..errors import with_note

ALIGNMENT = 64  # bytes; where a storage may start
LARGE = 2**31  # bytes: from this size on, an entry has its size in a field of its own ("zip64"), 20 bytes long
GROWTH, FREE = 100, 2**26  # entries may be so many times as large as the file, and so many bytes in any case
PART = 2**20  # bytes that are decompressed at once


class UnpicklingError(pickle.UnpicklingError, RuntimeError):
    """A file that cannot be loaded: broken, of another format, or asking for something that is not data."""


# --- writing -------------------------------------------------------------------------------------------------------------


def write_file(path, write):
    """Call write(f) with a file that takes the place of `path` once all is written. Until then `path` is untouched."""
    path = os.path.realpath(os.fsdecode(path))
    folder = os.path.dirname(path)
    if not os.path.isdir(folder):
        raise with_note(
            RuntimeError(f"Parent directory {folder} does not exist."), "Create it first, with os.makedirs."
        )
    if os.path.exists(path) and not (os.path.isfile(path) and os.access(path, os.W_OK)):
        with open(path, "wb") as f:  # a pipe or a device takes bytes as they come; the rest is an error
            write(f)
    else:
        write_whole(path, write)


def write_whole(path, write):
    """Call write(f) with a new file beside `path`, which then takes its place. After an error, nothing has changed."""
    temporary = new_name(path)
    try:
        with open(temporary, "xb") as f:
            write(f)
            f.flush()
            os.fsync(f.fileno())  # the bytes are on the disk before the name is
        same_rights(path, temporary)
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def new_name(path):
    """A name in the folder of `path` that nobody has."""
    return os.path.join(os.path.dirname(path), f".minitorch-{os.urandom(8).hex()}.tmp")


def same_rights(path, temporary):
    """Give the new file the permissions of the old one, if there is one."""
    if os.path.exists(path):
        shutil.copymode(path, temporary)


def write_archive(f, data, storages):
    """Write the pickle `data` and the storages (arrays of bytes), under PyTorch's names."""
    entries = [("data.pkl", data), ("byteorder", sys.byteorder.encode())]
    entries += [(f"data/{number}", memory) for number, memory in enumerate(storages)]
    with zipfile.ZipFile(f, "w") as archive:
        for name, content in (*entries, ("version", b"3\n")):
            info, large = zipfile.ZipInfo(f"archive/{name}"), len(content) >= LARGE
            # the header of an entry is 30 bytes, its name, and fields; it starts where the zip directory would be now
            info.extra = padding(archive.start_dir + 30 + len(info.filename) + 20 * large)
            with archive.open(info, "w", force_zip64=large) as entry:
                entry.write(content)


def padding(at):
    """A field for a zip header, filled up with Z: what comes after it starts at a multiple of ALIGNMENT."""
    size = -(at + 4) % ALIGNMENT
    return struct.pack("<2sH", b"FB", size) + b"Z" * size


# --- reading -------------------------------------------------------------------------------------------------------------


class Archive:
    """A checkpoint's zip file, to read from.

    entries  {name without the first folder: ZipInfo}
    memory   the whole file mapped into memory, or None
    """

    def __init__(self, f, mapped):
        size = f.seek(0, os.SEEK_END)
        try:
            self.f, self.zip = f, zipfile.ZipFile(f)
        except (zipfile.BadZipFile, NotImplementedError, ValueError, struct.error) as error:
            raise UnpicklingError(f"it is not a whole zip file, which PyTorch's files are ({error})") from error
        found = self.zip.infolist()
        total = sum([one.file_size for one in found])
        if total > max(FREE, GROWTH * size):
            raise UnpicklingError(f"its entries would take {total} bytes: unpack it yourself if you trust it")
        self.entries = {one.filename.partition("/")[2]: one for one in found}
        self.memory = mmap.mmap(f.fileno(), 0, access=mmap.ACCESS_COPY) if mapped else None  # read when it is touched
        self.check()

    def check(self):
        """Raise for an archive that is not a checkpoint, or not for this machine."""
        if "data.pkl" not in self.entries:
            raise UnpicklingError("it is a zip file, but data.pkl is missing: it was not written by save()")
        if "constants.pkl" in self.entries:
            raise UnpicklingError("it is a TorchScript program: save the state_dict() of the module instead")
        if "byteorder" in self.entries and bytes(self.storage("byteorder")) != sys.byteorder.encode():
            raise UnpicklingError("its numbers have their bytes in another order than this machine's")

    def storage(self, name):
        """The bytes of an entry as memory that may be written to: a part of the mapped file, or a copy."""
        info = self.entries.get(name)
        if info is None:
            raise UnpicklingError(f"the entry {name!r} is missing")
        if self.memory is not None and info.compress_type == zipfile.ZIP_STORED:
            start = self.start_of(info)
            if start % ALIGNMENT == 0:
                return memoryview(self.memory)[start : start + info.file_size]
        memory, done = memoryview(np.empty(info.file_size, np.uint8)), 0
        info.CRC = info.CRC or None  # torch.save can leave the checksum out: 0
        with self.zip.open(info) as entry:  # which compares the checksum
            while part := entry.read(PART):
                memory[done : done + len(part)] = part
                done += len(part)
        if done < len(memory):
            raise UnpicklingError(f"the entry {name!r} is cut off")
        return memory

    def start_of(self, info):
        """Where the bytes of an entry start: after its header, which ends with the lengths of its name and fields."""
        self.f.seek(info.header_offset)
        return info.header_offset + 30 + sum(struct.unpack("<HH", self.f.read(30)[26:]))
