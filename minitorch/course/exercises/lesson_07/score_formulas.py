"""From a loss back to the scores."""

from ...define import Case, Exercise, Mistake, T
from .rewriting import where, wrong_formulas

SOLUTION = '''
def softmax_x(g, dim, out):
    """The gradient of x for out = softmax(x, dim)."""
    return out * (g - (g * out).sum(dim, keepdim=True))


def log_softmax_x(g, dim, out):
    """The gradient of x for out = log_softmax(x, dim)."""
    return g - out.exp() * g.sum(dim, keepdim=True)


def cross_entropy_x(g, x, target):
    """The gradient of the scores x [N, C] for the mean cross-entropy with the right classes target [N]."""
    right = target.reshape(-1, 1) == mt.arange(x.shape[1], device=x.device)
    return (mt.softmax(x, dim=1) - right.to(x.dtype)) * (g / len(target))
'''

exercise = Exercise(
    "score_formulas",
    title="From a loss back to the scores",
    difficulty=4,
    minutes=10,
    target="minitorch.nn.functional.loss:_cross_entropy.grad[x]",
    covers={
        "softmax_x": "minitorch.ops.pointwise.softmax:_softmax.grad[x]",
        "log_softmax_x": "minitorch.ops.pointwise.softmax:_log_softmax.grad[x]",
    },
    installed=True,
    stub='''
def softmax_x(g, dim, out):
    """The gradient of x for out = softmax(x, dim)."""
    ...


def log_softmax_x(g, dim, out):
    """The gradient of x for out = log_softmax(x, dim)."""
    ...


def cross_entropy_x(g, x, target):
    """The gradient of the scores x [N, C] for the mean cross-entropy with the right classes target [N]."""
    ...
    ''',
    solution=SOLUTION,
    why="The table of derivatives is never built: what it does to a gradient is a product, a sum and a "
    "difference. And of the three steps from scores to a loss nothing is left but probability minus truth, "
    "shared among the examples: nothing in it can overflow, and it is 0 exactly when the answer is sure "
    "and right.",
    facts=[
        Case(
            """
            x = mt.tensor([[0.0, math.log(3.0)], [1.0, 1.0]], requires_grad=True)
            x.softmax(1).backward(mt.tensor([[8.0, 0.0], [1.0, 5.0]]))
            x.grad
            """,
            T([[1.5, -1.5], [-1.0, 1.0]]),
        ),
        Case(
            """
            x = mt.tensor([[0.0, math.log(3.0)], [1.0, 1.0]], requires_grad=True)
            x.softmax(0).backward(mt.tensor([[8.0, 0.0], [1.0, 5.0]]))
            x.grad
            """,
            T([[1.376284, -1.246966], [-1.376284, 1.246966]]),
        ),
        Case(
            """
            x = mt.tensor([[0.0, math.log(3.0)], [1.0, 1.0]], requires_grad=True)
            x.log_softmax(1).backward(mt.tensor([[8.0, 0.0], [1.0, 5.0]]))
            x.grad
            """,
            T([[6.0, -6.0], [-2.0, 2.0]]),
        ),
        Case(
            """
            x = mt.tensor([[0.0, math.log(3.0)], [1.0, 1.0]], requires_grad=True)
            x.log_softmax(0).backward(mt.tensor([[8.0, 0.0], [1.0, 5.0]]))
            x.grad
            """,
            T([[5.579527, -2.623166], [-5.579527, 2.623165]]),
        ),
        Case(
            """
            x = mt.tensor(2.0, requires_grad=True)
            (x.softmax(0) * 3 + x.log_softmax(0)).backward()
            x.grad
            """,
            T(0.0),
        ),
        Case(
            """
            x = mt.tensor([[0.0, 0.0]], requires_grad=True)
            mt.nn.functional.cross_entropy(x, mt.tensor([1])).backward()
            x.grad
            """,
            T([[0.5, -0.5]]),
        ),
        Case(
            """
            x = mt.tensor([[0.0, 0.0], [0.0, 0.0]], requires_grad=True)
            mt.nn.functional.cross_entropy(x, mt.tensor([0, 1])).backward()
            x.grad
            """,
            T([[-0.25, 0.25], [0.25, -0.25]]),
        ),
        Case(
            """
            x = mt.tensor([[0.0, math.log(2.0), 0.0]], requires_grad=True)
            mt.nn.functional.cross_entropy(x, mt.tensor([2])).backward(mt.tensor(4.0))
            x.grad
            """,
            T([[1.0, 2.0, -3.0]]),
        ),
        Case(
            """
            x = mt.tensor([[1000.0, 0.0]], requires_grad=True)
            mt.nn.functional.cross_entropy(x, mt.tensor([1])).backward()
            x.grad
            """,
            T([[1.0, -1.0]]),
        ),
        Case(
            """
            x = mt.tensor([[1000.0, 0.0]], requires_grad=True)
            mt.nn.functional.cross_entropy(x, mt.tensor([0])).backward()
            x.grad
            """,
            T([[0.0, 0.0]]),
        ),
        Case(
            """
            x = mt.tensor([[0.5, -1.0, 2.0], [1.0, 0.0, -2.0]], dtype=mt.float64, requires_grad=True)
            target = mt.tensor([2, 0])
            mt.autograd.gradcheck(lambda x: mt.nn.functional.cross_entropy(x * 2, target) * x.softmax(1) + x.log_softmax(0), x)
            """,
            True,
        ),
        Case(
            """
            x = mt.tensor([[0.5, -1.0, 2.0], [1.0, 0.0, -2.0]], dtype=mt.float64, requires_grad=True)
            target = mt.tensor([2, 0])
            mt.autograd.gradgradcheck(lambda x: mt.nn.functional.cross_entropy(x * 2, target) + x.log_softmax(0), x)
            """,
            True,
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: got is None and error is None,
            "No gradient came out of this: the formula of the operation shown gives None. Is a `return` "
            "missing, or still a "
            "`...` standing there?",
        ),
        where(
            "Of a single number the softmax is 1, whatever it is: both gradients are 0. Do the sums along dim "
            "keep that dimension?",
            T(0.0),
        ),
        where(
            "Look at `softmax_x`: each p_j gets p_j * (g_j - the sum of g_i * p_i), where p is `out` and the "
            "sum runs along dim and keeps it.",
            T([[1.5, -1.5], [-1.0, 1.0]]),
            T([[1.376284, -1.246966], [-1.376284, 1.246966]]),
            T(0.0),
        ),
        where(
            "Look at `log_softmax_x`: each place gets g_j - p_j * the sum of all g_i along dim; p is "
            "out.exp(), for out holds logarithms.",
            T([[6.0, -6.0], [-2.0, 2.0]]),
            T([[5.579527, -2.623166], [-5.579527, 2.623165]]),
            T(0.0),
        ),
        where(
            "Look at `cross_entropy_x`: probability minus truth, where the probabilities are the softmax of "
            "the scores along dim 1 and the truth is 1 at the right class; divided by the number of examples, "
            "times g.",
            T([[0.5, -0.5]]),
            T([[-0.25, 0.25], [0.25, -0.25]]),
            T([[1.0, 2.0, -3.0]]),
            T([[1.0, -1.0]]),
            T([[0.0, 0.0]]),
        ),
        Mistake(
            lambda expected, got, error: expected is True and error is not None,
            "For the numbers tried before, the formulas are right; small steps measure something else where "
            "another operation "
            "follows. Is the gradient that arrives, g, in each of them, and is nothing detached or computed on "
            "arrays?",
        ),
    ],
    wrong=wrong_formulas(
        SOLUTION,
        [
            (
                "softmax_x",
                "return g * out * (1 - out)",
                "In `softmax_x` stands the diagonal of the table only. Each score moves all probabilities: "
                "take the sum of g * out along dim off.",
            ),
            (
                "softmax_x",
                "return out * (g - g.sum(dim, keepdim=True))",
                "In `softmax_x` the sum is to be weighted by the probabilities: (g * out).sum(dim).",
            ),
            (
                "softmax_x",
                "return out * (g - (g * out).sum(dim))",
                "In `softmax_x`: the sum along dim has lost that dimension, so it is lined up with the wrong "
                "one. Keep it: keepdim=True.",
            ),
            (
                "softmax_x",
                "return g - (g * out).sum(dim, keepdim=True)",
                "In `softmax_x` the factor in front is missing: each probability multiplies the difference.",
            ),
            (
                "softmax_x",
                "return out * (g - (g * out).sum(-1, keepdim=True))",
                "In `softmax_x` you add along the last dimension. The probabilities add up to 1 along `dim`.",
            ),
            (
                "log_softmax_x",
                "return g - out * g.sum(dim, keepdim=True)",
                "In `log_softmax_x`: `out` holds logarithms; the probabilities are out.exp().",
            ),
            (
                "log_softmax_x",
                "return g - out.exp() * (g * out.exp()).sum(dim, keepdim=True)",
                "In `log_softmax_x` the sum is of g alone: the derivative of -log(sum(exp)) is minus the "
                "probability, once for each result.",
            ),
            (
                "log_softmax_x",
                "return g - out.exp()",
                "In `log_softmax_x`: right where the gradients that arrive add up to 1 (as below a loss). In "
                "general the probabilities are multiplied by the sum of g along dim.",
            ),
            (
                "log_softmax_x",
                "return g - out.exp() * g.sum(-1, keepdim=True)",
                "In `log_softmax_x` you add along the last dimension; it is to be `dim`.",
            ),
            (
                "cross_entropy_x",
                "right = target.reshape(-1, 1) == mt.arange(x.shape[1])\nreturn (mt.softmax(x, dim=1) - "
                "right.to(x.dtype)) * g",
                "In `cross_entropy_x`: the loss is the mean over the examples, so each has only a part of it: "
                "divide by N.",
            ),
            (
                "cross_entropy_x",
                "right = target.reshape(-1, 1) == mt.arange(x.shape[1])\nreturn (right.to(x.dtype) - "
                "mt.softmax(x, dim=1)) * (g / len(target))",
                "In `cross_entropy_x` the sign is turned round. The right class gets a negative gradient: a "
                "larger score there makes the loss smaller.",
            ),
            (
                "cross_entropy_x",
                "right = target.reshape(-1, 1) == mt.arange(x.shape[1])\nreturn (mt.softmax(x, dim=0) - "
                "right.to(x.dtype)) * (g / len(target))",
                "In `cross_entropy_x` you let the examples compete instead of the classes: softmax along dim 1.",
            ),
            (
                "cross_entropy_x",
                "right = target.reshape(-1, 1) == mt.arange(x.shape[1])\nreturn (x.exp() / x.exp().sum(1, "
                "keepdim=True) - right.to(x.dtype)) * (g / len(target))",
                "In `cross_entropy_x`: right for small scores, but exp(1000) is inf, and inf / inf is nan. Use "
                "mt.softmax, which takes the largest off first.",
            ),
            (
                "cross_entropy_x",
                "right = target.reshape(-1, 1) == mt.arange(x.shape[1])\nreturn (mt.softmax(x, dim=1) - "
                "right.to(x.dtype)) / len(target)",
                "In `cross_entropy_x` the gradient that arrives is missing: multiply by g, which is 1 only "
                "where the loss is the end.",
            ),
            (
                "cross_entropy_x",
                "right = target.reshape(-1, 1) == mt.arange(x.shape[1])\nreturn (mt.softmax(x, dim=1) - 1) * "
                "right.to(x.dtype) * (g / len(target))",
                "In `cross_entropy_x` the wrong classes have a gradient too: a larger score there takes "
                "probability away. It is p for them, p - 1 for the right one.",
            ),
            (
                "cross_entropy_x",
                "return (mt.softmax(x, dim=1) - target.reshape(-1, 1)) * (g / len(target))",
                "In `cross_entropy_x` you subtract the class number itself. What is to be subtracted is 1 at "
                "the right class and 0 elsewhere.",
            ),
        ],
    ),
    hints=[
        "All three are written out in the text above. In the first two, sums run along `dim` and must keep it: "
        "`keepdim=True`. In "
        "log_softmax the probabilities are `out.exp()`.",
        "For the loss it is p - y, shared among the examples and times g. `target.reshape(-1, 1) == "
        "mt.arange(x.shape[1])` is True "
        "at the right class of every row; `.to(x.dtype)` makes 1 and 0 of it.",
        "`out * (g - (g * out).sum(dim, keepdim=True))`, `g - out.exp() * g.sum(dim, keepdim=True)`, and "
        "`(mt.softmax(x, dim=1) - right.to(x.dtype)) * (g / len(target))`.",
    ],
)
