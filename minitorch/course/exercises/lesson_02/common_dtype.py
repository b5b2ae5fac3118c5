"""common_dtype: The dtype of a result (difficulty 3, 10 minutes)

A number should not change the precision of a whole matrix. So a float32 matrix times a float64 number stays float32.

1. Go through the three groups in order and keep the result so far. What does each group do to it?
2. promote_types takes two dtypes, so reduce(promote_types, group) takes a list. The first group that is not empty
   gives the result. A later group counts only if its category is higher, and then `lifted` returns the new result.
3. `higher = reduce(promote_types, group)`; `if kind is None: kind = higher`, `elif higher.category > kind.category:
   kind = lifted(kind, higher)`; at the end `return kind`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.dtypes:common_dtype",
    forbids={"result_type": "That is the question itself, asked of tensors. Work with promote_types and lifted."},
    facts="""
        if "reduce() of empty iterable": reduce needs at least one dtype: leave out each empty group. If all are empty, return None.
        >>> floats, integers = [mt.float32, mt.float64], [mt.uint8, mt.int8]
        >>> common_dtype(floats, [], []), common_dtype(integers, [], []), common_dtype([mt.uint16], [], [])
        (mt.float64, mt.int16, mt.uint16)
        if "not supported": A dtype that is alone in its group meets no other: reduce needs no third argument.
        else: Within a group everything is promoted: reduce(promote_types, group).
        >>> common_dtype([mt.float32], [mt.float64], []), common_dtype([mt.int8], [], [mt.int64]), common_dtype([], [mt.float16], [mt.float32])
        (mt.float32, mt.int8, mt.float16)
        else: The first group that is not empty decides. A later one counts only when its category is higher.
        >>> common_dtype([mt.int64], [mt.int64], [mt.float32]), common_dtype([mt.bool], [mt.int16], [mt.float32]), common_dtype([mt.bool], [], [mt.int64])
        (mt.float32, mt.float32, mt.int64)
        if (mt.complex64, mt.complex64, mt.bool): lifted takes the dtype so far first, and then that of the later group.
        else: A higher category counts, in whichever group it is: a Python float makes integers floating point.
        >>> common_dtype([mt.bool], [mt.float32, mt.float64], [mt.int64]), common_dtype([mt.int64], [mt.complex128], [])
        (mt.float64, mt.complex128)
        if (mt.float64, mt.complex64): Beside integers there is no precision to keep: `lifted(kind, higher)` returns complex128.
        if (mt.float32, mt.complex128): Promote inside each group first, and then compare the results of the groups.
        else: Compare the category of each later list with that of the result so far, and not with that of the first list.
        >>> common_dtype([mt.bool], [mt.float64], [mt.complex64]), common_dtype([mt.float32], [mt.complex128], [])
        (mt.complex128, mt.complex64)
        else: `lifted(kind, higher)` is the new dtype. `kind` is the dtype so far: float64 becomes complex128, even if `higher` is complex64.
        >>> common_dtype([], [], [])
        None
        else: Without any dtype, the result is None.
    """,
)
