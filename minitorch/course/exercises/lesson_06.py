"""Exercises of lesson 06: a formula for every operation, and measuring whether it is right."""

import numpy as np

from ..define import Case, Exercise, Law, T, Wrong

# --- measuring a slope --------------------------------------------------------------------------------------------

numerical_gradient = Exercise(
    "numerical_gradient",
    title="Measure a gradient with small steps",
    difficulty=3,
    minutes=10,
    stub='''
        def numerical_gradient(f, x, eps=1e-6):
            """The slope of f, which gives a 0-d tensor, at every element of the float64 tensor x; x is left as it was."""
            ...
    ''',
    solution='''
        def numerical_gradient(f, x, eps=1e-6):
            """The slope of f, which gives a 0-d tensor, at every element of the float64 tensor x; x is left as it was."""
            slopes = mt.zeros(x.shape, dtype=x.dtype)
            for i in np.ndindex(*x.shape):
                before = x[i].item()
                x[i] = before + eps
                above = f(x).item()
                x[i] = before - eps
                below = f(x).item()
                x[i] = before
                slopes[i] = (above - below) / (2 * eps)
            return slopes
    ''',
    why="One element at a time is moved up and down, and then put back. Because both sides are tried, what bends the curve "
    "cancels, and the error is of order eps squared.",
    facts=[
        # x**2 and central differences: exact for every eps
        Case(
            "numerical_gradient(lambda x: (x * x).sum(), mt.tensor([1.0, 3.0], dtype=mt.float64), eps=0.5)",
            T([2.0, 6.0], "float64"),
        ),
        Case(
            "numerical_gradient(lambda x: (x * x).sum(), mt.tensor([[1.0, 3.0], [-2.0, 0.0]], dtype=mt.float64))",
            T([[2.0, 6.0], [-4.0, 0.0]], "float64"),
        ),
        Case(
            "numerical_gradient(lambda x: x[0] * x[1] * x[1], mt.tensor([2.0, 3.0], dtype=mt.float64))",
            T([9.0, 12.0], "float64"),
        ),
        Case("numerical_gradient(lambda x: x.exp(), mt.tensor(0.0, dtype=mt.float64))", T(1.0, "float64")),
        # of x**3 it is 3 x**2 + eps**2
        Case(
            "numerical_gradient(lambda x: (x ** 3).sum(), mt.tensor([1.0, 2.0], dtype=mt.float64), eps=0.1)",
            T([3.01, 12.01], "float64"),
        ),
        Case(
            """
            x = mt.tensor([1.0, 2.0], dtype=mt.float64)
            slopes = numerical_gradient(lambda x: (x * x).sum(), x, eps=0.25)
            x.tolist()
            """,
            [1.0, 2.0],
        ),
        Law("of a quadratic form x A x it is (A + A.T) x", lambda f, rng: quadratic_form(f, rng)),
    ],
    wrong=[
        Wrong(
            """
            def numerical_gradient(f, x, eps=1e-6):
                slopes = mt.zeros(x.shape, dtype=x.dtype)
                here = f(x).item()
                for i in np.ndindex(*x.shape):
                    before = x[i].item()
                    x[i] = before + eps
                    slopes[i] = (f(x).item() - here) / eps
                    x[i] = before
                return slopes
            """,
            "You step to one side only, so the bend of the curve stays in the answer: an error of order eps. Step to both "
            "sides and divide by 2 * eps.",
        ),
        Wrong(
            """
            def numerical_gradient(f, x, eps=1e-6):
                slopes = mt.zeros(x.shape, dtype=x.dtype)
                for i in np.ndindex(*x.shape):
                    before = x[i].item()
                    x[i] = before + eps
                    above = f(x).item()
                    x[i] = before - eps
                    below = f(x).item()
                    x[i] = before
                    slopes[i] = (above - below) / eps
                return slopes
            """,
            "From x - eps to x + eps is a way of 2 * eps. You divide by half of it.",
        ),
        Wrong(
            """
            def numerical_gradient(f, x, eps=1e-6):
                slopes = mt.zeros(x.shape, dtype=x.dtype)
                for i in np.ndindex(*x.shape):
                    before = x[i]
                    x[i] = before + eps
                    above = f(x).item()
                    x[i] = before - eps
                    below = f(x).item()
                    x[i] = before
                    slopes[i] = (above - below) / (2 * eps)
                return slopes
            """,
            "`before = x[i]` is a view (lesson 03): when x changes, it changes too. Take the number out with .item().",
        ),
        Wrong(
            """
            def numerical_gradient(f, x, eps=1e-6):
                return mt.ones(x.shape, dtype=x.dtype) * (f(x + eps) - f(x - eps)) / (2 * eps)
            """,
            "You move all elements at once, which measures the sum of all slopes. Move one at a time.",
        ),
        Wrong(
            """
            def numerical_gradient(f, x, eps=1e-6):
                slopes = mt.zeros(x.shape, dtype=x.dtype)
                for i in np.ndindex(*x.shape):
                    before = x[i].item()
                    x[i] = before + eps
                    above = f(x).item()
                    x[i] = before - eps
                    below = f(x).item()
                    slopes[i] = (above - below) / (2 * eps)
                return slopes
            """,
            "You leave each element at x - eps. Put the old number back before you go on to the next.",
        ),
        Wrong(
            """
            def numerical_gradient(f, x, eps=1e-6):
                x = x.clone().requires_grad_()
                f(x).backward()
                return x.grad
            """,
            "This asks autograd for the gradient. The point is to measure it without: only call f, and compare its values.",
        ),
    ],
    hints=[
        "`for i in np.ndindex(*x.shape)` gives every index in turn; `x[i].item()` is the number there, `x[i] = ...` changes it.",
        "For each index: remember the number, try it a little larger, a little smaller, and put it back.",
        "`slopes[i] = (above - below) / (2 * eps)`, where `above = f(x).item()` is taken while x[i] is `before + eps`.",
    ],
)


