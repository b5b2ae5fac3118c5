"""hardened: checks of files that are not checkpoints or claim too much, and storages for map_location (shelf)."""

import os
import struct
import sys
import zipfile

from ..backend import CPU, cuda_is_available
from ..backend import device as Device
from ..dtypes import BOOL
from .archive import UnpicklingError

GROWTH, FREE = 100, 2**26  # entries may be so many times as large as the file, and so many bytes in any case


def check_archive(f):
    """Raise for a zip file that is not a checkpoint, not for this machine, or claims too much memory."""
    size = f.seek(0, os.SEEK_END)
    try:
        archive = zipfile.ZipFile(f)
    except (zipfile.BadZipFile, NotImplementedError, ValueError, struct.error) as error:
        raise UnpicklingError(f"it is not a whole zip file, as PyTorch's are since version 1.6 ({error})") from error
    entries = {one.filename.partition("/")[2]: one for one in archive.infolist()}
    total = sum([one.file_size for one in entries.values()])
    if total > max(FREE, GROWTH * size):
        raise UnpicklingError(f"its entries would take {total} bytes: unpack it yourself if you trust it")
    if "data.pkl" not in entries:
        raise UnpicklingError("it is a zip file, but data.pkl is missing: it was not written by save()")
    if "constants.pkl" in entries:
        raise UnpicklingError("it is a TorchScript program: save the state_dict() of the module instead")
    if "byteorder" in entries and archive.read(entries["byteorder"]) != sys.byteorder.encode():
        raise UnpicklingError("its numbers have their bytes in another order than this machine's")


class Placed:
    """A storage as a function sees it that is given as map_location: its bytes, and the device where they go."""

    def __init__(self, memory, where=CPU):
        self.memory, self.where = memory, where

    def to(self, device, non_blocking=False):
        return Placed(self.memory, Device(device))

    cpu = lambda self: self.to("cpu")
    cuda = lambda self, index=0: self.to(f"cuda:{index}")
    nbytes = lambda self: len(self.memory)


def default_restore_location(storage, location):
    """The storage on a device, for a function that is given as map_location. Source: PyTorch, torch.serialization."""
    check_location(location)
    return storage.to(location)


def check_location(location):
    """Raise unless this names a device that is here."""
    name = str(location).partition(":")[0]
    if name not in ("cpu", "cuda", "meta"):
        words = f"don't know how to restore data location of a storage that was on {str(location)[:50]!r}. "
    elif name == "cuda" and not cuda_is_available():
        words = "Attempting to deserialize object on a CUDA device but minitorch.cuda.is_available() is False. "
    else:
        return
    raise UnpicklingError(words + "Use load() with map_location='cpu' to map your storages to the CPU.")


OUTSIDE = "a tensor of size {}, strides {} and offset {} needs {} elements, but its storage has {}"


def check_inside(count, offset, size, stride):
    """Raise unless these are integers of at least 0, and a tensor of this size lies inside a storage of `count` elements."""
    numbers = (offset, *size, *stride)
    if len(size) != len(stride) or not all([type(n) is int and 0 <= n < 2**63 for n in numbers]):
        raise UnpicklingError(f"a tensor cannot have size {size}, strides {stride} and offset {offset}")
    last = offset + sum([(n - 1) * step for n, step in zip(size, stride, strict=True)])
    if 0 not in size and last >= count:
        raise UnpicklingError(OUTSIDE.format(size, stride, offset, last + 1, count))


def check_bools(memory, kind):
    """Raise if an array of bytes is said to hold bools, and has others than 0 and 1."""
    if kind.category == BOOL and memory.nbytes and memory.max() > 1:
        raise UnpicklingError("a storage of bools holds bytes other than 0 and 1")
