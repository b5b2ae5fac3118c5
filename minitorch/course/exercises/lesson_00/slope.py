"""slope: The slope of a function (difficulty 1, 4 minutes)

With a point on either side of x, most of the error cancels. Later lessons check every gradient formula in this way.

1. You have f at two places, x - h and x + h. How far apart are they?
2. The change of f is f(x + h) - f(x - h). Divide it by the change of x.
3. `return (f(x + h) - f(x - h)) / (2 * h)`
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    solution='''
        def slope(f, x, h=1e-5):
            """The slope of f, computed from its values at x - h and at x + h."""
            return (f(x + h) - f(x - h)) / (2 * h)
    ''',
    facts="""
        >>> slope(lambda x: 5 * x + 2, 1.0)
        5.0
        if -349990.49995: Division comes before subtraction. Put the change of f in parentheses.
        if 5e-10: `/ 2 * h` divides by 2 and then multiplies by h. Write `/ (2 * h)`.
        if -5.0: This is left minus right, so a rising function gets a negative slope. Take right minus left.
        if 10.0: The distance from x - h to x + h is 2 * h, so this slope is twice too large.
        else: Return the change of f, f(x + h) - f(x - h), divided by the change of x, which is 2 * h.
        >>> slope(lambda x: x ** 3 / 2, 1.0, h=0.5)
        1.625
        if 2.375: This uses the values at x and at x + h. Use x - h and x + h.
        if 0.875: This uses the values at x - h and at x. Use x - h and x + h.
        if 2.0: A slope need not be a whole number. Return it without rounding.
        if 1.62: Return the slope as it is, with all its digits.
        else: `h` is an argument. Use the step that the caller gives.
        >>> slope(lambda x: -x ** 3 - x, 0.0)
        -1.0
        if 1.0: This function falls, so its slope is negative.
        >>> slope(lambda x: x ** 3, 2.0, h=1e-3)
        12.000001  # within 1e-10
        else: Return the slope as it is, with all its digits.
    """,
)
