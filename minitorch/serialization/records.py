"""records: an archive entry by entry, the names in its pickle, the places of storages: tools around save and load (shelf)."""

import os
import pickle as pickle
import shutil
import struct
import tempfile
import warnings
import zipfile
import zlib
from collections.abc import Callable
from contextlib import contextmanager
from pickletools import genops
from typing import TypeAlias

from .. import _weights_only_unpickler
from .. import storage as storages
from ..backend import device
from .archive import UnpicklingError, write_file, write_zip
from .legacy import MAGIC, VERSION
from .legacy import SourceChangeWarning as SourceChangeWarning
from .loading import StorageType as StorageType
from .loading import check_location
from .names import python3s
from .options import config
from .unpickle import BROKEN

__all__ = """
    DEFAULT_PROTOCOL MAGIC_NUMBER PROTOCOL_VERSION SourceChangeWarning StorageType check_module_version_greater_or_equal
    default_restore_location get_unsafe_globals_in_checkpoint location_tag mkdtemp validate_cuda_device
""".split()
DEFAULT_PROTOCOL, MAGIC_NUMBER, PROTOCOL_VERSION = 2, MAGIC, VERSION
SHORT_SIZE, INT_SIZE, LONG_SIZE = [struct.calcsize(kind) for kind in ("=h", "=i", "=l")]  # of older files' headers
ROOT = "archive"
MAP_LOCATION: TypeAlias = Callable | device | str | dict[str, str] | None  # for annotations, as in PyTorch


# --- entries ---------------------------------------------------------------------------------------------------------------


class PyTorchFileReader:
    """The entries of an archive, read one by one."""

    def __init__(self, file):
        self.file = zipfile.ZipFile(file)
        self.root = self.file.infolist()[0].filename.partition("/")[0]

    def get_all_records(self):
        """The names of the entries."""
        return [name.partition("/")[2] for name in self.file.namelist()]

    def has_record(self, name):
        """Whether there is an entry of this name."""
        return f"{self.root}/{name}" in self.file.namelist()

    def get_record(self, name):
        """The bytes of an entry. Errors: RuntimeError where it is missing or damaged."""
        if not self.has_record(name):
            raise RuntimeError(f"PytorchStreamReader failed locating file {name}: file not found")
        with self.file.open(f"{self.root}/{name}") as entry:
            entry._expected_crc = entry._expected_crc or None  # a checksum can be left out
            return entry.read()

    def get_record_offset(self, name):
        """Where the bytes of an entry begin."""
        start = self.file.getinfo(f"{self.root}/{name}").header_offset
        self.file.fp.seek(start + 26)
        lengths = self.file.fp.read(4)
        return start + 30 + int.from_bytes(lengths[:2], "little") + int.from_bytes(lengths[2:], "little")

    def serialization_id(self):
        """A number that says what is in the file."""
        return self.get_record(".data/serialization_id").decode() if self.has_record(".data/serialization_id") else ""


class PyTorchFileWriter:
    """An archive that is written entry by entry; it is in the file when all are there."""

    def __init__(self, file):
        self.file, self.entries = file, []

    def write_record(self, name, data, size):
        """Write the first `size` bytes of data: bytes, a string or a storage."""
        data = data.encode() if isinstance(data, str) else data
        data = data.untyped()._memory if storages.is_storage(data) else data
        self.entries.append((f"{ROOT}/{name}", memoryview(data).cast("B")[:size]))

    def write_record_metadata(self, name, size):
        """Leave room for `size` bytes that come later."""
        self.entries.append((f"{ROOT}/{name}", memoryview(bytes(size))))

    def write_end_of_file(self):
        """Write all entries, and the directory behind them."""
        entries = [*self.entries, (f"{ROOT}/version", b"3\n")]
        checks = [zlib.crc32(data) if config.save.compute_crc32 else 0 for _, data in entries]
        if hasattr(self.file, "write"):
            write_zip(self.file, entries, checks)
        else:
            write_file(self.file, lambda f: write_zip(f, entries, checks))


