"""infer: Work this one out (difficulty 2, 5 minutes)

What is known multiplies to a number, and the one that is not known is count divided by it, if that goes without a
rest.

1. First what is known: the product of all lengths that are not -1, and how many are -1.
2. No -1: the product must be count. One: count divided by the product, without a rest, and never by 0. More, or a
   number below -1: an error.
3. `known = math.prod([n for n in size if n != -1])`; `tuple([count // known if n == -1 else n for n in size])`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.ops.view.reshape:infer",
    alone=True,
    facts="""
        >>> infer((2, -1, 3), 12)
        (2, 2, 3)
        else: Only the -1 is replaced, where it stands.
        >>> infer((4, -1), 6)
        raises RuntimeError: is invalid for input of size 6
        else: A rest is dropped: 6 elements are no rows of 4. Where the known lengths do not divide count, raise
            size_error.
        >>> infer((), 2)
        raises RuntimeError: is invalid for input of size 2
        else: Without a -1 nobody looks whether the size has `count` elements.
        >>> infer((-1, -1), 4)
        raises RuntimeError: only one dimension can be inferred
        else: Two lengths cannot both be worked out: more than one -1 is an error.
        >>> infer((-2, -3), 6)
        raises RuntimeError: invalid shape dimension -2
        else: A -2 is a mistake, and no number to be worked out or multiplied with.
        >>> infer((0, -1), 6)
        raises RuntimeError: is invalid for input of size 6
        else: Where a known length is 0, nothing can be divided by it: raise size_error before.
    """,
)
