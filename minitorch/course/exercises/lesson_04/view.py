"""view: A different shape for the same Storage (difficulty 4, 17 minutes)

`view` shares the Storage if there are strides. If there are none, `view` raises an error, and `reshape` copies.

1. In strides_of_view, go from the last new length to the first. Each takes its elements from the current run: its
   stride is the step of the run. How many elements of the run are left, and how far apart are they?
2. A length n leaves length // n elements that are step * n apart. If n does not divide length, return None. If only one
   element is left and n is larger than 1, the next run begins. _view and reshape both ask strides_of_view.
3. For n in reversed(size): if length == 1 and n > 1 and runs: length, step = runs.pop(0); if length % n: return None; note step;
   length, step = length // n, step * n. In reshape, return input.view(size) if the array is contiguous or there are strides.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.ops.view.reshape:reshape",
    covers="strides_of_view _view",
    alone=True,
    shows=("size",),
    facts="""
        >>> strides_of_view((4, 3), (6, 2), (2, 6)), strides_of_view((4, 3), (6, 2), (12,))
        ((12, 2), (2,))
        if ([12, 2], [2]): strides_of_view returns a tuple, and this is a list.
        if ((2, 4), (2,)): Go through `size` from its last length to the first.
        if ((2, 12), (2,)): The strides are in the order of your loop, the last length first. Reverse them.
        if ((24, 12), (24,)): Each stride is that of the dimension before: note the step before you multiply it.
        if ((6, 1), (1,)): The elements are 2 apart. Begin with the step of the run, and not with 1.
        if (None, (2,)): A run may be cut: 6 elements of 12 are possible, because 12 % 6 is 0.
        else: This tensor is one run: 12 elements that are 2 apart. After a dimension of n elements, the next one steps n times as far.
        >>> strides_of_view((3, 2), (1, 3), (3, 2)), strides_of_view((6, 4), (1, 6), (2, 3, 2, 2)), strides_of_view((4, 3, 2), (1, 4, 12), (2, 2, 3, 2))
        ((1, 3), (3, 1, 12, 6), (2, 1, 4, 12))
        if ((1, 3), (3, 1, 12, 6), None): There are three runs in the last layout. Take them in the order of runs_of: the last dimension is in the first one.
        if ((6, 3), None, None): A dimension of n elements leaves length // n of the run, and not length - n. When a run is used up, the next one begins.
        else: When all elements of the current run are taken, the next run begins: take it from the list, which begins with the last dimension. A run may be cut into several dimensions.
        >>> strides_of_view((3, 2), (1, 3), (6,)), strides_of_view((6, 4), (1, 6), (2, 4, 3)), strides_of_view((6, 4), (1, 6), (3, 8))
        (None, None, None)
        if "not enough values": The runs are used up: division lost elements. Ask whether n divides what is left of the run, not whether it is larger.
        else: No new dimension begins in one run and ends in the next. Return None if its length does not divide what is left of the run, as 3 and 4.
        >>> strides_of_view((3, 2), (1, 3), (3, 1, 2)), strides_of_view((4, 3), (6, 2), (1, 12, 1)), strides_of_view((1,), (5,), ())
        ((1, 6, 3), (24, 2, 2), ())
        if ((1, 1, 3), (24, 2, 2), ()): A length of 1 does not begin a new run: ask for n > 1.
        else: A length of 1 takes no element. Its stride is the step that has been reached. A single element has the size (), too.
        >>> table = np.arange(12).reshape(6, 2)
        >>> part = _view(table[:, 0], (2, -1))
        >>> part, np.shares_memory(part, table), _view(np.zeros((0, 3)), (3, 0)).shape, _view(np.array(7), (1, -1))
        (A([[0, 2, 4], [6, 8, 10]]), True, (3, 0), A([[7]]))
        if "by zero": In `_view`: an array without elements or dimensions has no runs. Ask first whether it is contiguous.
        if (A([[0, 2, 4], [6, 8, 10]]), False, (3, 0), A([[7]])): In `_view`: a view copies no number. Give the strides to as_strided.
        if (A([[0, 1, 2], [3, 4, 5]]), True, (3, 0), A([[7]])): In `_view`: these are the strides of a contiguous array. Ask strides_of_view.
        else: In `_view`: for an array that is not contiguous, as_strided(input, size, strides) makes the view. Its strides are in bytes.
        >>> _view(np.zeros((2, 3), order='F'), (6,))
        raises RuntimeError: The shape is [2, 3], the size asked for [6]
        else: In `_view`: there are no strides, and NumPy's reshape copies. Raise view_error(input.shape, size), in this order.
        >>> rows = mt.arange(12).view(4, 3)[::2]
        >>> [reshape(rows, *sizes)._base is rows._base for sizes in ((1, 2, -1), (2, 3))], reshape(rows, shape=(2, 3)) is rows, reshape(mt.tensor(7), 1, 1).tolist()
        ([True, True], False, [[7]])
        if "not enough values": In `reshape`: a 0-d tensor has no runs. Ask first whether the array is contiguous.
        if "IndexError": In `reshape`: a 0-d tensor has no runs. Ask first whether the array is contiguous.
        else: In `reshape`: where there are strides, the result is input.view(size), also if input is not contiguous, and also for the same size.
        >>> copy = reshape(mt.arange(12.0, requires_grad=True).view(2, 3, 2)[:, :2].permute(2, 0, 1), 2, -1)
        >>> copy.tolist(), copy._base is None, copy.stride(), copy.requires_grad
        ([[0.0, 2.0, 6.0, 8.0], [1.0, 3.0, 7.0, 9.0]], True, (4, 1), True)
        if ([[0.0, 2.0, 6.0, 8.0], [1.0, 3.0, 7.0, 9.0]], False, (4, 1), True): In `reshape`: the result must not be a view of the copy: _unsafe_view gives the copy its size.
        else: In `reshape`: where there are no strides, clone(input, contiguous_format) copies row by row, and _unsafe_view(copy, size) gives the copy its size. Both are operations: a tensor made from an array loses requires_grad.
    """,
)
