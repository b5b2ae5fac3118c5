"""is_leaf: Facts that are worked out, not stored (difficulty 2, 7 minutes)

None of them is stored, so none can go stale. The array knows its dtype and its shape, its dimensions and elements;
having no maker is what makes a leaf.

1. Each of the five runs anew whenever the attribute is read. Read the answer off something that the tensor keeps.
2. The array has a dtype, a shape, an ndim and a size of its own. A leaf is a tensor that no operation made: which
   attribute says that?
3. `return mt.dtypes.from_numpy_dtype(self._array.dtype)`, `return mt.Size(self._array.shape)`, `return
   self._array.ndim`, `return self._array.size` and `return self.grad_fn is None`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch._tensor:Tensor.is_leaf",
    covers="Tensor.dtype Tensor.shape Tensor.dim Tensor.numel",
    changes=True,
    solution="""
        def dtype(self):
            return mt.dtypes.from_numpy_dtype(self._array.dtype)


        def shape(self):
            return mt.Size(self._array.shape)
    """,
    facts="""
        >>> mt.zeros(2, 3).dim(), mt.tensor(5.0).dim()
        (2, 0)
        if ((2, 3), ()): These are the lengths. dim says how many of them there are: the array's ndim.
        if 'TypeError: len() of unsized object': len(array) is the length of the first dimension, and a single number
            has none. dim says how many dimensions there are.
        >>> mt.zeros(2, 3).numel(), mt.tensor(5.0).numel(), mt.zeros(3, 0).numel()
        (6, 1, 0)
        if (5, 0, 3): Two rows of three are six elements: the lengths are multiplied, not added.
        if 'TypeError: len() of unsized object': len(array) is the length of the first dimension, and a single number
            has none. numel counts all elements.
        >>> mt.zeros(2, 3).shape.numel()
        6
        if 2: len(array) is only the first number of the shape, and a single number has no length at all.
        >>> mt.zeros(3).is_leaf
        True
        else: A leaf need not want a gradient: data does not. Only the maker, grad_fn, decides.
        >>> t = mt.zeros(2, 3)
        >>> before = tuple(t.shape), t.dtype.name
        >>> t.data = mt.tensor([1, 2, 3, 4, 5])
        >>> before, tuple(t.shape), t.dtype.name
        (((2, 3), 'float32'), (5,), 'int64')
        if (((2, 3), 'float32'), (5,), 'float32'): Not every tensor is float32. The array knows what kind of number it
            holds.
        >>> t = mt.zeros(3)
        >>> t._edge = ("the node that made it", 0)
        >>> t.is_leaf
        False
        else: Every tensor of this lesson is a leaf, but not every tensor is. One with a grad_fn was made by an
            operation.
        >>> mt.zeros(3, requires_grad=True).is_leaf
        True
        if False: A weight wants a gradient and is a leaf all the same. Only the maker, grad_fn, decides.
    """,
)
