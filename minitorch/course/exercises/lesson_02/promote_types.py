"""promote_types: Two dtypes meet (difficulty 2, 6 minutes)

The category decides first, whatever the sizes, and then the size. `holds_both` knows the exceptions.

1. What decides first: the sizes, the categories, or holds_both? Try it on int64 with float16, and on uint8 with int8.
2. Sort the two by (category, itemsize) and return the higher, unless holds_both returns a dtype for the pair.
3. `low, high = sorted((type1, type2), key=lambda one: (one.category, one.itemsize))`, return holds_both or high.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.dtypes:promote_types",
    alone=True,
    forbids=dict.fromkeys(("mt.promote_types", "dtypes.promote_types"), "That is the function you are writing."),
    facts="""
        >>> promote_types(mt.int64, mt.float32), promote_types(mt.float16, mt.int64)
        (mt.float32, mt.float16)
        if (None, None): holds_both returns None where it knows no exception. Then the higher dtype is the result, by (category, itemsize).
        else: The category decides first, whatever the sizes, and whichever comes first: floating point beats integer.
        >>> promote_types(mt.float32, mt.float64), promote_types(mt.float64, mt.float16), promote_types(mt.bool, mt.uint8), promote_types(mt.uint16, mt.uint16)
        (mt.float64, mt.float64, mt.uint8, mt.uint16)
        else: In one category the wider dtype wins, and a bool gives way to any number: compare (category, itemsize).
        >>> promote_types(mt.uint8, mt.int8), promote_types(mt.uint8, mt.int16), promote_types(mt.bfloat16, mt.float16)
        (mt.int16, mt.int16, mt.float32)
        else: In some pairs neither dtype can hold the numbers of the other, such as uint8 with int8. Ask holds_both first.
        >>> promote_types(mt.uint16, mt.bool)
        raises RuntimeError: not supported
        else: Ask holds_both for every pair of different dtypes: it refuses the pairs for which PyTorch has no rule.
    """,
)
