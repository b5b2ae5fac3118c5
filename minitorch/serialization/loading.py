"""loading: load, from a file to tensors, through a table of the only names that a file may use (core).

What PyTorch writes is not data but a program that makes data. Whoever runs it as Python would (`pickle.load`) runs
whatever its author wanted. Here every name that it can call stands in `names` below, and is a function of this file.
"""

import os
from collections import Counter, OrderedDict
from math import prod

import numpy as np

from .._holes import hole
from .._tensor import Size, Tensor, wrap
from .._tower import load as loaded
from ..backend import CPU, cuda_is_available, to_device
from ..backend import device as Device
from ..creation.tensor import leaf
from ..dtypes import ALL, BOOL, dtype
from ..memory_format import COMPRESSED, sparse_coo
from ..memory_format import strided as in_rows
from ..meta import room
from ..nn.parameter import Buffer, Parameter
from .archive import Archive, UnpicklingError
from .unpickle import Call, Unpickler, check_keys, check_result

MAPPED = 2**28  # bytes: from this size on, a file is mapped instead of copied


def load(f, map_location=None, pickle_module=None, *, weights_only=None, mmap=None, **pickle_load_args):
    """The object that save() or torch.save wrote to a file. PyTorch is not needed, and the file runs nothing.

    f             a path, or an open binary file that can seek
    map_location  where storages go: a device, {device saved from: device}, or a function of a storage and its device;
                  None leaves them where they were
    weights_only  True, the default: tensors, numbers and containers, and what serialization.add_safe_globals names; a file
                  with anything else is refused. False: objects too, of classes that your program has imported, made as
                  these classes say; no function that the file names is called, which PyTorch does with False
    pickle_module with weights_only=False: a module of your own whose Unpickler reads the file instead, and may call what it
                  likes. For Python's pickle stands the machine that runs nothing
    mmap          True: the memory of the tensors is the file's, read when it is touched and copied when it is written to.
                  None: so for paths to 256 MB and more. Keep a mapped file as it is; save() over it is safe
    encoding      of strings in pickles that Python 2 wrote; "bytes": they stay bytes

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
    weights_only, mmap, encoding = chosen(pickle_module, weights_only, mmap, pickle_load_args)
    if isinstance(f, str | bytes) or hasattr(f, "__fspath__"):
        with open(f, "rb") as file:
            mapped = os.fstat(file.fileno()).st_size >= MAPPED and "large" if mmap is None else bool(mmap)
            return read(file, os.fsdecode(f), map_location, mapped, weights_only, encoding)
    if mmap:
        raise ValueError("f must be a file path in order to use the mmap argument")
    for name in ("seek", "tell", "read"):
        if not hasattr(f, name):
            raise AttributeError(
                f"'{type(f).__name__}' object has no attribute '{name}'. You can only torch.load from a file that is seekable. "
                "Please pre-load the data into a buffer like io.BytesIO and try to load from it instead."
            )
    return read(f, str(getattr(f, "name", type(f).__name__)), map_location, False, weights_only, encoding)


def read(file, name, map_location, mapped, weights_only, encoding):
    try:
        loader = loader_for(file, weights_only)(file, mapped, map_location)
        loader.encoding = encoding
        result = with_storages(loader.run())
        check_result(result, (Call, Storage, StorageType, Typed))
        return result
    except UnpicklingError as error:
        error.args = (f"cannot load {name}: {error}",)
        raise


@hole
def chosen(pickle_module, weights_only, mmap, more):
    """What load does with its arguments: weights_only, mmap, encoding. The shelf looks at the environment, too."""
    return weights_only is not False, mmap, more.get("encoding", "utf-8")


@hole
def loader_for(file, weights_only):
    """The class that reads a file. The shelf knows one more for whole modules, and one for PyTorch's older format."""
    return Loader


@hole
def with_storages(result):
    """What was read; storages lie only under tensors. The shelf knows them as objects, too."""
    return result


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

    machine, encoding = Unpickler, "utf-8"

    def __init__(self, file, mapped, map_location):
        self.archive, self.map_location = Archive(file, mapped), map_location
        self.storages, self.spare = {}, self.archive.size

    def run(self):
        return self.machine(self.archive.read("data.pkl"), self.names(), self.storage, self.encoding).run()

    def names(self):
        """All that a file may name: what it stands for."""
        names = {f"torch.{one.title}Storage": StorageType(one) for one in ALL}
        names |= {f"torch.{one.name}": one for one in ALL}
        names["torch.storage.UntypedStorage"] = StorageType(None)
        functions = {
            "torch._utils._rebuild_tensor": self.tensor, "torch._utils._rebuild_tensor_v2": self.tensor,
            "torch._utils._rebuild_tensor_v3": self.tensor_of_kind, "torch._utils._rebuild_parameter": parameter,
            "torch._utils._rebuild_parameter_with_state": parameter, "torch._tensor._rebuild_from_type_v2": with_state,
            "torch._utils._rebuild_meta_tensor_no_storage": on_meta,
            "torch._utils._rebuild_sparse_tensor": sparse_tensor, "torch.serialization._get_layout": layout_named,
            "torch.Tensor": None, "torch.nn.parameter.Parameter": Parameter, "torch.Size": size, "torch.device": Device,
            "collections.OrderedDict": ordered, "collections.Counter": counter, "_codecs.encode": encode,
        }  # fmt: skip
        for kind in (set, frozenset, list, tuple, bytes, bytearray, int, float, bool, complex):
            functions[f"builtins.{kind.__name__}"] = builtin(kind)
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
        raise RuntimeError(
            f"don't know how to restore data location of a storage that was on {location[:50]!r}. "
            "Use load() with map_location='cpu' to map your storages to the CPU."
        )
    if name == "cuda" and not cuda_is_available():
        raise RuntimeError(
            "Attempting to deserialize object on a CUDA device but minitorch.cuda.is_available() is False. "
            "If you are running on a CPU-only machine, please use load() with map_location='cpu' "
            "to map your storages to the CPU."
        )


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


