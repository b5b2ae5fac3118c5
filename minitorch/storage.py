"""storage: UntypedStorage: the memory below tensors as a thing of its own (shelf)."""

from .backend import device_of
from .ops.view.stride import address_of


class UntypedStorage:
    """The memory of a tensor as bytes: shared, not copied. `x.untyped_storage()` gives it.

    >>> import minitorch as mt
    >>> x = mt.zeros(2, 3)
    >>> x.untyped_storage().nbytes(), x[1].untyped_storage().data_ptr() == x.untyped_storage().data_ptr()
    (24, True)

    Source: PyTorch, torch.UntypedStorage.
    """

    def __init__(self, memory):
        self._memory = memory.view("uint8")

    def nbytes(self):
        """The number of bytes."""
        return self._memory.nbytes

    size = __len__ = nbytes

    def data_ptr(self):
        """The address of the first byte."""
        return address_of(self._memory)

    device = property(lambda self: device_of(self._memory))

    def __reduce__(self):
        raise TypeError("a storage is not copied or saved without its tensor: take the tensor")