@contextmanager
def _open_zipfile_reader(name_or_buffer):
    reader = PyTorchFileReader(name_or_buffer)
    with reader.file:
        yield reader


@contextmanager
def _open_zipfile_writer(name_or_buffer):
    writer = PyTorchFileWriter(name_or_buffer)
    yield writer
    writer.write_end_of_file()


@contextmanager
def _open_file_like(name_or_buffer, mode):
    if not isinstance(name_or_buffer, (str, os.PathLike)):
        yield name_or_buffer
        return
    with open(name_or_buffer, mode) as file:
        yield file


def _is_zipfile(f):
    """Whether a zip file begins where an open file stands."""
    start = f.tell()
    found = f.read(4) == b"PK\3\4"
    f.seek(start)
    return found


# --- names -----------------------------------------------------------------------------------------------------------------


def get_unsafe_globals_in_checkpoint(f):
    """The names in a file that load() refuses with weights_only=True, as a list. Nothing is run.

    Errors: ValueError for what is no file of save() or torch.save. Source: PyTorch, the function of this name.
    """
    with _open_file_like(f, "rb") as file:
        if not _is_zipfile(file):
            raise ValueError("Expected input to be a checkpoint returned by torch.save")
        with _open_zipfile_reader(file) as reader:
            if reader.has_record("constants.pkl"):
                raise ValueError(
                    "Expected input to be a checkpoint returned by torch.save but got a torchscript checkpoint"
                )
            found = names_in(reader.get_record("data.pkl"))
    known = _weights_only_unpickler._get_allowed_globals() | _weights_only_unpickler._get_user_allowed_globals()
    return [name for name in found if name not in known]


def names_in(data):
    """The names in a pickle, each once."""
    found, texts = {}, []
    try:
        for op, arg, _ in genops(data):
            texts.append(arg) if isinstance(arg, str) and "UNICODE" in op.name else None
            if op.name in ("GLOBAL", "INST"):
                found[".".join(python3s(*arg.split(" ", 1)))] = None
            elif op.name == "STACK_GLOBAL":
                found[".".join(python3s(*texts[-2:]))] = None
    except BROKEN as error:
        raise UnpicklingError(f"the pickle is broken ({error})") from error
    return found


# --- places ----------------------------------------------------------------------------------------------------------------


def location_tag(storage):
    """The name of the device where a storage lies, as a file has it."""
    return str(storage.device)


def default_restore_location(storage, location):
    """A storage on the device of this name. Errors: RuntimeError for one that is not here."""
    check_location(location)
    if location == "meta":
        return type(storage)(storage.nbytes(), device="meta")
    return storage if location == str(getattr(storage, "device", "")) else storage.to(device=location)


def validate_cuda_device(location):
    """The number of a GPU. Errors: RuntimeError where there is none."""
    check_location(location)
    return device(location).index or 0


def check_module_version_greater_or_equal(module, req_version_tuple, error_if_malformed=True):
    """Whether a module's __version__ is at least this: a tuple of numbers or strings."""
    try:
        parts = module.__version__.split(".")
        found = tuple([type(wanted)(parts[place]) for place, wanted in enumerate(req_version_tuple)])
        return found >= tuple(req_version_tuple)
    except Exception as error:
        words = (
            f"'{module.__name__}' module version string is malformed '{module.__version__}' and cannot be compared with "
            f"tuple {req_version_tuple}"
        )
        if error_if_malformed:
            raise RuntimeError(words) from error
        warnings.warn(words + ", but continuing assuming that requirement is met", stacklevel=2)
        return True


@contextmanager
def mkdtemp():
    """A folder that is gone afterwards."""
    path = tempfile.mkdtemp()
    try:
        yield path
    finally:
        shutil.rmtree(path)
