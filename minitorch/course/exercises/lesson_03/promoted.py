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
    ''',
    facts="""
        >>> promoted((mt.ones(2), mt.tensor([1.0], dtype=mt.float64))), promoted((mt.ones(2), mt.tensor(1.0, dtype=mt.float64)))
        (mt.float64, mt.float32)
        if (mt.float32, mt.float32): A tensor with one element in one dimension is not 0-d. Ask for its number of dimensions, x.ndim.
        else: A tensor with dimensions is in the first list. A 0-d tensor is in the second: it does not decide beside one of those.
        >>> promoted((mt.tensor(1, dtype=mt.uint8), 3)), promoted((mt.tensor([1, 2]), 0.5))
        (mt.uint8, mt.float32)
        if (mt.int64, mt.float32): A number and a 0-d tensor are not equal: the tensor decides. Numbers are in a list of their
            own, the third.
        if (mt.uint8, mt.int64): The number 0.5 is missing. It counts, with the dtype kind_of_scalar(0.5).
        >>> promoted((2, True)), promoted((mt.tensor([True]), np.float32(0.5)))
        (mt.int64, mt.float32)
        if (mt.int64, mt.bool): A NumPy number is a number, too: isinstance(x, NUMBER).
        >>> promoted((mt.ones(2), None, "mean")), promoted((None,)), promoted((None, True))
        (mt.float32, None, mt.bool)
        if (mt.float32, None, None): True is a number as well: isinstance(x, NUMBER).
        else: None and strings have no dtype. They do not count.
        >>> [floating(one) for one in ((mt.tensor([1, 2]), 2), (True,), (mt.ones(2, dtype=mt.float64), 2), (1j,), (None,))]
        [mt.float32, mt.float32, mt.float64, mt.complex64, None]
        if "'NoneType'": In `floating`: None stays None. Then no operand has a dtype.
        if [mt.int64, mt.bool, mt.float64, mt.complex64, None]: In `floating`: integers and bools become get_default_dtype().
        if [mt.float32, mt.float32, mt.float32, mt.float32, None]: In `floating`: a floating point or complex dtype stays as it is.
        else: In `floating`: the dtype of `promoted`, but get_default_dtype() where that is below FLOATING.
        >>> cast(mt.tensor([1, 2]), mt.float32), cast(mt.ones(2), mt.float64), cast(300, mt.uint8), cast(2, mt.int64).dtype.name
        (A([1.0, 2.0], 'float32'), A([1.0, 1.0], 'float64'), 44, 'int64')
        if "out of bounds": In `cast`: kind.numpy.type(300) refuses a number that is too large. np.asarray(x).astype(...) wraps around.
        else: In `cast`: a tensor gives its array, and a number a NumPy number, both with the dtype `kind`.
        >>> type(cast(2.5, mt.float32)).__name__, cast(None, mt.float32), cast("mean", mt.float32)
        ('float', None, 'mean')
        else: In `cast`: a number with stays(x, kind), and anything that is neither a tensor nor a number, comes back as it is.
    """,
)
