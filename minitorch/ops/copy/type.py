"""cpu, cuda, type, type_as: another device, and dtypes by their old names (shelf)."""

from ... import dtypes
from ..._tensor import Tensor, method
from ...backend import CPU
from .to import convert, convert_in_order


def cpu(x, *, memory_format=None):
    """x in the computer's memory. Source: PyTorch, torch.Tensor.cpu."""
    return convert_in_order(x, memory_format, where=CPU)


def cuda(x, device=None, non_blocking=False, memory_format=None):
    """x in a GPU's memory: the current one, or number `device`. Source: PyTorch, torch.Tensor.cuda."""
    return convert_in_order(x, memory_format, where="cuda" if device is None else device)


def type_as(x, other):
    """x in the dtype and on the device of `other`. Source: PyTorch, torch.Tensor.type_as."""
    return convert(x, other.dtype, other.device)


method(cpu)
method(cuda)
method(type_as)
BY_TYPE = {f"{kind.title}Tensor": kind for kind in dtypes.ALL}


def type_(x, dtype=None, non_blocking=False):
    """Without an argument the old name of x's type; with one (a dtype, such a name, or Tensor for the default dtype) x converted.

    >>> import minitorch as mt
    >>> mt.zeros(2).type(), mt.zeros(2).type(mt.int64).type()
    ('minitorch.FloatTensor', 'minitorch.LongTensor')

    Errors: ValueError for a name that stands for no type. Source: PyTorch, torch.Tensor.type.
    """
    if dtype is None:
        return f"minitorch.{'' if x.is_cpu else f'{x.device.type}.'}{x.dtype.title}Tensor"
    if isinstance(dtype, dtypes.dtype) or dtype is Tensor:
        return convert(x, dtypes.get_default_dtype() if dtype is Tensor else dtype)
    name = dtype if isinstance(dtype, str) else getattr(dtype, "__name__", str(dtype))
    *place, last = name.split(".")
    if last not in BY_TYPE:
        raise ValueError(f"invalid type: '{name}'; expected a dtype or a name such as 'minitorch.FloatTensor'")
    return convert(x, BY_TYPE[last], "cuda" if "cuda" in place else None)


method(type_, "type")