def quadratic_form(f, rng):
    import minitorch as mt

    matrix = rng.integers(-3, 4, size=(3, 3)).astype("float64")
    point = rng.integers(-3, 4, size=3).astype("float64")
    a = mt.tensor(matrix.tolist(), dtype=mt.float64)
    got = f(lambda x: (x * (a * x).sum(1)).sum(), mt.tensor(point.tolist(), dtype=mt.float64))
    return {"A": matrix.tolist(), "x": point.tolist()}, T(((matrix + matrix.T) @ point).tolist(), "float64"), got


# --- formulas of single numbers -----------------------------------------------------------------------------------

tanh_formula = Exercise(
    "tanh_formula",
    title="The formula of tanh, from its result",
    difficulty=2,
    minutes=5,
    target="minitorch.ops.elementwise:tanh.grad[x]",
    stub='''
        def tanh_formula(g, out):
            """The gradient of x for out = tanh(x), when the gradient of out is g."""
            ...
    ''',
    solution='''
        def tanh_formula(g, out):
            """The gradient of x for out = tanh(x), when the gradient of out is g."""
            return g - g * out * out
    ''',
    why="The derivative of tanh is 1 - tanh squared, and tanh is the result already: nothing is computed twice, and the "
    "input need not be kept.",
    facts=[
        Case("tanh_formula(mt.tensor([1.0, 1.0, 1.0]), mt.tensor([0.0, 0.5, -1.0]))", T([1.0, 0.75, 0.0])),
        Case("tanh_formula(mt.tensor([2.0, -10.0]), mt.tensor([0.5, 0.1]))", T([1.5, -9.9])),
        Case("tanh_formula(mt.tensor(3.0), mt.tensor(0.5))", T(2.25)),
        Law("small steps measure the same", lambda f, rng: tanh_steps(f, rng)),
    ],
    wrong=[
        Wrong(
            "def tanh_formula(g, out):\n    return 1 - out * out",
            "This is the derivative of tanh alone. The gradient that arrives, g, must be multiplied with it.",
        ),
        Wrong(
            "def tanh_formula(g, out):\n    return g * (1 - out)",
            "The derivative of tanh is 1 - tanh squared. You left the square out.",
        ),
        Wrong(
            "def tanh_formula(g, out):\n    return g * (1 - out.tanh() ** 2)",
            "`out` is tanh(x) already; you take tanh of it once more. The formula never sees x.",
        ),
        Wrong(
            "def tanh_formula(g, out):\n    return g * (1 + out * out)",
            "1 + square is the derivative of tan. For tanh the sign is minus: it flattens out at both ends.",
        ),
        Wrong(
            "def tanh_formula(g, out):\n    return g * out",
            "A result that is its own derivative is exp. For tanh it is 1 - tanh squared.",
        ),
        Wrong(
            "def tanh_formula(g, out):\n    return g * (out - out * out)",
            "out - out squared is the derivative of the sigmoid. For tanh it is 1 - out squared.",
        ),
    ],
    hints=[
        "Every formula is g times the derivative. What is the derivative of tanh?",
        "It is 1 - tanh(x)**2, and tanh(x) is the result, `out`.",
        "`g * (1 - out * out)`, or the same without a number in it: `g - g * out * out`.",
    ],
)


