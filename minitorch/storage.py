"""storage: UntypedStorage, TypedStorage, FloatStorage and its kin: the memory below tensors as a thing of its own (shelf)."""

import mmap
import operator

import numpy as np

from .backend import device as Device
from .backend import device_of, to_device
from .dtypes import ALL, get_default_dtype
from .ops.view.memory import memory_below, memory_of, root
from .ops.view.stride import address_of

__all__ = """
    BFloat16Storage BoolStorage ByteStorage CharStorage ComplexDoubleStorage ComplexFloatStorage DoubleStorage FloatStorage
    HalfStorage IntStorage LongStorage ShortStorage Storage TypedStorage UntypedStorage is_storage
""".split()


class _StorageBase:
    """What all storages can be asked for."""

    def __len__(self):
        return len(self._memory)

    def size(self):
        """The number of elements."""
        return len(self)

    def nbytes(self):
        """The number of bytes."""
        return self._memory.nbytes

    def element_size(self):
        """Bytes per element."""
        return self._memory.itemsize

    def data_ptr(self):
        """The address of the first byte."""
        return address_of(self._memory)

    _cdata = property(data_ptr)  # the same for storages that are the same memory

    def tolist(self):
        """The elements as a list."""
        return self._memory.tolist()

    device = property(lambda self: device_of(self._memory))
    is_cuda = property(lambda self: self.device.type == "cuda")

    def is_shared(self):
        """Whether it lies where forked processes see each other's changes; always so on a GPU."""
        return isinstance(memory_below(self._memory), mmap.mmap) or self.is_cuda

    def resizable(self):
        """Whether it can have another size: not what is mapped, or shared between processes."""
        return not isinstance(memory_below(self._memory), mmap.mmap)

    def resize_(self, size):
        """Let it have another number of elements; those that are there stay, new ones are 0. Tensors keep the old memory."""
        if not self.resizable():
            raise RuntimeError("Trying to resize storage that is not resizable")
        old = self._memory
        self._memory = np.zeros(size, old.dtype)
        self._memory[: len(old)] = old[:size]
        return self

    def fill_(self, value):
        """Give all elements one value."""
        self._memory[...] = value
        return self

    def copy_(self, source, non_blocking=None):
        """Take the bytes of another storage of the same size. Errors: RuntimeError for another size."""
        if source.nbytes() != self.nbytes():
            raise RuntimeError(
                f"size does not match, self was {self.nbytes()} bytes but src was {source.nbytes()} bytes"
            )
        self._memory.view("uint8")[...] = to_device(source._memory.view("uint8"), self.device)
        return self

    def clone(self):
        """The same in memory of its own."""
        return self._with(self._memory.copy())

    __copy__ = clone

    def __deepcopy__(self, memo):
        """A copy; of what shows the same memory, tensors too, the copies do so again."""
        memory = root(self._memory)
        if not self.nbytes() or type(memory) is not np.ndarray:
            return self.clone()
        if id(memory) not in memo:
            memo[id(memory)] = memory.copy(order="K")
        start = self.data_ptr() - address_of(memory)
        whole = memory_of(memo[id(memory)]).view("uint8")
        return self._with(whole[start : start + self.nbytes()].view(self._memory.dtype))

    def cpu(self):
        """The same on the CPU."""
        return self.to(device="cpu")

    def cuda(self, device="cuda", non_blocking=False):
        """The same on a GPU."""
        return self.to(device=device)

    def to(self, *, device, non_blocking=False):
        """The same on another device."""
        return self._with(to_device(self._memory, Device(device)))

    def __getitem__(self, index):
        index = operator.index(index)
        if not -len(self) <= index < len(self):
            raise IndexError(f"index {index} out of range for storage of size {len(self)}")
        return self._memory[index].item()

    def __setitem__(self, index, value):
        self._memory[index] = value

    def __iter__(self):
        return iter(self.tolist())

    def __eq__(self, other):
        same = isinstance(other, _StorageBase) and type(self) is type(other)
        return same and (self.data_ptr(), self.nbytes()) == (other.data_ptr(), other.nbytes())

    __hash__ = object.__hash__

    def __repr__(self):
        numbers = "\n ".join([str(n) for n in self.tolist()])
        kind = f"dtype={self.dtype}, " if isinstance(self, TypedStorage) else ""
        name = f"{type(self).__module__}.{type(self).__qualname__}"
        return f" {numbers}\n[{name}({kind}device={self.device}) of size {len(self)}]"


