"""loading: load, from a file to tensors, through a table of the only names that a file may use (core).

What PyTorch writes is not data but a program that makes data. Whoever runs it as Python would (`pickle.load`) runs
whatever its author wanted. Here every name that it can call stands in `Loader.names`, and makes data.
"""

import codecs
import io
import os
from collections import Counter, OrderedDict, namedtuple
from math import prod

import numpy as np

from .._extension import extension_point
from .._tensor import Tensor, wrap
from ..backend import CPU, cuda_is_available, to_device
from ..backend import device as Device
from ..creation.tensor import leaf
from ..dtypes import ALL, BOOL, dtype, uint8
from ..nn.parameter import Parameter
from ..size import Size
from .archive import Archive, UnpicklingError
from .unpickle import Unpickler

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
    may not have, also for a device that is not here; ValueError for mmap=True without a path.
    Source: PyTorch, torch.load, "Serialization semantics".
    """
    weights_only = weights_only is None or bool(weights_only)
    if isinstance(f, str | bytes) or hasattr(f, "__fspath__"):
        with open(f, "rb") as file:
            mapped = os.fstat(file.fileno()).st_size >= MAPPED if mmap is None else bool(mmap)
            return read(file, os.fsdecode(f), map_location, mapped, weights_only)
    if mmap:
        raise ValueError("f must be a file path in order to use the mmap argument")
    if not (hasattr(f, "seek") and hasattr(f, "read")):
        raise AttributeError(f"load() needs a path or a file that is seekable, and got a {type(f).__name__}")
    return read(f, str(getattr(f, "name", type(f).__name__)), map_location, False, weights_only)


def read(file, name, map_location, mapped, weights_only):
    try:
        return loader_for(file, weights_only)(file, mapped, map_location).run()
    except UnpicklingError as error:
        error.args = (f"cannot load {name}: {error}",)
        raise
    except OSError:
        raise
    except Exception as error:  # of a broken file it can be any
        raise UnpicklingError(f"cannot load {name}: it is broken ({type(error).__name__}: {error})") from error


@extension_point
def loader_for(file, weights_only):
    """The class that reads a file. The shelf knows more: modules, float8, and PyTorch's older format."""
    return Loader


# --- storages --------------------------------------------------------------------------------------------------------------


class Storage:
    """The memory of one or several tensors: bytes, and the device where they go."""

    def __init__(self, memory, where=CPU):
        self.memory, self.where = memory, where
        self.arrays = {}  # {dtype: the memory as an array of it}

    def to(self, device, non_blocking=False):
        """This storage on another device. A function given as map_location may call it."""
        return Storage(self.memory, Device(device))

    cpu = lambda self: self.to("cpu")
    cuda = lambda self, index=0: self.to(f"cuda:{index}")
    nbytes = lambda self: len(self.memory)

    def array(self, kind):
        """All the memory as one array of numbers of this kind."""
        if kind not in self.arrays:
            self.arrays[kind] = to_device(numbers(self.memory, kind), self.where)
        return self.arrays[kind]


