"""view_of: Two tensors, one counter (difficulty 3, 8 minutes)

A change through one tensor is a change of every tensor with the same counter, so all of them must see one count.

1. `wrap` has given the view a counter of its own. Which counter should the view have?
2. The counter is a list with one number in it. Two tensors with the same list both see each change of this number.
3. view_of: `view = wrap(array)`, `view._counter = x._counter`, `view._base = x if x._base is None else x._base`. touch: `x._counter[0] += 1`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch._tensor:view_of",
    covers="touch",
    changes=True,
    shows=("remember_count", "return"),
    given="x = mt.nn.Parameter(mt.from_numpy(np.zeros(4))); view = view_of(x, x._array[1:3])",
    facts="""
        if "'Tensor' object has no attribute": A new tensor needs all fields of its own: wrap(array) makes one.
        >>> view._array[0] = 9.0
        >>> x.tolist(), view.tolist()
        ([0.0, 9.0, 0.0, 0.0], [9.0, 0.0])
        else: The view is a new tensor around the array that was given, without a copy, and not around all of x.
        >>> base = view_of(view, view._array[:1])._base
        >>> base is x, base is view
        (True, False)
        if (False, True): Here x is a view itself. Its base is the base of the new view, too: a base is never a view.
        else: `view._base` is the tensor whose memory it uses: x, or the base of x if x is a view. Ask x._base, and not the array, which may have a base of its own.
        >>> shared, x._edge, inner = view._counter is x._counter, ("node", 0), view_of(view, view._array[:1])
        >>> touch(view); touch(x)
        >>> shared, view._counter is x._counter, x._version, view._version, view_of(x, x._array[:2])._version, view_of(x, x._array[:2])._seen, inner._counter is x._counter
        (True, True, 2, 2, 2, 2, True)
        if "'_seen'": Leave the line `remember_count(view, x)` where it is: it stores the count.
        if (True, True, 2, 2, 2, 2, False): `inner` is a view of a view. It shares the counter, too: the list itself, so that a change of any of the three is counted for all.
        if (True, True, 1, 1, 1, 1, True): touch(view) and touch(x) are counted as one change. Each adds 1, whether x is a leaf, a result or a view.
        if (True, True, 0, 0, 0, 0, True): touch counts nothing. A counter with 0 in it is a counter, too: ask x._counter is not None.
        if (True, False, 1, 1, 1, 1, False): touch gives x a new list. Change the number in the list that both hold.
        else: No tensor counts for itself: the view gets the counter of x, the list and not a copy, and touch adds 1 to the number in it. `_version` only reads that number: change the list, not `_version`.
        >>> x._grad, x._edge, x._hooks = mt.ones(4), ("node", 0), {1: print}
        >>> view = view_of(x, x._array[1:3])
        >>> type(view) is mt.Tensor, view._requires_grad, view._grad, view._edge, view._hooks, x._base
        (True, False, None, None, None, None)
        else: The view is a plain Tensor, even if x is a Parameter: call wrap without a class. It shares the memory and the counter of x, and nothing else. x stays as it is.
        >>> x._counter = None; touch(x)
        >>> view_of(x, x._array[1:3])._counter
        None
        else: A tensor without a counter is not counted, and its view has none: if x._counter is None, touch does nothing.
    """,
)
