"""storage: UntypedStorage, TypedStorage, FloatStorage and its kin: the memory below tensors as a thing of its own (shelf)."""

import mmap
import operator
import sys

import numpy as np

from .backend import device as Device
from .backend import device_of, to_device
from .dtypes import ALL, get_default_dtype
from .dtypes import dtype as Dtype
from .ops.view.resized import resized
from .ops.view.stride import address_of, memory_below, memory_of, root

__all__ = """
    BFloat16Storage BoolStorage ByteStorage CharStorage ComplexDoubleStorage ComplexFloatStorage DoubleStorage FloatStorage
    HalfStorage IntStorage LongStorage ShortStorage Storage TypedStorage UntypedStorage is_storage
""".split()
KINDS = {
    f"{one.title}Storage": one
    for one in ALL
    if one.name not in ("uint16", "uint32", "uint64")  # these have no storage type in PyTorch
}


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

    def __sizeof__(self):
        return self.nbytes() + (32 if isinstance(self, UntypedStorage) else 24)  # as PyTorch's objects

    def element_size(self):
        """Bytes per element."""
        return self._memory.itemsize

    def data_ptr(self):
        """The address of the first byte."""
        return address_of(self._memory)

    def tolist(self):
        """The elements as a list."""
        return self._memory.tolist()

    @property
    def device(self):
        return device_of(self._memory)

    @property
    def is_cuda(self):
        return self.device.type == "cuda"

    @property
    def _cdata(self):
        """A number that is the same for storages that are the same memory: here, the address."""
        return self.data_ptr()

    def get_device(self):
        """The number of the GPU; -1 on the CPU."""
        return self.device.index if self.is_cuda else -1

    def is_shared(self):
        """Whether it lies where forked processes see each other's changes; always so on a GPU."""
        return isinstance(memory_below(self._memory), mmap.mmap) or self.is_cuda

    def is_pinned(self, device="cuda"):
        """Whether a GPU can read it by itself: not here."""
        return False

    _shown_by = None  # the tensor that it was asked of

    def resizable(self):
        """Whether it can have another size: not what is mapped, or shared between processes."""
        return not isinstance(memory_below(self._memory), mmap.mmap)

    def resize_(self, size):
        """Let it have another number of elements; those that are there stay, new ones are not set.

        The tensor that it was asked of moves to the new memory with it; views of that one show the old. A tensor that needs
        more than there is shows zeros where PyTorch's shows memory that is gone.

        >>> import minitorch as mt
        >>> x = mt.ones(2)
        >>> x.untyped_storage().resize_(16).nbytes(), x.untyped_storage().nbytes(), x
        (16, 16, tensor([1., 1.]))

        Errors: RuntimeError for memory that is mapped or shared.
        """
        if size != len(self):
            self._memory = resized(self, size)
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

    def cuda(self, device=None, non_blocking=False):
        """The same on a GPU."""
        return self.to(device="cuda" if device is None else device)

    def to(self, *, device, non_blocking=False):
        """The same on another device."""
        return self._with(to_device(self._memory, Device(device)))

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
        return f" {numbers}\n[{type(self).__module__}.{type(self).__qualname__}({self._about()}) of size {len(self)}]"

    __str__ = __repr__

    def _about(self):
        return f"device={self.device}"


class UntypedStorage(_StorageBase):
    """The memory of a tensor as bytes: shared, not copied.

    *args   nothing, the number of bytes, or a sequence of them

    >>> import minitorch as mt
    >>> x = mt.zeros(2, 3)
    >>> x.untyped_storage().nbytes(), x[1].untyped_storage() == x.untyped_storage()
    (24, True)

    Source: PyTorch, torch.UntypedStorage.
    """

    def __init__(self, *args, device=None):
        given = args[0] if args else 0
        if isinstance(given, (float, complex)) or given is None:
            raise RuntimeError(f"torch.UntypedStorage(): Expected a sequence type, but got {type(given).__name__}")
        memory = np.zeros(given, np.uint8) if isinstance(given, int) else np.array(bytes_of(given), np.uint8)
        self._memory = to_device(memory, Device(device or "cpu"))

    def _with(self, memory):
        return untyped(memory)

    def untyped(self):
        """The storage itself."""
        return self

    def type(self):
        """The name of the class."""
        return f"{type(self).__module__}.{type(self).__qualname__}"

    def new(self):
        """An empty storage of the same kind."""
        return UntypedStorage(device=self.device)

    def byteswap(self, dtype):
        """Turn the bytes of each number round, in place."""
        if dtype.itemsize > 1:
            self._memory.view(f"u{dtype.to_real().itemsize}").byteswap(inplace=True)

    @classmethod
    def from_buffer(cls, buffer, byte_order=None, *, dtype=None):
        """The bytes of a buffer, copied."""
        return untyped(np.frombuffer(buffer, np.uint8).copy())

    def __getitem__(self, index):
        if isinstance(index, slice):
            return untyped(self._memory[index])
        return self._memory[check_index(index, len(self))].item()

    def __reduce__(self):
        return restored, (bytes(self._memory), None)


