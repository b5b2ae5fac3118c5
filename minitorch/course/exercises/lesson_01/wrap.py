"""wrap: A tensor around an array (difficulty 2, 8 minutes)

Every operation computes an array and calls this function with it. So it must not copy, and it must not call the class.

1. `new(cls)` makes the object. The table says which fields it needs, and which values they have at first.
2. Seven fields need a value. Which of them hold nothing yet? Write `[0]` inside the function: each tensor has its own list.
3. `t = new(cls)`, `t._array = array`, `t._requires_grad = False`, `t._grad = t._edge = t._base = t._hooks = None`, `t._counter = [0]`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch._tensor:wrap",
    shows="return",
    given="numbers = np.zeros(3)[1, ...]",
    facts="""
        if "RecursionError": The constructor of a tensor calls wrap. `new(cls)` makes an object without running a constructor.
        if "'Tensor' object has no attribute '_": The object from `new` has no fields. wrap gives it all seven of the table.
        >>> t = wrap(numbers)
        >>> t._array is numbers, t._requires_grad, t._grad, t._edge, t._base, t._hooks, t._counter
        (True, False, None, None, None, None, [0])
        if (True, None, None, None, None, None, [0]): `_requires_grad` always answers the question, by True or False. It is False here.
        if (True, True, None, None, None, None, [0]): `_requires_grad` is True. torch.zeros(3) requires no gradient, and neither does a new tensor here.
        if (False, False, None, None, None, None, [0]): `_array` is not the array that was given. Store the array itself, without a copy.
        if (True, False, None, None, None, None, 0): `_counter` is a list with one number in it: [0], not 0.
        if (True, False, None, None, None, {}, [0]): `_hooks` holds nothing yet, so it is None.
        if (True, False, None, None, None, [], [0]): `_hooks` holds nothing yet, so it is None.
        if (True, False, None, None, None, None, None): No change has been counted, which makes the number 0, and the counter [0].
        else: Each place shows a field: `_array` is the array itself, `_counter` is [0], `_requires_grad` False, and the other four are None. A new tensor is no view: its `_base` is None.
        >>> first, second = wrap(numbers), wrap(numbers, mt.nn.Parameter)
        >>> type(first) is mt.Tensor, type(second) is mt.nn.Parameter, second._requires_grad, first._counter is second._counter, mt.zeros(2, device="meta").device.type
        (True, True, False, False, 'meta')
        if (True, True, False, False, 'cpu'): `array` need not be NumPy's: on a GPU it is CuPy's. Store it as it is.
        if (True, True, False, True, 'meta'): Each tensor needs a list of its own: write `[0]` inside wrap.
        if (True, True, True, False, 'meta'): Whatever the class, a new tensor requires no gradient. A Parameter says so later, by itself.
        else: `cls` is the class of the new tensor, which is Tensor if nothing else is asked for.
        >>> with mt.inference_mode(): t = wrap(numbers)
        >>> t._counter
        None
        else: Leave the last line, `return announced(t) if listeners else t`, and set all fields before it. One listener is inference_mode: it takes the counter away.
    """,
)
