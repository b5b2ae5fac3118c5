"""swapped: Transposing without copying (difficulty 2, 6 minutes)

Two lengths and two strides change places, and no number moves. So transposing a gigabyte takes no time.

1. Which two entries of the shape change places? And which of the strides?
2. Make lists of array.shape and array.strides, and swap the entries dim0 and dim1 in both.
3. Then return as_strided(array, shape, strides). Two entries a[i] and a[j] are swapped by a[i], a[j] = a[j], a[i].
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.ops.view.transpose:swapped",
    alone=True,
    forbids=dict.fromkeys(
        "swapaxes transpose T permute permute_dims matrix_transpose moveaxis rollaxis einsum".split(),
        "This swaps the dimensions for you. Give as_strided the new shape and the new strides instead.",
    ),
    setup="from minitorch.ops.view.reshape import as_strided",
    solution="""
        def swapped(array, dim0, dim1):
            shape, strides = list(array.shape), list(array.strides)
            for numbers in (shape, strides):
                numbers[dim0], numbers[dim1] = numbers[dim1], numbers[dim0]
            return as_strided(array, shape, strides)
    """,
    facts="""
        >>> swapped(np.arange(60).reshape(6, 10)[2:4, 1:4], 0, 1)
        A([[21, 31], [22, 32], [23, 33]])
        if A([[21, 22], [23, 31], [32, 33]]): The numbers are in their old order: only the shape has changed. The strides change, too.
        if A([[21, 22], [31, 32], [41, 42]]): Only the shape has changed. The strides change, too.
        if A([[21, 31, 41], [22, 32, 42]]): Only the strides have changed. The shape changes, too.
        if A([[21, 24], [22, 25], [23, 26]]): These strides are those of a contiguous array, and this array is not contiguous: take array.strides.
        if A([[21, 22], [22, 23], [23, 24]]): In the strides, the first assignment overwrites an entry that the second needs.
        if A([[21, 22, 23], [22, 23, 24], [23, 24, 25]]): The first assignment overwrites an entry that the second needs.
        else: Begin with array.shape and array.strides, which are in bytes. In both, two entries are swapped.
        >>> swapped(np.zeros((2, 3, 8), np.float32)[:, :, ::2], 0, 2).strides
        (8, 32, 96)
        if (24, 8, 4): The result is a copy. A transposed tensor shares the Storage: no number moves.
        if (4, 16, 48): You copy the array first, or work out its strides from its shape. Take `array` and array.strides as they are.
        if (32, 96, 8): Swap the dimensions dim0 and dim1, and not always the first two.
        else: The dimensions 0 and 2 change places, and dimension 1 stays where it is. Take all strides from array.strides: an element of float32 has 4 bytes.
        >>> swapped(np.arange(8).reshape(2, 2, 2), 0, 1)
        A([[[0, 1], [4, 5]], [[2, 3], [6, 7]]])
        if A([[[0, 4], [2, 6]], [[1, 5], [3, 7]]]): You reverse all dimensions. Only dim0 and dim1 change places.
    """,
)
