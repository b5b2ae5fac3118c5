"""archive: the zip file of a checkpoint, which has a pickle and the storages; a file is written whole or not at all (core)."""

import os
import pickle
import struct
import sys
import zipfile
from pathlib import Path

from ..errors import with_note

ALIGNMENT = 64  # bytes; where a storage may start


class UnpicklingError(pickle.UnpicklingError, RuntimeError):
    """A file that cannot be loaded: broken, of another format, or asking for something that is not data."""


def write_file(path, write):
    """Call write(f) with a file that takes the place of `path` once all is written. Until then `path` is untouched."""
    path = os.path.realpath(os.fsdecode(path))
    folder = os.path.dirname(path)
    if not os.path.isdir(folder):
        raise with_note(
            RuntimeError(f"Parent directory {folder} does not exist."), "Create it first, with os.makedirs."
        )
    if os.path.exists(path) and not (os.path.isfile(path) and os.access(path, os.W_OK)):
        with open(path, "wb") as f:  # a pipe or a device cannot be replaced; the rest is an error
            write(f)
        return
    mode = os.stat(path).st_mode if os.path.exists(path) else None
    write_whole(path, write)
    if mode is not None:
        os.chmod(path, mode)  # the new file has the permissions of the old one


def write_whole(path, write):
    """Call write(f) with a new file beside `path`, which then takes its place. After an error, nothing has changed."""
    temporary = f"{path}.{os.urandom(4).hex()}.tmp"
    try:
        with open(temporary, "xb") as f:
            write(f)
            f.flush()
            os.fsync(f.fileno())
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def write_archive(f, data, storages):
    """Write the pickle `data` and the storages (arrays of bytes), under PyTorch's names."""
    entries = {"data.pkl": data, "byteorder": sys.byteorder.encode()}
    entries |= {f"data/{number}": memory for number, memory in enumerate(storages)}
    with zipfile.ZipFile(f, "w") as archive:
        for name, content in (entries | {"version": b"3\n"}).items():
            info = zipfile.ZipInfo(f"archive/{name}")
            info.extra = padding(archive.start_dir + 30 + len(info.filename))
            archive.writestr(info, content)


def padding(at):
    """A field for a zip header, filled up with Z: what comes after it starts at a multiple of ALIGNMENT."""
    size = -(at + 4) % ALIGNMENT
    return struct.pack("<2sH", b"FB", size) + b"Z" * size


def read_archive(f):
    """{name without the first folder: its bytes, which may be written to} of each entry."""
    try:
        with zipfile.ZipFile(f) as archive:
            entries = archive.infolist()
            return {one.filename.partition("/")[2]: bytearray(archive.read(one)) for one in entries}
    except zipfile.BadZipFile as error:
        words = "it is not a whole zip file, which PyTorch's files are"
        raise UnpicklingError(f"{words} ({error})") from error
