"""full, full_like, and the new_ methods: tensors of one number (shelf)."""

from functools import partial

import numpy as np

from .._tensor import method
from ..dtypes import check_assigned, kind_of_scalar
from ..ops.one_step import one_step
from .data import array_of
from .tensor import check_dtype, leaf, makes, module_on, size_of, tensor
from .zeros import empty, empty_like, ones, zeros


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


full, full_like = map(one_step, (full, full_like))


@method
@partial(makes, writes=False)
def new_tensor(self, data, *, dtype=None, device=None, requires_grad=False):
    """tensor, with the dtype and device of this tensor."""
    where = self.device if device is None else device
    return tensor(data, dtype=dtype or self.dtype, device=where, requires_grad=requires_grad)


def by_kind(name, make):
    """x.new_zeros(2, 3): of a given size, with the dtype and device of a tensor."""

    def new(self, *size, dtype=None, device=None, requires_grad=False):
        kind, where = check_dtype(dtype) or self.dtype, self.device if device is None else device
        return make(*size, dtype=kind, device=where, requires_grad=requires_grad)

    new.__doc__ = f"{name}, with the dtype and device of this tensor. Source: PyTorch, torch.Tensor.new_{name}."
    new.__name__ = new.__qualname__ = f"new_{name}"
    return method(makes(new, writes=False), f"new_{name}")


for _name, _make in (("zeros", zeros), ("ones", ones), ("empty", empty)):
    by_kind(_name, _make)
