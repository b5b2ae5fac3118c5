"""view_inside: Inside its memory (difficulty 3, 5 minutes)

The farthest element is the one whose index is the last in every dimension. If that one lies inside the memory, all
do, because no stride is negative.

1. Which element of the view lies farthest in the memory? Think of its index in each dimension.
2. Its place is the offset, and for each dimension (n - 1) times its stride. If there is a 0 in the size, there is no
   element at all.
3. `last = offset + sum([(n - 1) * step for n, step in zip(size, stride)])`; refuse if `0 not in size and last >=
   memory.size`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.serialization.loading:Loader.view",
    alone=True,
    setup="""
        def shown(view, count, offset, size, stride):
            return view(None, np.arange(count + 99)[:count], offset, size, stride).tolist()
    """,
    stub="""
        def view(self, memory, offset, size, stride):
            check_numbers(offset, size, stride)
            ...
            return strided(memory, offset, size, stride)
    """,
    facts="""
        >>> shown(view, 6, 1, (3,), (2,))
        [1, 3, 5]
        else: Only the first dimension is looked at. The other strides need not be smaller: add up (n - 1) * stride over
            all of them.
        >>> shown(view, 3, 0, (5, 3), (0, 1))
        [[0, 1, 2], [0, 1, 2], [0, 1, 2], [0, 1, 2], [0, 1, 2]]
        else: How many elements there are is not how far they reach. With a stride of 0 many lie on one place, with a
            large one few reach far: add up (n - 1) * stride.
        >>> shown(view, 0, 9, (3, 0), (50, 1))
        [[], [], []]
        else: A tensor with a 0 in its size has no elements, and none can lie outside. Let it pass.
        >>> shown(view, 6, 1, (2, 3), (3, 1))
        raises UnpicklingError
        if []: An empty array instead of an error hides that the file is wrong. Raise UnpicklingError.
        if 'IndexError: 6': The error is to be an UnpicklingError, as for everything that is wrong with a file: that is
            what whoever loads waits for.
        else: A view is let through that reaches outside its memory (here NumPy has noticed it, too). Its farthest
            element is at offset + (n - 1) * stride, added up over all dimensions, and has to be smaller than
            memory.size.
        >>> shown(view, 6, 3, (2,), (-1,))
        raises UnpicklingError
        else: The line with check_numbers is gone: the numbers may be negative, or no numbers at all.
    """,
)
