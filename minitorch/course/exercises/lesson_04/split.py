"""split: Joined, and taken apart (difficulty 3, 6 minutes)

All three are indexing: None for the new dimension, a number for one slice, a slice for a part, behind as many `:` as
there are dimensions before it. Only joining copies.

1. In brackets: x[:, :, None] is x[(ALL, ALL, None)], and (ALL,) * 2 is (ALL, ALL).
2. stack: x[(ALL,) * dim + (None, ...)] of each part, then xp.concatenate(..., axis=dim, dtype=kind). unbind: the same
   with a number in place of None.
3. `_split`: begin with start = 0; each part is `input[(ALL,) * dim + (slice(start, start + size),)]`, and then start +=
   size.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.ops.join.split:_split",
    covers="minitorch.ops.join.stack:_stack minitorch.ops.join.stack:unbind",
    forbids={
        "np.stack": "That is the function you write. Give each part a new dimension, and concatenate.",
        "xp.stack": "That is the function you write. Give each part a new dimension, and concatenate.",
        "unstack": "That is the function you write. Give each part a new dimension, and concatenate.",
        "vstack": "That is the function you write. Give each part a new dimension, and concatenate.",
        "column_stack": "That is the function you write. Give each part a new dimension, and concatenate.",
        "array_split": "That cuts for you. Take slices.",
        "np.split": "That cuts for you. Take slices.",
        "xp.split": "That cuts for you. Take slices.",
    },
    setup="""
        from minitorch.ops.join import split as cutting
        from minitorch.ops.join import stack as joining

        TABLE = np.arange(12).reshape(3, 4)

        def stacked(dim, kind, *parts):
            return joining._stack.forward(dim, kind, *parts)

        def slices(x, dim):
            return joining.unbind.forward(x, dim)

        def pieces(x, sizes, dim):
            return cutting._split.forward(x, sizes, dim)

        def lists(parts):
            return [part.tolist() for part in parts]
    """,
    solution="""
        def _stack(dim, kind, *parts):
            xp = array_module(parts[0])
            wide = [x[(ALL,) * dim + (None, ...)] for x in parts]
            return xp.ascontiguousarray(xp.concatenate(wide, axis=dim, dtype=kind))


        def unbind(input, dim=0):
            if not input.ndim:
                raise IndexError(f"Dimension specified as {dim} but tensor has no dimensions")
            dim = check_dim(dim, input.ndim)
            return tuple([input[(ALL,) * dim + (place, ...)] for place in range(input.shape[dim])])


        def _split(input, sizes, dim):
            start, parts = 0, []
            for size in sizes:
                parts.append(input[(ALL,) * dim + (slice(start, start + size),)])
                start += size
            return tuple(parts)
    """,
    facts="""
        >>> stacked(1, None, TABLE, TABLE, TABLE).shape
        (3, 3, 4)
        else: Each part gets a new dimension at dim, behind as many `:` as dim says, and they are joined along it.
        >>> stacked(0, np.dtype('float64'), np.array([1]), np.array([2])).dtype.name
        'float64'
        else: kind is the dtype of the result, or None: concatenate takes it as dtype=kind.
        >>> stacked(0, None, TABLE.T, TABLE.T).flags.c_contiguous
        True
        else: The parts are transposed, and so is the result. xp.ascontiguousarray puts it in order.
        >>> lists(slices(TABLE, -1))
        [[0, 4, 8], [1, 5, 9], [2, 6, 10], [3, 7, 11]]
        else: Leave the line with check_dim, and use the dim that it gives.
        >>> [type(one).__name__ for one in slices(np.arange(2), 0)]
        ['ndarray', 'ndarray']
        else: Of a vector, NumPy gives bare numbers. With `...` behind the number it gives arrays.
        >>> type(slices(TABLE, 0)).__name__
        'tuple'
        else: An op that gives several results gives them as a tuple.
        >>> lists(pieces(TABLE, (1, 3), 1))
        [[[0], [4], [8]], [[1, 2, 3], [5, 6, 7], [9, 10, 11]]]
        else: As many `:` come before the slice as dim says.
        >>> type(pieces(TABLE, [3], 0)).__name__
        'tuple'
    """,
)
