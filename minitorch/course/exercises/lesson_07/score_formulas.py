"""From scores to a loss, and back."""

from ...define import A, Case, Exercise, Mistake, T
from ..lesson_06.words import asks
from .rewriting import measured, where, wrong_formulas

ALONG = "from minitorch.ops.pointwise.softmax import softmax_along\n"

SOLUTION = '''
def softmax_along(x, axis):
    """e**x / sum(e**x) of an array, along an axis."""
    powers = np.exp(x - x.max(axis=axis, keepdims=True))
    return powers / powers.sum(axis=axis, keepdims=True)


def softmax_x(g, dim, out):
    """The gradient of x for out = softmax(x, dim)."""
    return out * (g - (g * out).sum(dim, keepdim=True))


def loss_forward(x, target):
    """The mean of log(sum(e**x)) - x[right class] over the rows of the array x [N, C]."""
    x = x - x.max(axis=1, keepdims=True)
    right = x[np.arange(len(target)), target]
    return (np.log(np.exp(x).sum(axis=1)) - right).mean()


def cross_entropy_x(g, x, target):
    """The gradient of the scores x [N, C] for the mean cross-entropy with the right classes target [N]."""
    right = target.reshape(-1, 1) == mt.arange(x.shape[1], device=x.device)
    return (mt.softmax(x, dim=1) - right.to(x.dtype)) * (g / len(target))
'''

