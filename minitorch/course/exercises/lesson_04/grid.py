"""grid: An index for every element (difficulty 3, 6 minutes)

NumPy broadcasts the arrays in the brackets, and then reads them in step. So each needs to know only its own
dimension.

1. For a table and dim 1, it is ([[0], [1], [2]], index): the row numbers as a column, and the index.
2. `xp.arange(n)` for each n of index.shape, reshaped so that n stands at its own place, and 1 at all others. Then
   places[dim] = index.
3. `xp.arange(n).reshape([n if one == d else 1 for one in range(index.ndim)])`, with d and n from
   enumerate(index.shape).
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.ops.index.gather:grid",
    forbids={
        "take_along_axis": "That reads for you. Say which places are to be read.",
        "put_along_axis": "That writes for you. Say which places are meant.",
    },
    setup="""
        from minitorch.ops.index import gather as gathering

        TABLE = np.arange(12).reshape(3, 4)
        BLOCK = np.arange(24).reshape(2, 3, 4)

        def read(x, dim, index):
            index = np.array(index)
            return x[gathering.grid(x, dim, index)].tolist()
    """,
    solution="""
        def grid(x, dim, index):
            xp = array_module(index)
            places = []
            for d, n in enumerate(index.shape):
                places.append(xp.arange(n).reshape([n if one == d else 1 for one in range(index.ndim)]))
            places[dim] = index
            return tuple(places)
    """,
    facts="""
        >>> read(np.arange(10, 20), 0, [3, 0, 3])
        [13, 10, 13]
        if [10, 11, 12]: Along dim, the place is the index itself: places[dim] = index.
        else: With one dimension, there is only the index.
        >>> read(TABLE, 1, [[3], [0], [1]])
        [[3], [4], [9]]
        if 'IndexError: index 3 is out of bounds for axis 0 with size 3': Places count from 0.
        else: Each row is named by its number, as a column of numbers: [[0], [1], [2]].
        >>> read(BLOCK, 0, [[[1, 0, 1, 0]]])
        [[[12, 1, 14, 3]]]
        if [[[1, 0, 1, 0]]]: The index stands where dim says, and not always last.
        else: Those of dimension 1 have the shape (1, n, 1), those of 2 (1, 1, n).
        >>> [type(one).__name__ for one in gathering.grid(TABLE, 1, np.array([[3], [0], [1]]))]
        ['ndarray', 'ndarray']
    """,
)
