"""loading: load, from a file to tensors, through a table of the only names that a file may use (core).

What PyTorch writes is not data but a program that makes data. Whoever runs it as Python would (`pickle.load`) runs
whatever its author wanted. Here every name that it can call stands in `names` below, and is a function of this file.
"""

import os
from collections import OrderedDict
from math import prod

import numpy as np

from .._extension import extension_point
from .._tensor import wrap
from ..backend import CPU, cuda_is_available, to_device
from ..backend import device as Device
from ..creation.tensor import leaf
from ..dtypes import ALL, BOOL, dtype
from .archive import Archive, UnpicklingError
from .unpickle import Call, Unpickler, check_keys, check_result

MAPPED = 2**28  # bytes: from this size on, a file is mapped instead of copied


def load(f, map_location=None, pickle_module=None, *, weights_only=None, mmap=None, **pickle_load_args):
    """The object that save() or torch.save wrote to a file. PyTorch is not needed, and the file runs nothing.

    f             a path, or an open binary file that can seek
    map_location  where storages go: a device, {device saved from: device}, or a function of a storage and its device;
                  None leaves them where they were
    weights_only  True, the default: tensors, numbers and containers, and what serialization.add_safe_globals names; a file
                  with anything else is refused. False: modules and other objects too, of classes that your program has
                  imported; no function that the file names is called, which PyTorch does with False
    mmap          True: the memory of the tensors is the file's, read when it is touched and copied when it is written to.
                  None: so for paths to 256 MB and more. Keep a mapped file as it is; save() over it is safe
    pickle_module and other arguments of pickle are accepted as in PyTorch and ignored: the file is never run by pickle

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
    may not have; RuntimeError for a device that is not here; ValueError for mmap=True without a path.
    Source: PyTorch, torch.load, "Serialization semantics".
    """
    weights_only = weights_only is None or bool(weights_only)
    if isinstance(f, str | bytes) or hasattr(f, "__fspath__"):
        with open(f, "rb") as file:
            mapped = os.fstat(file.fileno()).st_size >= MAPPED if mmap is None else bool(mmap)
            return read(file, os.fsdecode(f), map_location, mapped, weights_only)
    if mmap:
        raise ValueError("f must be a file path in order to use the mmap argument")
    for name in ("seek", "tell", "read"):
        if not hasattr(f, name):
            raise AttributeError(
                f"'{type(f).__name__}' object has no attribute '{name}': load from a file that is seekable"
            )
    return read(f, str(getattr(f, "name", type(f).__name__)), map_location, False, weights_only)


def read(file, name, map_location, mapped, weights_only):
    try:
        result = loader_for(file, weights_only)(file, mapped, map_location).run()
        check_result(result, (Call, Storage, StorageType, Typed))
        return result
    except UnpicklingError as error:
        error.args = (f"cannot load {name}: {error}",)
        raise


@extension_point
def loader_for(file, weights_only):
    """The class that reads a file. The shelf knows more: for modules, packed files, and PyTorch's older format."""
    return Loader


class Storage:
    """The memory of one or several tensors: bytes, and the device where they go."""

    def __init__(self, memory, swap, where=CPU):
        self.memory, self.swap, self.where = memory, swap, where
        self.arrays = {}  # {dtype: the memory as an array of it}

    def to(self, device, non_blocking=False):
        """This storage on another device. A function given as map_location may call it."""
        return Storage(self.memory, self.swap, Device(device))

    cpu = lambda self: self.to("cpu")
    cuda = lambda self, index=0: self.to(f"cuda:{index}")
    nbytes = lambda self: len(self.memory)

    def array(self, kind):
        """All the memory as one array of numbers of this kind."""
        if kind not in self.arrays:
            if self.arrays and self.swap and self.memory:
                raise UnpicklingError("a storage of numbers in another byte order is used as two kinds of numbers")
            self.arrays[kind] = to_device(numbers(self.memory, kind, self.swap), self.where)
        return self.arrays[kind]


