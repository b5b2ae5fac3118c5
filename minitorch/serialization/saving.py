"""saving: save, from objects to the pickle that PyTorch reads and the storages beside it (core).

A pickle is a program for a small machine with a stack: push this, make a tuple of that, call this name. Here it is
written by hand, opcode by opcode, because its names (`torch._utils._rebuild_tensor_v2`) are PyTorch's and not ours.
"""

import pickle
import struct
from collections import OrderedDict, namedtuple

import numpy as np

from .._extension import extension_point
from .._tensor import Tensor
from ..backend import device_of
from ..dtypes import ALL, dtype
from ..errors import with_note
from ..ops.view.stride import address_of, stride
from .archive import write_archive, write_file
from .memory import bounds, memory_of, owner_of


def save(obj, f, pickle_module=None, pickle_protocol=2, _use_new_zipfile_serialization=True):
    """Write obj to a file that load() and PyTorch's torch.load(weights_only=True) read.

    obj  tensors, parameters, numbers, str, bytes, None, dtype, Size, device, and dict, OrderedDict, Counter, list, tuple
         and set of these, nested as you like. A whole module is written, too, by the name of its class; load() reads that
         only with weights_only=False, so state_dict() is the better thing to keep
    f    a path, or an open binary file
    pickle_module, pickle_protocol  accepted as in PyTorch and ignored: the pickle is always of protocol 2

    Tensors that share memory share it after loading; with a view, all the memory it is a view of is saved. A path is
    replaced at once, when all is written: after an error or a power cut, the old file is still there.

    >>> import io
    >>> import minitorch as mt
    >>> f = io.BytesIO()
    >>> mt.save({"weight": mt.ones(2), "epoch": 3}, f)
    >>> mt.load(f)
    {'weight': tensor([1., 1.]), 'epoch': 3}

    Errors: TypeError, AttributeError or PicklingError for what pickle cannot write, with a note that says its place in obj;
    RuntimeError if the folder does not exist; NotImplementedError for _use_new_zipfile_serialization=False.
    Source: PyTorch, torch.save, "Serialization semantics".
    """
    if not _use_new_zipfile_serialization:
        raise NotImplementedError("the format from before PyTorch 1.6 is only read: leave the argument out")
    pickled = Pickle(obj)

    def write(f):
        write_archive(f, "archive", pickled.data, pickled.storages)

    if isinstance(f, str | bytes) or hasattr(f, "__fspath__"):
        write_file(f, write)
    elif hasattr(f, "write"):
        write(f)
    else:
        words = "expected 'f' to be string, path, or a file-like object with a 'write' attribute"
        raise with_note(AttributeError(words), f"This is a {type(f).__name__}.")


