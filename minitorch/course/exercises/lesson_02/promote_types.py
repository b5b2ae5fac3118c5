"""promote_types: Two kinds of number meet (difficulty 3, 4 minutes)

The category decides first, whatever the sizes; inside one category the wider wins. The exceptions are pairs where
neither can hold the other's numbers: int8 with uint8, float16 with bfloat16, complex64 with float64.

1. Every dtype has a `.category` (0 bool, 1 integer, 2 floating, 3 complex) and an `.itemsize` in bytes. Which of the
   two is asked first?
2. Sort the two by (category, itemsize) and return the higher, unless holds_both names a third dtype for the pair.
3. `low, high = sorted((type1, type2), key=lambda one: (one.category, one.itemsize))`, `return holds_both(low, high)
   or high`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.dtypes:promote_types",
    alone=True,
    forbids={
        "mt.promote_types": "That is the function you are writing.",
        "dtypes.promote_types": "That is the function you are writing.",
    },
    stub="""
        def promote_types(type1, type2):
            if type1 is type2:
                return type1
            refuse_unsigned(type1, type2)
            ...
    """,
    facts="""
        >>> promote_types(mt.uint16, mt.int32)
        raises RuntimeError: not supported
        else: For the large unsigned integers PyTorch has no rule: refuse_unsigned(type1, type2) says so, and comes
            first.
        >>> promote_types(mt.int64, mt.float32), promote_types(mt.float16, mt.int64)
        (mt.float32, mt.float16)
        else: The category decides first, whatever the sizes and the order: a fraction beats a whole number.
        >>> promote_types(mt.bool, mt.bool), promote_types(mt.bool, mt.uint8)
        (mt.bool, mt.uint8)
        else: Two bools stay bool, and a bool gives way to any number.
        >>> promote_types(mt.float32, mt.float64), promote_types(mt.int64, mt.int32)
        (mt.float64, mt.int64)
        else: In one category the wider one wins: compare (category, itemsize).
        >>> promote_types(mt.uint8, mt.int8), promote_types(mt.uint8, mt.int16), promote_types(mt.bfloat16, mt.float16)
        (mt.int16, mt.int16, mt.float32)
        else: Of some pairs neither holds the numbers of the other, such as uint8 with int8. Ask holds_both first; it says
            None where the higher one wins.
        >>> promote_types(mt.complex64, mt.float64), promote_types(mt.complex64, mt.int64)
        (mt.complex128, mt.complex64)
        else: Complex numbers come last, and their parts keep the precision: holds_both knows complex64 with float64.
    """,
)
