"""call: The call of an operation (difficulty 3, 10 minutes)

Every operation of the package runs through these three functions: `x * y`, `x.sum()`, a whole network. Operations
differ only in their forward and in the options of their declaration.

1. Write arrays_of and wrap_result first, and try them alone.
2. arrays_of: if op.promote is None, x._array for each tensor; else find one `kind`: op.promote(inputs). wrap_result calls itself for each part.
3. call is four lines: the values from arrays_of; what compute returns for them, wrapped; op.record; and the result.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.ops.call:call",
    covers="arrays_of wrap_result",
    alone=True,
    changes=True,
    optional=True,
    setup="""
        from minitorch.ops.join.stack import unbind
        from minitorch.ops.pointwise.arithmetic import _div, mul
        from minitorch.ops.reduction.max import _max
        from minitorch.ops.reduction.sum import _sum
        class Noting:
            def __init__(self, op, forward=None):
                self.op, self.noted, self.got = op, [], []
                self.forward = lambda *given: self.got.extend(given) or (forward or op.forward)(*given)
            def __getattr__(self, name):
                return getattr(self.op, name)
            def record(self, *arguments):
                self.noted.append(arguments)
        def values_in(call, op, *inputs):
            call(op := Noting(op), inputs, [x for x in inputs if isinstance(x, mt.Tensor)])
            return op.got
    """,
    given="""
        x, m, half = mt.tensor([1, 2]), mt.tensor([[1, 5], [7, 2]]), mt.tensor([1.1, 0.3, 7.7], dtype=mt.float16)
    """,
    facts="""
        >>> values_in(call, mul, x, mt.tensor([0.5, 0.5])), values_in(call, mul, mt.tensor([5], dtype=mt.uint8), 300)[1]
        ([A([1.0, 2.0], 'float32'), A([0.5, 0.5], 'float32')], 44)
        if ([A([1, 2]), A([0, 0])], 44): You take the dtype of the first operand. op.promote(inputs) finds one dtype for all operands.
        if ([T([1, 2]), T([0.5, 0.5])], 300): Pass compute the list of values, not the tensors.
        else: With promotion, `call` finds one dtype for all inputs, op.promote(inputs), and each input is cast to it.
        >>> values_in(call, _sum, mt.tensor([[1, 2]]), 1, True, None), values_in(call, _div, x, 2)[0].dtype.name
        ([A([[1, 2]]), 1, True, None], 'float32')
        if ([A([[1, 2]]), 1, True, None], 'int64'): Each operation has its own rule, op.promote. The rule of `/` turns integers into floats.
        else: `_sum` has no promotion: op.promote is None. A tensor gives its array, and any other input stays as it is.
        >>> op = Noting(mul)
        >>> result = call(op, (x, 0.5), [x])
        >>> [(len(inputs), inputs[-1], str(values[0].dtype), values[-1], out is result, (type(values) if values[0] is op.got[0] else type(op.got[0])).__name__) for inputs, values, out in op.noted]
        [(2, 0.5, 'float32', 0.5, True, 'list')]
        if [(2, 0.5, 'float32', 0.5, True, 'ndarray')]: op.record gets other arrays than the forward. Make one list of values, and use it twice.
        if [(2, 0.5, 'float32', 0.5, False, 'list')]: `call` must return the same result object that it passes to op.record. op.record returns nothing.
        if [(2, 0.5, 'int64', 0, True, 'list')]: op.promote gets all inputs, the numbers too: `op.promote(inputs)`.
        if [(2, 0.5, 'float32', 0.5, True, 'list'), (2, 0.5, 'float32', 0.5, True, 'list')]: You call op.record twice.
        else: op.record(inputs, values, result) is called once: with the operands, with the list of values for the forward, and with the result.
        >>> call(_max, (m, 1, False), [m]), call(Noting(mul, lambda *given: [np.ones(1)]), (m, 2), [m])
        ((T([5, 7]), T([1, 0])), (T([1.0], 'float64'),))
        else: The forward returned a tuple or a list of arrays. Then `call` returns a tuple of tensors, also for a single array.
        >>> type(call(_sum, (m, None, False, None), [m])._array) is np.ndarray, call(mul, (m, 2), [m])._base is None
        (True, True)
        if (True, False): Only an operation with op.view True returns a view.
        else: A tensor holds an array, and not a NumPy number: as_array(result) is an array.
        >>> op, part = Noting(unbind, lambda *given: list(unbind.forward(*given))), m[:]
        >>> result = call(op, (part, 0), [part])
        >>> type(result) is tuple and [[out is result for *_, out in op.noted][:1], *[one._base is m for one in result], np.shares_memory(result[1]._array, m._array), result[0]._counter is m._counter]
        [[True], True, True, True, True]
        if [[], True, True, True, True]: op.record is called for every operation, also for a view and where op.promote is None.
        if [[True], False, False, True, True]: Here the first tensor is a view of m, so the base of the results is m. view_of sets `_base`: leave it as it is.
        if [[True], True, True, False, True]: A view shares the memory of its tensor: give the forward's array to view_of, and no copy of it.
        if [[False], True, True, True, True]: op.record is called once, with the whole tuple that `call` returns, and not once for each result.
        else: `unbind` is a view operation with two results. Make a view of each part with view_of, which also sets `_base`.
        >>> op, op.view = Noting(mul), True
        >>> call(op, (m, x), [m, x])._base is m
        True
        else: The result of a view operation shares memory with the first of the tensors: view_of(tensors[0], array).
        >>> call(mul, (half, 0.7), [half]).tolist()
        [0.7695312, 0.210083, 5.390625]
        else: compute(op, values, tensors) runs the forward: it computes 16-bit floats in float32 and rounds once.
    """,
)
