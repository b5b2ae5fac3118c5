"""tensor_forms: what methods of tensors are in a traced graph: sizes, indexing, what makes tensors, what ends a trace (shelf)."""

import sys
import warnings

from .. import dtypes
from .._tensor import Tensor
from ..dispatch.overloads import is_number
from . import TracerWarning
from .forms import FORMS, ROWS, form, row
from .kinds import CODES
from .sizes import traced_shape

NAMED = {
    "float": dtypes.float32, "double": dtypes.float64, "half": dtypes.float16, "bfloat16": dtypes.bfloat16,
    "long": dtypes.int64, "int": dtypes.int32, "short": dtypes.int16, "char": dtypes.int8, "byte": dtypes.uint8,
    "bool": dtypes.bool,
}  # fmt: skip

# --- tensors ----------------------------------------------------------------------------------------------------------------

ROWS["reversed"] = lambda x: ("numpy_T", x)
ROWS["Tensor.mT"] = lambda x: ("mT", x)
ROWS["_operator"] = lambda x, y: ("matmul", x, y)
ROWS["bitwise_and"] = lambda x, y: ("__and__", x, y)
ROWS["bitwise_or"] = lambda x, y: ("__or__", x, y)
ROWS["bitwise_xor"] = lambda x, y: ("__xor__", x, y)
ROWS["bmm"] = lambda input, mat2: ("bmm", input, mat2)
ROWS["split"] = lambda tensor, split_size_or_sections, dim=0: (
    "split" if not isinstance(split_size_or_sections, (list, tuple)) else "split_with_sizes", tensor, split_size_or_sections, dim,
)  # fmt: skip


@row("einsum")
def einsum(equation, *operands):
    tensors = operands[0] if len(operands) == 1 and isinstance(operands[0], (list, tuple)) else operands
    return "einsum", equation, list(tensors), None


@row("norm")
def norm(input, p="fro", dim=None, keepdim=False, out=None, dtype=None):
    if isinstance(p, str) and p != "fro":
        return None
    dims = dim if dim is None or isinstance(dim, (list, tuple)) else [dim]
    return "linalg_vector_norm", input, 2 if p in ("fro", None) else p, dims, keepdim, dtype


@row("rsub")
def rsub(x, other):
    return "rsub", x, other, 1


@row("masked_fill", "masked_fill_")
def masked_fill(x, mask, value, *, name=""):
    return name, x, mask, value


@row("flatten")
def flatten(input, start_dim=0, end_dim=-1):
    return "flatten", input, start_dim, end_dim


@row("reshape", "view")
def reshaped(x, *shape, name="", **named):
    if "dtype" in named or (shape and not (is_number(shape[0]) or isinstance(shape[0], (tuple, list, Tensor)))):
        return None
    shape = named.get("shape", named.get("size", shape))
    return name, x, list(shape[0] if len(shape) == 1 and isinstance(shape[0], (tuple, list)) else shape)


@form("to", "type", "to_copy")
def to(tracer, inner, x, *args, **named):
    """to(dtype), to(device), to(device, dtype), to(other): four forms of one operator."""
    copy = bool(named.get("copy", False))
    given = [one for one in (*args, named.get("dtype"), named.get("device"), named.get("other")) if one is not None]
    other = [one for one in given if isinstance(one, Tensor)]
    dtype = [one for one in given if one in CODES or isinstance(one, type)] if not other else []
    place = [one for one in given if isinstance(one, str) or type(one).__name__ == "device"] if not other else []
    if len(other) + len(dtype) + len(place) != len([one for one in given if one is not False and one is not True]):
        return inner(x, *args, **named)
    if other:
        values = (other[0], False, copy, None)
    elif dtype and place:
        values = (place[0], dtype[0], False, copy, None)
    elif dtype:
        values = (dtype[0], False, copy, None)
    else:
        values = ()
        named = {"dtype": x.dtype, "layout": 0, "device": x.device, "copy": copy}
        return tracer.operator("to", lambda *_, **__: inner(x, *args), (x,), named)
    return tracer.operator("to", lambda *_: inner(x, *args, **named), (x, *values), {})


@form("Tensor.shape", "size")
def shape(tracer, inner, x, *dim):
    """Sizes are traced where a program reads them, and not where the package itself does."""
    if tracer.reads_plainly():
        return inner(x, *dim)
    return traced_shape(tracer, x, *dim)


@form("numel")
def numel(tracer, inner, x):
    if tracer.reads_plainly():
        return inner(x)
    return tracer.number("aten::numel", x, inner)


