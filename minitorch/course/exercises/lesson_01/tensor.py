"""Tensor: Eight attributes, each kept once (difficulty 2, 8 minutes)

Whatever can be read off the array is computed when it is asked for, so it cannot be out of date.

1. Every answer but `is_leaf` comes from `self._array`. Which function makes a tensor around an array?
2. An array has .dtype and .shape, which are NumPy's: Size and from_numpy_dtype make minitorch's objects of them.
3. data: `wrap(self._array)` and `self._array = check_data(self, value)._array`. The others: `Size(self._array.shape)`, `self.grad_fn is None`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch._tensor:Tensor",
    keeps=True,
    changes=True,
    setup="from minitorch.dtypes import from_numpy_dtype",
    solution="""
        class Tensor:
            @property
            def data(self):
                return wrap(self._array)

            @data.setter
            def data(self, value):
                self._array = check_data(self, value)._array

            @property
            def dtype(self):
                return from_numpy_dtype(self._array.dtype)

            @property
            def shape(self):
                return Size(self._array.shape)

            @property
            def is_leaf(self):
                return self.grad_fn is None
    """,
    given="x = mt.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]); w = mt.nn.Parameter(mt.tensor([0.5, -1.0])); y = w * 2",
    facts="""
        if "AttributeError: 'tuple' object": The shape is a Size, a tuple that can count: Size(self._array.shape).
        if "broadcast": `x.data = value` replaces the array of x. It does not write numbers into the old one.
        >>> before = x.data, x.shape, x.dtype
        >>> x.data = mt.tensor([[7, 8]])
        >>> x.tolist(), x.data.tolist(), tuple(x.shape), x.dtype, x.shape.numel()
        ([[7, 8]], [[7, 8]], (1, 2), mt.int64, 2)
        if ([[7, 8]], [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], (1, 2), mt.int64, 2): After x.data = mt.tensor([[7, 8]]), x.data still shows the old numbers. Make a new tensor each time.
        if ([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], (2, 3), mt.float32, 6): After x.data = value, x still has its old array. Store that of `value` in self._array.
        if "DType' object has no attribute": This is NumPy's dtype. Return minitorch's object for it: from_numpy_dtype(...).
        if "minitorch.dtype has no attribute 'kind'": x._array is now the tensor `value`. Store its array.
        else: After x.data = mt.tensor([[7, 8]]) the shape is (1, 2) and the dtype int64: read both off self._array whenever they are asked for. For `data`, call wrap: the constructor would convert the integers to float32.
        >>> same, old = w.data, y[1:].data
        >>> same._array is w._array, type(same) is mt.Tensor, same.requires_grad, same._counter is w._counter, old.grad_fn, old._base
        (True, True, False, False, None, None)
        if (True, False, False, False, None, None): `data` is a plain Tensor, even if x is a Parameter: wrap makes one if no class is given.
        else: `data` is a new tensor around the same array, as wrap makes it: a plain Tensor with a counter of its own, no base and no history.
        >>> x._grad, x._counter = before = mt.ones(2, 3), [3]; part = mt.zeros(4)[1:3]; base, node = part._base, y.grad_fn
        >>> x.data = part.data = y.data = w
        >>> x._array is w._array, x._grad is before[0], x.requires_grad, x._counter is before[1], x._version, part._base is base, y.grad_fn is node
        (True, True, False, True, 3, True, True)
        if (False, True, False, True, 3, True, True): The array of value itself is what x gets: without a copy.
        else: `x.data = value` sets the array, and no other field: the gradient, the counter, the base and the edge are as before.
        >>> w.data = mt.tensor([1, 2])
        raises RuntimeError: floating point
        if None: A tensor that requires a gradient cannot hold integers: check_data(self, value) raises the error.
        >>> try:
        ...     w.data = mt.tensor([1, 2])
        ... except RuntimeError: pass
        >>> w.dtype
        mt.float32
        else: The integers were refused, and w has them all the same. Check the value first, and then change the tensor.
        >>> View = type("View", (mt.Tensor,), {"grad_fn": "the node of the change", "requires_grad": True})
        >>> w.is_leaf, x.is_leaf, mt.zeros(4)[1:3].is_leaf, y.is_leaf, wrap(np.ones(2), View).is_leaf
        (True, True, True, False, False)
        if (True, True, True, False, True): The last one has a `grad_fn`. Only `grad_fn` decides: `_edge` can be out of date, and `requires_grad` answers another question.
        if (True, True, True, True, True): The last two have a `grad_fn`, so neither is a leaf, although both require a gradient.
        else: No operation was recorded for w, x and the slice. So they are leaves, whether they are views or require a gradient or not.
    """,
)
