"""untyped_storage, set_: the memory below a tensor (shelf).

Views of one tensor have one storage; shape, strides and offset say what each of them shows of it.
"""

from ..._tensor import method, touch
from ...storage import UntypedStorage
from .memory import memory_of


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


method(set_)
