"""zeros, ones, empty, full, their _like and new_ forms: a tensor of one value (core).

All take `dtype`, `device` and `requires_grad` as PyTorch's do, and all make leaves.
"""

from functools import partial

import numpy as np

from .._tensor import method
from ..dtypes import check_assigned, get_default_dtype, kind_of_scalar
from ..ops.one_step import one_step
from .arguments import makes
from .data import array_of
from .tensor import check_dtype, leaf, module_on, size_of, tensor

__all__ = ["zeros", "zeros_like", "ones", "ones_like", "empty", "empty_like", "full", "full_like", "scalar_tensor"]


# --- zeros, ones and empty differ only in NumPy's function ---------------------------------------------------------------


def by_size(name, doc):
    """zeros(2, 3): of a given size."""

    def make(*size, dtype=None, device=None, requires_grad=False):
        kind = (check_dtype(dtype) or get_default_dtype()).numpy
        return leaf(getattr(module_on(device), name)(size_of(size, name), kind), device, requires_grad)

    make.__doc__ = f"A tensor of the given size, {doc}. Sizes are several ints or one sequence."
    return makes(named(make, name))


def by_example(name, doc):
    """zeros_like(x): with the shape, dtype and device of a tensor."""

    def like(input, *, dtype=None, device=None, requires_grad=False):
        kind, where = check_dtype(dtype) or input.dtype, input.device if device is None else device
        array = input._array
        if array.flags.c_contiguous or 0 in array.strides:
            return leaf(getattr(module_on(where), name)(array.shape, kind.numpy), where, requires_grad)
        made = getattr(module_on(input.device), f"{name}_like")(array, dtype=kind.numpy)  # its strides in their order
        return leaf(made, where, requires_grad)

    like.__doc__ = f"A tensor of the shape, dtype and device of `input`, {doc}."
    return makes(named(like, f"{name}_like"), writes=False)


def by_kind(name, make):
    """x.new_zeros(2, 3): of a given size, with the dtype and device of a tensor."""

    def new(self, *size, dtype=None, device=None, requires_grad=False):
        kind, where = check_dtype(dtype) or self.dtype, self.device if device is None else device
        return make(*size, dtype=kind, device=where, requires_grad=requires_grad)

    new.__doc__ = f"{name}, with the dtype and device of this tensor."
    return makes(named(new, f"new_{name}", "Tensor."), writes=False)


def named(function, name, where=""):
    """Give a function its name, and in its docstring PyTorch's name for it."""
    function.__name__ = function.__qualname__ = name
    function.__doc__ += f" Source: PyTorch, torch.{where}{name}."
    return function


def family(name, doc):
    """zeros, zeros_like and new_zeros for one of NumPy's functions; the last becomes a method."""
    make = by_size(name, doc)
    method(by_kind(name, make), f"new_{name}")
    return make, by_example(name, doc)


zeros, zeros_like = family("zeros", "filled with 0")
ones, ones_like = family("ones", "filled with 1")
empty, empty_like = family("empty", "with whatever numbers lay in its memory")


@makes
def full(size, fill_value, *, dtype=None, device=None, requires_grad=False):
    """A tensor of the given size filled with one number, which also gives the dtype if none is named."""
    kind = check_dtype(dtype)
    if isinstance(fill_value, np.number):
        fill_value = fill_value.item()  # its own dtype does not count
    if isinstance(fill_value, (int, float, complex)):
        check_assigned(kind or kind_of_scalar(fill_value), fill_value)
    number = array_of(fill_value, kind)
    array = module_on(device).full(
        size_of((size,) if not isinstance(size, int) else (size,), "full"), number, number.dtype
    )
    return leaf(array, device, requires_grad)


@partial(makes, writes=False)
def full_like(input, fill_value, *, dtype=None, device=None, requires_grad=False):
    """A tensor of the shape, dtype and device of `input`, filled with one number."""
    made = empty_like(input, dtype=dtype, device=device)
    made._array[...] = full((), fill_value, dtype=made.dtype, device=made.device)._array
    return made.requires_grad_(requires_grad)


@method
@partial(makes, writes=False)
def new_full(self, size, fill_value, *, dtype=None, device=None, requires_grad=False):
    """full, with the dtype and device of this tensor."""
    where = self.device if device is None else device
    return full(size, fill_value, dtype=dtype or self.dtype, device=where, requires_grad=requires_grad)


@partial(makes, writes=False)
def scalar_tensor(s, *, dtype=None, device=None, requires_grad=False):
    """A 0-d tensor of one number, in the default float dtype unless another is named."""
    return tensor(s, dtype=dtype or get_default_dtype(), device=device, requires_grad=requires_grad)


# --- one step of a trace each -----------------------------------------------------------------------------------------

zeros, ones, empty, full, scalar_tensor = map(one_step, (zeros, ones, empty, full, scalar_tensor))
zeros_like, ones_like, empty_like, full_like = map(one_step, (zeros_like, ones_like, empty_like, full_like))
