"""promoted: The dtype of a result (difficulty 2, 8 minutes)

Every operation on operands of two dtypes goes through this function. common_dtype has the rule. This function finds out
which operands have a dtype, and which list it belongs to.

1. Go through the operands once. Which of them have a dtype, and to which of the three lists does it belong?
2. A 0-d tensor has x.ndim 0. isinstance(x, NUMBER) asks for all kinds of numbers at once.
3. For a tensor, append x.dtype to the first list if x.ndim is not 0, else to the second. For a number, append
   kind_of_scalar(x) to the third. Then return common_dtype of the three lists.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.ops.promotion:promoted",
    alone=True,
    forbids=dict.fromkeys(
        ("common", "result_type"),
        "That is the question itself: it calls this function. Sort the operands into three lists.",
    ),
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
    """,
)
