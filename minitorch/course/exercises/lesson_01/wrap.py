"""wrap: A tensor around an array (difficulty 2, 8 minutes)

Every operation computes an array and calls this function with it. So it must not copy, and it must not call the class.

1. `new(cls)` makes the object. The table says which fields it needs, and which values they have at first.
2. One assignment for each of the seven fields. Write `[0]` inside the function, so that each tensor gets a list of its own.
3. `t = new(cls)`, `t._array = array`, `t._requires_grad = False`, `t._grad = t._edge = t._base = t._hooks = None`,
   `t._counter = [0]`, `return announced(t)`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch._tensor:wrap",
    given="numbers = np.zeros(2)",
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
        else: The last statement is `return announced(t)`, when all fields are set: it shows t to inference_mode, which takes the counter away.
    """,
)