@form("float", "double", "half", "bfloat16", "long", "int", "short", "char", "byte", "bool")
def to_kind(tracer, inner, x, *args, **named):
    """x.float() and its kin are `to`."""
    return tracer.operator(
        "to", lambda *_: inner(x, *args, **named), (x, NAMED[inner.__name__], False, False, None), {}
    )


MAKERS = "zeros ones empty rand randn full arange linspace eye randperm"


@form(*MAKERS.split())
def made(tracer, inner, *sizes, dtype=None, device=None, requires_grad=False, layout=None, pin_memory=False, **named):
    """What makes tensors of no tensor: its device is always in the graph."""
    name = inner.__name__
    if named.get("out") is not None or named.get("generator") is not None:
        return inner(*sizes, dtype=dtype, device=device, requires_grad=requires_grad, **named)
    named = {key: value for key, value in named.items() if value is not None}
    if "size" in named:
        sizes = (*sizes, named.pop("size"))
    found = dtypes.int64 if dtype is None and name == "randperm" else dtype
    more = named | ({} if found is None else {"dtype": found}) | {"device": device or "cpu", "pin_memory": False}

    def native(*args, **by_name):
        by_name.pop("pin_memory", None)
        return inner(*args, **by_name | {"requires_grad": requires_grad})

    return tracer.operator(name, native, sizes, more, {"dtype": dtype, "device": device})


@form(
    "new_zeros",
    "new_ones",
    "new_empty",
    "new_full",
    "zeros_like",
    "ones_like",
    "empty_like",
    "full_like",
    "rand_like",
    "randn_like",
)
def made_like(tracer, inner, *args, dtype=None, device=None, requires_grad=False, **named):
    """What makes a tensor in another's likeness."""
    more = {"dtype": dtype, "device": device} | named
    more = {key: value for key, value in more.items() if value is not None}
    return tracer.operator(
        inner.__name__, inner, args, more | {"pin_memory": False}, more | {"requires_grad": requires_grad}
    )


@form("getitem", "__getitem__")
def getitem(tracer, inner, x, index):
    """Slices, integers and None one by one; tensors all at once."""
    parts = index if isinstance(index, tuple) else (index,)
    if not all([one is None or one is Ellipsis or isinstance(one, (int, slice, Tensor, list)) for one in parts]):
        return inner(x, index)
    return tracer.indexed(x, parts, inner)


@form("__setitem__")
def setitem(tracer, inner, x, index, value):
    parts = index if isinstance(index, tuple) else (index,)
    top = sys.modules["minitorch"]
    if any([isinstance(one, (Tensor, list)) for one in parts]):
        place, left = tracer.places(x, parts)
        value = value if isinstance(value, Tensor) else top.tensor(value, dtype=x.dtype)
        given = (place, left, value, False)
        return tracer.operator("index_put_", lambda *_: inner(x, index, value), given, {})
    place = tracer.indexed(x, parts, None)
    if isinstance(value, Tensor):
        tracer.operator("copy_", lambda *_: inner(x, index, value) or place, (place, value, False), {})
    else:
        filled = top.tensor(value, dtype=x.dtype)
        tracer.operator("fill_", lambda *_: inner(x, index, value) or place, (place, filled), {})
    return None


# --- what leaves the graph ----------------------------------------------------------------------------------------------------

CAST = (
    "Converting a tensor to a Python {} might cause the trace to be incorrect. We can't record the data flow of Python values, so "
    "this value will be treated as a constant in the future. This means that the trace might not generalize to other inputs!"
)
LENGTH = (
    "Using len to get tensor shape might cause the trace to be incorrect. Recommended usage would be tensor.shape[0]. Passing a "
    "tensor of different shape might lead to errors or silently give incorrect results."
)
LOOP = (
    "Iterating over a tensor might cause the trace to be incorrect. Passing a tensor of different shape won't change the number of "
    "iterations executed (and might lead to errors or silently give incorrect results)."
)


def leaving(name, said):
    """The form of a method that gives a Python value: a warning, where a program calls it."""

    def one(tracer, inner, x):
        if not tracer.reads_plainly():
            warnings.warn(said, TracerWarning, stacklevel=tracer.levels())
        return tracer.plainly(inner, (x,), {})

    FORMS[name] = one


for _name, _kind in (("__bool__", "boolean"), ("__int__", "integer"), ("__float__", "float"), ("__index__", "index")):
    leaving(_name, CAST.format(_kind))
leaving("__len__", LENGTH)


@form("__iter__", "_iter")
def iterate(tracer, inner, x):
    """The parts one by one: what unbind gives."""
    if tracer.reads_plainly():
        return inner(x)
    warnings.warn(LOOP, TracerWarning, stacklevel=tracer.levels())
    return iter(x.unbind(0))
