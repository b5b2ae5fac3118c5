"""Formulas of products, differences and quotients."""

from ...define import Case, Exercise, Mistake, T
from .rewriting import NO_TENSOR, measured, where, wrong_formulas

SOLUTION = '''
def mul_x(g, y):
    """The gradient of x for out = x * y."""
    return g * y


def mul_y(g, x):
    """The gradient of y for out = x * y."""
    return g * x


def sub_x(g):
    """The gradient of x for out = x - y."""
    return g


def sub_y(g):
    """The gradient of y for out = x - y."""
    return -g


def div_x(g, y):
    """The gradient of x for out = x / y."""
    return g / y


def div_y(g, x, y):
    """The gradient of y for out = x / y."""
    return -g * (x / y / y)
'''

exercise = Exercise(
    "arithmetic_formulas",
    title="Formulas of products, differences and quotients",
    difficulty=1,
    minutes=5,
    target="minitorch.ops.pointwise.arithmetic:_div.grad[y]",
    covers={
        "mul_x": "minitorch.ops.pointwise.arithmetic:mul.grad[x]",
        "mul_y": "minitorch.ops.pointwise.arithmetic:mul.grad[y]",
        "sub_x": "minitorch.ops.pointwise.arithmetic:_sub.grad[x]",
        "sub_y": "minitorch.ops.pointwise.arithmetic:_sub.grad[y]",
        "div_x": "minitorch.ops.pointwise.arithmetic:_div.grad[x]",
    },
    installed=True,
    stub="""
def mul_x(g, y): ...  # of x, for out = x * y


def mul_y(g, x): ...  # of y, for out = x * y


def sub_x(g): ...  # of x, for out = x - y


def sub_y(g): ...  # of y, for out = x - y


def div_x(g, y): ...  # of x, for out = x / y


def div_y(g, x, y): ...  # of y, for out = x / y
    """,
    solution=SOLUTION,
    why="The derivative of x / y by y is -x / y**2. Dividing twice instead of by a square keeps a very small "
    "or a very large y from running out of range on the way. A formula names what it needs: those of the "
    "difference name nothing, so nothing is kept.",
    facts=[
        Case(
            """
            x = mt.tensor([3.0, -4.0], requires_grad=True)
            y = mt.tensor([2.0, 0.5], requires_grad=True)
            (x * y).backward(mt.tensor([1.0, 10.0]))
            x.grad
            """,
            T([2.0, 5.0]),
        ),
        Case(
            """
            x = mt.tensor([3.0, -4.0], requires_grad=True)
            y = mt.tensor([2.0, 0.5], requires_grad=True)
            (x * y).backward(mt.tensor([1.0, 10.0]))
            y.grad
            """,
            T([3.0, -40.0]),
        ),
        Case(
            """
            x = mt.tensor([3.0, -4.0], requires_grad=True)
            y = mt.tensor([2.0, 0.5], requires_grad=True)
            (x - y).backward(mt.tensor([1.0, 10.0]))
            x.grad
            """,
            T([1.0, 10.0]),
        ),
        Case(
            """
            x = mt.tensor([3.0, -4.0], requires_grad=True)
            y = mt.tensor([2.0, 0.5], requires_grad=True)
            (x - y).backward(mt.tensor([1.0, 10.0]))
            y.grad
            """,
            T([-1.0, -10.0]),
        ),
        Case(
            """
            x = mt.tensor([3.0, -4.0], requires_grad=True)
            y = mt.tensor([2.0, 0.5], requires_grad=True)
            (x / y).backward(mt.tensor([1.0, 10.0]))
            x.grad
            """,
            T([0.5, 20.0]),
        ),
        Case(
            """
            x = mt.tensor([3.0, -4.0], requires_grad=True)
            y = mt.tensor([2.0, 0.5], requires_grad=True)
            (x / y).backward(mt.tensor([1.0, 10.0]))
            y.grad
            """,
            T([-0.75, 160.0]),
        ),
        Case(
            """
            x = mt.tensor([[3.0], [1.0]], requires_grad=True)
            y = mt.tensor([2.0, 4.0], requires_grad=True)
            (x / y - x * y).sum().backward()
            [x.grad.tolist(), y.grad.tolist()]
            """,
            [[[-5.25], [-5.25]], [-5.0, -4.25]],
        ),
        Case(
            """
            x = mt.tensor([3.0, -4.0], requires_grad=True)
            ((x * 6 - 1) / 4).backward(mt.tensor([1.0, 10.0]))
            x.grad
            """,
            T([1.5, 15.0]),
        ),
        Case(
            """
            x = mt.tensor([1.0, 2.0], dtype=mt.float64, requires_grad=True)
            y = mt.tensor([3.0, -0.5], dtype=mt.float64, requires_grad=True)
            mt.autograd.gradcheck(lambda x, y: x * y / (x - y * 3), (x, y))
            """,
            True,
        ),
        Case(
            """
            x = mt.tensor([1.0, 2.0], dtype=mt.float64, requires_grad=True)
            y = mt.tensor([3.0, -0.5], dtype=mt.float64, requires_grad=True)
            mt.autograd.gradgradcheck(lambda x, y: (x / y) * (x - y) * y, (x, y))
            """,
            True,
        ),
        Case(
            """
            y = mt.tensor([2.0, -4.0], requires_grad=True)
            (slope,) = mt.autograd.grad((8 / y).sum(), y, create_graph=True)
            slope.sum().backward()
            y.grad
            """,
            T([2.0, -0.25]),
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: "object has no attribute" in str(error) and expected.values[0] == 1.5,
            "The operand is a plain number here, 6 or 4, and the formula is given that number: operators take it, the methods of a "
            "tensor are not there.",
        ),
        NO_TENSOR,
        Mistake(
            lambda expected, got, error: got is None and error is None,
            "No gradient came out of this: the formula of the operation shown gives None. Is a `return` "
            "missing, or still a "
            "`...` standing there?",
        ),
        where(
            "Look at `mul_x`: if x grows by 1, by how much does x * y grow? That times the gradient that "
            "arrives, g, and nothing more.",
            T([2.0, 5.0]),
        ),
        where(
            "Look at `mul_y`: if y grows by 1, by how much does x * y grow? That times the gradient that "
            "arrives, g, and nothing more.",
            T([3.0, -40.0]),
        ),
        where(
            "Look at `sub_x`: if x grows by 1, x - y grows by 1. So what is the gradient that arrives multiplied by?",
            T([1.0, 10.0]),
        ),
        where(
            "Look at `sub_y`: if y grows by 1, x - y grows by -1. So what is the gradient that arrives multiplied by?",
            T([-1.0, -10.0]),
        ),
        where(
            "Look at `div_x`: x / y is x times 1 / y, so if x grows by 1, it grows by 1 / y. That times g.",
            T([0.5, 20.0]),
        ),
        where(
            "Look at `div_y`: x / y is x times 1 / y, and the derivative of 1 / y is -1 / y**2. x stays as a "
            "factor, and so does g.",
            T([-0.75, 160.0]),
        ),
        measured(
            "For the numbers tried before, the formulas are right; small steps measure something else here, "
            "with a second "
            "operation before or behind. Is the gradient that arrives, g, in each of them?",
        ),
    ],
    wrong=wrong_formulas(
        SOLUTION,
        [
            (
                "mul_x",
                "return y",
                "In `mul_x` the gradient that arrives is missing: every formula multiplies it with the derivative.",
            ),
            (
                "mul_y",
                "return x",
                "In `mul_y` the gradient that arrives is missing: every formula multiplies it with the derivative.",
            ),
            ("mul_x", "return g", "In `mul_x`: if x grows by 1, x * y grows by y. So g is to be multiplied by y."),
            ("mul_y", "return g", "In `mul_y`: if y grows by 1, x * y grows by x. So g is to be multiplied by x."),
            ("sub_y", "return g", "In `sub_y`: a larger y makes x - y smaller, so the sign turns round."),
            (
                "sub_x",
                "return -g",
                "In `sub_x`: a larger x makes x - y larger by as much, so its gradient is g as it is. It is y "
                "whose sign turns round.",
            ),
            ("div_x", "return g * y", "In `div_x`: if x grows by 1, x / y grows by 1 / y. You multiply by y."),
            (
                "div_x",
                "return 1 / y",
                "In `div_x` the gradient that arrives is missing: every formula multiplies it with the derivative.",
            ),
            (
                "div_y",
                "return g / y",
                "In `div_y` stands the formula for x. When y grows, the quotient shrinks: differentiate x / y "
                "with respect to y.",
            ),
            (
                "div_y",
                "return g * x / (y * y)",
                "In `div_y` the size is right and the sign is not: a larger y makes x / y smaller (for "
                "positive numbers).",
            ),
            (
                "div_y",
                "return -g * x / y",
                "In `div_y`: the derivative of 1 / y is -1 / y**2. You divide by y once only.",
            ),
            (
                "div_y",
                "return -g / (y * y)",
                "In `div_y` stands the formula of 1 / y. Here the numerator is x, and it stays as a factor.",
            ),
            (
                "div_y",
                "return -x / (y * y)",
                "In `div_y` stands the derivative alone. Multiply it by the gradient that arrives, g.",
            ),
            ("div_y", "return -g * y / (x * x)", "In `div_y` you have x and y the wrong way round: out = x / y."),
        ],
    ),
    hints=[
        "By how much does x * y grow when x grows by 1? That times g is the formula of x. The same question "
        "for each of the six.",
        "For the quotient: x / y is x times 1 / y. The derivative of 1 / y is -1 / y**2, and x stays as a factor.",
        "`g * y`, `g * x`, `g`, `-g`, `g / y` and `-g * x / (y * y)`.",
    ],
)