def parameter(data, requires_grad, hooks, state=None):
    if not isinstance(data, Tensor):
        raise UnpicklingError(f"a parameter is made of a {type(data).__name__}")
    made = Parameter(data, bool(requires_grad))
    vars(made).update(attributes(state))
    return made


def on_meta(kind, size, stride, requires_grad):
    """A tensor without numbers, in the order of its strides."""
    if (
        not isinstance(kind, dtype)
        or prod(size) > 2**60
        or not all([type(n) is int and n >= 0 for n in (*size, *stride)])
    ):
        raise UnpicklingError("a tensor on the device 'meta' has a dtype, a size and strides")
    order = sorted(range(len(size)), key=lambda dim: -stride[dim])
    made = room([size[dim] for dim in order], kind.numpy).transpose(np.argsort(order).astype(int).tolist())
    return wrap(made).requires_grad_(bool(requires_grad))


def layout_named(name):
    """A way to store numbers."""
    found = {f"torch.{one.name}": one for one in (in_rows, sparse_coo, *COMPRESSED)}.get(name)
    if found is None:
        raise UnpicklingError(f"a tensor has the layout {str(name)[:50]!r}, which there is not here")
    return found


def sparse_tensor(layout, parts):
    """A sparse tensor of its indices, values and size; all places must be inside."""
    count = 3 if layout in COMPRESSED else 2
    if not all([isinstance(one, Tensor) and one.layout is in_rows for one in parts[:count]]) or len(parts) <= count:
        raise UnpicklingError("a sparse tensor is made of others")
    size, coalesced = parts[count], parts[3] if count == 2 and len(parts) > 3 else None
    try:
        if layout in COMPRESSED:
            return loaded("minitorch.sparse.compressed_creation").checked(*parts[:3], size, layout)
        make = loaded("minitorch.sparse.creation").sparse_coo_tensor
        return make(*parts[:2], size, check_invariants=True, is_coalesced=coalesced)
    except (TypeError, ValueError, IndexError) as error:
        raise UnpicklingError(f"a sparse tensor's parts do not fit: {error}") from None


def with_state(function, kind, args, state):
    """A tensor with attributes of its own; a Buffer is a tensor with the attribute _is_buffer."""
    if type(function) is not Call or "._rebuild_" not in function.name or function.name.endswith("_from_type_v2"):
        raise UnpicklingError("a tensor is made by something that does not make tensors")
    made, own = function(*args), attributes(state)
    if own.pop("_is_buffer", False):
        made = Buffer(made)
    vars(made).update(own)
    return made


def attributes(state):
    """The attributes of a tensor, none of which may hide what a tensor can do."""
    state = state[0] if type(state) is tuple else state
    own = dict(state or {})
    hidden = [name for name in own if type(name) is not str or (hasattr(Tensor, name) and name != "_is_buffer")]
    if hidden:
        raise UnpicklingError(f"a tensor's attribute {str(hidden[0])[:50]!r} would hide what a tensor needs")
    return own


# --- Python's own kinds ------------------------------------------------------------------------------------------------------


def size(lengths):
    if not all([type(n) is int for n in lengths]):
        raise UnpicklingError("a Size may only hold integers")
    return Size(lengths)


def ordered(pairs=()):
    pairs = [(key, value) for key, value in pairs]
    check_keys([key for key, _ in pairs])
    return OrderedDict(pairs)


def counter(counts):
    return Counter(counts if type(counts) is dict else check_keys(list(counts)))


def encode(text, encoding):
    """How pickle writes bytes: as text in which each letter stands for one byte."""
    if encoding != "latin1":
        raise UnpicklingError(f"it encodes text as {str(encoding)[:50]!r}; only 'latin1' is used for bytes")
    return text.encode("latin1")


def builtin(kind):
    """The function that makes a builtin of arguments that are no larger than the result."""
    takes = {bytes: (bytes, list), bytearray: (bytes, list)}.get(kind, (int, float, bool, str, list, tuple))

    def make(*args):
        if not all([type(one) in takes for one in args]) or (len(args) > 1 and kind is not complex):
            raise UnpicklingError(f"it makes a {kind.__name__} of something strange")
        if kind in (set, frozenset) and args:
            check_keys(args[0])
        return kind(*args)

    return make
