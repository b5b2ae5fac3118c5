"""functions: what code in a TorchScript file can call: operators of tensors, and those of numbers, texts, lists (shelf)."""

import math
import warnings

from .._tensor import Tensor
from ..backend import device
from ..graph import grad_mode
from . import Error
from .kinds import CODES
from .operators import chosen, table
from .running import KERNELS, PRIMS, call


def item(values, key):
    if not isinstance(values, (list, tuple, dict, str)):
        raise RuntimeError(f"a {type(values).__name__} has no items in the file's code")
    return values[key]


def raised(message="", kind=None):
    raise Error(str(message))


def code_of_dtype(x):
    return CODES[x.dtype]


PRIM = {
    "NumToTensor": PRIMS["prim::NumToTensor"], "RaiseException": raised, "dtype": code_of_dtype,
    "device": lambda x: x.device, "unchecked_unwrap_optional": lambda x: x, "layout": lambda x: 0, "is_cuda": lambda x: False,
    "requires_grad": lambda x: x.requires_grad, "data": lambda x: x.detach(), "itemsize": lambda x: x.itemsize,
    "min": lambda *given: min(*given) if len(given) > 1 else min(given[0]),
    "max": lambda *given: max(*given) if len(given) > 1 else max(given[0]), "abs": abs, "TupleIndex": item,
    "Print": lambda *given: print(*given), "tolist": lambda x, *more: x.tolist(), "is_meta": lambda x: False,
    "is_nested": lambda x: False, "type": lambda x: x.type, "is_mkldnn": lambda x: False, "is_cpu": lambda x: True,
    "is_xpu": lambda x: False,
    "is_sparse": lambda x: False, "is_quantized": lambda x: False, "shape": lambda x: list(x.shape), "ndim": lambda x: x.dim(),
}  # fmt: skip


def sliced(x, start=0, stop=None, step=1):
    return x[start : None if stop is None or stop >= 2**63 - 1 else stop : step]


def changed(function):
    """What changes a list or dictionary, and gives it back."""

    def one(x, *given):
        function(x, *given)
        return x

    return one


def popped(x, *key):
    return x.pop(*key)


def filled(text, *given):
    """A text with values in the place of each {}: no other form of them does anything."""
    parts = text.split("{}")
    words = [str(one) for one in given] + ["{}"] * (len(parts) - 1 - len(given))
    return "".join([part + word for part, word in zip(parts, [*words[: len(parts) - 1], ""], strict=True)])


PLAIN = {
    "add": lambda x, y: x + y, "sub": lambda x, y: x - y, "mul": lambda x, y: x * y, "div": lambda x, y: x / y,
    "floordiv": lambda x, y: x // y, "remainder": lambda x, y: x % y, "pow": lambda x, y: x**y, "neg": lambda x: -x,
    "gt": lambda x, y: x > y, "lt": lambda x, y: x < y, "ge": lambda x, y: x >= y, "le": lambda x, y: x <= y,
    "eq": lambda x, y: x == y, "ne": lambda x, y: x != y, "__and__": lambda x, y: x and y if isinstance(x, bool) else x & y,
    "__or__": lambda x, y: x or y if isinstance(x, bool) else x | y, "__xor__": lambda x, y: x ^ y,
    "__not__": lambda x: not x, "__is__": lambda x, y: x is y, "__isnot__": lambda x, y: x is not y,
    "__contains__": lambda x, y: y in x, "len": len, "append": changed(list.append), "extend": changed(list.extend),
    "insert": changed(list.insert), "clear": changed(lambda x: x.clear()), "reverse": changed(list.reverse), "pop": popped,
    "format": filled, "list": list, "str": str, "slice": sliced, "ceil": math.ceil,
    "floor": math.floor, "sqrt": math.sqrt, "exp": math.exp, "log": math.log, "abs": abs, "round": round, "sum": sum,
    "min": min, "max": max, "keys": lambda x: list(x.keys()), "values": lambda x: list(x.values()),
    "items": lambda x: list(x.items()), "get": lambda x, *given: x.get(*given), "copy": lambda x: x.copy(),
    "_set_item": lambda x, key, value: x.__setitem__(key, value), "__getitem__": item, "sort": changed(list.sort),
    "Int": int, "Float": float, "Bool": bool, "join": lambda text, parts: text.join(parts), "upper": str.upper,
    "lower": str.lower, "startswith": str.startswith, "endswith": str.endswith, "any": any, "all": all,
    "floor_divide": lambda x, y: x // y, "warn": lambda text, *level, **named: warnings.warn(text, stacklevel=2),
    "device": device, "dict": dict, "ord": ord, "chr": chr, "isinf": math.isinf, "isnan": math.isnan,
}  # fmt: skip
OF_TENSORS = {
    "size": PRIMS["aten::size"], "dim": lambda x: x.dim(), "numel": lambda x: x.numel(), "len": len,
    "is_floating_point": lambda x: x.is_floating_point(), "item": lambda x: x.item(), "Int": int, "Float": float, "Bool": bool,
    "__is__": lambda x, y: x is y, "__isnot__": lambda x, y: x is not y, "ScalarImplicit": lambda x: x.item(),
    "IntImplicit": int, "FloatImplicit": float, "stride": lambda x, *dim: x.stride(*dim), "is_complex": lambda x: x.is_complex(),
    "str": str, "get_device": lambda x: -1, "element_size": lambda x: x.element_size(), "format": PLAIN["format"],
    "storage_offset": lambda x: x.storage_offset(), "is_contiguous": lambda x, *form: x.is_contiguous(),
}  # fmt: skip
OFF = ("is_autocast_enabled", "is_autocast_cpu_enabled", "is_scripting")
LISTS = ("append", "extend", "insert", "clear", "reverse", "pop", "len", "__contains__", "list", "_set_item", "keys", "values",
         "items", "get", "copy", "slice", "__getitem__", "dict", "add", "format")  # fmt: skip


def operator(name, args, kwargs, node):
    """torch.NAME(...): an operator of tensors, or one of numbers, texts, lists and dictionaries."""
    if name in OFF:
        return False
    if name == "is_grad_enabled":
        return grad_mode.state.enabled
    first = args[0] if args else None
    tensor = any([isinstance(one, Tensor) for one in (*args, *kwargs.values())])
    if isinstance(first, (list, dict, str)) and name in LISTS or not tensor and name in PLAIN and args:
        lists = isinstance(first, list) and any([isinstance(one, Tensor) for one in first])
        if not (lists and name in ("sum", "max", "min", "any", "all")):
            return PLAIN[name](*args, **kwargs)
    if tensor and name in OF_TENSORS:
        return OF_TENSORS[name](*args, **kwargs)
    if name in KERNELS and name not in table():
        return KERNELS[name](*args, **kwargs)
    found = chosen(name, args, kwargs) if name in table() else None
    if found is None:
        kinds = ", ".join([type(one).__name__ for one in args])
        raise RuntimeError(
            f"the file's code calls aten::{name}({kinds}), which minitorch does not run, in line {getattr(node, 'lineno', '?')}"
        )
    return call(*found)