def numbers(memory, kind):
    """All of a memory as one array of numbers of this kind, without a copy."""
    if not memory:
        return np.empty(0, kind.numpy)
    array = np.frombuffer(memory[: len(memory) // kind.itemsize * kind.itemsize], kind.numpy)
    if kind.category == BOOL and array.view(np.uint8).max() > 1:
        raise UnpicklingError("a storage of bools holds bytes other than 0 and 1")
    return array


Typed = namedtuple("Typed", "storage kind")  # a storage, and the dtype it was called by


class Loader:
    """Reads one archive."""

    def __init__(self, file, mapped, map_location):
        self.archive, self.map_location = Archive(file, mapped), map_location
        self.storages = {}  # {its number in the file: Storage}

    def run(self):
        return self.machine(io.BytesIO(self.archive.storage("data.pkl")), self.storage).load()

    def machine(self, file, storage_of):
        return Unpickler(file, self.names(), storage_of)

    def names(self):
        """All that a file may name: what it stands for. What can be called makes data, and does nothing else."""
        dtypes = {f"torch.{one.name}": one for one in ALL}
        storages = {f"torch.{one.title}Storage": one for one in ALL}
        return dtypes | storages | {
            "torch.storage.UntypedStorage": uint8, "torch._utils._rebuild_tensor": self.tensor,
            "torch._utils._rebuild_tensor_v2": self.tensor, "torch._utils._rebuild_tensor_v3": self.tensor_of_kind,
            "torch._utils._rebuild_parameter": parameter, "torch.Size": Size, "torch.device": Device,
            "collections.OrderedDict": OrderedDict, "collections.Counter": Counter, "builtins.set": set,
            "builtins.frozenset": frozenset, "builtins.complex": complex, "builtins.bytearray": bytes_of,
            "builtins.bytes": lambda: b"", "_codecs.encode": encode,
        }  # fmt: skip

    # --- storages ------------------------------------------------------------------------------------------------------

    def storage(self, identity):
        """The storage that a persistent id names: ("storage", dtype, number, device, number of elements)."""
        check_identity(identity)
        _, kind, key, location, count = identity
        if key not in self.storages:
            self.storages[key] = self.placed(key, location)
        check_count(self.storages[key], *identity)
        return Typed(self.storages[key], kind)

    def placed(self, key, location):
        """The storage of this number, on the device where it was, or where `map_location` says."""
        storage = Storage(self.archive.storage(f"data/{key}"))
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
        return self.tensor_of_kind(typed, offset, size, stride, requires_grad, hooks, typed.kind, metadata)

    def tensor_of_kind(self, typed, offset, size, stride, requires_grad, hooks, kind, metadata=None):
        if type(typed) is not Typed or not isinstance(kind, dtype):
            raise UnpicklingError("a tensor has no storage, or no dtype")
        array = to_device(self.view(typed.storage.array(kind), offset, size, stride), typed.storage.where)
        for mark, put_off in (metadata or {}).items():  # what PyTorch has put off
            array = {"conj": array.conj, "neg": array.__neg__}[mark]() if put_off else array
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
    if tag != "storage" or not isinstance(kind, dtype) or type(key) is not str or type(location) is not str:
        raise UnpicklingError(f"it refers to something that is not a storage: {str(identity)[:100]}")


def check_count(storage, _, kind, key, location, count):
    """Raise unless a storage has the bytes of so many elements."""
    if type(count) is not int or count * kind.itemsize != storage.nbytes():
        raise UnpicklingError(
            f"storage {key} should hold {count} elements of {kind.itemsize} bytes, but it has {storage.nbytes()} bytes"
        )


def check_location(location):
    """Raise unless this names a device that is here."""
    name = location.partition(":")[0]
    if name not in ("cpu", "cuda", "meta"):
        words = f"don't know how to restore data location of a storage that was on {location[:50]!r}. "
    elif name == "cuda" and not cuda_is_available():
        words = "Attempting to deserialize object on a CUDA device but minitorch.cuda.is_available() is False. "
    else:
        return
    raise UnpicklingError(words + "Use load() with map_location='cpu' to map your storages to the CPU.")


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


# --- other things ------------------------------------------------------------------------------------------------------------


def parameter(data, requires_grad, hooks):
    if not isinstance(data, Tensor):
        raise UnpicklingError(f"a parameter is made of a {type(data).__name__}")
    return Parameter(data, bool(requires_grad))


def encode(text, encoding):
    """How pickle writes bytes: as text in which each letter stands for one byte."""
    if encoding != "latin1":
        raise UnpicklingError(f"it encodes text as {str(encoding)[:50]!r}; only 'latin1' is used for bytes")
    return codecs.encode(text, "latin1")


def bytes_of(content=b"", *encoding):
    """A bytearray of bytes or text, not one of any length."""
    return bytearray(memoryview(content)) if not encoding else bytearray(content, *encoding)
