"""index_layout: The layout of a part (difficulty 3, 8 minutes)

An int moves the offset, and its dimension disappears. A slice moves the offset to its first element, and multiplies the
stride by its step. No number is copied.

1. Go through index, shape and strides together. Decide for each entry: an int or a slice?
2. An int i adds i * stride to the offset, after n was added to a negative one. For a slice,
   `start, stop, step = i.indices(n)`: which stride and which length does the dimension have then?
3. For a slice: offset += start * stride; the new length is len(range(start, stop, step)) and the new stride
   step * stride.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    stub="""
        def index_layout(index, shape, strides, offset):
            sizes, steps, rest = [], [], len(index)
            for i, n, stride in zip(index, shape, strides):
                ...
            return (*sizes, *shape[rest:]), (*steps, *strides[rest:]), offset
    """,
    solution="""
        def index_layout(index, shape, strides, offset):
            sizes, steps, rest = [], [], len(index)
            for i, n, stride in zip(index, shape, strides):
                if isinstance(i, slice):
                    start, stop, step = i.indices(n)
                    offset += start * stride
                    sizes.append(len(range(start, stop, step)))
                    steps.append(step * stride)
                else:
                    offset += (i + n if i < 0 else i) * stride
            return (*sizes, *shape[rest:]), (*steps, *strides[rest:]), offset
    """,
    facts="""
        >>> index_layout((1,), (2, 3), (3, 1), 0)
        ((3,), (1,), 3)
        if ((1, 3), (3, 1), 3): An int removes its dimension. Only a slice has a length and a stride in the result.
        else: x[1] of a (2, 3) tensor begins at position 3: a step along this dimension is 3 elements, i * stride.
        >>> index_layout((slice(1, None), slice(None, None, 2)), (3, 4), (4, 1), 0)
        ((2, 2), (4, 2), 4)
        if ((2, 2), (4, 2), 0): Each slice adds start * stride to the offset. Keep what was there before.
        if ((2, 4), (4, 2), 4): A slice takes len(range(start, stop, step)) elements, and not stop - start.
        else: x[1:, ::2] of a (3, 4) tensor has the shape (2, 2) and the strides (4, 2), step * stride. It begins at start * stride.
        >>> index_layout((slice(3, 0), slice(None)), (9, 4), (4, 1), 0)[0], index_layout((slice(1, 99, 3),), (9,), (4,), 0)
        ((0, 4), ((3,), (12,), 4))
        else: A slice takes len(range(start, stop, step)) elements, with i.indices(n). The first is at start * stride.
        >>> index_layout((-2, slice(-2, None)), (3, 4), (4, 1), 0)
        ((2,), (1,), 6)
        else: A negative int counts from the end: add the length. i.indices(n) does it for slices.
        >>> x = mt.arange(24).reshape(2, 3, 4)[1].t()[1:]
        >>> index_layout((slice(0, 2), 1), tuple(x.shape), x.stride(), x.storage_offset())
        ((2,), (1,), 17)
        else: The tensor is a view with its own offset and strides. Start from them, and add i * stride for each int.
    """,
)
