"""view_of: Two tensors, one counter (difficulty 3, 13 minutes)

A change through one tensor is a change of every tensor with the same counter, so all of them must see one count.

1. `wrap` fills in the table of fields. It has given the view a counter of its own. Which counter should the view have?
2. The counter is a list with one number in it. Two tensors with the same list both see each change of this number.
3. wrap: `t = new(cls)`, one assignment for each field, `for listener in listeners: listener(t)`, `return t`. view_of: `view = wrap(array)`,
   `view._counter = x._counter`, `remember_base(view, x)`, `return view`. touch: `if x._counter is not None: x._counter[0] += 1`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch._tensor:view_of",
    covers="wrap touch",
    changes=True,
    given="""
        numbers = np.zeros(2)
        x = mt.nn.Parameter(mt.zeros(4))
        view = view_of(x, x._array[1:3])
    """,
    facts="""
        if "RecursionError": The constructor of a tensor calls wrap. `new(cls)` makes an object without running a constructor.
        if "'Tensor' object has no attribute '_": The object from `new` has no fields. wrap gives it all seven of the table.
        >>> t = wrap(numbers)
        >>> t._array is numbers, t._requires_grad, t._grad, t._edge, t._base, t._hooks, t._counter
        (True, False, None, None, None, None, [0])
        else: A tensor made by wrap has the array itself, and the other fields have the initial values of the table.
        >>> first, second = wrap(numbers), wrap(numbers, mt.nn.Parameter)
        >>> type(first) is mt.Tensor, type(second) is mt.nn.Parameter, first._counter is second._counter, mt.zeros(2, device="meta").device.type
        (True, True, False, 'meta')
        if (True, True, False, 'cpu'): `array` need not be NumPy's: on a GPU it is CuPy's. Store it as it is.
        if (True, True, True, 'meta'): Each tensor needs a list of its own: write `[0]` inside wrap.
        else: `cls` is the class of the new tensor, which is Tensor if nothing else is asked for.
        >>> with mt.inference_mode():
        ...     t = wrap(numbers)
        >>> t._counter
        None
        else: Call each function in `listeners` with the new tensor when all its fields are set: here one of them takes the counter away.
        >>> view._array[0] = 9.0
        >>> x.tolist(), view.tolist()
        ([0.0, 9.0, 0.0, 0.0], [9.0, 0.0])
        else: The view is a new tensor around the array that was given, without a copy, and not around all of x.
        >>> base = view_of(view, view._array[:1])._base
        >>> base is x, base is view
        (True, False)
        if (False, True): Here x is a view itself. Its base is the base of the new view, too: remember_base finds it.
        else: A view notes the tensor whose memory it uses: call remember_base(view, x).
        >>> shared = view._counter is x._counter
        >>> touch(view)
        >>> touch(x)
        >>> shared, view._counter is x._counter, x._version, view._version, view_of(x, x._array[:2])._version, view_of(x, x._array[:2])._seen
        (True, True, 2, 2, 2, 2)
        if (True, False, 1, 1, 1, 1): touch gives x a new list. Change the number in the list that both hold.
        else: No tensor counts for itself: the view gets the counter of x, the list and not a copy, and touch adds 1 to it.
        >>> x._requires_grad, x._grad = True, mt.ones(4)
        >>> view = view_of(x, x._array[1:3])
        >>> type(view) is mt.Tensor, view._requires_grad, view._grad, x._base
        (True, False, None, None)
        else: x stays as it is, and the view is a new tensor: it shares the memory and the counter of x, and nothing else.
        >>> x._counter = None
        >>> touch(x)
        >>> view_of(x, x._array[1:3])._counter
        None
        else: A tensor without a counter is not counted, and its view has none: if x._counter is None, touch does nothing.
    """,
)
