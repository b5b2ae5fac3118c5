"""One loss for all: the mean of squares, and how it is reduced."""

from ...define import A, Case, Exercise, Mistake, T
from ..lesson_06.words import asks
from .rewriting import where, wrong_formulas

REDUCED = "from minitorch.nn.functional.loss import reduced\n"
SHARE = "from minitorch.nn.functional.loss import share\n"
MSE = "from minitorch.nn.functional.loss import mse_loss\n"
XY = MSE + "x, y = mt.tensor([1.0, 2.0, 6.0], requires_grad=True), mt.tensor([0.0, 4.0, 3.0], requires_grad=True)\n"

SOLUTION = '''
def reduced(loss, reduction):
    """All losses, their mean, or their sum; for arrays and tensors alike."""
    return loss if reduction == "none" else loss.mean() if reduction == "mean" else loss.sum()


def share(g, shape, reduction):
    """The gradient of each single loss: g, or for the mean g divided by how many there are."""
    return g / math.prod(shape) if reduction == "mean" else g


def mse_forward(x, y, reduction):
    """(x - y)**2 of two arrays, reduced."""
    check_no_integers(x)
    apart = x - y
    return reduced(apart * apart, reduction)


def mse_back(g, x, y, reduction):
    """The gradient of x for (x - y)**2, reduced."""
    apart = x - y
    return apart * (2 * share(g, apart.shape, reduction))
'''

