"""reshape: view and reshape (difficulty 4, 20 minutes)

`view` shares the Storage or raises an error. `reshape` returns the same elements, and copies them if it must. Both
ask strides_of_view.

1. In strides_of_view, go from the last new length to the first. Each takes its elements from the current run: its
   stride is the step of the run. How many elements of the run are left, and how far apart are they?
2. A length n leaves length // n elements that are step * n apart. If n does not divide length, return None. If only one
   element is left and n is larger than 1, the next run begins. `_view` has three ways out, and `reshape` has two.
3. for n in reversed(size): if length == 1 and n > 1 and runs: length, step = runs.pop(0); if length % n: return None;
   append step; length, step = length // n, step * n. In infer, found = [count // known if n == -1 and known else n for n in
   size], where `known` is the product of the other lengths. In reshape, return input.view(size) if the array is contiguous or strides_of_view(...) is not None.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.ops.view.reshape:reshape",
    covers="strides_of_view infer _view",
    alone=True,
    shows=("(length", "found = []", "return tuple", "return checked", "size", "if input", "return _unsafe"),
    facts="""
        >>> strides_of_view((3, 2), (1, 3), (6,)), strides_of_view((6, 4), (1, 6), (2, 4, 3))
        (None, None)
        if "not enough values": The runs are used up: division lost elements. Ask whether n divides what is left of the run, not whether it is larger.
        else: A new dimension must not begin in one run and end in the next. If its length does not divide what is left of the run,
            such as 4 in 3, strides_of_view returns None.
        >>> strides_of_view((4, 3), (6, 2), (2, 6)), strides_of_view((3, 2), (1, 3), (3, 1, 2))
        ((12, 2), (1, 6, 3))
        if ((4, 2), None): Go through `size` from its last length to the first.
        if ((12, 2), None): When the current run is used up, its length is 1 and the next run begins: take it from `runs`.
        if ((12, 2), (1, 1, 3)): A length of 1 does not begin a new run: ask for n > 1.
        if ((24, 12), (3, 6, 6)): Each stride is that of the dimension before: note the step before you multiply it.
        else: A run may be cut into several dimensions. After a dimension of n elements, the next one steps n times as far.
        >>> strides_of_view((4, 3, 2), (1, 4, 12), (2, 2, 3, 2))
        (2, 1, 4, 12)
        else: There are three runs here. Take them in the order of runs_of: the last dimension is in the first one.
        >>> infer((2, -1, 3), 12), infer([4, 3], 12), infer((), 1), infer((-1, 3), 0)
        ((2, 2, 3), (4, 3), (), (0, 3))
        else: The -1 becomes the number of elements, divided by the product of the other lengths. The result is a tuple.
        >>> found = []
        >>> for size, count in (((-1, -1), 1), ((-1, 5), 12), ((2, 3), 12), ((-2, -6), 12), ((-2, 6), 12), ((0, -1), 0), ((-1, 0), 12)):
        ...     try:
        ...         found.append(infer(size, count))
        ...     except RuntimeError:
        ...         pass
        >>> found
        []
        else: None of these sizes fits: `checked_size(found, size, count)` raises the error. Where the other lengths have the
            product 0, a -1 stays in `found`.
        >>> _view(np.arange(12).reshape(6, 2)[:, 0], (2, -1)), _view(np.zeros((0, 3)), (3, 0)).shape
        (A([[0, 2, 4], [6, 8, 10]]), (3, 0))
        else: There are strides for every second element: call infer first, and then give them to as_strided. An array without
            elements is contiguous: input.reshape(size).
        >>> _view(np.zeros((2, 3), order='F'), (6,))
        raises RuntimeError: The shape is [2, 3], the size asked for [6]
        else: NumPy's reshape copies here. If there are no strides, raise view_error(input.shape, size), in this order.
        >>> rows = mt.arange(12).reshape(4, 3)[::2]
        >>> found = reshape(rows, 2, 3, 1), reshape(rows, [1, 2, -1]), reshape(rows, shape=(2, 3))
        >>> [(tuple(one.shape), one._base is rows._base and one is not rows) for one in found]
        [((2, 3, 1), True), ((1, 2, 3), True), ((2, 3), True)]
        else: There are strides for these shapes, though these rows are not contiguous. Then reshape returns a view, also for the same shape.
        >>> tuple(reshape(mt.tensor(7), 1, 1).shape)
        (1, 1)
        if "not enough values": A 0-d tensor has no runs: ask first whether the array is contiguous.
        >>> reshape(mt.arange(6).reshape(2, 3).t(), 2, 2)
        raises RuntimeError: invalid
        else: A transposed tensor takes a copy, and the size of the copy goes through infer, too.
        >>> from minitorch._tensor import listeners
        >>> x, made = mt.tensor([[0.0, 1.0], [2.0, 3.0]], requires_grad=True).t(), []
        >>> listeners.append(made.append)
        >>> try:
        ...     result = reshape(x, 4)
        ... finally:
        ...     listeners.pop()
        >>> node = result.grad_fn
        >>> names = [node.name(), node.next_functions[0][0].name()] if node else ['UnsafeViewBackward0', 'CloneBackward0']
        >>> [result.tolist(), all([one.is_contiguous() for one in made]), *names]
        [[0.0, 2.0, 1.0, 3.0], True, 'UnsafeViewBackward0', 'CloneBackward0']
        if [[0.0, 2.0, 1.0, 3.0], False, 'UnsafeViewBackward0', 'CloneBackward0']: The copy is not contiguous: without
            contiguous_format, clone keeps the strides of x.
        else: Where reshape copies, it calls two operations: clone, which copies, and then _unsafe_view.
    """,
)
