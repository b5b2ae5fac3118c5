"""reshape: A view, or else a copy (difficulty 3, 6 minutes)

view promises the same memory, so it raises where it cannot keep that; reshape promises the numbers, and copies if it
must. Both ask strides_of_view.

1. _view has three ways out: in order, with other strides, or an error. reshape has two.
2. infer first. In order: x.reshape(size). Otherwise strides_of_view, which may be None. reshape asks the same
   questions of input._array, and where there is no view it copies.
3. `if array.flags.c_contiguous or strides_of_view(array.shape, array.strides, size) is not None: return
   input.view(size)`; `return _unsafe_view(clone(input, contiguous_format), size)`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.ops.view.reshape:reshape",
    covers="_view",
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
        >>> _view = reshape.__globals__['_view']  # yours
        >>> m = np.arange(12).reshape(6, 2)[:, 0]
        >>> _view(m, (2, -1))
        A([[0, 2, 4], [6, 8, 10]])
        else: infer comes first, so that the -1 is worked out for strides_of_view as well.
        >>> _view = reshape.__globals__['_view']  # yours
        >>> _view(np.zeros((2, 3), order='F'), (6,))
        raises RuntimeError: not compatible
        else: NumPy's reshape copies where it must, and then the result is no view. Ask strides_of_view, and raise where
            there are none.
        >>> _view = reshape.__globals__['_view']  # yours
        >>> _view(np.zeros((0, 3)), (3, 0)).shape
        (3, 0)
        else: An array without elements lies in order: x.reshape(size).
        >>> x = mt.arange(6).reshape(2, 3)
        >>> sizes = reshape(x, 3, 2), reshape(x, (3, 2)), reshape(x, [6]), reshape(x, shape=(1, 6))
        >>> tuple([tuple(one.shape) for one in sizes])
        ((3, 2), (3, 2), (6,), (1, 6))
        else: The size comes in several forms: size_given(sizes, shape) brings them to one.
        >>> x = mt.arange(12).reshape(4, 3)
        >>> rows = x[::2]
        >>> np.shares_memory(reshape(rows, 2, 3, 1)._array, x._array)
        True
        else: A slice does not lie in order, and still has strides for this shape: ask strides_of_view.
        >>> x = mt.arange(6).reshape(2, 3)
        >>> reshape(x.t(), 3, -1).tolist(), reshape(x.t(), -1).tolist()
        ([[0, 3], [1, 4], [2, 5]], [0, 3, 1, 4, 2, 5])
        else: The -1 has to be worked out for the copy, too.
    """,
)
