"""transpose: Transpose without moving anything (difficulty 2, 5 minutes)

To walk the columns instead of the rows, swap the steps. No element moves, so transposing a gigabyte takes no time.

1. Which two numbers of the shape change places? And of the strides?
2. Nothing moves in memory, so every dimension takes its stride along.
3. Make lists of input.shape and input.strides, swap entries dim0 and dim1 in both, and give them to shown_as.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.ops.view.transpose:transpose",
    alone=True,
    forbids={
        "swapaxes": "That swaps the dimensions for you. Say with shown_as what changes: the shape, and the strides.",
        "transpose": "That swaps the dimensions for you. Say with shown_as what changes: the shape, and the strides.",
        "T": "That swaps the dimensions for you. Say with shown_as what changes: the shape, and the strides.",
        "permute": "That swaps the dimensions for you. Say with shown_as what changes: the shape, and the strides.",
        "permute_dims": "That swaps the dimensions for you. Say with shown_as what changes: the shape, and the "
        "strides.",
        "matrix_transpose": "That swaps the dimensions for you. Say with shown_as what changes: the shape, and the "
        "strides.",
        "moveaxis": "That swaps the dimensions for you. Say with shown_as what changes: the shape, and the strides.",
        "rollaxis": "That swaps the dimensions for you. Say with shown_as what changes: the shape, and the strides.",
        "einsum": "That swaps the dimensions for you. Say with shown_as what changes: the shape, and the strides.",
    },
    setup="""
        from minitorch.ops.view.reshape import shown_as
    """,
    solution="""
        def transpose(input, dim0, dim1):
            dim0, dim1 = check_dim(dim0, input.ndim), check_dim(dim1, input.ndim)
            if input.ndim == 0:
                return input[...]
            shape, strides = list(input.shape), list(input.strides)
            for numbers in (shape, strides):
                numbers[dim0], numbers[dim1] = numbers[dim1], numbers[dim0]
            return shown_as(input, tuple(shape), tuple(strides))
    """,
    facts="""
        >>> transpose(np.arange(60).reshape(6, 10)[:2, :3], 0, 1)
        A([[0, 10], [1, 11], [2, 12]])
        else: Other numbers come out than those of the swapped dimensions. shown_as(input, shape, strides) wants input
            itself, then the lengths, then the steps in bytes as input.strides has them: both with the two places
            swapped.
        >>> transpose(np.zeros((2, 3, 4)), 0, 2).strides
        (8, 32, 96)
        if (48, 16, 8): The result is a copy. A transpose shares the memory: leave the numbers where they are.
        else: Always the first two dimensions change places. It has to be dim0 and dim1.
        >>> transpose(np.arange(8).reshape(2, 2, 2), 0, 1)
        A([[[0, 1], [4, 5]], [[2, 3], [6, 7]]])
        if A([[[0, 4], [2, 6]], [[1, 5], [3, 7]]]): You turn all dimensions round. With three of them, only dim0 and
            dim1 change places.
        >>> transpose(np.array(5.0), 0, -1)
        A(5.0)
        else: A 0-d array has no dimension to swap, though check_dim lets 0 and -1 through for it: return input[...]
            then.
        >>> transpose(np.zeros((2, 3)), 0, 2)
        raises IndexError
        else: A dim that is out of range is brought inside by %. check_dim raises for it.
    """,
)