class Pickle:
    """The pickle of an object, and the storages that it refers to.

    data      the pickle, bytes
    storages  the memory of the tensors: arrays of bytes, in the order of their numbers
    """

    def __init__(self, obj):
        self.out, self.storages = bytearray(b"\x80\x02"), []
        self.places, self.kept = {}, []  # {what was written: its number in the memo}
        self.known, self.owners = {}, []  # {where memory starts and ends: Stored}, and whose memory it is
        self.trail = []  # the keys that lead to where we are
        try:
            self.write(obj)
        except RecursionError:
            raise ValueError("cannot save an object that is nested so deeply, or contains itself in a tuple") from None
        self.data = bytes(self.out + pickle.STOP)

    def write(self, obj):
        """Write an object, or a reference to it if it was written before."""
        number = self.places.get(id(obj))
        if number is not None:
            return self.fetch(number)
        writer = self.writer_of(obj)
        if writer is None:
            raise TypeError(self.refusal(obj))
        writer(self, obj)

    @extension_point
    def writer_of(self, obj):
        """How an object is written, by its type; None for what is not data. The shelf knows more kinds, modules too."""
        return WRITERS.get(type(obj))

    def refusal(self, obj):
        place = "".join([f"[{key!r}]" for key in self.trail]) or "the object"
        return (
            f"cannot save {place}, a {type(obj).__qualname__}: a file holds tensors, numbers, strings and containers of "
            "them. Of a module or an optimizer, save its state_dict()"
        )

    # --- the memo: what was written once is only referred to -----------------------------------------------------------

    def remember(self, obj, key=None):
        number = len(self.kept)
        self.places[id(obj) if key is None else key] = number
        self.kept.append(obj)
        self.out += pickle.BINPUT + bytes([number]) if number < 256 else pickle.LONG_BINPUT + struct.pack("<I", number)

    def fetch(self, number):
        self.out += pickle.BINGET + bytes([number]) if number < 256 else pickle.LONG_BINGET + struct.pack("<I", number)

    # --- simple things -------------------------------------------------------------------------------------------------

    def constant(self, obj):
        self.out += {None: pickle.NONE, True: pickle.NEWTRUE, False: pickle.NEWFALSE}[obj]

    def integer(self, n):
        if 0 <= n < 2**8:
            self.out += pickle.BININT1 + bytes([n])
        elif 0 <= n < 2**16:
            self.out += pickle.BININT2 + struct.pack("<H", n)
        elif -(2**31) <= n < 2**31:
            self.out += pickle.BININT + struct.pack("<i", n)
        else:
            encoded = pickle.encode_long(n)
            size = len(encoded)
            self.out += pickle.LONG1 + bytes([size]) if size < 256 else pickle.LONG4 + struct.pack("<i", size)
            self.out += encoded

    def floating(self, x):
        self.out += pickle.BINFLOAT + struct.pack(">d", x)

    def text(self, s):
        key = (str, s)
        if key in self.places:
            return self.fetch(self.places[key])
        encoded = s.encode("utf-8", "surrogatepass")
        self.out += pickle.BINUNICODE + struct.pack("<I", len(encoded)) + encoded
        self.remember(s, key)

    def name(self, module, name):
        """A name of PyTorch's or Python's, for whoever reads it to look up."""
        key = (module, name)
        if key in self.places:
            return self.fetch(self.places[key])
        self.out += pickle.GLOBAL + f"{module}\n{name}\n".encode()
        self.remember(key, key)

    def call(self, module, name, *args):
        """`module.name(*args)`, to be called by whoever reads it."""
        self.name(module, name)
        self.tuple(args, shown=False)
        self.out += pickle.REDUCE

    # --- containers ----------------------------------------------------------------------------------------------------

    def inside(self, key, value):
        self.trail.append(key)
        self.write(value)
        self.trail.pop()

    def tuple(self, items, shown=True):
        few = len(items) <= 3
        self.out += b"" if few else pickle.MARK
        for place, item in enumerate(items):
            self.inside(place, item) if shown else self.write(item)
        if id(items) in self.places:  # an item contained this tuple, and so wrote it: back to the first one
            self.out += pickle.POP * len(items) if few else pickle.POP_MARK
            return self.fetch(self.places[id(items)])
        self.out += (
            (pickle.EMPTY_TUPLE, pickle.TUPLE1, pickle.TUPLE2, pickle.TUPLE3)[len(items)] if few else pickle.TUPLE
        )
        if items:
            self.remember(items)

    def list(self, items):
        self.out += pickle.EMPTY_LIST
        self.remember(items)
        self.out += pickle.MARK if len(items) > 1 else b""
        for place, item in enumerate(items):
            self.inside(place, item)
        self.out += (b"", pickle.APPEND, pickle.APPENDS)[min(len(items), 2)]

    def dict(self, items):
        self.out += pickle.EMPTY_DICT
        self.remember(items)
        self.items(items)

    def items(self, items):
        self.out += pickle.MARK if len(items) > 1 else b""
        for key, value in items.items():
            self.write(key)
            self.inside(key, value)
        self.out += (b"", pickle.SETITEM, pickle.SETITEMS)[min(len(items), 2)]

    def ordered(self, items):
        self.call("collections", "OrderedDict")
        self.remember(items)
        self.items(items)
        if vars(items):  # the versions of a state_dict
            self.dict(dict(vars(items)))
            self.out += pickle.BUILD

    # --- tensors -------------------------------------------------------------------------------------------------------

    def tensor(self, t):
        function, args = self.rebuilding(t, t.requires_grad)
        self.call("torch._utils", function, *args)
        self.remember(t)

    def rebuilding(self, t, requires_grad):
        """The function of PyTorch's that makes t again, and its arguments: memory, offset, size, strides (in elements).

        The second form of the function takes the dtype from the storage. The third is told the dtype: for those that have
        no storage type of their own, and for a view of other numbers, such as the real parts of complex ones.
        """
        kind, shape = t.dtype, tuple(t._array.shape)
        if t.device.type == "meta":
            return "_rebuild_meta_tensor_no_storage", (kind, shape, tuple(stride(t)), requires_grad)
        array, steps = in_whole_steps(t)
        store = self.storage_of(array, kind)
        offset, rest = divmod(address_of(array) - store.start, array.itemsize)
        if rest:
            return self.rebuilding(t.clone().detach(), requires_grad)
        common = (store, offset, shape, tuple(steps), requires_grad, OrderedDict())
        return ("_rebuild_tensor_v2", common) if store.kind is kind else ("_rebuild_tensor_v3", (*common, kind))

    def storage_of(self, array, kind):
        """The storage that an array lies in: all the memory of the array that it is a view of."""
        owner = owner_of(array)
        start, end = bounds(owner)
        key = (start, end) if start < end else (start, id(owner))
        if key not in self.known:
            nbytes, where = end - start, str(device_of(array))
            self.known[key] = Stored(len(self.storages), typed(kind, nbytes), where, start, nbytes)
            self.storages.append(memory_of(owner))
            self.owners.append(owner)
        return self.known[key]

    def storage(self, one):
        """What PyTorch calls a persistent id: the storage's type, number, device, and number of elements."""
        kind = one.kind
        name = Name("torch", f"{kind.title}Storage") if kind else Name("torch.storage", "UntypedStorage")
        count = one.nbytes // kind.itemsize if kind else one.nbytes
        self.tuple(("storage", name, str(one.number), one.where, count), shown=False)
        self.out += pickle.BINPERSID


