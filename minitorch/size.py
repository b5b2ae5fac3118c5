"""Size, check_dim: the shape of a tensor, and which dimension an integer means (core)."""


class Size(tuple):
    """The shape of a tensor: a tuple that prints as PyTorch's and can count its elements.

    >>> import minitorch as mt
    >>> mt.zeros(2, 3).shape, mt.zeros(2, 3).shape.numel()
    (minitorch.Size([2, 3]), 6)
    """

    __module__ = "minitorch"  # where users find it

    __slots__ = ()

    def __new__(cls, sizes=()):
        return tuple.__new__(cls, [as_int(length) for length in sizes])

    def numel(self):
        count = 1
        for length in self:
            count *= length
        return count

    def __repr__(self):
        return f"minitorch.Size({list(self)})"

    def __getitem__(self, index):
        found = tuple.__getitem__(self, index)
        return Size(found) if isinstance(index, slice) else found

    def __add__(self, other):
        return Size(tuple.__add__(self, other))

    def __radd__(self, other):
        return Size(other + tuple(self))

    def __mul__(self, times):
        return Size(tuple.__mul__(self, times))

    __rmul__ = __mul__


def as_int(length):
    """A length as a Python int, or PyTorch's TypeError."""
    if not hasattr(length, "__index__"):
        raise TypeError(f"minitorch.Size() takes an iterable of 'int', not of '{type(length).__name__}'")
    return length.__index__()


def check_dim(dim, ndim):
    """A dimension as a number from 0, or PyTorch's IndexError. Negative ones count from the end."""
    limit = max(ndim, 1)
    if not -limit <= dim < limit:
        raise IndexError(f"Dimension out of range (expected to be in range of [{-limit}, {limit - 1}], but got {dim})")
    return dim + limit if dim < 0 else dim
