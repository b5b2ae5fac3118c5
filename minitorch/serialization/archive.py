"""archive: the zip file in which PyTorch keeps tensors, written whole or not at all, read without trusting it (core).

A zip file is its entries one after the other, each with a header before it, then a directory that says where each entry
starts. PyTorch packs nothing: an entry's bytes are the storage's bytes, and they start at a multiple of 64, so that a
program can map the file into memory and use them where they lie.
"""

import mmap
import os
import pickle
import shutil
import struct
import zipfile
import zlib
from pathlib import Path

import numpy as np

from ..errors import with_note

ALIGNMENT = 64  # bytes; where a storage may start
FULL = 0xFFFFFFFF  # what stands in a zip file's first form for a size or place that a field of "zip64" holds instead
LIMIT = FULL  # from where on that is so


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


def write_archive(f, root, data, storages, check=zlib.crc32):
    """Write the pickle `data` and the storages (arrays of bytes), in PyTorch's order and under its names."""
    start = [("data.pkl", data), (".format_version", b"1"), (".storage_alignment", b"%d" % ALIGNMENT)]
    start += [("byteorder", b"little" if np.little_endian else b"big")]
    stored = [(f"data/{number}", memory) for number, memory in enumerate(storages)]
    entries = [(f"{root}/{name}", content) for name, content in (*start, *stored, ("version", b"3\n"))]
    checks = [check(content) for _, content in entries]
    names = zlib.crc32("".join([name for name, _ in entries]).encode())
    identity = b"%020d%020d" % (names, zlib.crc32(repr(checks).encode()))  # of the same things, always the same
    entries.append((f"{root}/.data/serialization_id", identity))
    write_zip(f, entries, [*checks, check(identity)])


def write_zip(f, entries, checks):
    """Write a zip file of uncompressed entries: [(name, bytes)] and their checksums."""
    at, directory = 0, []
    for (name, content), check in zip(entries, checks, strict=True):
        header, trailer, line = around(name.encode(), len(content), check, at)
        for part in (header, content, trailer):
            f.write(part)
        directory.append(line)
        at += len(header) + len(content) + len(trailer)
    write_directory(f, directory, at)


def around(name, size, check, at):
    """What stands before an entry that starts `at` bytes into the file, what after it, and its line in the directory."""
    flags = 0x0808 if size else 0x0800  # names are UTF-8; sizes and checksum follow the bytes
    extra = zip64_field([size] * 2 * (size >= LIMIT) + [at] * (at >= LIMIT))
    header = entry_header(name, flags, extra, at)
    sizes = "QQ" if max(at, size) >= LIMIT else "II"
    trailer = struct.pack("<4sI" + sizes, b"PK\7\10", check, size, size) if size else b""
    short, place = [FULL if n >= LIMIT else n for n in (size, at)]
    numbers = (0, 0, flags, 0, 0, 0, check, short, short, len(name), len(extra), 0, 0, 0, 0, place)
    return header, trailer, struct.pack("<4s6H3I5H2I", b"PK\1\2", *numbers) + name + extra


def entry_header(name, flags, extra, at):
    """The header of an entry, filled up with Z so that the bytes behind it start at a multiple of ALIGNMENT."""
    padding = -(at + 30 + len(name) + len(extra) + 4) % ALIGNMENT
    field = extra + struct.pack("<2sH", b"FB", padding) + b"Z" * padding
    return struct.pack("<4s5H3I2H", b"PK\3\4", 0, flags, 0, 0, 0, 0, 0, 0, len(name), len(field)) + name + field


def zip64_field(numbers):
    """The field of a header that holds what is too large for the header itself."""
    return struct.pack(f"<2H{len(numbers)}Q", 1, 8 * len(numbers), *numbers) if numbers else b""


def write_directory(f, directory, at):
    """Write the directory that closes a zip file, `at` bytes after the file's start."""
    content, count = b"".join(directory), len(directory)
    size = len(content)
    f.write(content)
    f.write(struct.pack("<4sQ2H2I4Q", b"PK\6\6", 44, 0x031E, 45, 0, 0, count, count, size, at))
    f.write(struct.pack("<4sIQI", b"PK\6\7", 0, at + size, 1))
    few = min(count, 0xFFFF)
    f.write(struct.pack("<4s4H2IH", b"PK\5\6", 0, 0, few, few, *[FULL if n >= LIMIT else n for n in (size, at)], 0))


# --- reading -------------------------------------------------------------------------------------------------------------


