"""reshape: view and reshape (difficulty 4, 22 minutes)

`view` shares the Storage or raises an error. `reshape` returns the same elements, and copies them if it must. Both
ask strides_of_view.

1. In strides_of_view, go from the last new length to the first. Each takes its elements from the current run: its
   stride is the step of the run. How many elements of the run are left, and how far apart are they? In infer, divide count
   by the product of the known lengths.
2. A length n leaves length // n elements that are step * n apart. If n does not divide length, return None. If only one
   element is left and n is larger than 1, the next run begins. `_view` has three ways out, and `reshape` has two.
3. for n in reversed(size): if length == 1 and n > 1 and runs: length, step = runs.pop(0); if length % n: return None;
   append step; length, step = length // n, step * n. In infer, check size.count(-1), the smallest length and the product.
   In reshape, return input.view(size) if the array is contiguous or strides_of_view(...) is not None.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.ops.view.reshape:reshape",
    covers="strides_of_view infer _view",
    alone=True,
    solution="""
        def reshape(input, *sizes, shape=None):
            array = input._array
            size = infer(size_given(sizes, shape), array.size)
            if array.flags.c_contiguous or strides_of_view(array.shape, array.strides, size) is not None:
                return input.view(size)
            return _unsafe_view(clone(input, contiguous_format), size)
    """,
    facts="""
        >>> strides_of_view((3, 2), (1, 3), (6,)), strides_of_view((6, 4), (1, 6), (2, 4, 3))
        (None, None)
        if "RuntimeError": strides_of_view raises no error. It returns None, because reshape then copies.
        else: A new dimension must not begin in one run and end in the next. If its length does not divide what is left of the run,
            such as 4 in 3, strides_of_view returns None.
        >>> strides_of_view((3, 2), (1, 3), (3, 1, 2))
        (1, 6, 3)
        if (1, 1, 3): A length of 1 does not begin a new run. It needs no element of it: ask for n > 1.
        if (3, 6, 1): The strides are in the order of your loop, the last dimension first. Reverse them at the end.
        if (3, 6, 6): Each stride is that of the dimension before: note the step before you multiply it.
        else: A run may be cut into several dimensions. After a dimension of n elements, the next one steps n times as far.
        >>> strides_of_view((4, 3, 2), (1, 4, 12), (2, 2, 3, 2))
        (2, 1, 4, 12)
        else: There are three runs here. Take them in the order of runs_of: the last dimension is in the first one.
        >>> infer((2, -1, 3), 12), infer([4, 3], 12), infer((), 1), infer((-1, 3), 0)
        ((2, 2, 3), (4, 3), (), (0, 3))
        else: The -1 becomes the number of elements, divided by the product of the other lengths. The result is a tuple.
        >>> found = []
        >>> for size, count in (((-1, -1), 1), ((-1, 5), 12), ((2, 3), 12), ((-2, -6), 12), ((0, -1), 0), ((-1, 0), 12)):
        ...     try:
        ...         found.append(infer(size, count))
        ...     except RuntimeError:
        ...         pass
        >>> found
        []
        else: These sizes do not fit: two of -1, another negative length, another product. Each needs raise size_error(size, count).
        >>> _view(np.arange(12).reshape(6, 2)[:, 0], (2, -1))
        A([[0, 2, 4], [6, 8, 10]])
        else: Every second element: there are strides for this size. Call infer first, and then give them to as_strided.
        >>> _view(np.zeros((2, 3), order='F'), (6,))
        raises RuntimeError: not compatible
        else: NumPy's reshape copies here, which is no view. If there are no strides, raise view_error(input.shape, size).
        >>> _view(np.zeros((0, 3)), (3, 0)).shape
        (3, 0)
        else: An array without elements is contiguous: input.reshape(size).
        >>> x = mt.arange(6).reshape(2, 3)
        >>> [tuple(one.shape) for one in (reshape(x, 3, 2), reshape(x, [6]), reshape(x, shape=(1, 6)))]
        [(3, 2), (6,), (1, 6)]
        else: A size is given in several forms. size_given(sizes, shape) makes a tuple of each.
        >>> rows = mt.arange(12).reshape(4, 3)[::2]
        >>> reshape(rows, 2, 3, 1)._base is rows._base
        True
        else: These rows are not contiguous, and still there are strides for this shape. Then reshape returns a view.
        >>> reshape(mt.arange(6).reshape(2, 3).t(), 2, 2)
        raises RuntimeError: invalid
        else: A transposed tensor takes a copy, and the size of the copy goes through infer, too.
        >>> from minitorch._tensor import listeners
        >>> x, made = mt.arange(6).reshape(2, 3).t(), []
        >>> listeners.append(made.append)
        >>> try:
        ...     result = reshape(x, 6)
        ... finally:
        ...     listeners.pop()
        >>> [result.tolist(), all([one.is_contiguous() for one in made])]
        [[0, 3, 1, 4, 2, 5], True]
        else: The copy is not contiguous: without contiguous_format, clone keeps the strides of x.
        >>> x = mt.ones(2, 3, requires_grad=True)
        >>> node = reshape(x.t(), 6).grad_fn
        >>> [node.name(), node.next_functions[0][0].name()] if node else ['UnsafeViewBackward0', 'CloneBackward0']
        ['UnsafeViewBackward0', 'CloneBackward0']
        else: Where reshape copies, it calls two operations: clone, which copies, and then _unsafe_view.
    """,
)