def tanh_steps(f, rng):
    import minitorch as mt

    x, g, eps = rng.normal(size=4), rng.normal(size=4), 1e-6
    slope = (np.tanh(x + eps) - np.tanh(x - eps)) / (2 * eps)
    expected = T((g * slope).tolist(), "float64")
    out = mt.tensor(np.tanh(x).tolist(), dtype=mt.float64)
    return (
        {"x": x.round(4).tolist(), "g": g.round(4).tolist()},
        expected,
        f(mt.tensor(g.tolist(), dtype=mt.float64), out),
    )


div_formula = Exercise(
    "div_formula",
    title="The formula of a quotient, for what it is divided by",
    difficulty=2,
    minutes=5,
    target="minitorch.ops.arithmetic:_div.grad[y]",
    stub='''
        def div_formula(g, x, y):
            """The gradient of y for out = x / y, when the gradient of out is g."""
            ...
    ''',
    solution='''
        def div_formula(g, x, y):
            """The gradient of y for out = x / y, when the gradient of out is g."""
            return -g * (x / y) / y
    ''',
    why="The derivative of x / y with respect to y is -x / y**2. Dividing twice instead of by a square keeps a very small "
    "or large y from running out of range on the way.",
    facts=[
        Case("div_formula(mt.tensor([1.0, 1.0]), mt.tensor([3.0, 10.0]), mt.tensor([2.0, 5.0]))", T([-0.75, -0.4])),
        Case("div_formula(mt.tensor([2.0, -1.0]), mt.tensor([3.0, -4.0]), mt.tensor([-2.0, 4.0]))", T([-1.5, -0.25])),
        Case("div_formula(mt.tensor(5.0), mt.tensor(0.0), mt.tensor(3.0)).abs()", T(0.0)),
        Law("small steps measure the same", lambda f, rng: div_steps(f, rng)),
    ],
    wrong=[
        Wrong(
            "def div_formula(g, x, y):\n    return g / y",
            "This is the formula for x. When y grows, the quotient shrinks: differentiate x / y with respect to y.",
        ),
        Wrong(
            "def div_formula(g, x, y):\n    return g * x / (y * y)",
            "The size is right and the sign is not: a larger y makes x / y smaller (for positive numbers).",
        ),
        Wrong(
            "def div_formula(g, x, y):\n    return -g * x / y",
            "The derivative of 1 / y is -1 / y**2. You divide by y once only.",
        ),
        Wrong(
            "def div_formula(g, x, y):\n    return -g / (y * y)",
            "This is the formula of 1 / y. Here the numerator is x, and it stays as a factor.",
        ),
        Wrong(
            "def div_formula(g, x, y):\n    return -x / (y * y)",
            "This is the derivative alone. Multiply it by the gradient that arrives, g.",
        ),
        Wrong(
            "def div_formula(g, x, y):\n    return -g * y / (x * x)",
            "You have x and y the wrong way round: out = x / y.",
        ),
    ],
    hints=[
        "Write x / y as x times 1 / y, and differentiate 1 / y.",
        "The derivative of 1 / y is -1 / y**2; x stays as a factor, and g is multiplied as always.",
        "`-g * x / (y * y)`.",
    ],
)


def div_steps(f, rng):
    import minitorch as mt

    x, g, y, eps = rng.normal(size=3), rng.normal(size=3), rng.uniform(0.5, 2, size=3), 1e-6
    slope = (x / (y + eps) - x / (y - eps)) / (2 * eps)
    given = {"g": g.round(4).tolist(), "x": x.round(4).tolist(), "y": y.round(4).tolist()}
    tensors = [mt.tensor(v.tolist(), dtype=mt.float64) for v in (g, x, y)]
    return given, T((g * slope).tolist(), "float64"), f(*tensors)


# --- shapes -------------------------------------------------------------------------------------------------------

