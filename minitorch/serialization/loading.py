"""loading: load, from a file to tensors, through a table of the only names that a file may use (core).

What PyTorch writes is a program that makes data. Python (`pickle.load`) would run whatever its author wrote. Here, a file can
call only what is in `Loader.names`, and all of that makes data.
"""

import os
from collections import OrderedDict, namedtuple

import numpy as np

from .._extension import extension_point
from .._tensor import Tensor, wrap
from ..backend import device as Device
from ..backend import to_device
from ..creation.tensor import leaf
from ..dtypes import ALL, dtype, uint8
from ..nn.parameter import Parameter
from ..size import Size
from .archive import UnpicklingError, read_archive
from .unpickle import Unpickler


def load(
    f, map_location=None, pickle_module=None, *, weights_only=None, mmap=None, **pickle_load_args
):  # fmt: skip
    """The object that save() or torch.save wrote to a file. PyTorch is not needed, and the file runs nothing.

    f             a path, or an open binary file that can seek
    map_location  where storages go: a device, {device saved from: device}, or a function of a storage and its device;
                  None leaves them where they were
    weights_only  True, the default: tensors, numbers and containers, and what serialization.add_safe_globals names; a file
                  with anything else is refused. False: modules and other objects too, of classes that your program has
                  imported; no function that the file names is called, which PyTorch does with False
    mmap, pickle_module and other arguments of pickle are accepted as in PyTorch and ignored: the file is read into memory, and
                  never run by pickle

    Tensors that shared memory share it again, except conjugates that PyTorch had put off: those are computed here.

    >>> import io
    >>> import minitorch as mt
    >>> f = io.BytesIO()
    >>> x = mt.zeros(3)
    >>> mt.save([x, x[:2]], f)
    >>> whole, part = mt.load(f)
    >>> part += 1
    >>> whole
    tensor([1., 1., 0.])

    Errors: UnpicklingError, which is also a RuntimeError, for a file that is broken, of another format, or asks for what it
    may not have, also for a device that is not here.
    Source: PyTorch, torch.load, "Serialization semantics".
    """
    weights_only = weights_only is None or bool(weights_only)
    if isinstance(f, str | bytes) or hasattr(f, "__fspath__"):
        with open(f, "rb") as file:
            return read(file, os.fsdecode(f), map_location, weights_only)
    if not (hasattr(f, "seek") and hasattr(f, "read")):
        kind = type(f).__name__
        raise AttributeError(f"load() needs a path or a file that is seekable, and got a {kind}")
    return read(f, str(getattr(f, "name", type(f).__name__)), map_location, weights_only)


def read(file, name, map_location, weights_only):
    """What is in a file. Whatever is wrong with it, an UnpicklingError says so."""
    try:
        return loader_class(file, weights_only)(file, map_location).run()
    except UnpicklingError as error:
        error.args = (f"cannot load {name}: {error}",)
        raise
    except OSError:
        raise
    except Exception as error:  # of a broken file it can be any
        kind = type(error).__name__
        raise UnpicklingError(f"cannot load {name}: it is broken ({kind}: {error})") from error


@extension_point
def loader_class(file, weights_only):
    """The class that reads a file. The shelf knows more: whole modules and other objects."""
    return Loader


Storage = namedtuple("Storage", "memory kind")  # bytes as an array, and the dtype that the file calls them by


class Loader:
    """Reads one file: its entries, and the storages that were made of them, {number in the file: array of bytes}."""

    def __init__(self, file, map_location=None):
        self.entries, self.map_location, self.storages = self.read_entries(file), map_location, {}

    def read_entries(self, file):
        return read_archive(file)

    def run(self):
        return Unpickler(self.names(), self.storage).run(bytes(self.entries["data.pkl"]))

    def names(self):
        """All that a file may name: what it stands for. What can be called makes data, and does nothing else."""
        dtypes = {f"torch.{one.name}": one for one in ALL}
        storages = {f"torch.{one.title}Storage": one for one in ALL}
        return dtypes | storages | {
            "torch.storage.UntypedStorage": uint8, "torch._utils._rebuild_tensor_v2": self.tensor,
            "torch._utils._rebuild_tensor_v3": self.tensor, "torch._utils._rebuild_parameter": parameter,
            "torch.Size": Size, "torch.device": Device, "collections.OrderedDict": OrderedDict,
        }  # fmt: skip

    def storage(self, identity):
        """The storage that a persistent id names: ("storage", dtype, number, device, number of elements)."""
        _, kind, key, location, _ = identity
        if key not in self.storages:
            self.storages[key] = self.place(self.entries[f"data/{key}"], location)
        return Storage(self.storages[key], kind)

    def place(self, memory, location):
        """The bytes of a storage as an array, on the device where it was, or where `map_location` says."""
        to = self.map_location
        to = to.get(location, location) if isinstance(to, dict) else location if to is None else to
        return to_device(np.frombuffer(memory, np.uint8), to)

    def tensor(self, storage, offset, size, stride, requires_grad=False, hooks=None, kind=None):
        """The tensor that lies at an offset in a storage, with a size and strides, counted in elements."""
        kind = storage.kind if kind is None else kind
        if type(storage) is not Storage or not isinstance(kind, dtype):
            raise UnpicklingError("a tensor has no storage, or no dtype")
        count = len(storage.memory) // kind.itemsize
        memory = storage.memory[: count * kind.itemsize].view(kind.numpy)
        return leaf(view(memory, offset, size, stride), None, bool(requires_grad))


def view(memory, offset, size, stride):
    """An array of any size and strides (in elements) over memory. Raises if a part of it would lie outside."""
    if type(memory) is not np.ndarray:
        return wrap(memory).as_strided(size, stride, offset)._array
    steps = [n * memory.itemsize for n in stride]
    return np.ndarray(size, memory.dtype, memory, offset * memory.itemsize, steps)


def parameter(data, requires_grad, hooks):
    if not isinstance(data, Tensor):
        raise UnpicklingError(f"a parameter is made of a {type(data).__name__}")
    return Parameter(data, bool(requires_grad))