def numbers(memory, kind, swap):
    """All of a memory as one array of numbers of this kind, without a copy; `swap` turns the bytes of each round first."""
    if not memory:
        return np.empty(0, kind.numpy)
    array = np.frombuffer(memory[: len(memory) // kind.itemsize * kind.itemsize], kind.numpy)
    if swap and kind.itemsize > 1:
        parts = array.view(f"u{kind.to_real().itemsize}")
        parts.byteswap(inplace=True)
    if kind.category == BOOL and array.view(np.uint8).max() > 1:
        raise UnpicklingError("a storage of bools holds bytes other than 0 and 1")
    return array


class StorageType:
    """The name of a type of storage in a file: `torch.FloatStorage`; `kind` is None if the tensor says what it holds."""

    def __init__(self, kind):
        self.kind = kind


class Typed:
    """A storage, and the dtype it was called by."""

    def __init__(self, storage, kind):
        self.storage, self.kind = storage, kind


class Loader:
    """Reads one archive."""

    def __init__(self, file, mapped, map_location):
        self.archive, self.map_location = Archive(file, mapped), map_location
        self.storages, self.spare = {}, self.archive.size

    def run(self):
        return Unpickler(self.archive.read("data.pkl"), self.names(), self.storage).run()

    def names(self):
        """All that a file may name: what it stands for."""
        names = {f"torch.{one.title}Storage": StorageType(one) for one in ALL}
        names |= {f"torch.{one.name}": one for one in ALL}
        names["torch.storage.UntypedStorage"] = StorageType(None)
        functions = {
            "torch._utils._rebuild_tensor": self.tensor, "torch._utils._rebuild_tensor_v2": self.tensor,
            "torch._utils._rebuild_tensor_v3": self.tensor_of_kind, "collections.OrderedDict": ordered,
        }  # fmt: skip
        return names | {name: Call(name, function) for name, function in functions.items()}

    # --- storages ------------------------------------------------------------------------------------------------------

    def storage(self, identity):
        """The storage that a persistent id names: ("storage", type, number, device, number of elements)."""
        check_identity(identity)
        _, kind, key, location, count = identity
        if key not in self.storages:
            self.storages[key] = self.placed(key, location)
        check_count(self.storages[key], *identity)
        return Typed(self.storages[key], kind.kind)

    def placed(self, key, location):
        """The storage of this number, on the device where it was, or where `map_location` says."""
        storage = Storage(self.archive.storage(f"data/{key}"), self.archive.big_endian == np.little_endian)
        to = self.map_location
        if callable(to):
            moved = to(storage, location)
            if moved is not None:
                return moved
        elif isinstance(to, dict):
            location = str(to.get(location, location))
        elif to is not None:
            location = str(to)
        check_location(location)
        return storage.to(location)

    # --- tensors -------------------------------------------------------------------------------------------------------

    def tensor(self, typed, offset, size, stride, requires_grad=False, hooks=None, metadata=None):
        if type(typed) is not Typed or typed.kind is None:
            raise UnpicklingError("a tensor has no storage with a dtype")
        return self.tensor_of_kind(typed, offset, size, stride, requires_grad, hooks, typed.kind, metadata)

    def tensor_of_kind(self, typed, offset, size, stride, requires_grad, hooks, kind, metadata=None):
        if type(typed) is not Typed or not isinstance(kind, dtype):
            raise UnpicklingError("a tensor has no storage, or no dtype")
        array = to_device(self.view(typed.storage.array(kind), offset, size, stride), typed.storage.where)
        for mark in metadata or {}:
            if mark not in ("conj", "neg"):
                raise UnpicklingError(f"a tensor has the unknown mark {str(mark)[:50]!r}")
            self.spare -= array.nbytes
            if self.spare < 0:
                raise UnpicklingError("its conjugates would take more memory than the file has bytes")
            array = (array.conj() if mark == "conj" else -array) if metadata[mark] else array
        return leaf(array, None, bool(requires_grad))

    def view(self, memory, offset, size, stride):
        """An array of any size and strides (in elements) over memory, if all of it lies inside."""
        check_numbers(offset, size, stride)
        last = offset + sum([(n - 1) * step for n, step in zip(size, stride, strict=True)])
        if 0 not in size and last >= memory.size:
            raise UnpicklingError(OUTSIDE.format(size, stride, offset, last + 1, memory.size))
        return strided(memory, offset, size, stride)


def check_identity(identity):
    """Raise unless a persistent id has the five parts of a storage."""
    tag, kind, key, location, _ = identity
    if tag != "storage" or type(kind) is not StorageType or type(key) is not str or type(location) is not str:
        raise UnpicklingError(f"it refers to something that is not a storage: {str(identity)[:100]}")


def check_count(storage, _, kind, key, location, count):
    """Raise unless a storage has the bytes of so many elements."""
    itemsize = kind.kind.itemsize if kind.kind else 1
    if type(count) is not int or count * itemsize != storage.nbytes():
        raise UnpicklingError(
            f"storage {key} should hold {count} elements of {itemsize} bytes, but data/{key} has {storage.nbytes()} bytes"
        )


def check_location(location):
    """Raise unless this names a device that is here."""
    name = location.partition(":")[0]
    if name not in ("cpu", "cuda", "meta"):
        words = f"don't know how to restore data location of a storage that was on {location[:50]!r}. "
        raise RuntimeError(words + "Use load() with map_location='cpu' to map your storages to the CPU.")
    if name == "cuda" and not cuda_is_available():
        words = "Attempting to deserialize object on a CUDA device but minitorch.cuda.is_available() is False. "
        raise RuntimeError(words + "Use load() with map_location='cpu' to map your storages to the CPU.")


OUTSIDE = "a tensor of size {}, strides {} and offset {} needs {} elements, but its storage has {}"


def check_numbers(offset, size, stride):
    """Raise unless these are integers, none of them negative, and a stride for each dimension."""
    numbers = (offset, *size, *stride)
    if len(size) != len(stride) or not all([type(n) is int and 0 <= n < 2**63 for n in numbers]):
        raise UnpicklingError(f"a tensor cannot have size {size}, strides {stride} and offset {offset}")


def strided(memory, offset, size, stride):
    """The array of this size over memory, without a copy; what it shows lies inside."""
    if prod(size) * memory.itemsize >= 2**63 or len(size) > 64:
        raise UnpicklingError(f"a tensor of size {size} is too large")
    if 0 in size:
        return memory[:0].reshape(size)
    if type(memory) is np.ndarray:
        steps = [n * memory.itemsize for n in stride]
        return np.ndarray(size, memory.dtype, memory, offset * memory.itemsize, steps)
    return wrap(memory).as_strided(size, stride, offset)._array


def ordered(pairs=()):
    pairs = [(key, value) for key, value in pairs]
    check_keys([key for key, _ in pairs])
    return OrderedDict(pairs)