Name = namedtuple("Name", "module name")
Stored = namedtuple("Stored", "number kind where start nbytes")  # kind: the dtype, or None; start: an address
STORED = [one.title for one in ALL if one.name not in ("uint16", "uint32", "uint64")]  # with a storage type in PyTorch


def in_whole_steps(t):
    """The array of a tensor and its strides in elements; another array where PyTorch has no words for the memory."""
    array = t._array
    if not array.size:
        return np.empty(0, t.dtype.numpy), stride(t)
    if any([n % array.itemsize or n < 0 for n in array.strides]):
        array = array.copy(order="C")
        return array, [n // array.itemsize for n in array.strides]
    return array, stride(t)


def typed(kind, nbytes):
    """The dtype, if a storage of so many bytes has a type for it in PyTorch; else None: a storage of bytes."""
    return kind if kind.title in STORED and nbytes % kind.itemsize == 0 else None


WRITERS = {
    type(None): Pickle.constant, bool: Pickle.constant, int: Pickle.integer, float: Pickle.floating, str: Pickle.text,
    tuple: Pickle.tuple, list: Pickle.list, dict: Pickle.dict, OrderedDict: Pickle.ordered, Tensor: Pickle.tensor,
    dtype: lambda p, d: p.name("torch", d.name), Name: lambda p, n: p.name(*n), Stored: lambda p, s: p.storage(s),
}  # fmt: skip