sum_formula = Exercise(
    "sum_formula",
    title="The formula of a sum",
    difficulty=2,
    minutes=6,
    stub='''
        def sum_formula(g, x_shape, dim):
            """The gradient of x for out = x.sum(dim); dim is one number, or None for the sum of everything."""
            ...
    ''',
    solution='''
        def sum_formula(g, x_shape, dim):
            """The gradient of x for out = x.sum(dim); dim is one number, or None for the sum of everything."""
            if dim is not None:
                g = g.unsqueeze(dim)
            return g.expand(x_shape)
    ''',
    why="Every number in a sum counts once, so each gets the whole gradient of its sum. The dimension that was summed comes "
    "back with length 1 and is stretched: the derivative of summing is stretching.",
    facts=[
        Case("sum_formula(mt.tensor(5.0), (3,), None)", T([5.0, 5.0, 5.0])),
        Case("sum_formula(mt.tensor([10.0, 20.0, 30.0]), (2, 3), 0)", T([[10.0, 20.0, 30.0], [10.0, 20.0, 30.0]])),
        Case("sum_formula(mt.tensor([10.0, 20.0]), (2, 3), 1)", T([[10.0, 10.0, 10.0], [20.0, 20.0, 20.0]])),
        Case("sum_formula(mt.tensor([1.0, 2.0]), (2, 2), -1)", T([[1.0, 1.0], [2.0, 2.0]])),
        Case("sum_formula(mt.tensor([1.0, 2.0]), (2, 2), 0)", T([[1.0, 2.0], [1.0, 2.0]])),
        Case("sum_formula(mt.tensor(2.0), (2, 1, 2), None)", T([[[2.0, 2.0]], [[2.0, 2.0]]])),
        Case("sum_formula(mt.tensor([[1.0, 2.0], [3.0, 4.0]]), (2, 1, 2), 1)", T([[[1.0, 2.0]], [[3.0, 4.0]]])),
        Law("every element has the gradient of the sum it is in", lambda f, rng: shares(f, rng)),
    ],
    wrong=[
        Wrong(
            "def sum_formula(g, x_shape, dim):\n    return g.expand(x_shape)",
            "The summed dimension is gone from g, so its shape is lined up with the wrong dimensions. Bring it back with "
            "length 1 first: unsqueeze(dim).",
        ),
        Wrong(
            "def sum_formula(g, x_shape, dim):\n    return mt.ones(x_shape)",
            "1 is the derivative of the sum by each element. It must be multiplied with the gradient that arrives.",
        ),
        Wrong(
            """
            def sum_formula(g, x_shape, dim):
                if dim is None:
                    return g.expand(x_shape) / math.prod(x_shape)
                return g.unsqueeze(dim).expand(x_shape) / x_shape[dim]
            """,
            "Divided by how many there are is the formula of the mean. In a sum every element counts fully.",
        ),
        Wrong(
            """
            def sum_formula(g, x_shape, dim):
                if dim is None:
                    dim = 0
                return g.unsqueeze(dim).expand(x_shape[dim])
            """,
            "You stretch along the summed dimension only and lose the others. The gradient of x has the whole shape of x.",
        ),
        Wrong(
            """
            def sum_formula(g, x_shape, dim):
                return g.unsqueeze(0 if dim is None else dim)
            """,
            "The dimension is back, with length 1. Now stretch it to the shape of x: every element gets its copy.",
        ),
        Wrong(
            """
            def sum_formula(g, x_shape, dim):
                return (g if dim is None else g.unsqueeze(0)).expand(x_shape)
            """,
            "You put the dimension back in front every time. It belongs where it was: at `dim`.",
        ),
    ],
    hints=[
        "If one element of x grows by 1, by how much does its sum grow? So what part of the sum's gradient does it get?",
        "g lacks the dimension that was summed. `g.unsqueeze(dim)` gives it back with length 1; then it can be stretched.",
        "`g.unsqueeze(dim).expand(x_shape)`, without the unsqueeze when dim is None.",
    ],
)


def shares(f, rng):
    import minitorch as mt

    shape = tuple(int(n) for n in rng.integers(1, 4, size=3))
    dim = int(rng.integers(-3, 3))
    g = rng.integers(-9, 10, size=shape[: dim % 3] + shape[dim % 3 + 1 :]).astype("float32")
    expected = np.repeat(np.expand_dims(g, dim), shape[dim], dim)
    given = {"g": g.tolist(), "x_shape": shape, "dim": dim}
    return given, T(expected.tolist()), f(mt.tensor(g.tolist()), shape, dim)


