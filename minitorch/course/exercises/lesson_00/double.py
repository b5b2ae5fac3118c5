"""double: Twice as much (difficulty 1, 2 minutes)

There is not more to it. The point was the card.

1. How often does x go into its double?
2. Multiply. And give the answer back with `return`: `print` only shows it.
3. `return 2 * x`
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    solution='''
        def double(x):
            """Twice the number x."""
            return 2 * x
    ''',
    facts="""
        >>> double(3)
        6
        if 5: This adds two, whatever x is. The double grows twice as fast as x.
        if 9: This is the square. It agrees with the double at 0 and at 2, which is why one check is never enough.
        else: This is x itself, once.
        >>> double(0)
        0
        >>> double(-1.25)
        -2.5
        else: The double of a negative number is negative, too.
    """,
)
