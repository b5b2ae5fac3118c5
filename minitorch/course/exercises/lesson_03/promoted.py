"""promoted: The dtype of a result (difficulty 3, 12 minutes)

Every operation on operands of two dtypes goes through these functions. common_dtype has the rule. They find out which operands
have a dtype, and which list it belongs to, and bring each operand to the dtype that was found.

1. In promoted, go through the operands once. Which of them have a dtype, and to which of the three lists does it belong?
2. A 0-d tensor has x.ndim 0. isinstance(x, NUMBER) asks for all kinds of numbers at once. In floating, ask `kind.category <
   FLOATING`, but only if kind is not None. In cast, a tensor's array is x._array, and its method is astype(kind.numpy).
3. For a tensor, append x.dtype to the first list if x.ndim is not 0, else to the second. For a number, append
   kind_of_scalar(x) to the third. Then return common_dtype of the three lists. `kind.numpy.type(x)` makes a NumPy number, but
   `np.asarray(x).astype(kind.numpy)[()]` also takes 300 for uint8.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.ops.promotion:cast",
    covers="promoted floating",
    alone=True,
    forbids=dict.fromkeys(
        ("common", "result_type"),
        "That is the question itself: it calls this function. Sort the operands into three lists.",
    ),
    solution='''
        def floating(operands):
            """The same for an operation that computes in floats: get_default_dtype() in place of bool or an integer dtype."""
            kind = promoted(operands)
            return kind if kind is None or kind.category >= FLOATING else get_default_dtype()


        def cast(x, kind):
            """An operand as the forward takes it: a tensor as its array, a number as a NumPy number, both with the dtype `kind`.

            A number for which stays(x, kind) is true stays as it is, and so does anything else.
            cast(300, mt.uint8) is 44, as for `mt.tensor(300).to(mt.uint8)`: astype wraps around.
            """
            if isinstance(x, Tensor):
                return x._array.astype(kind.numpy, copy=False)
            if not isinstance(x, NUMBER) or stays(x, kind):
                return x
            return np.asarray(x).astype(kind.numpy)[()]
    ''',
    stub='''
        def promoted(operands):
            """The dtype of the result of an operation on these operands, or None if none of them has a dtype.

            operands  a tuple of tensors, numbers and other things; what is neither a tensor nor a number does not count

            promoted((mt.ones(2), mt.tensor(1.0, dtype=mt.float64), 3)) is mt.float32: only the first has dimensions.
            """
            ...


        def floating(operands):
            """The same for an operation that computes in floats: get_default_dtype() in place of bool or an integer dtype."""
            ...


        def cast(x, kind):
            """An operand as the forward takes it: a tensor as its array, a number as a NumPy number, both with the dtype `kind`.

            A number for which stays(x, kind) is true stays as it is, and so does anything else.
            cast(300, mt.uint8) is 44, as for `mt.tensor(300).to(mt.uint8)`: astype wraps around.
            """
            ...
    ''',
    facts="""
        >>> promoted((mt.ones(2), mt.tensor([1.0], dtype=mt.float64)))
        mt.float64
        if mt.float32: A tensor with one element in one dimension is not 0-d. Ask for its number of dimensions, x.ndim.
        if None: promoted returns nothing, or does not see tensors.
        else: Both tensors have dimensions, so both dtypes are in the first list.
        >>> promoted((mt.ones(2), mt.tensor(1.0, dtype=mt.float64)))
        mt.float32
        else: A 0-d tensor is in the second list: it does not decide beside a tensor with dimensions.
        >>> promoted((mt.tensor(1, dtype=mt.uint8), 3)), promoted((mt.tensor([1, 2]), 0.5))
        (mt.uint8, mt.float32)
        if (mt.int64, mt.float32): A number and a 0-d tensor are not equal: the tensor decides. Numbers are in a list of their
            own, the third.
        if (mt.uint8, mt.int64): The number 0.5 is missing. It counts, with the dtype kind_of_scalar(0.5).
        >>> promoted((2, True)), promoted((mt.tensor([True]), np.float32(0.5)))
        (mt.int64, mt.float32)
        if (mt.int64, mt.bool): A NumPy number is a number, too: isinstance(x, NUMBER).
        if (None, mt.float32): Numbers count without a tensor, too.
        else: Both are operands without a floating point tensor: numbers decide there.
        >>> promoted((mt.ones(2), None, "mean")), promoted((None,)), promoted((None, True))
        (mt.float32, None, mt.bool)
        if (mt.float32, None, None): True is a number as well: isinstance(x, NUMBER).
        else: None and strings have no dtype. They do not count.
        >>> floating((mt.tensor([1, 2]), 2)), floating((mt.tensor([True]),)), floating((mt.ones(2, dtype=mt.float64), 2)), floating((None,))
        (mt.float32, mt.float32, mt.float64, None)
        if "'NoneType'": In `floating`: None stays None. Then no operand has a dtype.
        if (mt.int64, mt.bool, mt.float64, None): In `floating`: integers and bools become get_default_dtype().
        if (mt.float32, mt.float32, mt.float32, None): In `floating`: a floating point dtype stays as it is.
        else: In `floating`: the dtype of `promoted`, but get_default_dtype() where that is below FLOATING.
        >>> cast(mt.tensor([1, 2]), mt.float32), cast(mt.ones(2), mt.float64), cast(300, mt.uint8), cast(2, mt.int64).dtype.name
        (A([1.0, 2.0], 'float32'), A([1.0, 1.0], 'float64'), 44, 'int64')
        if "out of bounds": In `cast`: kind.numpy.type(300) refuses a number that is too large. np.asarray(x).astype(...) wraps around.
        if "has no attribute 'dtype'": In `cast`: a number becomes a NumPy number, unless stays(x, kind).
        else: In `cast`: a tensor gives its array, and a number a NumPy number, both with the dtype `kind`.
        >>> type(cast(2.5, mt.float32)).__name__, cast(None, mt.float32), cast("mean", mt.float32)
        ('float', None, 'mean')
        else: In `cast`: a number with stays(x, kind), and anything that is neither a tensor nor a number, comes back as it is.
    """,
)
