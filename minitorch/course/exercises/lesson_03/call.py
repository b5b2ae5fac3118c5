"""call: The call of an operation (difficulty 4, 17 minutes)

Every operation of the package runs through these three functions: `x * y`, `x.sum()`, a whole network. Operations
differ only in their forward and in the options of their declaration.

1. Write arrays_of and wrap_result first, and try them alone. In wrap_result, treat a tuple by calling wrap_result for
   each part. In call, the arguments come first, then the two questions about operands, then the computation.
2. inputs = together(op.bind(args, kwargs)), and tensors are those inputs that are Tensors. If there are no tensors and
   are_arrays(inputs), return op.forward(*inputs). If find_unsupported(...) is not empty, return what on_unsupported returns
   for its first entry.
3. The rest is four lines: the values from arrays_of; what compute returns for them, wrapped; op.record with inputs, values
   and that result; and at the end the result itself, or what fill_out returns where `out` is a tensor.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.ops.call:call",
    covers="arrays_of wrap_result",
    alone=True,
    changes=True,
    setup='''
        from minitorch.ops.join.stack import unbind
        from minitorch.ops.pointwise.arithmetic import mul
        from minitorch.ops.reduction.max import _max
        from minitorch.ops.reduction.sum import _sum

        class Noting:
            """An operation that notes what it is asked to record."""

            def __init__(self, op):
                self.op, self.noted = op, []

            def __getattr__(self, name):
                return getattr(self.op, name)

            def record(self, *arguments):
                self.noted.append(arguments)
    ''',
    facts="""
        >>> arrays_of(mul, (mt.tensor([1, 2]), mt.tensor([0.5, 0.5]))), arrays_of(mul, (mt.tensor([5], dtype=mt.uint8), 300))[1]
        ([A([1.0, 2.0], 'float32'), A([0.5, 0.5], 'float32')], 44)
        if ([A([1, 2]), A([0, 0])], 44): You take the dtype of the first operand. op.promote(inputs) finds one for all of them.
        if ([A([1.0, 2.0], 'float32'), A([0.5, 0.5], 'float32')], 300): A number is cast as well: among uint8, 300 is 44.
        if "'NoneType' object is not subscriptable": arrays_of returns nothing. It returns a list with one entry for each
            input.
        else: With promotion, arrays_of finds one dtype, op.promote(inputs), and casts each input to it.
        >>> arrays_of(_sum, (mt.tensor([[1, 2]]), 1, True, None))
        [A([[1, 2]]), 1, True, None]
        else: `_sum` has no promotion: op.promote is None. Then a tensor gives its array, and any other input stays as it
            is.
        >>> call(_max, (mt.tensor([[1, 5], [7, 2]]), 1, False), {})
        (T([5, 7]), T([1, 0]))
        if "minitorch.dtype has no attribute 'kind'": The forward was called with tensors instead of arrays. A tensor has a
            shape, so are_arrays(inputs) is true for it as well. The shortcut `op.forward(*inputs)` is only for inputs
            without any tensor.
        else: The forward returned a tuple of two arrays. Then wrap_result returns a tuple of two tensors.
        >>> type(call(_sum, (mt.ones(2, 3),), {})._array) is np.ndarray, call(mul, (mt.ones(1), 2), {})._base is None
        (True, True)
        if (False, True): The tensor holds a NumPy number instead of an array: use as_array(result).
        else: A tensor holds an array. And only an operation with op.view True returns a view.
        >>> op, x = Noting(unbind), mt.ones(2, 2)
        >>> op.forward = lambda *given: list(unbind.forward(*given))
        >>> result = call(op, (x,), {})
        >>> type(result) is tuple and [len(op.noted), *[one._base is x for one in result]]
        [1, True, True]
        if [0, True, True]: op.record is never called.
        if [2, True, True]: op.record is called once, with the whole tuple, and not once for each result.
        if False: This forward returns a list of two arrays. A list means several results, as a tuple does.
        else: `unbind` is a view operation with two results. Each of them is a view of x: use view_of for each part.
        >>> op, op.view, x = Noting(mul), True, mt.ones(2)
        >>> call(op, (x, mt.ones(2)), {})._base is x
        True
        else: The result of a view operation shares memory with the first of the tensors: view_of(tensors[0], array).
        >>> call(mul, (mt.ones(2), mt.zeros(2, device="meta")), {})
        raises RuntimeError: to be on the same device
        else: The two tensors are on different devices. together(inputs) raises the error.
        >>> call(mul, (mt.ones(2), "2"), {}, None, lambda op, inputs, one: (inputs[1] is one, one))
        (True, '2')
        else: A string is not supported by `mul`. Return on_unsupported(op, inputs, x) for the first unsupported x.
        >>> call(mul, (np.array([1.0, 2.0]), np.array([3.0, 4.0])), {}), call(mul, (2, 3), {})
        (A([3.0, 8.0]), T(6))
        if "has no attribute 'category'": op.promote gets all inputs, the numbers too: `op.promote(inputs)`.
        if (A([3.0, 8.0]), 6): Two numbers are not arrays. `mul` takes them, and the result is a tensor.
        else: With bare arrays, and without a tensor, the result is what op.forward(*inputs) returns.
        >>> call(mul, (mt.tensor([1.1, 0.3, 7.7], dtype=mt.float16), 0.7), {}).tolist()
        [0.7695312, 0.210083, 5.390625]
        else: compute(op, values, tensors) runs the forward: it computes 16-bit floats in float32 and rounds once.
        >>> op, x = Noting(mul), mt.tensor([1, 2])
        >>> result = call(op, (), {"other": 0.5, "input": x})
        >>> inputs, values, out = op.noted[0]
        >>> [len(op.noted), inputs[0] is x, inputs[1], values[0].dtype.name, values[1], out is result]
        [1, True, 0.5, 'float32', 0.5, True]
        if "tuple index out of range": op.record gets the inputs in the order of the parameters, as op.bind returns them, and
            not `args`.
        if "got (), but expected": Keyword arguments are lost: `op.bind(args, kwargs)`.
        else: op.record(inputs, values, result) is called once: with the operands, with the arrays for the forward, and
            with the result.
        >>> op, place = Noting(mul), mt.zeros(2)
        >>> result = call(op, (mt.tensor([1.0, 2.0]), 3), {}, place)
        >>> [result is place, place.tolist(), [noted[2] is place for noted in op.noted]]
        [True, [3.0, 6.0], [False]]
        if [True, [3.0, 6.0], [True]]: You record `out`. op.record gets the wrapped result, before fill_out copies it into `out`.
        if [True, [3.0, 6.0], []]: With `out`, op.record is never called.
        else: `out` is a tensor or None. If it is a tensor, return fill_out(out, result, op, inputs).
    """,
)
