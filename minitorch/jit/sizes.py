"""sizes: the sizes of a tensor while it is traced: tensors of one integer, so that what is computed of them is traced too (shelf)."""

from ..size import Size


class TracedSize(Size):
    """A Size of such tensors. Source: PyTorch, torch.Size while a trace is taken."""

    __slots__ = ()

    def __new__(cls, sizes=()):
        return tuple.__new__(cls, sizes)

    def numel(self):
        count = 1
        for length in self:
            count = count * length
        return count

    def __getitem__(self, index):
        found = tuple.__getitem__(self, index)
        return TracedSize(found) if isinstance(index, slice) else found

    def __add__(self, other):
        return TracedSize(tuple.__add__(self, tuple(other)))

    def __radd__(self, other):
        return TracedSize(tuple(other) + tuple(self))

    def __repr__(self):
        return f"minitorch.Size([{', '.join([repr(n) for n in self])}])"


def traced_shape(tracer, x, dim=None):
    """The sizes of x as traced numbers; with dim one of them."""
    if dim is not None:
        return tracer.number("aten::size", x, lambda x: x._array.shape[dim], dim)
    return TracedSize([traced_shape(tracer, x, i) for i in range(x._array.ndim)])
