"""declared: Two operations, declared (difficulty 2, 5 minutes)

A declaration says which promotion an operation uses, and which of its operands must be tensors. The forward is the
formula, on arrays. In the package's sigmoid, `ready(1, input)` is a 1 in the dtype of input, which saves time.

1. Put `@op(...)` above `def _div`, and below `@exercise("declared")`. Which operation takes two plain numbers?
2. Both operations compute in floats, also for integers: `promote=floating`. And `tensors="none"` for `_div`.
3. `@op(promote=floating, tensors="none")` with `return input / other`, and `@op(promote=floating)` with
   `return 1 / (1 + np.exp(-input))`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.ops.pointwise.activation:sigmoid",
    covers="minitorch.ops.pointwise.arithmetic:_div",
    stub="""
        def sigmoid(input):
            ...
    """,
    solution="""
        @op(promote=floating, tensors="none")
        def _div(input, other):
            return input / other


        @op(promote=floating)
        def sigmoid(input):
            return 1 / (1 + np.exp(-input))
    """,
    facts="""
        if "got a formula for": The formulas of the package ask for the values by name: keep the names `input` and `other`.
        if "can be converted to Python": math.exp and float take one number. The forward gets an array: use np.exp.
        if "'str' object is not callable": The rule is the function, without quotes: promote=floating.
        >>> [type(one).__name__ for one in (_div, sigmoid)], any([getattr(one, "view", False) for one in (_div, sigmoid)])
        (['Op', 'Op'], False)
        if (['Op', 'Op'], True): These results share no memory with an operand, so they are not views: leave view=True out.
        else: Both functions need a decorator `@op(...)`, which makes an operation of the function. For sigmoid, put it below `@exercise("declared")`.
        >>> few, far = mt.tensor([0.0, 1.0, -1.0, 1000.0], dtype=mt.float64), mt.tensor([-100.0, math.nan], dtype=mt.float64)
        >>> mt.tensor([3.0]) / mt.tensor([4.0]), mt.sigmoid(few).tolist(), (mt.sigmoid(far) < 1e-40).tolist() == [True, False]
        (T([0.75]), [0.5, 0.7310585786300049, 0.2689414213699951, 1.0], True)
        if (T([1.3333334]), [0.5, 0.7310585786300049, 0.2689414213699951, 1.0], True): The operands are swapped: `input / other`.
        if (T([0.75]), [2.0, 1.3678794411714423, 3.718281828459045, 1.0], False): Python divides before it adds: put 1 + np.exp(-input) in parentheses.
        if (T([0.75]), [0.5, 0.2689414213699951, 0.7310585786300049, 0.0], False): This is the sigmoid of -input: look at the signs in np.exp.
        if (T([0.75]), [0.5, 0.7310585786300049, 0.2689414213699951, nan], True): Far from 0 the result is 0 or 1: 1 / (1 + np.exp(-input)).
        else: Floats are divided as they are, and sigmoid is 1 / (1 + e**-input) for every number. Nothing is cut off or replaced: sigmoid(-100) is 3.7e-44, and nan stays nan.
        >>> mt.div(3, 4).item()
        0.75
        else: mt.div(3, 4) has no tensor among its operands, and that is allowed: tensors="none".
        >>> x = mt.ones(1, dtype=mt.float64)
        >>> mt.tensor([1, 6]) / mt.tensor([4, 0]), x / 4, x
        (T([0.25, inf]), T([0.25], 'float64'), T([1.0], 'float64'))
        if (T([0.25, inf]), T([0.25], 'float64'), T([0.25], 'float64')): The forward writes into its operand: return input / other, without `/=`.
        if (T([0.25, 0.0]), T([0.25], 'float64'), T([1.0], 'float64')): 6 / 0 is inf, as in NumPy. A divisor of 0 needs no case of its own.
        else: Integers become floats before they are divided: `promote=floating`. Floats keep their dtype, and 6 / 0 is inf.
        >>> mt.sigmoid(0.5)
        raises TypeError: must be Tensor
        else: mt.sigmoid(0.5) is an error in PyTorch. The first operand must be a tensor, which is what @op says by default.
        >>> mt.sigmoid(mt.tensor([0, 1, 1000])), mt.sigmoid(far).dtype, few.tolist()
        (T([0.5, 0.7310586, 1.0]), mt.float64, [0.0, 1.0, -1.0, 1000.0])
        else: Integers become floats first: `promote=floating`. Floats keep their dtype, and the input keeps its numbers.
    """,
)