class UntypedStorage(_StorageBase):
    """The memory of a tensor as bytes: shared, not copied.

    *args   nothing, the number of bytes, or a sequence of them

    >>> import minitorch as mt
    >>> x = mt.zeros(2, 3)
    >>> x.untyped_storage().nbytes(), x[1].untyped_storage() == x.untyped_storage()
    (24, True)

    Source: PyTorch, torch.UntypedStorage.
    """

    def __init__(self, *args, device="cpu"):
        given = args[0] if args else 0
        memory = np.zeros(given, np.uint8) if isinstance(given, int) else np.array(given, np.uint8)
        self._memory = to_device(memory, Device(device))

    def _with(self, memory):
        return untyped(memory)

    def untyped(self):
        """The storage itself."""
        return self

    def __reduce__(self):
        return restored, (bytes(self._memory), None)


def untyped(memory):
    """The storage over an array of one dimension, whatever its dtype."""
    made = UntypedStorage.__new__(UntypedStorage)
    made._memory = memory.view("uint8")
    return made


class TypedStorage(_StorageBase):
    """The memory of a tensor as numbers of its dtype.

    *args         nothing, the number of elements, or a sequence of numbers
    wrap_storage  an UntypedStorage whose memory to use instead
    dtype         of the elements; None: the default dtype

    >>> import minitorch as mt
    >>> mt.FloatStorage([1, 2]).tolist(), mt.ones(2).storage().dtype
    ([1.0, 2.0], minitorch.float32)

    Source: PyTorch, torch.TypedStorage.
    """

    def __init__(self, *args, wrap_storage=None, dtype=None, device="cpu", _internal=False):
        self.dtype = dtype or get_default_dtype()
        if wrap_storage is not None:
            memory = wrap_storage._memory
            memory = memory[: len(memory) // self.dtype.itemsize * self.dtype.itemsize].view(self.dtype.numpy)
        else:
            given = args[0] if args else 0
            memory = np.zeros(given, self.dtype.numpy) if isinstance(given, int) else np.array(given, self.dtype.numpy)
        self._memory = to_device(memory, Device(device)) if wrap_storage is None else memory

    def _with(self, memory):
        return typed(memory, self.dtype)

    def untyped(self):
        """The same memory as bytes."""
        return untyped(self._memory)

    _untyped_storage = property(untyped)

    def pickle_storage_type(self):
        """The name of its type: "FloatStorage"."""
        return f"{self.dtype.title}Storage"

    def __reduce__(self):
        return restored, (bytes(self.untyped()._memory), self.dtype)


def typed(memory, kind):
    """The storage over an array of one dimension, of numbers of this dtype."""
    made = TypedStorage.__new__(TypedStorage)
    made._memory, made.dtype = memory, kind
    return made


def restored(data, kind):
    """A storage from its bytes, for pickle."""
    made = untyped(np.frombuffer(data, np.uint8).copy())
    return made if kind is None else TypedStorage(wrap_storage=made, dtype=kind)


# --- a class for each dtype ----------------------------------------------------------------------------------------------------


class _Legacy(type):
    """FloatStorage and its kin: what they make is a TypedStorage of their dtype."""

    def __call__(cls, *args, wrap_storage=None, device="cpu"):
        return TypedStorage(*args, wrap_storage=wrap_storage, dtype=cls.dtype, device=device)

    def __instancecheck__(cls, instance):
        return type(instance) is TypedStorage and instance.dtype is cls.dtype


for _kind in ALL:
    _name = f"{_kind.title}Storage"
    globals()[_name] = _Legacy(_name, (), {"dtype": _kind, "__module__": "minitorch", "__doc__": f"Of {_kind.name}."})

Storage = globals()["FloatStorage"]


def is_storage(obj):
    """Whether `obj` is a storage. Source: PyTorch, torch.is_storage."""
    return isinstance(obj, _StorageBase)