matmul_formula = Exercise(
    "matmul_formula",
    title="The formula of a product of matrices, for the second",
    difficulty=3,
    minutes=8,
    target="minitorch.ops.matmul:mm.grad[mat2]",
    stub='''
        def matmul_formula(g, x):
            """The gradient of the matrix w for out = x @ w, when the gradient of out is g."""
            ...
    ''',
    solution='''
        def matmul_formula(g, x):
            """The gradient of the matrix w for out = x @ w, when the gradient of out is g."""
            return x.mT @ g
    ''',
    why="out[n, m] has x[n, k] * w[k, m] in it, so w[k, m] receives the sum over n of x[n, k] * g[n, m]. That is x.T @ g.",
    facts=[
        Case(
            "matmul_formula(mt.tensor([[1.0, 10.0]]), mt.tensor([[2.0, 3.0, 5.0]]))",
            T([[2.0, 20.0], [3.0, 30.0], [5.0, 50.0]]),
        ),
        Case("matmul_formula(mt.tensor([[1.0], [10.0]]), mt.tensor([[2.0], [3.0]]))", T([[32.0]])),
        Case(
            "matmul_formula(mt.tensor([[1.0, 2.0], [3.0, 4.0]]), mt.tensor([[1.0, 1.0], [0.0, 2.0]]))",
            T([[1.0, 2.0], [7.0, 10.0]]),
        ),
        Law("w[k, m] receives the sum over n of x[n, k] * g[n, m]", lambda f, rng: products(f, rng)),
    ],
    wrong=[
        Wrong(
            "def matmul_formula(g, x):\n    return g @ x.mT",
            "The order is wrong: for square matrices the shape fits all the same, and the numbers do not. "
            "The sum runs over the rows n, which must meet in the middle: x.T @ g.",
        ),
        Wrong(
            "def matmul_formula(g, x):\n    return x @ g",
            "w[k, m] needs the sum over n of x[n, k] * g[n, m], so the rows of both must meet: x is to be transposed.",
        ),
        Wrong(
            "def matmul_formula(g, x):\n    return g.mT @ x",
            "This is the transpose of the answer: of shape [m, k], where w is [k, m].",
        ),
        Wrong(
            "def matmul_formula(g, x):\n    return g * x",
            "That is the formula of the product element by element. A product of matrices adds up, and so does its formula.",
        ),
        Wrong(
            "def matmul_formula(g, x):\n    return x.mT @ mt.ones(g.shape, dtype=g.dtype)",
            "You assume that the gradient which arrives is 1 everywhere. It is g.",
        ),
        Wrong(
            "def matmul_formula(g, x):\n    return x.mT",
            "The gradient that arrives is missing: multiply by g, as in every formula.",
        ),
    ],
    hints=[
        "Write down the shapes: x is [n, k], w is [k, m], so g is [n, m]. The answer is to be [k, m].",
        "Which product of x and g, one of them transposed, has the shape [k, m], with the n of both in the middle?",
        "`x.mT @ g`; `.mT` exchanges the last two dimensions.",
    ],
)


def products(f, rng):
    import minitorch as mt

    n, k, m = (int(v) for v in rng.integers(1, 5, size=3))
    x, g = rng.integers(-4, 5, size=(n, k)), rng.integers(-4, 5, size=(n, m))
    expected = [[float(sum(x[i, a] * g[i, b] for i in range(n))) for b in range(m)] for a in range(k)]
    got = f(mt.tensor(g.astype("float32").tolist()), mt.tensor(x.astype("float32").tolist()))
    return {"g": g.tolist(), "x": x.tolist()}, T(expected), got


# --- the loss of a classifier -------------------------------------------------------------------------------------

