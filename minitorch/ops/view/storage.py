"""storage, untyped_storage, set_, resize_: the memory below a tensor (shelf).

Views of one tensor have one storage; shape, strides and offset say what each of them shows of it.
"""

from ..._tensor import Tensor, method, touch, wrap
from ...backend import array_module
from ...errors import warn_once
from ...size import Size
from ...storage import TypedStorage, UntypedStorage, is_storage
from .memory import bytes_of, ints_of, memory_of, start_of
from .reshape import star
from .stride import strides_of

__all__ = ["resize_as_"]


def untyped_storage(self):
    """The bytes of the memory that this tensor shows, or shows a part of. Source: PyTorch, torch.Tensor.untyped_storage."""
    return UntypedStorage(memory_of(self._array))


def storage(self):
    """The same memory as numbers. Source: PyTorch, torch.Tensor.storage."""
    warn_once("TypedStorage is deprecated: tensor.untyped_storage() gives the bytes.")
    return TypedStorage(memory_of(self._array), self.dtype)


method(storage)
method(untyped_storage)


def set_(self, source=None, storage_offset=0, size=None, stride=None):
    """Let this tensor show other memory: that of a tensor or a storage, or none at all.

    >>> import minitorch as mt
    >>> x = mt.arange(6.0)
    >>> mt.empty(0).set_(x, 1, (2,), (2,))
    tensor([1., 3.])

    Errors: RuntimeError for memory of another dtype and for elements beyond its end. Source: PyTorch, torch.Tensor.set_.
    """
    if is_storage(source):
        memory = source._memory
        if source.dtype is None:  # bytes can be read as numbers of any dtype
            memory = memory[: len(memory) // self.itemsize * self.itemsize].view(self._array.dtype)
        source = wrap(memory)
    elif source is None:
        source = wrap(array_module(self._array).empty(0, self._array.dtype))
    elif not isinstance(source, Tensor):
        raise TypeError(f"set_(): argument 'source' must be Tensor or Storage, not {type(source).__name__}")
    if source.dtype is not self.dtype:
        raise RuntimeError(f"Could not set tensor of type {source.dtype.name} to a tensor of type {self.dtype.name}")
    if size is not None:
        size = ints_of("set_", "size", size)
        steps = strides_of(size) if stride is None else stride
        source = source.detach().as_strided(size, steps, storage_offset)
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


def resize_as_(input, the_template):
    """resize_ to the size of another tensor. Source: PyTorch, torch.Tensor.resize_as_."""
    return resize_(input, the_template.shape)


for _function in (set_, resize_, resize_as_):
    method(_function)