exercise = Exercise(
    "score_formulas",
    title="From scores to a loss, and back",
    difficulty=4,
    minutes=11,
    target="minitorch.nn.functional.loss:_cross_entropy.grad[x]",
    covers={
        "softmax_along": "minitorch.ops.pointwise.softmax:softmax_along",
        "softmax_x": "minitorch.ops.pointwise.softmax:_softmax.grad[x]",
        "loss_forward": "minitorch.nn.functional.loss:_cross_entropy",
    },
    installed=True,
    stub='''
def softmax_along(x, axis):
    """e**x / sum(e**x) of the array x, with the sums along the axis; no power may overflow."""
    ...


def softmax_x(g, dim, out): ...  # the gradient of x for out = softmax(x, dim)


def loss_forward(x, target):
    """The mean of log(sum(e**x)) - x[right class] over the rows of the array x [N, C].

    The right classes are the integers in the array target [N]. No power may overflow.
    """
    ...


def cross_entropy_x(g, x, target):
    """The gradient of the scores x [N, C] for that loss; these are tensors again."""
    ...
    ''',
    solution=SOLUTION,
    why="The table of derivatives is never built: what it does to a gradient is a product, a sum and a "
    "difference. And of the three steps from scores to a loss nothing is left but probability minus truth, "
    "shared among the examples: nothing in it can overflow, and it is 0 exactly when the answer is sure "
    "and right.",
    facts=[
        Case(ALONG + "softmax_along(np.array([0.0, math.log(3.0)]), 0)", A([0.25, 0.75])),
        Case(ALONG + "softmax_along(np.array([[0.0, math.log(3.0)], [1.0, 1.0]]), 1)", A([[0.25, 0.75], [0.5, 0.5]])),
        Case(ALONG + "softmax_along(np.array([[0.0, 1.0], [0.0, 1.0]]), 0)", A([[0.5, 0.5], [0.5, 0.5]])),
        Case(ALONG + "softmax_along(np.array([1000.0, 1000.0 + math.log(3.0), -1000.0]), 0)", A([0.25, 0.75, 0.0])),
        Case(ALONG + "softmax_along(np.array([[-900.0, -900.0], [900.0, 900.0]]), -1)", A([[0.5, 0.5], [0.5, 0.5]])),
        Case(ALONG + "x = np.array([4.0, 4.0])\nsoftmax_along(x, 0)\nx", A([4.0, 4.0]), changes=True),
        Case("mt.softmax(mt.tensor([[0.0, 3.0], [0.0, 3.0]]), 0)", T([[0.5, 0.5], [0.5, 0.5]])),
        Case(
            "mt.nn.functional.cross_entropy(mt.tensor([[0.0, 0.0], [0.0, math.log(3.0)]]), mt.tensor([0, 1]))",
            T(0.4904146),
        ),
        Case("mt.nn.functional.cross_entropy(mt.tensor([[0.0, math.log(3.0), 0.0]]), mt.tensor([2]))", T(1.6094379)),
        Case("mt.nn.functional.cross_entropy(mt.tensor([[1000.0, 0.0]]), mt.tensor([1]))", T(1000.0)),
        Case(
            "mt.nn.functional.cross_entropy(mt.tensor([[-1000.0, -1000.0]]), mt.tensor([1]))", T(0.6931472), rtol=1e-3
        ),
        Case("mt.nn.functional.cross_entropy(mt.tensor([[200.0, 0.0]]), mt.tensor([1]))", T(200.0)),
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
            x = mt.tensor(2.0, requires_grad=True)
            (x.softmax(0) * 3).backward()
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
            mt.autograd.gradcheck(lambda x: mt.nn.functional.cross_entropy(x * 2, target) * x.softmax(1), x)
            """,
            True,
        ),
        Case(
            """
            x = mt.tensor([[0.5, -1.0, 2.0], [1.0, 0.0, -2.0]], dtype=mt.float64, requires_grad=True)
            target = mt.tensor([2, 0])
            mt.autograd.gradgradcheck(lambda x: mt.nn.functional.cross_entropy(x * 2, target) * x.softmax(0), x)
            """,
            True,
        ),
    ],
    mistakes=[
        asks(
            "Look at `softmax_along`: it changes the array that it was given. Write x - ..., which makes a new one, and not x -= ....",
            A([4.0, 4.0]),
        ),
        Mistake(
            lambda expected, got, error: got is None and error is None,
            "No gradient came out of this: the formula of the operation shown gives None. Is a `return` "
            "missing, or still a "
            "`...` standing there?",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, IndexError),
            "Look at `loss_forward`: in row i stands the score of the right class at x[i, target[i]]; for all rows at once, "
            "x[np.arange(len(target)), target].",
        ),
        where(
            "Look at `softmax_along`: e**x divided by the sum along the axis, which keeps its dimension. Take the largest of each row "
            "off first, x.max(axis=axis, keepdims=True).",
            A([0.25, 0.75]),
            A([[0.25, 0.75], [0.5, 0.5]]),
            A([[0.5, 0.5], [0.5, 0.5]]),
            A([0.25, 0.75, 0.0]),
            T([[0.5, 0.5], [0.5, 0.5]]),
        ),
        where(
            "Look at `loss_forward`: for each row the logarithm of the sum of e**x, less the score of the right class; then the mean "
            "over the rows. Take the largest of each row off first.",
            T(0.4904146),
            T(1.6094379),
            T(1000.0),
            T(0.6931472),
            T(200.0),
        ),
        where(
            "Of a single number the softmax is 1, whatever it is, and its gradient 0. Does the sum along dim keep that dimension?",
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
            "Look at `cross_entropy_x`: probability minus truth, where the probabilities are the softmax of "
            "the scores along dim 1 and the truth is 1 at the right class; divided by the number of examples, "
            "times g.",
            T([[0.5, -0.5]]),
            T([[-0.25, 0.25], [0.25, -0.25]]),
            T([[1.0, 2.0, -3.0]]),
            T([[1.0, -1.0]]),
            T([[0.0, 0.0]]),
        ),
        measured(
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
                "softmax_along",
                "powers = np.exp(x)\nreturn powers / powers.sum(axis=axis, keepdims=True)",
                "In `softmax_along`: right for small numbers, but e**1000 is inf, and inf / inf is nan. Take the largest of each row "
                "off "
                "first.",
            ),
            (
                "softmax_along",
                "powers = np.exp(x - x.max())\nreturn powers / powers.sum(axis=axis, keepdims=True)",
                "In `softmax_along` the largest of all is taken off, and a row far below it becomes 0 / 0. Each row has its own: "
                "x.max(axis=axis, keepdims=True).",
            ),
            (
                "softmax_along",
                "powers = np.exp(x - x.max(axis=axis, keepdims=True))\nreturn powers / powers.sum()",
                "In `softmax_along` you divide by the sum of everything. Each row adds up to 1: sum along the axis.",
            ),
            (
                "softmax_along",
                "powers = np.exp(x - x.max(axis=-1, keepdims=True))\nreturn powers / powers.sum(axis=-1, keepdims=True)",
                "In `softmax_along` the last dimension is taken, whatever the axis is.",
            ),
            (
                "softmax_along",
                "powers = np.exp(x - x.max(axis=axis))\nreturn powers / powers.sum(axis=axis)",
                "In `softmax_along` the sums and the largest lose their dimension, and are lined up with the wrong one: "
                "keepdims=True.",
            ),
            (
                "softmax_along",
                "x = x - x.max(axis=axis, keepdims=True)\nreturn x - np.log(np.exp(x).sum(axis=axis, keepdims=True))",
                "In `softmax_along` stand the logarithms of the probabilities. The probabilities are asked for.",
            ),
            (
                "loss_forward",
                "right = x[np.arange(len(target)), target]\nreturn (np.log(np.exp(x).sum(axis=1)) - right).mean()",
                "In `loss_forward`: right for small scores, but e**1000 is inf. Take the largest of each row off before.",
            ),
            (
                "loss_forward",
                "x = x - x.max(axis=1, keepdims=True)\nright = x[np.arange(len(target)), target]\n"
                "return (np.log(np.exp(x).sum(axis=1)) - right).sum()",
                "In `loss_forward` the losses are added up. The loss is their mean over the rows.",
            ),
            (
                "loss_forward",
                "x = x - x.max(axis=1, keepdims=True)\nright = x[np.arange(len(target)), target]\n"
                "return (right - np.log(np.exp(x).sum(axis=1))).mean()",
                "In `loss_forward` the sign is turned round: a loss is minus the logarithm of the probability.",
            ),
            (
                "loss_forward",
                "p = softmax_along(x, 1)\nreturn -np.log(p[np.arange(len(target)), target]).mean()",
                "In `loss_forward` the probability is computed first. It may round to 0, and its logarithm is then minus infinity: "
                "log(sum(e**x)) - x[right] has no such number in it.",
            ),
            (
                "loss_forward",
                "x = x - x.max(axis=1, keepdims=True)\nright = x[:, target]\nreturn (np.log(np.exp(x).sum(axis=1)) - right).mean()",
                "In `loss_forward`: x[:, target] takes those classes of every row, a whole table. One of each row is "
                "x[np.arange(len(target)), target].",
            ),
            (
                "loss_forward",
                "top = x.max(axis=1, keepdims=True)\nright = x[np.arange(len(target)), target]\n"
                "return (np.log(np.exp(x - top).sum(axis=1)) - right).mean()",
                "In `loss_forward` the largest is taken off in the sum, and not at the right class. Both must be shifted alike.",
            ),
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
        "All four are written out in the text above. The forwards compute with arrays, the formulas with tensors. Sums run "
        "along `axis` "
        "or `dim` and must keep it: `keepdims=True` for arrays, `keepdim=True` for tensors.",
        "Take `x.max(axis=axis, keepdims=True)` off first. The scores of the right classes are `x[np.arange(len(target)), "
        "target]`. The "
        "gradient of the loss is p - y, shared among the examples, times g; `target.reshape(-1, 1) == mt.arange(x.shape[1])` "
        "is True at "
        "the right class of every row; `.to(x.dtype)` makes 1 and 0 of it.",
        "`powers / powers.sum(axis=axis, keepdims=True)`; `out * (g - (g * out).sum(dim, keepdim=True))`; "
        "`(np.log(np.exp(x).sum(axis=1)) - right).mean()`; `(mt.softmax(x, dim=1) - right.to(x.dtype)) * (g / len(target))`.",
    ],
)