cross_entropy_slope = Exercise(
    "cross_entropy_slope",
    title="The gradient of cross-entropy",
    difficulty=3,
    minutes=10,
    stub='''
        def cross_entropy_slope(scores, target):
            """The gradient of the scores [N, C] for the mean cross-entropy with the right classes target [N]."""
            ...
    ''',
    solution='''
        def cross_entropy_slope(scores, target):
            """The gradient of the scores [N, C] for the mean cross-entropy with the right classes target [N]."""
            n, classes = scores.shape
            right = target.reshape(n, 1) == mt.arange(classes)
            return (mt.softmax(scores, dim=1) - right.to(scores.dtype)) / n
    ''',
    why="Probability minus truth, shared among the examples. Exponential, division and logarithm have cancelled; nothing in "
    "it can overflow, and it is 0 exactly when the answer is sure and right.",
    facts=[
        Case("cross_entropy_slope(mt.tensor([[0.0, 0.0]]), mt.tensor([1]))", T([[0.5, -0.5]])),
        Case(
            "cross_entropy_slope(mt.tensor([[0.0, 0.0], [0.0, 0.0]]), mt.tensor([0, 1]))",
            T([[-0.25, 0.25], [0.25, -0.25]]),
        ),
        Case("cross_entropy_slope(mt.tensor([[0.0, math.log(2.0), 0.0]]), mt.tensor([2]))", T([[0.25, 0.5, -0.75]])),
        Case("cross_entropy_slope(mt.tensor([[1000.0, 0.0]]), mt.tensor([1]))", T([[1.0, -1.0]])),
        Case("cross_entropy_slope(mt.tensor([[1000.0, 0.0]]), mt.tensor([0]))", T([[0.0, 0.0]])),
        Law("small steps measure the same", lambda f, rng: loss_steps(f, rng), atol=1e-6),
    ],
    wrong=[
        Wrong(
            """
            def cross_entropy_slope(scores, target):
                n, classes = scores.shape
                right = target.reshape(n, 1) == mt.arange(classes)
                return mt.softmax(scores, dim=1) - right.to(scores.dtype)
            """,
            "The loss is the mean over the examples, so each has only a part of it: divide by N.",
        ),
        Wrong(
            """
            def cross_entropy_slope(scores, target):
                n, classes = scores.shape
                right = target.reshape(n, 1) == mt.arange(classes)
                return (right.to(scores.dtype) - mt.softmax(scores, dim=1)) / n
            """,
            "The sign is turned round. The right class gets a negative gradient: a larger score there makes the loss smaller.",
        ),
        Wrong(
            """
            def cross_entropy_slope(scores, target):
                n, classes = scores.shape
                right = target.reshape(n, 1) == mt.arange(classes)
                return (mt.softmax(scores, dim=0) - right.to(scores.dtype)) / n
            """,
            "You let the examples compete instead of the classes: softmax along dim 1.",
        ),
        Wrong(
            """
            def cross_entropy_slope(scores, target):
                n, classes = scores.shape
                right = target.reshape(n, 1) == mt.arange(classes)
                return (scores.exp() / scores.exp().sum(1, keepdim=True) - right.to(scores.dtype)) / n
            """,
            "Right for small scores, but exp(1000) is inf, and inf / inf is nan. Use mt.softmax, which takes the largest off "
            "first.",
        ),
        Wrong(
            """
            def cross_entropy_slope(scores, target):
                n, classes = scores.shape
                right = target.reshape(n, 1) == mt.arange(classes)
                return -right.to(scores.dtype) / mt.softmax(scores, dim=1) / n
            """,
            "This is the gradient of the probabilities, -1 / p at the right class. It still has to pass through the softmax.",
        ),
        Wrong(
            """
            def cross_entropy_slope(scores, target):
                n, classes = scores.shape
                right = target.reshape(n, 1) == mt.arange(classes)
                return (mt.softmax(scores, dim=1) - 1) * right.to(scores.dtype) / n
            """,
            "The wrong classes have a gradient too: a larger score there takes probability away. It is p for them, p - 1 for "
            "the right one.",
        ),
        Wrong(
            """
            def cross_entropy_slope(scores, target):
                n, classes = scores.shape
                return (mt.softmax(scores, dim=1) - target.reshape(n, 1)) / n
            """,
            "You subtract the class number itself. What is to be subtracted is 1 at the right class and 0 elsewhere.",
        ),
    ],
    hints=[
        "The gradient is p - y: the probabilities, minus 1 at the right class. And the loss is a mean.",
        "`target.reshape(n, 1) == mt.arange(classes)` is True at the right class of every row. `.to(scores.dtype)` makes it 1 and 0.",
        "`(mt.softmax(scores, dim=1) - right.to(scores.dtype)) / n`.",
    ],
)


def loss_steps(f, rng):
    import minitorch as mt

    n, classes, eps = int(rng.integers(1, 4)), int(rng.integers(2, 5)), 1e-5
    scores, target = rng.normal(size=(n, classes)), rng.integers(0, classes, size=n)

    def loss(z):
        return (np.log(np.exp(z).sum(1)) - z[np.arange(n), target]).mean()

    slopes = np.zeros_like(scores)
    for i in np.ndindex(scores.shape):
        step = np.zeros_like(scores)
        step[i] = eps
        slopes[i] = (loss(scores + step) - loss(scores - step)) / (2 * eps)
    got = f(mt.tensor(scores.tolist(), dtype=mt.float64), mt.tensor(target.tolist()))
    return {"scores": scores.round(3).tolist(), "target": target.tolist()}, T(slopes.tolist(), "float64"), got
