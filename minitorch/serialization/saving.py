"""saving: save, from objects to the pickle that PyTorch reads and the storages beside it (core)."""

import io
import pickle
from collections import OrderedDict, namedtuple
from functools import cache

from .._extension import extension_point
from .._tensor import Tensor
from ..backend import device, device_of
from ..dtypes import ALL, dtype
from ..errors import with_note
from ..nn.parameter import Buffer, Parameter
from ..ops.view.stride import address_of, stride
from ..size import Size
from .archive import write_archive, write_file
from .memory import in_whole_steps, memory_of, owner_of


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
        raise NotImplementedError("the format before PyTorch 1.6 is not written: omit the argument")
    pickler = pickler_class()(io.BytesIO())
    pickler.dump(obj)
    storages = [memory_of(one.owner) for one in pickler.known.values()]

    def write(f):
        write_archive(f, pickler.file.getvalue(), storages)

    if isinstance(f, str | bytes) or hasattr(f, "__fspath__"):
        write_file(f, write)
    elif hasattr(f, "write"):
        write(f)
    else:
        words = "expected 'f' to be string, path, or a file-like object with a 'write' attribute"
        raise with_note(AttributeError(words), f"This is a {type(f).__name__}.")


@extension_point
def pickler_class():
    """The class that writes the pickle. The shelf knows more: modules, and tensors with attributes of their own."""
    return Pickler


class Pickler(pickle._Pickler):
    """Python's pickler (the one that is written in Python), for tensors and for PyTorch's names.

    known  {id of the array that owns a memory: its Stored}
    """

    def __init__(self, file):
        super().__init__(file, protocol=2)
        self.file, self.known = file, {}

    # --- names and calls -----------------------------------------------------------------------------------------------

    def save_name(self, one):
        """Write a name of PyTorch's or Python's, which load() looks up."""
        self.write(pickle.GLOBAL + f"{one.module}\n{one.name}\n".encode())
        self.memoize(one)

    def save_call(self, obj, function, *args):
        """Write the call that makes obj: a name, a tuple of arguments, and the instruction REDUCE."""
        self.save(function)
        self.save(args)
        self.write(pickle.REDUCE)
        self.memoize(obj)

    # --- tensors -------------------------------------------------------------------------------------------------------

    def save_tensor(self, t):
        function, args = self.rebuilding(t)
        self.save_call(t, name_of("torch._utils", function), *args)

    def save_parameter(self, t):
        function = name_of("torch._utils", "_rebuild_parameter")
        self.save_call(t, function, t.detach(), t.requires_grad, OrderedDict())

    def rebuilding(self, t):
        """The function of PyTorch's that makes t again, and its arguments: storage, offset, size, strides (in elements).

        The second form of the function takes the dtype from the storage. The third is told the dtype: for those that have
        no storage type of their own, and for a view of other numbers, such as the real parts of complex ones.
        """
        source = t if in_whole_steps(t._array) else t.detach().clone()
        array, kind = source._array, t.dtype
        stored = self.storage_of(array, kind)
        offset = (address_of(array) - address_of(stored.owner)) // array.itemsize
        args = (stored, offset, tuple(array.shape), stride(source), t.requires_grad, OrderedDict())
        return ("_rebuild_tensor_v2", args) if stored.kind is kind else ("_rebuild_tensor_v3", (*args, kind))

    def storage_of(self, array, kind):
        """The Stored of the memory that an array lies in. Each memory is noted once, in self.known."""
        owner = owner_of(array)
        if id(owner) not in self.known:
            kind = storage_kind(kind, owner.nbytes)
            self.known[id(owner)] = Stored(len(self.known), kind, str(device_of(owner)), owner)
        return self.known[id(owner)]

    def persistent_id(self, obj):
        """What stands for a storage in the pickle: its type, number, device and number of elements."""
        if type(obj) is not Stored:
            return None
        number, kind, where, owner = obj
        if kind is None:
            return "storage", name_of("torch.storage", "UntypedStorage"), str(number), where, owner.nbytes
        return "storage", name_of("torch", f"{kind.title}Storage"), str(number), where, owner.nbytes // kind.itemsize


Name = namedtuple("Name", "module name")
name_of = cache(Name)  # one object for each name, so that it is written once
Stored = namedtuple(
    "Stored", "number kind where owner"
)  # kind: the dtype, or None; owner: the array that has the memory
STORED = [one.title for one in ALL if one.name not in ("uint16", "uint32", "uint64")]  # with a storage type in PyTorch

Pickler.dispatch = pickle._Pickler.dispatch | {
    Name: Pickler.save_name, dtype: lambda p, one: p.save(name_of("torch", one.name)),
    Tensor: Pickler.save_tensor, Buffer: Pickler.save_tensor, Parameter: Pickler.save_parameter,
    Size: lambda p, s: p.save_call(s, name_of("torch", "Size"), tuple(s)),
    device: lambda p, d: p.save_call(d, name_of("torch", "device"), str(d)),
}  # fmt: skip


def storage_kind(kind, nbytes):
    """The dtype, if PyTorch has a type for a storage of so many bytes of it; otherwise None."""
    return kind if kind.title in STORED and nbytes % kind.itemsize == 0 else None
