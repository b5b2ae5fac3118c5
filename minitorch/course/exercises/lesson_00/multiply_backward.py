"""multiply_backward: Backwards through one multiplication (difficulty 2, 4 minutes)

When a moves by a little, a * b moves by b times as much. So each factor gets the other one, times what came in.

1. Move a by a tiny bit t: (a + t) * b is a * b + t * b. How much faster than a did y move?
2. The slope of y along a is b, and along b it is a. Multiply each by the gradient that came in.
3. `return g * b, g * a`
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    solution='''
        def multiply_backward(a, b, g):
            """For y = a * b, where y has the gradient g: the gradients of a and of b, as a pair."""
            return g * b, g * a
    ''',
    facts="""
        >>> multiply_backward(5.0, 4.0, 1.0)
        (4.0, 5.0)
        if (5.0, 4.0): Each factor got its own value. The slope of a * b along a is b: each gets the other.
        if (1.0, 1.0): This is what an addition does. A multiplication stretches each side by the other factor.
        if (5.0, 6.0): The chain rule multiplies the slopes of steps that follow each other; it does not add them.
        if (4.0, 20.0): g has changed before the second gradient is made of it. Both are made of the g that came in.
        else: Two numbers went in, so two gradients come out: one for a, one for b.
        >>> multiply_backward(2.0, 3.0, 10.0)
        (30.0, 20.0)
        else: Right for g = 1 only. The gradient that comes in is handed on, multiplied: this is the chain rule.
        >>> multiply_backward(0.0, 7.0, 1.0)
        (7.0, 0.0)
    """,
)
