"""promoted: The dtype of a result (difficulty 2, 10 minutes)

common_dtype has the rule. promoted sorts the operands into its lists. cast converts each operand to the dtype that was found.

1. In promoted, go through the operands once. Which of them have a dtype, and to which of the three lists does it belong?
2. A 0-d tensor has x.ndim 0. isinstance(x, NUMBER) asks for all kinds of numbers at once. In floating, ask `kind.category <
   FLOATING`, but only if kind is not None. cast has three cases: a tensor, a number, and everything else.
3. For a tensor, append x.dtype to the first list if x.ndim is not 0, else to the second. For a number, append
   kind_of_scalar(x) to the third. Then return common_dtype of the three lists. In cast: `x._array.astype(kind.numpy)`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.ops.promotion:cast",
    covers="promoted floating",
    alone=True,
    forbids={"result_type": "That is the question itself. Sort the operands into three lists."},
    facts="""
        if "'Tensor' object has no attribute 'category'": The three lists hold dtypes, x.dtype, and not tensors.
        if "Cannot interpret 'minitorch.": astype takes NumPy's dtype: `kind.numpy`.
        >>> promoted((mt.ones(2), mt.tensor([1.0], dtype=mt.float64))), promoted((mt.ones(2), mt.tensor(1.0, dtype=mt.float64)))
        (mt.float64, mt.float32)
        if (mt.float32, mt.float32): Both tensors of the first call have a dimension, x.ndim is 1. So both dtypes are in the first list, and common_dtype finds float64.
        else: A tensor with dimensions belongs to the first list, and a 0-d tensor to the second: the first list wins.
        >>> promoted((mt.tensor(1, dtype=mt.uint8), 3)), promoted((mt.tensor([1, 2]), 0.5))
        (mt.uint8, mt.float32)
        if (mt.int64, mt.float32): A 0-d tensor takes precedence over a number. Numbers belong to the third list.
        if (mt.uint8, mt.int64): You leave out the number 0.5. It counts with the dtype kind_of_scalar(0.5).
        >>> [promoted(one) for one in ((True, 2, True), (mt.tensor([True]), np.float32(0.5)), (None, "mean", mt.tensor([2])), (None,), (None, True))]
        [mt.int64, mt.float32, mt.int64, None, mt.bool]
        if [mt.int64, mt.bool, mt.int64, None, mt.bool]: A NumPy number is a number, too: isinstance(x, NUMBER).
        else: Every number counts, True as a bool. None and strings have no dtype: leave them out of the lists.
        >>> early = floating((True,))
        >>> mt.set_default_dtype(mt.float64)
        >>> [early, *[floating(one) for one in ((mt.tensor([1, 2]), 2), (True,), (2, mt.ones(2, dtype=mt.float32)), (1j,), (None,))]]
        [mt.float32, mt.float64, mt.float64, mt.float32, mt.complex128, None]
        if [mt.float32, mt.float64, mt.float64, mt.float32, mt.complex128, mt.float64]: In `floating`: If no operand has a dtype, the result is None.
        else: In `floating`: return the dtype of `promoted`, or get_default_dtype() if its category is below FLOATING. None stays None.
        >>> _, x = mt.set_default_dtype(mt.float32), mt.tensor([1, 2])
        >>> cast(x, mt.float32), getattr(cast(mt.tensor(1), mt.uint8), "dtype", None), cast(mt.zeros(0, 3), mt.float64).shape, x.dtype
        (A([1.0, 2.0], 'float32'), np.dtype('uint8'), (0, 3), mt.int64)
        if (A([1.0, 2.0], 'float32'), np.dtype('uint8'), (0,), mt.int64): In `cast`: convert x._array itself. A list has lost the shape of an empty tensor.
        else: In `cast`: a tensor, also a 0-d one, gives its array with the dtype `kind`, and does not change itself.
        >>> cast(300, mt.uint8), type(cast(2, mt.int64)).__name__
        (44, 'int64')
        else: In `cast`: 300 with uint8 is the number 44, neither an error nor an array. number_in(x, kind) converts a number.
        >>> [type(cast(x, mt.float32)).__name__ for x in (2.5, np.int64(2), None, "mean")]
        ['float', 'float32', 'NoneType', 'str']
        if ['float', 'int64', 'NoneType', 'str']: In `cast`: number_in(x, kind) converts NumPy's numbers, too. Ask isinstance(x, NUMBER).
        if ['float32', 'float32', 'NoneType', 'str']: In `cast`: number_in(x, kind) converts a number. It leaves 2.5 as it is, which NumPy converts itself.
        else: In `cast`: number_in(x, kind) converts a number. An operand that is neither a tensor nor a number is returned as it is.
    """,
)
