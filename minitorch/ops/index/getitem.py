"""x[index]: a view or a copy (core).

Ints, slices, None and ... pick a view. Tensors of ints or bools and lists pick elements one by one: a copy, which
parse.py makes.
"""

from ..._lazy import load
from ..._tensor import method
from ..view.narrow import item

__all__ = []


def getitem(x, index):
    """x[index]: ints, slices, None and ... give a view, tensors and lists of ints or bools a copy.

    >>> import minitorch as mt
    >>> x = mt.tensor([[1, 2], [3, 4]])
    >>> x[0], x[:, 1], x[[1, 0], 0], x[x > 2]
    (tensor([1, 2]), tensor([2, 4]), tensor([3, 1]), tensor([3, 4]))

    Errors: IndexError for an index out of range, too many indices, or of the wrong kind; ValueError for a negative step.
    Source: PyTorch, "Tensor Indexing".
    """
    index = index if isinstance(index, tuple) else (index,)
    if not all([is_basic(i) for i in index]):
        return load("minitorch.ops.index.parse").advanced(x, index)
    for i in index:
        if isinstance(i, slice) and i.step is not None and i.step.__index__() < 0:
            raise ValueError("step must be greater than zero")
    try:
        return item(x, index)
    except IndexError as error:
        raise load("minitorch.ops.index.parse").index_error(x, error) from None


def is_basic(i):
    """Whether an entry of an index picks evenly spaced elements: an int, a slice, None or Ellipsis. A bool is a mask."""
    return i is None or i is ... or type(i) in (int, slice)


method(getitem, "__getitem__")