class Archive:
    """A zip file to read from. Nothing in it is unpacked, and all its entries together are no larger than it is."""

    # f  the open file      begin  where it stood      size   its bytes      entries  {name without the first folder: ZipInfo}
    # memory  the whole file mapped, or None      big_endian  whether its numbers start with the highest byte
    def __init__(self, f, mapped):
        self.f, self.begin, self.size = f, f.tell(), f.seek(0, os.SEEK_END)
        self.entries = self.directory()
        self.memory = mmap.mmap(f.fileno(), 0, access=mmap.ACCESS_COPY) if mapped else None  # read when it is touched
        if "data.pkl" not in self.entries:
            raise UnpicklingError("it is a zip file, but data.pkl is missing: it was not written by save()")
        if "constants.pkl" in self.entries:
            raise UnpicklingError(TORCHSCRIPT)
        order = self.read("byteorder") if "byteorder" in self.entries else b"little"
        if order not in (b"little", b"big"):
            raise UnpicklingError(f"its byteorder is {order[:20]!r}; expected b'little' or b'big'")
        self.big_endian = order == b"big"

    def directory(self):
        self.f.seek(self.begin)
        first = self.f.read(4)
        if first != b"PK\3\4":  # it was just written, or read before
            self.f.seek(0)
            first = self.f.read(4)
        if first != b"PK\3\4":
            raise UnpicklingError(no_zip(first, self.size))
        try:
            with zipfile.ZipFile(self.f) as z:
                found = z.infolist()
        except (zipfile.BadZipFile, NotImplementedError, ValueError, struct.error, OverflowError) as error:
            raise UnpicklingError(f"its zip directory cannot be read ({error}): was the file cut off?") from error
        if not found or sum([one.file_size for one in found]) > self.size:
            raise UnpicklingError("its entries claim to be larger than the file")
        root = found[0].filename.partition("/")[0] + "/"
        return {one.filename.removeprefix(root): one for one in found if one.filename.startswith(root)}

    def place(self, name):
        """Where the bytes of an entry start and how many there are, once it is sure that they are inside the file."""
        entry = self.entries.get(name)
        if entry is None:
            raise UnpicklingError(f"the entry {name!r} is missing")
        if entry.compress_type != zipfile.ZIP_STORED or entry.flag_bits & 1:
            raise UnpicklingError(f"the entry {name!r} is compressed or encrypted, which PyTorch's files never are")
        header = self.header_at(entry.header_offset)
        if header[:4] != b"PK\3\4":
            raise UnpicklingError(f"the entry {name!r} is not where the directory says")
        start = entry.header_offset + 30 + sum(struct.unpack("<HH", header[26:]))
        if entry.compress_size != entry.file_size or start + entry.file_size > self.size:
            raise UnpicklingError(f"the entry {name!r} of {entry.file_size} bytes does not lie inside the file")
        return start, entry.file_size

    def header_at(self, place):
        """The 30 bytes of an entry's header, of which the last four are two lengths; no bytes where the file has none."""
        if not 0 <= place <= self.size - 30:
            return b""
        self.f.seek(place)
        return self.f.read(30)

    def read(self, name):
        """The bytes of an entry."""
        return bytes(self.storage(name, False))

    def storage(self, name, mapped=True):
        """The bytes of an entry as memory that may be written to: a part of the mapped file, or a copy."""
        start, size = self.place(name)
        if self.memory is not None and mapped and start % ALIGNMENT == 0:
            return memoryview(self.memory)[start : start + size]
        memory = memoryview(np.empty(size, np.uint8))
        self.f.seek(start)
        fill(self.f, memory)
        check = self.entries[name].CRC
        if check and zlib.crc32(memory) != check:  # torch.save can leave the checksum out: 0
            raise UnpicklingError(f"the entry {name!r} was damaged: its checksum is wrong")
        return memory


def fill(f, memory):
    """Read from f until `memory` is full."""
    done = 0
    while done < len(memory):
        if hasattr(f, "readinto"):
            count = f.readinto(memory[done:])
        else:
            part = f.read(len(memory) - done)
            count = len(part)
            memory[done : done + count] = part
        if not count:
            raise UnpicklingError("it ended before all was read")
        done += count


TORCHSCRIPT = (
    "it is a TorchScript program, and minitorch runs no code from files: save the state_dict() of the module instead"
)


def no_zip(first, size):
    """What is wrong with a file that does not start as a zip file does."""
    if not size:
        return "it is empty"
    return f"it is not a zip file, which PyTorch's files are; it starts with {first!r}"
