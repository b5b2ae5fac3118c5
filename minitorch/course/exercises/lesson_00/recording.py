"""recording: A number that records (difficulty 2, 7 minutes)

Each result remembers its inputs, and a formula. If a grows by a little, a * b grows by b times as much.

1. Let a grow by a tiny t: (a + t) * b is a * b + t * b. How many times faster than a does the result grow?
2. Return a Tensor with three things: the number, `(self, other)`, and a function of g that returns two gradients.
3. `Tensor(self.value * other.value, (self, other), lambda g: (g * other.value, g * self.value))`
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    shows=("self.value, self.grad", "self.inputs, self.formula"),
    solution="""
        class Tensor:
            def __init__(self, value, inputs=(), formula=None):
                self.value, self.grad = value, 0.0
                self.inputs, self.formula = inputs, formula

            def __add__(self, other):
                return Tensor(self.value + other.value, (self, other), lambda g: (g, g))

            def __mul__(self, other):
                return Tensor(self.value * other.value, (self, other), lambda g: (g * other.value, g * self.value))
    """,
    given="a, b = Tensor(5.0), Tensor(4.0)",
    facts="""
        if "object is not callable": The result is a new tensor. Its `formula` is a function of g: it computes the gradients later, when g arrives.
        if "'float' object has no attribute": The result is a Tensor. Its value is computed from self.value and other.value.
        if "division by zero": A value may be 0. The slope of a * b along a is the value of b: nothing is divided.
        >>> y = a + b
        >>> list(y.inputs) == [a, b], y.value, [*y.formula(2.0)]
        (True, 9.0, [2.0, 2.0])
        if (False, 9.0, [2.0, 2.0]): The inputs are the tensors self and other, in this order: the backward pass goes on to them.
        else: In `__add__`: the value is the sum, and the formula returns g for both inputs.
        >>> y = a * b
        >>> list(y.inputs) == [a, b], y.value, [*y.formula(1.0)]
        (True, 20.0, [4.0, 5.0])
        if (True, 20.0, [5.0, 4.0]): Each factor has its own value as its gradient. The slope of a * b along a is b.
        if (True, 20.0, [1.0, 1.0]): These are the gradients of an addition. In a multiplication the slope along a is b.
        else: In `__mul__`: the formula returns g times the slope along each of the inputs, in the order of (self, other).
        >>> [*(Tensor(-2.5) * Tensor(3.0)).formula(1.5), *(Tensor(0.0) * Tensor(7.0)).formula(1.0)]
        [4.5, -3.75, 7.0, 0.0]
        else: This is right only for g = 1. Multiply each slope by g: this is the chain rule.
        >>> [*((a + b) * a).formula(1.0), a.grad]
        [5.0, 9.0, 0.0]
        else: A result is a new tensor. `+`, `*` and the formulas change nothing: the backward pass adds to `grad`.
    """,
)
