"""zeros, ones, empty and their _like forms: a tensor of one value (core).

All take `dtype`, `device` and `requires_grad` as PyTorch's do, and all make leaves.
"""

from ..dtypes import get_default_dtype
from ..ops.one_step import one_step
from .tensor import check_dtype, leaf, makes, module_on, size_of

__all__ = ["zeros", "zeros_like", "ones", "ones_like", "empty", "empty_like"]


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


def named(function, name):
    """Give a function its name, and in its docstring PyTorch's name for it."""
    function.__name__ = function.__qualname__ = name
    function.__doc__ += f" Source: PyTorch, torch.{name}."
    return function


def family(name, doc):
    """zeros and zeros_like for one of NumPy's functions."""
    return by_size(name, doc), by_example(name, doc)


zeros, zeros_like = family("zeros", "filled with 0")
ones, ones_like = family("ones", "filled with 1")
empty, empty_like = family("empty", "with whatever numbers lay in its memory")


# --- one step of a trace each -----------------------------------------------------------------------------------------

zeros, ones, empty = map(one_step, (zeros, ones, empty))
zeros_like, ones_like, empty_like = map(one_step, (zeros_like, ones_like, empty_like))
