"""Formulas of functions of one number."""

from ...define import Case, Exercise, Mistake, T
from .rewriting import NO_TENSOR, measured, where, wrong_formulas

SOLUTION = '''
def exp_x(g, out):
    """The gradient of x for out = exp(x)."""
    return g * out


def tanh_x(g, out):
    """The gradient of x for out = tanh(x)."""
    return g - g * out * out


def relu_x(g, out):
    """The gradient of x for out = max(x, 0): 0 where out is 0."""
    return mt.where(out != 0, g, 0.0)


def power_x(g, x, exponent):
    """The gradient of x for out = x ** exponent, where the exponent is a number."""
    return g * exponent * x ** (exponent - 1) if exponent != 0 else g * 0
'''

exercise = Exercise(
    "function_formulas",
    title="Formulas of functions of one number",
    difficulty=2,
    minutes=6,
    target="minitorch.ops.pointwise.pow:_power.grad[x]",
    covers={
        "exp_x": "minitorch.ops.pointwise.exp_log:exp.grad[x]",
        "tanh_x": "minitorch.ops.pointwise.activation:tanh.grad[x]",
        "relu_x": "minitorch.ops.pointwise.activation:relu.grad[x]",
    },
    installed=True,
    stub="""
def exp_x(g, out): ...  # of x, for out = exp(x)


def tanh_x(g, out): ...  # of x, for out = tanh(x)


def relu_x(g, out): ...  # of x, for out = max(x, 0): 0 where out is 0


def power_x(g, x, exponent): ...  # of x, for out = x ** exponent, where the exponent is a number
    """,
    solution=SOLUTION,
    why="Where the derivative is shorter in terms of the result (exp, tanh, relu), the formula names "
    "`out`, and the input need not be kept. A power needs its exception: of x**0 nothing depends on x, but "
    "0 * x**-1 is nan where x is 0.",
    facts=[
        Case(
            """
            x = mt.tensor([0.0, 1.0], requires_grad=True)
            (x.exp()).backward(mt.tensor([2.0, 10.0]))
            x.grad
            """,
            T([2.0, 27.1828183]),
        ),
        Case(
            """
            x = mt.tensor([0.0, 1.0], requires_grad=True)
            (x.tanh()).backward(mt.tensor([2.0, 10.0]))
            x.grad
            """,
            T([2.0, 4.1997434]),
        ),
        Case(
            """
            x = mt.tensor([-1.0, 0.0, 3.0, 0.5], requires_grad=True)
            (x.relu()).backward(mt.tensor([2.0, 3.0, 10.0, -1.0]))
            x.grad
            """,
            T([0.0, 0.0, 10.0, -1.0]),
        ),
        Case(
            """
            x = mt.tensor([3.0, -2.0], requires_grad=True)
            (x ** 2).backward(mt.tensor([1.0, 10.0]))
            x.grad
            """,
            T([6.0, -40.0]),
        ),
        Case(
            """
            x = mt.tensor([3.0, -2.0, 0.0], requires_grad=True)
            (x ** 3).backward(mt.tensor([1.0, 10.0, 1.0]))
            x.grad
            """,
            T([27.0, 120.0, 0.0]),
        ),
        Case(
            """
            x = mt.tensor([4.0, 0.25], requires_grad=True)
            (x ** 0.5).backward(mt.tensor([1.0, 10.0]))
            x.grad
            """,
            T([0.25, 10.0]),
        ),
        Case(
            """
            x = mt.tensor([4.0, -2.0], requires_grad=True)
            (x ** -1).backward(mt.tensor([1.0, 10.0]))
            x.grad
            """,
            T([-0.0625, -2.5]),
        ),
        Case(
            """
            x = mt.tensor([3.0, 0.0], requires_grad=True)
            (x ** 0).backward(mt.tensor([1.0, 10.0]))
            x.grad
            """,
            T([0.0, 0.0]),
        ),
        Case(
            """
            x = mt.tensor([0.5, 1.5], dtype=mt.float64, requires_grad=True)
            mt.autograd.gradcheck(lambda x: (x.tanh() * x.exp()).relu() ** 3, x)
            """,
            True,
        ),
        Case(
            """
            x = mt.tensor([0.5, 1.5], dtype=mt.float64, requires_grad=True)
            mt.autograd.gradgradcheck(lambda x: (x.tanh() * x.exp()).relu() ** 3, x)
            """,
            True,
        ),
    ],
    mistakes=[
        NO_TENSOR,
        Mistake(
            lambda expected, got, error: got is None and error is None,
            "No gradient came out of this: the formula of the operation shown gives None. Is a `return` "
            "missing, or still a "
            "`...` standing there?",
        ),
        where(
            "Look at `exp_x`: the derivative of exp(x) is exp(x), which is the result, `out`. Times g, and "
            "nothing more.",
            T([2.0, 27.1828183]),
        ),
        where(
            "Look at `tanh_x`: the derivative is 1 - tanh(x)**2, and tanh(x) is the result, `out`. Times g, "
            "and nothing more.",
            T([2.0, 4.1997434]),
        ),
        where(
            "Look at `relu_x`: where out is positive, the gradient passes as it came; elsewhere it is 0. "
            "Neither x nor out is a factor.",
            T([0.0, 0.0, 10.0, -1.0]),
        ),
        where(
            "Look at `power_x` with the exponent 0: x**0 is 1 everywhere, so nothing depends on x, and the "
            "gradient is 0, also where x is 0.",
            T([0.0, 0.0]),
        ),
        where(
            "Look at `power_x`: the derivative of x**n is n * x**(n - 1): the old exponent as a factor, and "
            "one power less. Times g.",
            T([6.0, -40.0]),
            T([27.0, 120.0, 0.0]),
            T([0.25, 10.0]),
            T([-0.0625, -2.5]),
            T([0.0, 0.0]),
        ),
        measured(
            "For the numbers tried before, the formulas are right; small steps measure something else here, "
            "where the functions "
            "follow one another. Is the gradient that arrives, g, in each of them, and is nothing detached?",
        ),
    ],
    wrong=wrong_formulas(
        SOLUTION,
        [
            (
                "exp_x",
                "return g",
                "In `exp_x`: the exponential function is its own derivative, so g is multiplied by the result.",
            ),
            ("exp_x", "return out", "In `exp_x` the gradient that arrives is missing: multiply the derivative by g."),
            (
                "exp_x",
                "return g * out.exp()",
                "In `exp_x`: `out` is exp(x) already; you take exp of it once more. The formula never sees x.",
            ),
            (
                "tanh_x",
                "return 1 - out * out",
                "In `tanh_x` stands the derivative alone. The gradient that arrives, g, must be multiplied with it.",
            ),
            (
                "tanh_x",
                "return g * (1 - out)",
                "In `tanh_x`: the derivative of tanh is 1 - tanh squared. You left the square out.",
            ),
            (
                "tanh_x",
                "return g * (1 - out.tanh() ** 2)",
                "In `tanh_x`: `out` is tanh(x) already; you take tanh of it once more. The formula never sees x.",
            ),
            (
                "tanh_x",
                "return g * (1 + out * out)",
                "In `tanh_x`: 1 + square is the derivative of tan. For tanh the sign is minus: it flattens out "
                "at both ends.",
            ),
            (
                "tanh_x",
                "return g * (out - out * out)",
                "In `tanh_x` stands the derivative of the sigmoid, out - out squared. For tanh it is 1 - out squared.",
            ),
            ("relu_x", "return g", "In `relu_x`: where out is 0, nothing depends on x, so the gradient is 0 there."),
            (
                "relu_x",
                "return g * out",
                "In `relu_x`: the slope is 1 where x is positive, not the value itself. The gradient passes "
                "unchanged there.",
            ),
            (
                "relu_x",
                "return (out > 0).to(out.dtype)",
                "In `relu_x` the gradient that arrives is missing: it passes where out is positive.",
            ),
            (
                "relu_x",
                "return g.relu()",
                "In `relu_x` you cut off negative gradients. What is cut off are the places where out is 0; a "
                "gradient may have any sign.",
            ),
            (
                "power_x",
                "return g * exponent * x ** exponent",
                "In `power_x` the exponent stays as it was. The derivative has one power less: exponent * x ** "
                "(exponent - 1).",
            ),
            (
                "power_x",
                "return g * x ** (exponent - 1)",
                "In `power_x` the old exponent is missing as a factor: exponent * x ** (exponent - 1).",
            ),
            (
                "power_x",
                "return exponent * x ** (exponent - 1)",
                "In `power_x` the gradient that arrives is missing: multiply the derivative by g.",
            ),
            (
                "power_x",
                "return g * exponent * x ** (exponent - 1)",
                "In `power_x`: right for every exponent but 0. There the slope is 0, but x ** -1 is inf where "
                "x is 0, and 0 * inf is nan: treat the exponent 0 by itself.",
            ),
            (
                "power_x",
                "return g * 2 * x",
                "In `power_x` stands the formula of the square. The exponent may be any number.",
            ),
        ],
    ),
    hints=[
        "Every formula is g times the derivative. The derivatives: exp(x); 1 - tanh(x)**2; 1 or 0; n x**(n - 1). Which of them can "
        "be said with `out`?",
        "`out` is exp(x), and tanh(x). For relu, `out > 0` says where the gradient passes; `mt.where` chooses. And what does your "
        "power say of x ** 0 at x = 0?",
        "`g * out`, `g * (1 - out * out)`, `mt.where(out > 0, g, 0.0)`, and `g * exponent * x ** (exponent - 1)`, but `g * 0` where "
        "the exponent is 0.",
    ],
)
