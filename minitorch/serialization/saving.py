"""saving: save, from objects to the pickle that PyTorch reads and the storages beside it (core)."""

import io
import pickle
from collections import OrderedDict, namedtuple
from functools import cache
from types import FunctionType

import numpy as np

from .._tensor import Tensor
from ..backend import device, device_of
from ..dtypes import ALL
from ..errors import with_note
from ..nn.parameter import Buffer, Parameter
from ..ops.view.stride import address_of, stride
from ..size import Size
from .archive import write_archive, write_file
from .memory import bounds, memory_of, owner_of

PACKAGE = __name__.partition(".")[0]


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

    Errors: TypeError, AttributeError or PicklingError for what pickle cannot write; RuntimeError if the folder does not
    exist; NotImplementedError for _use_new_zipfile_serialization=False.
    Source: PyTorch, torch.save, "Serialization semantics".
    """
    if not _use_new_zipfile_serialization:
        raise NotImplementedError("the format from before PyTorch 1.6 is only read: leave the argument out")
    pickler = Pickler(io.BytesIO())
    pickler.dump(obj)

    def write(f):
        write_archive(f, pickler.file.getvalue(), pickler.storages)

    if isinstance(f, str | bytes) or hasattr(f, "__fspath__"):
        write_file(f, write)
    elif hasattr(f, "write"):
        write(f)
    else:
        words = "expected 'f' to be string, path, or a file-like object with a 'write' attribute"
        raise with_note(AttributeError(words), f"This is a {type(f).__name__}.")


class Pickler(pickle._Pickler):
    """Python's pickler (the one that is written in Python), for tensors and for PyTorch's names.

    storages  the memory of the tensors: arrays of bytes, in the order of their numbers
    known     {where a memory starts and ends: its Stored}
    owners    the arrays that own these memories, so that none is freed before all is written
    """

    def __init__(self, file):
        super().__init__(file, protocol=2)
        self.file, self.storages, self.known, self.owners = file, [], {}, []

    # --- names and calls -----------------------------------------------------------------------------------------------

    def save_name(self, one):
        """Write a name of PyTorch's or Python's, for whoever reads the file to look up."""
        self.write(pickle.GLOBAL + f"{one.module}\n{one.name}\n".encode())
        self.memoize(one)

    def save_call(self, obj, function, *args):
        """Write the call that makes obj: a name, a tuple of arguments, and the instruction to call the one with the other."""
        self.save(function)
        self.save(args)
        self.write(pickle.REDUCE)
        self.memoize(obj)

    def save_global(self, obj, name=None):
        """Write the name of a class, function or dtype. Those of this package have PyTorch's names in a file."""
        if obj.__module__.partition(".")[0] != PACKAGE:
            return super().save_global(obj, name)
        self.save(name_of(torch_module(obj), name or obj.__qualname__))

    # --- tensors -------------------------------------------------------------------------------------------------------

    def save_tensor(self, t):
        function, args = self.rebuilding(t, t.requires_grad)
        state = vars(t) | ({"_is_buffer": True} if type(t) is Buffer else {})
        if state:
            args = (name_of("torch._utils", function), name_of("torch", "Tensor"), args, state)
            return self.save_call(t, name_of("torch._tensor", "_rebuild_from_type_v2"), *args)
        self.save_call(t, name_of("torch._utils", function), *args)

    def save_parameter(self, t):
        function = "_rebuild_parameter_with_state" if vars(t) else "_rebuild_parameter"
        state = (dict(vars(t)),) if vars(t) else ()
        self.save_call(t, name_of("torch._utils", function), t.detach(), t.requires_grad, OrderedDict(), *state)

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

    def persistent_id(self, obj):
        """What stands for a storage in the pickle: its type, number, device and number of elements."""
        if type(obj) is not Stored:
            return None
        kind = obj.kind
        name = name_of("torch", f"{kind.title}Storage") if kind else name_of("torch.storage", "UntypedStorage")
        return "storage", name, str(obj.number), obj.where, obj.nbytes // kind.itemsize if kind else obj.nbytes


Name = namedtuple("Name", "module name")
name_of = cache(Name)  # one object for each name, so that it is written once
Stored = namedtuple("Stored", "number kind where start nbytes")  # kind: the dtype, or None; start: an address
STORED = [one.title for one in ALL if one.name not in ("uint16", "uint32", "uint64")]  # with a storage type in PyTorch

Pickler.dispatch = pickle._Pickler.dispatch | {
    Name: Pickler.save_name, FunctionType: Pickler.save_global,
    Tensor: Pickler.save_tensor, Buffer: Pickler.save_tensor, Parameter: Pickler.save_parameter,
    bytes: lambda p, b: p.save_call(b, name_of("_codecs", "encode"), b.decode("latin1"), "latin1"),
    Size: lambda p, s: p.save_call(s, name_of("torch", "Size"), tuple(s)),
    device: lambda p, d: p.save_call(d, name_of("torch", "device"), str(d)),
}  # fmt: skip


def torch_module(obj):
    """The module in which PyTorch has a class, a function or a dtype of this package."""
    if isinstance(obj, type):
        return "torch" + obj.__module__.removeprefix(PACKAGE)
    return "torch.nn.functional" if obj.__module__.startswith(f"{PACKAGE}.nn.functional") else "torch"


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
