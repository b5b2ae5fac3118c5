"""multiply_backward: The backward formula of a multiplication (difficulty 2, 4 minutes)

If a grows by a little, a * b grows by b times as much. So the gradient of a is b times that of the result. The same holds for b.

1. Let a grow by a tiny t: (a + t) * b is a * b + t * b. How many times faster than a does the result grow?
2. The slope of a * b along a is b, and along b it is a. Multiply each by the gradient of the result, g.
3. `return g * b, g * a`
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    solution='''
        def multiply_backward(a, b, g):
            """The gradients of a and of b, as a tuple, where g is the gradient of the result a * b."""
            return g * b, g * a
    ''',
    facts="""
        >>> multiply_backward(5.0, 4.0, 1.0)
        (4.0, 5.0)
        if (5.0, 4.0): Each factor has its own value as its gradient. The slope of a * b along a is b.
        if (1.0, 1.0): These are the gradients of an addition. In a multiplication the slope along a is b.
        if (5.0, 6.0): The chain rule multiplies the slopes. It does not add them.
        if (4.0, 20.0): g is changed before the second gradient is computed. Both use the g that came in.
        if (0.2, 0.25): The result is a product. If a grows by 1, it grows by b.
        if (20.0, 20.0): This has one factor too many. If a grows by 1, the result grows by b.
        else: Return a tuple: g times the slope along a, and g times the slope along b.
        >>> multiply_backward(-2.5, 3.0, 1.5)
        (4.5, -3.75)
        else: This is right only for g = 1. Multiply each slope by g: this is the chain rule.
        >>> multiply_backward(0.0, 7.0, 1.0), multiply_backward(2.0, 7.0, 0.0)
        ((7.0, 0.0), (0.0, 0.0))
    """,
)
