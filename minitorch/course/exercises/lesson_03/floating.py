"""floating: Which dtype a result has (difficulty 2, 5 minutes)

All the rule's knowledge is in common_dtype, which you met in lesson 02; here the operands are only sorted for it.
Division and exp compute in floats, and floats of any size will do: float64 stays float64.

1. Three lists, one loop: which list does an operand belong to, if to any?
2. A tensor: x.dtype goes into the first list if x._array.ndim is not 0, else into the second. A number: its kind goes
   into the third. Then floating looks at what common found.
3. `scalars.append(kind_of_scalar(x.item() if isinstance(x, np.generic) else x))`; `return common_dtype(dimensioned,
   zero_dimensional, scalars)`; `return kind if kind is None or kind.category >= FLOATING else get_default_dtype()`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.ops.promotion:floating",
    covers="common",
    forbids={
        "result_type": "result_type calls this very function: sort the operands yourself.",
        "np.result_type": "NumPy's rules are not PyTorch's: they make float64 of int64 and float32.",
    },
    solution="""
        def common(operands):
            dimensioned, zero_dimensional, scalars = [], [], []
            for x in operands:
                if isinstance(x, Tensor):
                    (dimensioned if x._array.ndim else zero_dimensional).append(x.dtype)
                elif isinstance(x, NUMBER):
                    scalars.append(kind_of_scalar(x.item() if isinstance(x, np.generic) else x))
            return common_dtype(dimensioned, zero_dimensional, scalars)
    """,
    facts="""
        >>> (mt.ones(2) * mt.tensor(1.0, dtype=mt.float64)).dtype.name
        'float32'
        else: The 0-d tensor is no larger category, so it has no say here: it belongs into the second list.
        >>> (mt.tensor(1, dtype=mt.int8) * 3).dtype.name
        'int8'
        else: The number is of no higher category than the 0-d tensor, so the tensor decides: it belongs into the second
            list, the number into the third.
        >>> (mt.tensor([1, 2]) * 2.5).dtype.name
        'float32'
        else: A float among integers lifts them to the default float: kind_of_scalar(x) belongs into the third list.
        >>> (mt.tensor([1, 2], dtype=mt.int32) * np.int64(3)).dtype.name
        'int32'
        else: A NumPy scalar counts as a Python number: x.item() first, then kind_of_scalar.
        >>> floating([None, 'text']) is None
        True
        else: The three lists hold dtypes, not operands: x.dtype of a tensor, kind_of_scalar(x) of a number. And common
            may give None, which has no category.
        >>> (mt.tensor([1, 2]) / 2).dtype.name, mt.tensor([True]).exp().dtype.name
        ('float32', 'float32')
        else: Below FLOATING, floating gives the default float: half of 1 is no whole number.
        >>> (mt.ones(2, dtype=mt.complex64) / 2).dtype.name
        'complex64'
        else: Complex numbers are above FLOATING, and stay.
        >>> mt.set_default_dtype(mt.float64)
        >>> try:
        ...     kind = (mt.tensor([1, 2]) / 2).dtype.name
        ... finally:
        ...     mt.set_default_dtype(mt.float32)
        >>> kind
        'float64'
        else: The default float may be another one now: get_default_dtype().
    """,
)
