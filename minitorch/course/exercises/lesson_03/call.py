"""call: One call for every operation (difficulty 3, 9 minutes)

Every operation of the package goes through these lines: `x * y`, `x.sum()`, a whole network. What is different from
one op to the next is only the forward and the rule of promotion.

1. The list in the stub is in order: each line works on what the ones before it gave.
2. inputs, then tensors (those of the inputs that are Tensors), then strangers; if there are any, you are done. Then
   values, result, record, return.
3. values = arrays_of(op, inputs); result = wrap_result(op, compute(op, values, tensors), tensors); op.record(inputs,
   values, result); return result if out is None else fill_out(out, result, op, inputs).
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.ops.call:call",
    covers="wrap_result",
    alone=True,
    changes=True,
    setup='''
        from minitorch.ops.pointwise.arithmetic import mul
        from minitorch.ops.reduction.max import _max
        from minitorch.ops.reduction.sum import _sum
        from minitorch.ops.view.expand import _expand

        class Noting:
            """An op that notes what it is asked to record."""

            def __init__(self, op):
                self.op, self.steps = op, []

            def __getattr__(self, name):
                return getattr(self.op, name)

            def record(self, *step):
                self.steps.append(step)
    ''',
    solution="""
        def wrap_result(op, result, tensors):
            if isinstance(result, (tuple, list)):
                return tuple([wrap_result(op, part, tensors) for part in result])
            return view_of(tensors[0], as_array(result)) if op.view else wrap(as_array(result))


        def call(op, args, kwargs, out=None, stranger=None):
            inputs = together(op.bind(args, kwargs))
            tensors = [x for x in inputs if isinstance(x, Tensor)]
            strangers = unfit(op, inputs, tensors)
            if strangers:
                return turn_away(op, inputs, tensors, strangers, stranger)
            values = arrays_of(op, inputs)
            result = wrap_result(op, compute(op, values, tensors), tensors)
            op.record(inputs, values, result)
            return result if out is None else fill_out(out, result, op, inputs)
    """,
    facts="""
        >>> call(_max, (mt.tensor([[1, 5], [7, 2]]), 1, False), {})
        (T([5, 7]), T([1, 0]))
        else: Of several results wrap_result makes a tuple of tensors, each by the rule for one.
        >>> type(call(_sum, (mt.ones(2, 3),), {})._array) is np.ndarray, call(mul, (mt.ones(1), 2), {})._base is None
        (True, True)
        else: Inside a tensor is an array, also where NumPy gave a number; and only an op with op.view True makes a
            view.
        >>> x = mt.ones(1)
        >>> call(_expand, (), {"input": x, "size": (2, 3)})._base is x
        True
        else: Arguments by name are bound with the others: op.bind(args, kwargs).
        >>> call(mul, (mt.ones(2), "2"), {}, None, lambda op, inputs, one: one + " is for you")
        '2 is for you'
        else: What does not fit is turned away in the caller's own way: turn_away is given `stranger`, and what it says
            is returned.
        >>> call(mul, (mt.tensor([1.1, 0.3, 7.7], dtype=mt.float16), 0.7), {}).tolist()
        [0.7695312, 0.210083, 5.390625]
        else: Floats of 16 bits are multiplied as they are. compute runs the forward in float32, and rounds once.
        >>> place = mt.zeros(2)
        >>> result = call(mul, (mt.tensor([1.0, 2.0]), 3), {}, place)
        >>> [result is place, place.tolist()]
        [True, [3.0, 6.0]]
        else: `out` is a tensor that the caller gave, or None: ask `out is None`. fill_out(out, result, op, inputs)
            writes into it, and it is the answer.
        >>> op, x = Noting(mul), mt.tensor([1, 2])
        >>> result = call(op, (x, 0.5), {})
        >>> inputs, values, out = op.steps[0]
        >>> [len(op.steps), inputs[0] is x, inputs[1], values[0].dtype.name, values[1], out is result]
        [1, True, 0.5, 'float32', 0.5, True]
        else: op.record(inputs, values, result) is called once: what the caller gave, what the forward saw, and the
            result.
    """,
)
