"""empty_strided, as_subclass: a tensor with any strides, or of any class (shelf)."""

from .._tensor import Tensor, method
from ..dtypes import get_default_dtype
from ..ops.view.memory import bytes_of, ints_of
from ..ops.view.narrow import item
from .tensor import check_dtype, leaf, module_on, size_of


def empty_strided(size, stride, *, dtype=None, device=None, requires_grad=False):
    """A tensor of the given size and strides, in elements, with whatever numbers lay in its memory.

    >>> import minitorch as mt
    >>> mt.empty_strided((2, 3), (1, 2)).stride()
    (1, 2)

    Source: PyTorch, torch.empty_strided.
    """
    size, stride = size_of((tuple(size),), "empty_strided"), ints_of("empty_strided", "stride", stride)
    if len(size) != len(stride):
        raise RuntimeError(
            f"dimensionality of sizes ({len(size)}) must match dimensionality of strides ({len(stride)})"
        )
    if any([step < 0 for step in stride]):
        raise RuntimeError(f"empty_strided(): strides must not be negative, but they are {stride}")
    kind, xp = (check_dtype(dtype) or get_default_dtype()).numpy, module_on(device)
    memory = xp.empty(bytes_of(size, stride, 0, kind.itemsize) // kind.itemsize, kind)
    steps = [n * kind.itemsize for n in stride]
    return leaf(xp.lib.stride_tricks.as_strided(memory, size, steps), device, requires_grad)


@method
def as_subclass(self, cls):
    """The same memory and history as a tensor of a class derived from Tensor. What is computed from it is a Tensor.

    Source: PyTorch, torch.Tensor.as_subclass.
    """
    if not (isinstance(cls, type) and issubclass(cls, Tensor)):
        raise TypeError("Creating a Tensor subclass from a class that does not inherit from Tensor is not possible")
    shown = item(self, (...,))
    shown.__class__ = cls
    return shown
