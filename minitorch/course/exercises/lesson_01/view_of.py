"""view_of: A tensor around an array (difficulty 2, 6 minutes)

A new tensor has a count of its own and no history. A view is a tensor whose count is the very list of the tensor it
shows, so a change through one is counted for both.

1. wrap: seven fields, each with its first value. touch: one step. view_of: three fields get other values than wrap
   gave them.
2. The count is a list with one number, so that two tensors can hold the same list. A view takes the list of x, and as
   its _base the tensor at the bottom: that of x, where it has one.
3. `t._counter = [0]`; `if x._counter is not None: x._counter[0] += 1`; `view._base = x if x._base is None else
   x._base`, `view._counter = x._counter`, `view._seen = x._counter and x._counter[0]`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch._tensor:view_of",
    covers="wrap touch",
    changes=True,
    setup='''
        from minitorch import _tensor

        class Weight(Tensor):
            """A tensor of a class of its own."""

        def numbers(n):
            return np.arange(n, dtype="float32")

        def made_for_inference():
            """The count of a tensor that is made inside inference_mode, where the package has come so far; else None."""
            if not hasattr(mt, "inference_mode"):
                return None
            with mt.inference_mode():
                return _tensor.wrap(numbers(2))._counter
    ''',
    stub="""
        def view_of(x, array):
            view = wrap(array)
            ...
            return view
    """,
    solution="""
        def view_of(x, array):
            view = wrap(array)
            view._base = x if x._base is None else x._base
            view._counter = x._counter
            view._seen = x._counter and x._counter[0]
            return view
    """,
    facts="""
        >>> array = numbers(3)
        >>> t = _tensor.wrap(array)
        >>> array[0] = 7
        >>> t.tolist()
        [7.0, 1.0, 2.0]
        else: This copies the numbers. A tensor around an array shows that very array, or every operation would take
            twice as long.
        >>> t = _tensor.wrap(numbers(3))
        >>> t._requires_grad, t._edge, t._grad, t._hooks
        (False, None, None, None)
        else: A field that is not set is not there at all. wrap gives each of the seven its first value: _requires_grad
            is False; _edge, _grad, _base and _hooks are None.
        >>> type(_tensor.wrap(numbers(3), Weight)).__name__, type(_tensor.wrap(numbers(3))).__name__
        ('Weight', 'Tensor')
        else: The class asked for is not looked at: new(cls).
        >>> x = mt.zeros(4)
        >>> v = view_of(x, x._array[1:3])
        >>> view_of(v, v._array[:1])._base is x
        True
        else: The view does not know whom it shows: _base is the tensor whose memory it is.
        >>> x = mt.zeros(4)
        >>> _tensor.touch(x)
        >>> v = view_of(x, x._array[1:3])
        >>> _tensor.touch(x)
        >>> v._seen, v._version
        (1, 2)
        else: The count goes on with every change: add 1 to what is there.
        >>> x = mt.zeros(4)
        >>> x._counter = None
        >>> _tensor.touch(x)
        >>> v = view_of(x, x._array[1:3])
        >>> x._counter, v._counter, v._seen
        (None, None, None)
        else: The count has to be a list with one number in it, [0]: a number alone, or a tuple, cannot be changed for
            all who hold it.
        >>> made_for_inference()
        None
        else: The last lines of wrap are missing: inside inference_mode a new tensor has no count, and mark_new sees to
            that.
    """,
)