def bytes_of(given):
    for one in given:
        if not isinstance(one, int):
            raise RuntimeError(
                f"torch.UntypedStorage(): tried to construct a storage from a sequence ({type(given).__name__}), but one of "
                f"the items was of type {type(one).__name__} instead of int"
            )
    return list(given)


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

    Errors: TypeError, RuntimeError for arguments of another kind. Source: PyTorch, torch.TypedStorage.
    """

    def __init__(self, *args, wrap_storage=None, dtype=None, device=None, _internal=False):
        check_arguments(type(self), args, wrap_storage)
        self.dtype = dtype or get_default_dtype()
        if wrap_storage is not None:
            memory = wrap_storage._memory.view("uint8")
            memory = memory[: len(memory) // self.dtype.itemsize * self.dtype.itemsize]
        else:
            given = args[0] if args else 0
            memory = np.zeros(given, self.dtype.numpy) if isinstance(given, int) else np.array(given, self.dtype.numpy)
            memory = to_device(memory, Device(device or "cpu"))
        self._memory = memory.view(self.dtype.numpy)

    def _with(self, memory):
        return typed(memory, self.dtype)

    def untyped(self):
        """The same memory as bytes."""
        return untyped(self._memory)

    _untyped_storage = property(untyped)

    def type(self, dtype=None, non_blocking=False):
        """The name of its type, as "minitorch.FloatStorage"; or the numbers in another dtype, where that is given."""
        if dtype is None:
            return f"{__name__.split('.')[0]}.{self.pickle_storage_type()}"
        kind = dtype if isinstance(dtype, Dtype) else KINDS[str(dtype).split(".")[-1]]
        return typed(self._memory.astype(kind.numpy), kind)

    def pickle_storage_type(self):
        """The name of its type: "FloatStorage"."""
        return f"{self.dtype.title}Storage"

    @classmethod
    def from_buffer(cls, buffer, byte_order=None, *, dtype=None):
        """The numbers in the bytes of a buffer, copied; byte_order is "little" or "big" (native without it, for bytes)."""
        kind = dtype or get_default_dtype()
        return read_buffer(buffer, byte_order, kind)

    def __getitem__(self, index):
        if isinstance(index, slice):
            raise RuntimeError("slices are only supported in UntypedStorage.__getitem__")
        if not hasattr(index, "__index__"):
            raise RuntimeError(f"can't index a {type(self)} with {type(index)}")
        return self._memory[check_index(index, len(self))].item()

    def __reduce__(self):
        return restored, (bytes(self.untyped()._memory), self.dtype)

    def _about(self):
        return f"dtype={self.dtype}, device={self.device}"


def typed(memory, kind):
    """The storage over an array of one dimension, of numbers of this dtype."""
    made = TypedStorage.__new__(TypedStorage)
    made._memory, made.dtype = memory, kind
    return made


def restored(data, kind):
    """A storage from its bytes, for pickle."""
    made = untyped(np.frombuffer(data, np.uint8).copy())
    return made if kind is None else TypedStorage(wrap_storage=made, dtype=kind)


def check_index(index, length):
    """The index, if it is inside."""
    index = operator.index(index)
    if not -length <= index < length:
        raise IndexError(f"index {index} out of range for storage of size {length}")
    return index


def check_arguments(cls, args, wrapped):
    forms = (
        f"{cls}.__new__ received an invalid combination of arguments. Expected one of:\n"
        " * no arguments\n * (int size)\n * (Sequence data)\n * (*, UntypedStorage wrap_storage)\n"
    )
    if len(args) > 1:
        raise RuntimeError(forms + "Too many positional arguments")
    if args and wrapped is not None:
        raise RuntimeError(forms + "No positional arguments should be given when using 'wrap_storage'")
    if wrapped is not None and not isinstance(wrapped, UntypedStorage):
        raise TypeError(f"{forms}Argument 'wrap_storage' must be UntypedStorage, but got {type(wrapped)}")
    if args and isinstance(args[0], str):
        raise TypeError("new(): invalid data type 'str'")
    if args and not isinstance(args[0], int) and not hasattr(args[0], "__len__"):
        raise TypeError(f"{forms}Argument type not recognized: {type(args[0])}")


def read_buffer(buffer, byte_order, kind):
    if byte_order is None and kind.itemsize > 1:
        raise RuntimeError("function missing required argument 'byte_order' (pos 2)")
    given = np.frombuffer(buffer, "uint8").copy()
    if given.size % kind.itemsize:
        raise ValueError(f"buffer size ({given.size}) must be a multiple of element size ({kind.itemsize})")
    memory = given.view(kind.numpy)
    if kind.itemsize > 1 and byte_order not in ("native", sys.byteorder):
        memory.view(f"u{kind.to_real().itemsize}").byteswap(inplace=True)
    return typed(memory, kind)


# --- a class for each dtype ----------------------------------------------------------------------------------------------------


class _LegacyStorageMeta(type):
    def __instancecheck__(cls, instance):
        return type(instance) is TypedStorage and instance.dtype is cls.dtype


class _LegacyStorage(TypedStorage, metaclass=_LegacyStorageMeta):
    """FloatStorage and its kin: what they make is a TypedStorage of their dtype."""

    def __new__(cls, *args, wrap_storage=None, device=None):
        check_arguments(cls, args, wrap_storage)
        return TypedStorage(*args, wrap_storage=wrap_storage, dtype=cls.dtype, device=device)

    @classmethod
    def from_buffer(cls, buffer, byte_order=None, *, dtype=None):
        """The numbers in the bytes of a buffer, copied."""
        return read_buffer(buffer, byte_order, cls.dtype)


def _converter(kind):
    def convert(self):
        return typed(self._memory.astype(kind.numpy), kind)

    convert.__doc__ = f"The elements as {kind.name}."
    return convert


for _title, _kind in KINDS.items():
    globals()[_title] = _LegacyStorageMeta(
        _title,
        (_LegacyStorage,),
        {"dtype": _kind, "__module__": __name__.split(".")[0], "__doc__": f"Memory of {_kind.name}."},
    )
    _name = {"ComplexFloat": "complex_float", "ComplexDouble": "complex_double"}.get(_title[:-7], _title[:-7].lower())
    setattr(_StorageBase, _name, _converter(_kind))

Storage = globals()["FloatStorage"]


def is_storage(obj):
    """Whether `obj` is a storage. Source: PyTorch, torch.is_storage."""
    return isinstance(obj, _StorageBase)
