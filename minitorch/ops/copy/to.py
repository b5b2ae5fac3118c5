"""to, float, double, long, cpu, cuda: another dtype or device (core)."""

import numpy as np

from ... import dtypes
from ..._extension import override
from ..._tensor import Tensor, method
from ...backend import device, device_of, same_device, to_device
from ...creation.memory_format import converted, copied, lies_in, memory_format, preserve_format
from ..op import op

__all__ = []


# --- another dtype, another device --------------------------------------------------------------------------------------


@op(derivative="ToCopyBackward0")
def to_copy(input, kind, where, home, order=None):
    """input as a new array of dtype `kind` on device `where`, in memory in `order`; `home` is the device it comes from."""
    if where is not None:
        input = to_device(input, where)
    if order is None and kind is not None and input.dtype != kind.numpy:
        return converted(input, kind.numpy)
    return copied(input if kind is None else input.astype(kind.numpy, copy=False), order)


to_copy.grad(input=lambda g, home: g if home is None else to_copy(g, None, home, None))  # the engine restores the dtype


def convert(x, kind=None, where=None, copy=False):
    """x itself if it is of dtype `kind` on device `where`, where None means any; otherwise, or with `copy`, a copy that is."""
    where, home = both_devices(x._array, where)
    if where is None and not copy and (kind is None or x._array.dtype == kind.numpy):
        return x
    return to_copy(x, kind, where, home)


def convert_in_order(x, order, kind=None, where=None, copy=False):
    """convert, with the elements in memory in `order`, a memory_format or None."""
    if order in (None, preserve_format) or lies_in(x._array, order):
        return convert(x, kind, where, copy)  # which keeps the order
    return to_copy(x, kind, *both_devices(x._array, where), order)


def both_devices(array, where):
    """(the device to go to, the one it comes from) for an array that is not on device `where` yet; else (None, None)."""
    if where is None:
        return None, None
    where, home = device(where), device_of(array)
    there = where == home or (where.type == home.type and where.index is None)
    return (None, None) if there else (where, home)


def on_one_device(inputs):
    """The operands of an operation: beside tensors elsewhere, CPU tensors without dimensions are moved there."""
    arrays = [x._array if isinstance(x, Tensor) else None for x in inputs]
    alone = [type(a) is np.ndarray and not a.ndim for a in arrays]
    same_device([a for a, moves in zip(arrays, alone, strict=True) if a is not None and not moves])
    where = next((device_of(a) for a in arrays if hasattr(a, "__cuda_array_interface__")), None)
    if where is None:
        return inputs  # "meta" has no numbers: nothing moves
    return [convert(x, where=where) if moves else x for x, moves in zip(inputs, alone, strict=True)]


override("minitorch.ops.call", on_one_device=on_one_device)

# the positional arguments of `to`, by the kind of its first argument
FORMS = {dtypes.dtype: ("dtype", "non_blocking", "copy"), Tensor: ("tensor", "non_blocking", "copy")}
BY_DEVICE = ("device", "dtype", "non_blocking", "copy")
KINDS_OF = {  # what stands under each name, if anything does
    "dtype": dtypes.dtype, "tensor": Tensor, "other": Tensor, "non_blocking": bool, "copy": bool, "memory_format": memory_format,
    "device": (str, int, device),
}  # fmt: skip


def parse_to(*args, **kwargs):
    """(dtype, device, whether to copy in any case) of the arguments that `to` takes; None for what they do not name.

    Errors: TypeError for arguments of which PyTorch's three forms take none.
    """
    args, kwargs = [dtypes.named(x) for x in args], {name: dtypes.named(x) for name, x in kwargs.items()}
    form = next((names for kind, names in FORMS.items() if args and isinstance(args[0], kind)), BY_DEVICE)
    given = dict(zip(form, args, strict=False)) | kwargs
    model = given.get("tensor", given.get("other"))
    fits = [name in KINDS_OF and (x is None or isinstance(x, KINDS_OF[name])) for name, x in given.items()]
    if len(given) < len(args) + len(kwargs) or not all(fits):
        raise TypeError(
            "to() takes (device, dtype, non_blocking, copy), (dtype, non_blocking, copy) or (tensor, non_blocking, copy), "
            f"but got {[type(x).__name__ for x in args]} and {list(kwargs)}"
        )
    dtype, device = (given.get("dtype"), given.get("device")) if model is None else (model.dtype, model.device)
    return dtype, device, given.get("copy", False)


def to(x, *args, **kwargs):
    """x as another dtype or on another device; x itself when nothing has to change.

    Call it as to(dtype), to(device), to(device, dtype) or to(other_tensor).

    >>> import minitorch as mt
    >>> mt.tensor([1.7, -1.7]).to(mt.int64)
    tensor([ 1, -1])

    Errors: RuntimeError for a device that is not there; TypeError for anything that names neither kind nor place.
    Source: PyTorch, torch.Tensor.to.
    """
    dtype, device, copy = parse_to(*args, **kwargs)
    return convert_in_order(x, kwargs.get("memory_format"), dtype, device, copy)


method(to)


# --- one method per dtype, and the old names of typed tensors -------------------------------------------------------------

KINDS = {
    "float": dtypes.float32, "double": dtypes.float64, "half": dtypes.float16, "bfloat16": dtypes.bfloat16,
    "long": dtypes.int64, "int": dtypes.int32, "short": dtypes.int16, "char": dtypes.int8, "byte": dtypes.uint8,
    "bool": dtypes.bool, "cfloat": dtypes.complex64, "cdouble": dtypes.complex128,
}  # fmt: skip


def converter(name, kind):
    """The method `name`, which converts to `kind`."""

    def to_kind(x, *, memory_format=None):
        if memory_format is None:
            return x if x._array.dtype is kind.numpy else convert(x, kind)
        return convert_in_order(x, memory_format, kind)

    to_kind.__name__ = name
    to_kind.__doc__ = f"x as {kind.name}; x itself if it is that already. Source: PyTorch, torch.Tensor.{name}."
    return to_kind


for _name, _kind in KINDS.items():
    method(converter(_name, _kind))
