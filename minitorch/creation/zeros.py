"""zeros, ones, empty, full, their _like and new_ forms: a tensor of one value.

All take `dtype`, `device` and `requires_grad` as PyTorch's do, and all make leaves.
"""

from functools import partial

from .._tensor import method
from ..dtypes import get_default_dtype
from .arguments import makes
from .data import array_of
from .tensor import check_dtype, leaf, module_on, size_of, tensor

__all__ = ["zeros", "zeros_like", "ones", "ones_like", "empty", "empty_like", "full", "full_like", "scalar_tensor"]


def _make(fill, name, doc):
    """zeros, ones and empty, with their *_like and new_* forms, differ only in what they fill with."""

    def make(*size, dtype=None, device=None, requires_grad=False):
        kind = (check_dtype(dtype) or get_default_dtype()).numpy
        return leaf(getattr(module_on(device), fill)(size_of(size, name), kind), device, requires_grad)

    def like(input, *, dtype=None, device=None, requires_grad=False):
        kind, where = check_dtype(dtype) or input.dtype, input.device if device is None else device
        array = input._array
        if array.flags.c_contiguous or 0 in array.strides:
            return make(array.shape, dtype=kind, device=where, requires_grad=requires_grad)
        made = getattr(module_on(input.device), f"{fill}_like")(array, dtype=kind.numpy)  # its strides in their order
        return leaf(made, where, requires_grad)

    def new(self, *size, dtype=None, device=None, requires_grad=False):
        kind, where = check_dtype(dtype) or self.dtype, self.device if device is None else device
        return make(*size, dtype=kind, device=where, requires_grad=requires_grad)

    make.__name__ = make.__qualname__ = name
    make.__doc__ = (
        f"A tensor of the given size, {doc}. Sizes are several ints or one sequence. Source: PyTorch, torch.{name}."
    )
    like.__name__ = like.__qualname__ = f"{name}_like"
    like.__doc__ = f"A tensor of the shape, dtype and device of `input`, {doc}. Source: PyTorch, torch.{name}_like."
    new.__name__ = new.__qualname__ = f"new_{name}"
    new.__doc__ = f"{name}, with the dtype and device of this tensor. Source: PyTorch, torch.Tensor.new_{name}."
    method(makes(new, writes=False), f"new_{name}")
    return makes(make), makes(like, writes=False)


zeros, zeros_like = _make("zeros", "zeros", "filled with 0")
ones, ones_like = _make("ones", "ones", "filled with 1")
empty, empty_like = _make("empty", "empty", "with whatever numbers lay in its memory")


@makes
def full(size, fill_value, *, dtype=None, device=None, requires_grad=False):
    """A tensor of the given size filled with one number, which also gives the dtype if none is named."""
    number = array_of(fill_value, check_dtype(dtype))
    array = module_on(device).full(
        size_of((size,) if not isinstance(size, int) else (size,), "full"), number, number.dtype
    )
    return leaf(array, device, requires_grad)


@partial(makes, writes=False)
def full_like(input, fill_value, *, dtype=None, device=None, requires_grad=False):
    """A tensor of the shape, dtype and device of `input`, filled with one number."""
    where = input.device if device is None else device
    return full(input.shape, fill_value, dtype=dtype or input.dtype, device=where, requires_grad=requires_grad)


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
