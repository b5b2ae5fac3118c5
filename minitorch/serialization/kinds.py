"""kinds: what a file may make besides plain tensors: parameters, sets, bytes; and of Python's and NumPy's objects (shelf).

Each function makes an object of its arguments, checks them, and does nothing else: nothing opens a file, imports a module
or calls what it is given.
"""

import argparse
import collections
import datetime
import functools
import pathlib
import re
import types

import numpy as np

from .._tensor import Size, Tensor
from ..backend import device
from ..creation.empty_strided import empty_strided
from ..creation.memory_format import strided
from ..dtypes import dtype
from ..nn.parameter import Buffer, Parameter
from .archive import UnpicklingError
from .loading import check_numbers
from .unpickle import Call, check_keys

# --- tensors -----------------------------------------------------------------------------------------------------------------


def parameter(data, requires_grad, hooks, state=None):
    if not isinstance(data, Tensor):
        raise UnpicklingError(f"a parameter is made of a {type(data).__name__}")
    made = Parameter(data, bool(requires_grad))
    vars(made).update(attributes(state))
    return made


def on_meta(kind, size, stride, requires_grad):
    """A tensor without numbers."""
    check_numbers(0, size, stride)
    if not isinstance(kind, dtype):
        raise UnpicklingError("a tensor on 'meta' has no dtype")
    try:
        return empty_strided(size, stride, dtype=kind, device="meta", requires_grad=bool(requires_grad))
    except (OSError, MemoryError, RuntimeError, ValueError, OverflowError) as error:
        raise UnpicklingError(f"a tensor of size {size} is too large") from error


def with_state(function, kind, args, state):
    """A tensor with attributes of its own; a Buffer is a tensor with the attribute _is_buffer."""
    if type(function) is not Call or "._rebuild_" not in function.name or function.name.endswith("_from_type_v2"):
        raise UnpicklingError("a tensor is made by something that does not make tensors")
    if type(kind) is not Call:
        raise UnpicklingError("it holds a tensor of a class of its own: save x.as_subclass(Tensor) instead")
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


def empty(*args):
    """The tensor without elements that the oldest files begin with."""
    if args:
        raise UnpicklingError("it makes a torch.Tensor of something")
    return Tensor([])


# --- Python ------------------------------------------------------------------------------------------------------------------


def size(lengths):
    if not all([type(n) is int for n in lengths]):
        raise UnpicklingError("a Size may only hold integers")
    return Size(lengths)


def counter(counts):
    return collections.Counter(counts if type(counts) is dict else check_keys(list(counts)))


def encode(text, encoding):
    """How pickle writes bytes: as text in which each letter stands for one byte."""
    if encoding != "latin1":
        raise UnpicklingError(f"it encodes text as {str(encoding)[:50]!r}; only 'latin1' is used for bytes")
    return text.encode("latin1")


def layout(name):
    if name != "torch.strided":
        raise UnpicklingError(f"it holds the layout {str(name)[:50]!r}, which there is not here: save x.to_dense()")
    return strided


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


BUILTIN = {kind: builtin(kind) for kind in (set, frozenset, list, tuple, bytes, bytearray, int, float, bool, complex)}
DATA = {
    "torch._utils._rebuild_parameter": parameter, "torch._utils._rebuild_parameter_with_state": parameter,
    "torch._utils._rebuild_meta_tensor_no_storage": on_meta, "torch._tensor._rebuild_from_type_v2": with_state,
    "torch.Tensor": empty, "torch.nn.parameter.Parameter": Parameter, "torch.Size": size, "torch.device": device,
    "torch.serialization._get_layout": layout, "collections.Counter": counter, "_codecs.encode": encode,
    **{f"builtins.{kind.__name__}": make for kind, make in BUILTIN.items()},
}  # fmt: skip

# kinds of Python's that objects hold, with weights_only=False: calling one of them runs nothing else
PYTHON = [
    argparse.Namespace, types.SimpleNamespace, collections.defaultdict, collections.deque, functools.partial, slice,
    datetime.date, datetime.datetime, datetime.time, datetime.timedelta, datetime.timezone, pathlib.PurePosixPath,
    pathlib.PureWindowsPath, pathlib.PosixPath, pathlib.WindowsPath, object, str, dict, *BUILTIN,
]  # fmt: skip
PYTHON = {f"{one.__module__}.{one.__qualname__}": one for one in PYTHON}

# --- NumPy -------------------------------------------------------------------------------------------------------------------


def numpy_dtype(name, *_):
    """A dtype of NumPy's numbers or text, without its byte order, which comes afterwards."""
    if type(name) is not str or not re.fullmatch(r"[biufcSU]\d{0,9}", name):
        raise UnpicklingError(f"it asks for the dtype {str(name)[:50]!r} of NumPy's: save its numbers")
    return np.dtype(name, copy=True)


def set_byte_order(kind, state):
    own = kind.__reduce__()[2]
    if type(state) is not tuple or len(state) < 2 or state[1] not in ("|", "<", ">", "="):
        raise UnpicklingError("a dtype of NumPy's has no byte order")
    kind.__setstate__((own[0], state[1], *own[2:]))


def empty_array(kind, shape, code):
    return np.ndarray((0,), np.int8)


def fill_array(target, state):
    """Give an array its shape, dtype and bytes."""
    _, shape, kind, in_columns, raw = state
    whole = type(shape) is tuple and all([type(n) is int and 0 <= n < 2**62 for n in shape])
    if not whole or not isinstance(kind, np.dtype) or kind.hasobject or type(raw) is not bytes:
        raise UnpicklingError("an array has no shape, dtype or numbers")
    found = np.frombuffer(raw, kind).reshape(shape, order="F" if in_columns else "C")
    target.__setstate__((1, shape, kind, bool(in_columns), found.tobytes("A")))


def scalar(kind, raw):
    if not isinstance(kind, np.dtype) or kind.hasobject or type(raw) is not bytes or len(raw) != kind.itemsize:
        raise UnpicklingError("a number of NumPy's has no dtype, or no bytes for it")
    return np.frombuffer(raw, kind)[0]


NUMPY = {"numpy.dtype": numpy_dtype, "numpy.ndarray": None}
for _core in ("core", "_core"):
    NUMPY |= {f"numpy.{_core}.multiarray._reconstruct": empty_array, f"numpy.{_core}.multiarray.scalar": scalar}
