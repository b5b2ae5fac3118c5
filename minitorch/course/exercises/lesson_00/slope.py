"""slope: How steep is it here? (difficulty 1, 4 minutes)

The rise over the run, from h to the left to h to the right. The two sides' errors cancel, so this is far better than
one step to the right. The course checks every gradient formula against it.

1. A slope is a rise divided by the way. You have f on both sides of x, at a distance of h.
2. The rise is f(x + h) - f(x - h). How long is the way between these two places?
3. `return (f(x + h) - f(x - h)) / (2 * h)`
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    solution='''
        def slope(f, x, h=1e-5):
            """How fast f grows at x, from its values a small step to the left and to the right."""
            return (f(x + h) - f(x - h)) / (2 * h)
    ''',
    facts="""
        >>> slope(lambda x: 5 * x + 2, 1.0)
        5.0
        if 5e-10: `/ 2 * h` divides by 2 and then multiplies by h. Write `/ (2 * h)`.
        if -5.0: Left minus right: a rising function gets a negative slope. Take right minus left.
        if 10.0: From x - h to x + h the way is 2 * h long, so the slope comes out twice too large.
        if 0.0: This step is too small. Python's numbers have 16 digits, so 1 + 1e-17 is 1, and nothing moves.
        else: This is the rise. The slope is the rise divided by the way, 2 * h.
        >>> slope(lambda x: x * x, 0.25)
        0.5
        if 1: A slope need not be a whole number. Return it as it comes; rounding is for printing.
        if 0.50001: A step to one side only. Where the curve bends, the error is as large as the step. Take one to each
            side.
        if 0.49999: You look to the left only. Where the curve bends, the error is as large as the step. Take one to
            each side.
        >>> slope(lambda x: x ** 3, 2.0)
        12.0
    """,
)
