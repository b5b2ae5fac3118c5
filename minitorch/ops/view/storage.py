"""untyped_storage, set_, resize_: the memory below a tensor (shelf).

Views of one tensor have one storage; shape, strides and offset say what each of them shows of it.
"""

from ..._tensor import method, touch
from ...backend import array_module
from ...size import Size
from ...storage import UntypedStorage
from .memory import bytes_of, ints_of, memory_of, start_of
from .reshape import star
from .stride import strides_of


def untyped_storage(self):
    """The bytes of the memory that this tensor shows, or shows a part of. Source: PyTorch, torch.Tensor.untyped_storage."""
    return UntypedStorage(memory_of(self._array))


method(untyped_storage)


def set_(self, source):
    """Let this tensor show the memory of another one, with its shape and strides.

    >>> import minitorch as mt
    >>> mt.empty(0).set_(mt.arange(3.0))
    tensor([0., 1., 2.])

    Errors: RuntimeError for memory of another dtype. Source: PyTorch, torch.Tensor.set_.
    """
    if source.dtype is not self.dtype:
        raise RuntimeError(f"Could not set tensor of type {source.dtype.name} to a tensor of type {self.dtype.name}")
    self._array = source._array
    touch(self)
    return self


def resize_(self, *sizes, size=None):
    """Let this tensor have another size and show its memory from where it starts, in order.

    Where the memory is too small, this tensor gets new memory, the rest of which is not set; others that shared the old
    one do not see the new.

    >>> import minitorch as mt
    >>> mt.arange(6).resize_(2, 2)
    tensor([[0, 1],
            [2, 3]])

    Errors: RuntimeError for a tensor that requires a gradient. Source: PyTorch, torch.Tensor.resize_.
    """
    if self.requires_grad:
        raise RuntimeError("cannot resize variables that require grad")
    size, array = Size(ints_of("resize_", "size", star(sizes, size))), self._array
    bytes_of(size, strides_of(size), 0, array.itemsize)  # raises for what cannot be
    if size != array.shape:
        memory, start, count = memory_of(array), start_of(array), size.numel()
        if start + count > len(memory):
            old, start = memory[start:], 0
            memory = array_module(array).empty(count, array.dtype)
            memory[: len(old)] = old
        self._array = memory[start : start + count].reshape(size)
        touch(self)
    return self


for _function in (set_, resize_):
    method(_function)
