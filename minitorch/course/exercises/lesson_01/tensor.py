"""Tensor: Eight attributes, each kept once (difficulty 2, 8 minutes)

Whatever can be read off the array is computed when it is asked for, so it cannot be out of date.

1. Every answer but `is_leaf` comes from `self._array`. Which function makes a tensor around an array?
2. An array has .dtype, .shape and .size (how many numbers).
3. data: `wrap(self._array)` and `self._array = check_data(self, value)._array`. The others return
   `from_numpy_dtype(self._array.dtype)`, `Size(self._array.shape)`, `self.grad_fn is None` and `self._array.size`.
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

            def numel(self):
                return self._array.size
    """,
    given="""
        x = mt.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
        w = mt.nn.Parameter(mt.tensor([0.5, -1.0]))
    """,
    facts="""
        if "AttributeError: 'tuple' object": The shape is a Size, a tuple that can count: Size(self._array.shape).
        >>> before = x.shape, x.dtype, x.numel()
        >>> x.data = mt.tensor([7, 8])
        >>> tuple(x.shape), x.dtype, x.numel()
        ((2,), mt.int64, 2)
        if ((2,), mt.int64, (2,)): numel is the number of all elements: the array's `size`.
        if "DType' object has no attribute": This is NumPy's dtype. Return minitorch's object for it: from_numpy_dtype(...).
        if "minitorch.dtype has no attribute 'kind'": x._array is now the tensor `value`. Store its array.
        else: After x.data = mt.tensor([7, 8]) all three must be those of the new array: read them off self._array.
        >>> same = w.data
        >>> same._array is w._array, type(same) is mt.Tensor, same.requires_grad, same._counter is w._counter
        (True, True, False, False)
        else: `data` is a new tensor around the same array: a plain Tensor as wrap makes it, with a counter of its own.
        >>> x._grad, x._counter = before = mt.ones(2, 3), [3]
        >>> x.data = w
        >>> x._array is w._array, x._grad is before[0], x.requires_grad, x._counter is before[1], x._version
        (True, True, False, True, 3)
        else: `x.data = value` gives x the array of value, without a copy, and changes nothing else.
        >>> w.data = mt.tensor([1, 2])
        raises RuntimeError: floating point
        if None: A tensor that requires a gradient cannot hold integers: check_data(self, value) raises the error.
        >>> try:
        ...     w.data = mt.tensor([1, 2])
        ... except RuntimeError: pass
        >>> w.dtype
        mt.float32
        else: The integers were refused, and w has them all the same. Check the value first, and then change the tensor.
        >>> View = type("View", (mt.Tensor,), {"grad_fn": "the node of the change"})
        >>> w.is_leaf, x.is_leaf, mt.zeros(4)[1:3].is_leaf, wrap(np.ones(2), View).is_leaf
        (True, True, True, False)
        if (True, True, True, True): The last one has a `grad_fn`, so it is not a leaf. Only `grad_fn` decides: the field `_edge` can be out of date.
        else: No operation was recorded for w, x and the slice. So they are leaves, whether they are views or require a gradient or not.
        >>> mt.tensor(5.0).numel(), mt.zeros(3, 0).numel(), mt.zeros(3, 0).shape.numel()
        (1, 0, 0)
        else: A single number has 1 element, and a tensor of shape (3, 0) has 0: the array's `size` knows.
    """,
)
