"""storage: UntypedStorage: the memory below tensors as a thing of its own (shelf)."""

import operator

from .backend import device_of
from .ops.view.stride import address_of


class UntypedStorage:
    """The memory of a tensor as bytes: shared, not copied. `x.untyped_storage()` gives it.

    >>> import minitorch as mt
    >>> x = mt.zeros(2, 3)
    >>> x.untyped_storage().nbytes(), x[1].untyped_storage() == x.untyped_storage()
    (24, True)

    Source: PyTorch, torch.UntypedStorage.
    """

    def __init__(self, memory):
        self._memory = memory.view("uint8")

    def __len__(self):
        return len(self._memory)

    def size(self):
        """The number of elements."""
        return len(self)

    def nbytes(self):
        """The number of bytes."""
        return self._memory.nbytes

    def element_size(self):
        """Bytes per element."""
        return self._memory.itemsize

    def data_ptr(self):
        """The address of the first byte."""
        return address_of(self._memory)

    _cdata = property(data_ptr)  # the same for storages that are the same memory

    def tolist(self):
        """The elements as a list."""
        return self._memory.tolist()

    device = property(lambda self: device_of(self._memory))
    is_cuda = property(lambda self: self.device.type == "cuda")

    def __getitem__(self, index):
        index = operator.index(index)
        if not -len(self) <= index < len(self):
            raise IndexError(f"index {index} out of range for storage of size {len(self)}")
        return self._memory[index].item()

    def __eq__(self, other):
        here = self.data_ptr(), self.nbytes()
        return isinstance(other, UntypedStorage) and here == (other.data_ptr(), other.nbytes())

    __hash__ = object.__hash__

    def __reduce__(self):
        raise TypeError("a storage is not copied or saved without its tensor: take the tensor")

    def __repr__(self):
        numbers = "\n ".join([str(n) for n in self.tolist()])
        name = f"{type(self).__module__}.{type(self).__qualname__}"
        return f" {numbers}\n[{name}(device={self.device}) of size {len(self)}]"
