"""declared: Three operations, declared (difficulty 2, 6 minutes)

A declaration is a rule for the dtypes, and how many operands have to be tensors. The forward is the mathematics, on
arrays. The package's sigmoid has a 1 made ready in the dtype of input, which saves time.

1. Two things belong above each `def`: the rule for the dtypes, promote=..., and for one of the three how many
   operands must be tensors.
2. The rules: `floating` for what computes in floats, `no_bools` for differences. `tensors=None` where two numbers
   will do.
3. `@op(promote=floating, tensors=None)` and input / other; `@op(promote=no_bools)` and other - input;
   `@op(promote=floating)` and 1 / (1 + np.exp(-input)).
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.ops.pointwise.activation:sigmoid",
    covers="minitorch.ops.pointwise.arithmetic:_div minitorch.ops.pointwise.arithmetic:_rsub",
    setup="""
        from minitorch.ops.op import Op
    """,
    stub="""
        def sigmoid(input):
            ...
    """,
    solution="""
        @op(promote=floating, tensors=None)
        def _div(input, other):
            return input / other


        @op(promote=no_bools)
        def _rsub(input, other):
            return other - input


        @op(promote=floating)
        def sigmoid(input):
            return 1 / (1 + np.exp(-input))
    """,
    facts="""
        >>> _div, _rsub = [sigmoid.__wrapped__.__globals__[name] for name in ('_div', '_rsub')]  # yours
        >>> [isinstance(one, Op) for one in (_div, _rsub, sigmoid)]
        [True, True, True]
        else: A plain function becomes an operation by `@op(...)` above its `def`: each of the three needs it.
        >>> mt.tensor([1, 6]) / mt.tensor([4, 3])
        T([0.25, 2.0])
        else: Integers become floats before they are divided: the rule is `promote=floating`.
        >>> mt.div(3, 4).item()
        0.75
        else: `tensors=None` says that no operand of `_div` has to be a tensor.
        >>> _div, _rsub = [sigmoid.__wrapped__.__globals__[name] for name in ('_div', '_rsub')]  # yours
        >>> _rsub(mt.tensor([1.0, 7.0]), 5)
        T([4.0, -2.0])
        else: 5 - x calls `_rsub` with the tensor x as input, the first operand: the result is other - input.
        >>> _div, _rsub = [sigmoid.__wrapped__.__globals__[name] for name in ('_div', '_rsub')]  # yours
        >>> try:
        ...     _rsub(mt.tensor([True]), 1)
        ...     said = ''
        ... except RuntimeError as error:
        ...     said = str(error)
        >>> said[:11]
        'Subtraction'
        else: Bools are refused by the rule: `promote=no_bools`.
        >>> mt.sigmoid(mt.tensor([0, 1]))
        T([0.5, 0.7310586])
        else: Integers become floats first: the rule is `promote=floating`.
        >>> mt.sigmoid(mt.tensor([-1000.0, 1000.0]))
        T([0.0, 1.0])
        else: Far from 0 the step is 0 or 1: 1 / (1 + np.exp(-input)) is, even where the power is infinite.
    """,
)