exercise = Exercise(
    "mse",
    title="The mean of squares",
    difficulty=2,
    minutes=5,
    target="minitorch.nn.functional.loss:mse_back",
    covers={
        "reduced": "minitorch.nn.functional.loss:reduced",
        "share": "minitorch.nn.functional.loss:share",
        "mse_forward": "minitorch.nn.functional.loss:_mse",
    },
    installed=True,
    setup="from minitorch.nn.functional.loss import check_no_integers",
    stub='''
def reduced(loss, reduction): ...  # all losses for "none", their mean, or their sum; for arrays and tensors alike


def share(g, shape, reduction):
    """What each single loss gets of the tensor g, the gradient of reduced(losses, reduction); they have this shape."""
    ...


def mse_forward(x, y, reduction):
    """(x - y)**2 of two arrays, reduced. check_no_integers(x) comes first."""
    ...


def mse_back(g, x, y, reduction):
    """The gradient of x for out = mse_forward(x, y, reduction); these are tensors."""
    ...
    ''',
    solution=SOLUTION,
    why="A mean is a sum whose terms have a share each, so `share` is all that the reductions differ in on the way back. The gradient "
    "of y is this one with the other sign.",
    facts=[
        Case(REDUCED + 'reduced(np.array([1.0, 3.0]), "none")', A([1.0, 3.0])),
        Case(REDUCED + 'reduced(mt.tensor([[1.0, 3.0], [4.0, 0.0]]), "mean")', T(2.0)),
        Case(REDUCED + 'reduced(mt.tensor([1.0, 3.0]), "sum")', T(4.0)),
        Case(
            SHARE + 'given = {"none": mt.full((2, 3), 6.0), "mean": mt.tensor(6.0), "sum": mt.tensor(6.0)}\n'
            "each = [share(g, (2, 3), one) * mt.ones(2, 3) for one, g in given.items()]\n"
            "[one.flatten().tolist()[0] for one in each]",
            [6.0, 1.0, 6.0],
        ),
        Case(MSE + "mse_loss(mt.tensor([1.0, 2.0, 6.0]), mt.tensor([0.0, 4.0, 3.0]))", T(14 / 3)),
        Case(MSE + 'mse_loss(mt.tensor([1.0, 2.0]), mt.tensor([0.0, 4.0]), reduction="sum")', T(5.0)),
        Case(MSE + 'mse_loss(mt.tensor([1.0, 2.0]), mt.tensor([0.0, 4.0]), reduction="none")', T([1.0, 4.0])),
        Case(
            MSE + "mse_loss(mt.tensor([1]), mt.tensor([2]))",
            raises=NotImplementedError,
            match="not implemented for 'Long'",
        ),
        Case(XY + "mse_loss(x, y).backward()\nx.grad, y.grad", (T([2 / 3, -4 / 3, 2.0]), T([-2 / 3, 4 / 3, -2.0]))),
        Case(XY + 'mse_loss(x, y, reduction="sum").backward(mt.tensor(10.0))\nx.grad', T([20.0, -40.0, 60.0])),
        Case(
            XY + 'mse_loss(x, y, reduction="none").backward(mt.tensor([1.0, 10.0, 0.0]))\nx.grad', T([2.0, -40.0, 0.0])
        ),
        Case(XY + "mse_loss(x, y).backward(mt.tensor(3.0))\nx.grad", T([2.0, -4.0, 6.0])),
        Case(
            MSE + "x = mt.ones(2, 3, requires_grad=True)\nmse_loss(x, mt.zeros(2, 3)).backward(mt.tensor(6.0))\nx.grad",
            T([[2.0, 2.0, 2.0], [2.0, 2.0, 2.0]]),
        ),
        Case(
            MSE + "x = mt.tensor([0.5, -1.0], dtype=mt.float64, requires_grad=True)\n"
            "mt.autograd.gradgradcheck(lambda x: mse_loss(x * x, x), x)",
            True,
        ),
    ],
    mistakes=[
        where(
            "Look at `reduced`: all losses as they are for none, .mean() for mean, .sum() for sum.",
            A([1.0, 3.0]),
            T(2.0),
            T(4.0),
        ),
        where(
            "Look at `share`: for the mean each of the losses gets g divided by how many there are, math.prod(shape); else the "
            "whole g.",
            [6.0, 1.0, 6.0],
        ),
        where(
            "Look at `mse_forward`: the difference times itself, element by element, and then reduced(..., reduction).",
            T(14 / 3),
            T(5.0),
            T([1.0, 4.0]),
        ),
        asks(
            "Look at `mse_back`: twice the difference, times the share of g that each loss has.",
            (T([2 / 3, -4 / 3, 2.0]), T([-2 / 3, 4 / 3, -2.0])),
            T([20.0, -40.0, 60.0]),
            T([2.0, -40.0, 0.0]),
            T([2.0, -4.0, 6.0]),
            T([[2.0, 2.0, 2.0], [2.0, 2.0, 2.0]]),
        ),
        Mistake(
            lambda expected, got, error: error is None and got is None,
            "Look at `mse_back` and `share`: no gradient comes out. Is a `return` missing, or still a `...` standing there?",
        ),
    ],
    wrong=wrong_formulas(
        SOLUTION,
        [
            (
                "reduced",
                "return loss.mean()",
                "In `reduced` the reduction is not looked at: there are sum and none, too.",
            ),
            (
                "reduced",
                "return loss.sum() if reduction == 'sum' else loss.mean()",
                "In `reduced`: none means that all losses are handed back as they are.",
            ),
            (
                "reduced",
                "return loss if reduction == 'none' else loss.sum() if reduction == 'mean' else loss.mean()",
                "In `reduced` mean and sum are exchanged.",
            ),
            ("share", "return g", "In `share`: of a mean each loss has only a part. Divide g by how many there are."),
            (
                "share",
                "return g / math.prod(shape)",
                "In `share` every reduction is taken for a mean. In a sum each loss has the whole gradient.",
            ),
            (
                "share",
                "return g / shape[0] if reduction == 'mean' else g",
                "In `share` you divide by the number of rows. The mean is over all elements: math.prod(shape).",
            ),
            (
                "share",
                "return g / len(shape) if reduction == 'mean' else g",
                "In `share`: len(shape) counts the dimensions. How many elements there are is math.prod(shape).",
            ),
            (
                "mse_forward",
                "apart = x - y\nreturn reduced(apart * apart, reduction)",
                "In `mse_forward`: PyTorch refuses integers, whose mean would be none. check_no_integers(x) comes first.",
            ),
            (
                "mse_forward",
                "check_no_integers(x)\nreturn reduced(abs(x - y), reduction)",
                "In `mse_forward` stand the distances. Their squares are asked for.",
            ),
            (
                "mse_forward",
                "check_no_integers(x)\nreturn reduced(x - y, reduction) ** 2",
                "In `mse_forward` the mean is taken before the square, and differences of both signs cancel. Square first.",
            ),
            (
                "mse_forward",
                "check_no_integers(x)\nreturn ((x - y) ** 2).mean()",
                "In `mse_forward` it is always the mean. Leave that to reduced(..., reduction).",
            ),
            (
                "mse_back",
                "return (x - y) * share(g, (x - y).shape, reduction)",
                "In `mse_back` the 2 is missing: the derivative of a square is twice what was squared.",
            ),
            (
                "mse_back",
                "return (y - x) * (2 * share(g, (x - y).shape, reduction))",
                "In `mse_back` stands the gradient of y. That of x has the other sign.",
            ),
            (
                "mse_back",
                "return (x - y) * (2 * g)",
                "In `mse_back` a mean gives each loss only a share of g: share(g, shape, reduction).",
            ),
            (
                "mse_back",
                "return (x - y) * (2 * share(1, (x - y).shape, reduction))",
                "In `mse_back` the gradient that arrives is missing: share divides it, and it must be g.",
            ),
            (
                "mse_back",
                "return x * (2 * share(g, x.shape, reduction))",
                "In `mse_back`: what was squared is x - y, not x.",
            ),
        ],
    ),
    hints=[
        "Each of the four is a line or two. What does a loss do to the mean of six, if it grows by 1? And to their sum?",
        '`loss if reduction == "none" else loss.mean() if reduction == "mean" else loss.sum()`. For the mean each has g divided by '
        "math.prod(shape); else the whole g.",
        "mse_forward: `reduced(apart * apart, reduction)`, with apart = x - y. mse_back: `apart * (2 * share(g, apart.shape, "
        "reduction))`.",
    ],
)
