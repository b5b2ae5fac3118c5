"""transpose: Transposing without copying (difficulty 2, 7 minutes)

Two lengths and two strides change places, and no number moves. So transposing a gigabyte takes no time.

1. Which two entries of the shape change places? And which of the strides?
2. Make lists of input.shape and input.strides, and swap the entries dim0 and dim1 in both.
3. dim0, dim1 = check_dim(dim0, input.ndim), check_dim(dim1, input.ndim) first. Return input[...] if input.ndim is 0,
   otherwise as_strided(input, shape, strides).
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.ops.view.transpose:transpose",
    alone=True,
    forbids=dict.fromkeys(
        "swapaxes transpose T permute permute_dims matrix_transpose moveaxis rollaxis einsum".split(),
        "This swaps the dimensions for you. Give as_strided the new shape and the new strides instead.",
    ),
    setup="""
        from minitorch.ops.view.reshape import as_strided
    """,
    solution="""
        def transpose(input, dim0, dim1):
            dim0, dim1 = check_dim(dim0, input.ndim), check_dim(dim1, input.ndim)
            if input.ndim == 0:
                return input[...]
            shape, strides = list(input.shape), list(input.strides)
            for numbers in (shape, strides):
                numbers[dim0], numbers[dim1] = numbers[dim1], numbers[dim0]
            return as_strided(input, tuple(shape), tuple(strides))
    """,
    facts="""
        >>> transpose(np.arange(60).reshape(6, 10)[:2, :3], 0, 1)
        A([[0, 10], [1, 11], [2, 12]])
        else: as_strided(input, shape, strides) needs the array itself, the new shape and the new strides in bytes. In both,
            two entries are swapped.
        >>> transpose(np.zeros((2, 3, 4)), 0, 2).strides
        (8, 32, 96)
        if (48, 16, 8): The result is a copy. A transposed tensor shares the Storage: no number moves.
        else: Swap the dimensions dim0 and dim1, and not always the first two.
        >>> transpose(np.arange(8).reshape(2, 2, 2), 0, 1)
        A([[[0, 1], [4, 5]], [[2, 3], [6, 7]]])
        if A([[[0, 4], [2, 6]], [[1, 5], [3, 7]]]): You reverse all dimensions. Only dim0 and dim1 change places.
        >>> transpose(np.array(5.0), 0, -1)
        A(5.0)
        else: A 0-d array has no dimension to swap: return input[...].
        >>> transpose(np.zeros((2, 3)), 0, 2)
        raises IndexError
        else: A dim out of range is an error: check_dim raises it.
    """,
)
