"""A step that pretends to be a slope."""

from ...define import Case, Exercise, Mistake, T, Wrong
from ..edited import edited

SOLUTION = '''
class Round(mt.autograd.Function):
    """Round to whole numbers; the gradient passes straight through."""

    @staticmethod
    def forward(ctx, x):
        return x.round()

    @staticmethod
    def backward(ctx, grad):
        return grad
'''

exercise = Exercise(
    "Round",
    title="A step that pretends to be a slope",
    difficulty=2,
    minutes=3,
    stub='''
        class Round(mt.autograd.Function):
            """Round to whole numbers; the gradient passes straight through."""

            @staticmethod
            def forward(ctx, x):
                ...

            @staticmethod
            def backward(ctx, grad):
                ...
    ''',
    solution=SOLUTION,
    why="The true derivative of rounding is 0 almost everywhere, so nothing behind it could learn. The "
    "straight-through "
    "estimator (Bengio et al., 2013) pretends that the step is the identity.",
    facts=[
        Case("Round.apply(mt.tensor([0.4, 1.6, -1.2]))", T([0.0, 2.0, -1.0])),
        Case(
            """
            x = mt.tensor([0.4, 1.6, -1.2], requires_grad=True)
            (Round.apply(x) * mt.tensor([1.0, 2.0, 3.0])).sum().backward()
            x.grad
            """,
            T([1.0, 2.0, 3.0]),
        ),
        Case(
            """
            x = mt.tensor([0.3, 2.7], requires_grad=True)
            (Round.apply(x * 3) ** 2).sum().backward()
            x.grad
            """,
            T([6.0, 48.0]),
        ),
        Case(
            """
            x = mt.tensor([0.4, 1.6], requires_grad=True)
            (Round.apply(x) * mt.tensor([0.25, -1.5])).sum().backward()
            x.grad
            """,
            T([0.25, -1.5]),
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: error is not None and not isinstance(error, IndexError),
            "forward is given a tensor, of any number of numbers, and gives one back: `x.round()`. And backward gives one gradient.",
        ),
        Mistake(
            lambda expected, got, error: got.values.dtype.kind != "f",
            "Whole numbers, but as floats: an integer tensor has no gradient, so nothing would be recorded.",
        ),
        Mistake(
            lambda expected, got, error: error is None and list(expected.values) == [0.0, 2.0, -1.0],
            "Forward is to give the nearest whole numbers, as `x.round()` does, in both directions.",
        ),
        Mistake(
            lambda expected, got, error: error is None,
            "Straight through: backward hands on the gradient that arrives, as it is, with nothing done to it.",
        ),
    ],
    wrong=[
        Wrong(
            edited(SOLUTION, ("return grad", "return grad * 0")),
            "That is the true derivative, and nothing learns from it. Straight through means: hand the "
            "gradient on as it is.",
        ),
        Wrong(
            """
            class Round(mt.autograd.Function):
                @staticmethod
                def forward(ctx, x):
                    ctx.save_for_backward(x)
                    return x.round()

                @staticmethod
                def backward(ctx, grad):
                    (x,) = ctx.saved_tensors
                    return grad * x.round()
            """,
            "You scale the gradient by the rounded value. The pretended function is the identity, whose slope is 1.",
        ),
        Wrong(
            edited(SOLUTION, ("return x.round()", "return x")),
            "Forward has to round: only the gradient pretends.",
        ),
        Wrong(
            edited(SOLUTION, ("return grad", "return grad.round()")),
            "Only the values are rounded. A gradient of 0.25 goes on as 0.25.",
        ),
        Wrong(
            edited(SOLUTION, ("return x.round()", "return x.floor()")),
            "floor goes down to the next whole number; round goes to the nearest.",
        ),
        Wrong(
            edited(SOLUTION, ("return grad", "return mt.ones_like(grad)")),
            "You throw the incoming gradient away. The chain rule multiplies it with your slope, here 1, and "
            "passes it on.",
        ),
    ],
    hints=[
        "forward computes on tensors as usual; nothing in it is recorded.",
        "backward gets the gradient of the result and returns that of the input. What would it be for the identity?",
        "forward: `return x.round()`. backward: `return grad`.",
    ],
)
