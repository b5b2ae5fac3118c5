"""common_dtype: Who decides the dtype of a result (difficulty 3, 7 minutes)

Within a group everything is promoted. Between the groups the first one that is there decides, and a later one counts
only when its category is higher. So a float32 matrix times a float64 number stays float32.

1. Go through the three groups in order and keep the result so far. What does each group do to it?
2. promote_types works on two, so reduce(promote_types, group) works on a list. The first group that is not empty
   gives the result; a later one only when its category is higher, and then `lifted` says to what.
3. `kind = reduce(promote_types, group)`; `if result is None: result = kind`, `elif kind.category > result.category:
   result = lifted(result, kind)`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.dtypes:common_dtype",
    covers="kind_of_scalar",
    forbids={
        "result_type": "That is the question itself, asked of tensors. Work with promote_types and lifted.",
    },
    setup='''
        def scalar(value, default="float32"):
            """The name of what kind_of_scalar gives in the package's place, where another dtype may be the default one."""
            mt.set_default_dtype(getattr(mt, default))
            try:
                return mt.dtypes.kind_of_scalar(value).name
            finally:
                mt.set_default_dtype(mt.float32)
    ''',
    solution="""
        def kind_of_scalar(value):
            if isinstance(value, bool):
                return mt.bool
            if isinstance(value, int):
                return mt.int64
            if isinstance(value, complex):
                return get_default_dtype().to_complex()
            return get_default_dtype()
    """,
    facts="""
        >>> scalar(True), scalar(False)
        ('bool', 'bool')
        else: For Python, True is an int as well: isinstance(True, int) is true. Ask for bool first.
        >>> scalar(1j, 'float64')
        'complex128'
        else: A complex number stands for the complex dtype whose parts have the default dtype:
            get_default_dtype().to_complex().
        >>> common_dtype([mt.float32, mt.float64], [], []), common_dtype([mt.uint8, mt.int8, mt.int32], [], [])
        (mt.float64, mt.int32)
        else: Within a group everything is promoted: reduce(promote_types, group).
        >>> common_dtype([mt.float32], [mt.float64], []), common_dtype([mt.int8], [], [mt.int64])
        (mt.float32, mt.int8)
        else: A later group counts only when its category is higher: a 0-d float64 leaves a float32 matrix alone.
        >>> common_dtype([mt.int64], [], [mt.float32]), common_dtype([mt.bool], [mt.int16], [mt.float32])
        (mt.float32, mt.float32)
        else: A higher category counts, from whichever group: a Python float lifts whole numbers.
        >>> common_dtype([], [mt.float16], [mt.float32]), common_dtype([], [mt.int16, mt.float32], [])
        (mt.float16, mt.float32)
        else: The first group that is not empty decides, and 0-d tensors come before numbers.
        >>> common_dtype([mt.float64], [], [mt.complex64]), common_dtype([mt.float32], [mt.complex128], [])
        (mt.complex128, mt.complex64)
        else: What a later group lifts the result to, `lifted(result, kind)` says: the parts keep the precision of the result.
        >>> common_dtype([], [], [])
        None
        else: Where there is nothing at all, the answer is None.
    """,
)
