"""What a linear layer computes."""

import numpy as np

from ...define import A, Case, Exercise, Mistake, T
from ..lesson_06.words import asks
from .rewriting import where, wrong_formulas

BLEND = "from minitorch.ops.matmul.addmm import blend\n"
NAN = "x = np.array([[math.nan, 1.0]])\n"

SOLUTION = '''
def blend(x, made, beta, alpha):
    """beta * x + alpha * made; with beta = 0, x does not count, not even where it is nan."""
    check_addend(x, made)
    if made.dtype.kind in "iu":
        beta, alpha = int(beta), int(alpha)
    scaled = times(made, alpha)
    return (scaled + times(x, beta) if beta else scaled).astype(made.dtype, copy=False)


def addmm_forward(x, mat1, mat2, beta=1, alpha=1):
    """beta * x + alpha * (mat1 @ mat2): what a linear layer computes."""
    check_pair(mat1, mat2)
    return blend(x, mm.forward(mat1, mat2), beta, alpha)
'''

exercise = Exercise(
    "addmm",
    title="What a linear layer computes",
    difficulty=2,
    minutes=4,
    target="minitorch.ops.matmul.addmm:addmm",
    covers={"blend": "minitorch.ops.matmul.addmm:blend"},
    installed=True,
    setup="from minitorch.ops.matmul.addmm import check_addend, check_pair, times\n"
    "from minitorch.ops.matmul.matmul import mm",
    stub='''
def blend(x, made, beta, alpha):
    """beta * x + alpha * made, after check_addend(x, made), in the dtype of made: .astype(made.dtype, copy=False).

    With beta = 0, x does not count, not even where it is nan. For integers (made.dtype.kind in "iu") beta and alpha are
    cut to int first. times(array, factor) is their product, and the array itself where the factor is 1.
    """
    ...


def addmm_forward(x, mat1, mat2, beta=1, alpha=1):
    """beta * x + alpha * (mat1 @ mat2), after check_pair(mat1, mat2). mm.forward(a, b) is the product of two arrays."""
    ...
    ''',
    solution=SOLUTION,
    why="The product is made once, and blend adds the bias, stretched over its rows. 0 * nan is nan, so beta = 0 is asked for, not "
    "multiplied with.",
    facts=[
        Case(BLEND + "blend(np.array([1, 2]), np.array([[3, 4]]), 2.5, 1.5)", A([[5, 8]])),
        Case(BLEND + "made = np.ones((1, 2))\nblend(np.ones(2), made, 1, 5)\nmade", A([[1.0, 1.0]])),
        Case(BLEND + "made = np.ones((1, 2))\nblend(np.ones(2), made, 1, 1)\nmade", A([[1.0, 1.0]])),
        Case(BLEND + NAN + "blend(x, np.ones((2, 2)), 0, 3)", A([[3.0, 3.0], [3.0, 3.0]])),
        Case(BLEND + NAN + "blend(x, np.ones((1, 2)), 2, 1)", A([[np.nan, 3.0]])),
        Case(BLEND + "blend(np.array([1.0, 2.0]), np.ones((2, 2)), 1, 1)", A([[2.0, 3.0], [2.0, 3.0]])),
        Case(BLEND + "blend(np.array([1.0, 2.0]), np.ones((2, 2)), 2, 0.5)", A([[2.5, 4.5], [2.5, 4.5]])),
        Case(
            "mt.addmm(mt.tensor([10.0, 20.0]), mt.tensor([[1.0, 2.0]]), mt.tensor([[3.0, 4.0], [5.0, 6.0]]))",
            T([[23.0, 36.0]]),
        ),
        Case(
            "mt.addmm(mt.ones(2, 2), mt.ones(2, 3), mt.ones(3, 2), beta=2, alpha=10)", T([[32.0, 32.0], [32.0, 32.0]])
        ),
        Case("mt.addmm(mt.tensor(1.0), mt.ones(2, 1), mt.ones(1, 1), alpha=0.5)", T([[1.5], [1.5]])),
        Case("mt.addmm(mt.tensor([1, 2]), mt.tensor([[3], [4]]), mt.tensor([[1, 10]]), beta=2)", T([[5, 34], [6, 44]])),
        Case("mt.addmm(mt.tensor([[3]]), mt.tensor([[2]]), mt.tensor([[5]]), beta=0.5, alpha=1.5)", T([[10]])),
        Case("mt.addmm(mt.tensor([[math.nan]]), mt.ones(1, 2), mt.ones(2, 1), beta=0)", T([[2.0]])),
        Case("str(mt.addmm(mt.ones(1), mt.ones(1, 1), mt.ones(1, 1), beta=2.5, alpha=0.1).dtype)", "minitorch.float32"),
        Case(
            "one = mt.ones(1, 1, dtype=mt.float16)\nstr(mt.addmm(one, one, one, beta=0.5, alpha=0.5).dtype)",
            "minitorch.float16",
        ),
        Case(
            "mt.addmm(mt.ones(3), mt.ones(2, 2), mt.ones(2, 2))",
            raises=RuntimeError,
            match="must match the existing size",
        ),
        Case(
            "mt.addmm(mt.ones(3, 2), mt.ones(1, 2), mt.ones(2, 2))",
            raises=RuntimeError,
            match="must match the existing size",
        ),
        Case(
            "mt.addmm(mt.ones(2, dtype=mt.float64), mt.ones(2, 2), mt.ones(2, 2))",
            raises=RuntimeError,
            match="self and mat2 must have the same dtype",
        ),
        Case(
            "mt.addmm(mt.ones(2), mt.ones(2, 2), mt.ones(2, 2, dtype=mt.float64))",
            raises=RuntimeError,
            match="mat1 and mat2 must have the same dtype",
        ),
        Case(
            "mt.addmm(mt.ones(2), mt.ones(2, 3), mt.ones(2, 3))",
            raises=RuntimeError,
            match="cannot be multiplied (2x3 and 2x3)",
        ),
        Case(
            "x = mt.tensor([[0.5, -1.0, 2.0], [1.0, 3.0, -2.0]], dtype=mt.float64, requires_grad=True)\n"
            "w = mt.tensor([[1.0], [0.25], [-3.0]], dtype=mt.float64, requires_grad=True)\n"
            "b = mt.tensor([2.0], dtype=mt.float64, requires_grad=True)\n"
            "mt.autograd.gradcheck(lambda x, w, b: mt.addmm(b, x, w, beta=3, alpha=0.5), (x, w, b))",
            True,
        ),
    ],
    mistakes=[
        asks(
            "Look at `blend`: whether x can be added is asked first, by check_addend(x, made). In `addmm_forward`: whether the two "
            "matrices can be multiplied is asked by check_pair(mat1, mat2), and by mm.forward. They raise the errors.",
            error=RuntimeError,
        ),
        asks(
            "Look at `blend`: it changes the product that it was given. Make a new array. (For a factor of 1 `times` returns the "
            "array itself.)",
            A([[1.0, 1.0]]),
        ),
        asks(
            "Look at `blend`: with beta = 2 x counts, and a nan in it shows in the result. Only with beta = 0 it is left out.",
            A([[np.nan, 3.0]]),
        ),
        asks(
            "Look at `blend`: 2 * x + 0.5 * made, by times. These are floats, for which neither factor is cut to int.",
            A([[2.5, 4.5], [2.5, 4.5]]),
        ),
        asks(
            "Look at `blend`: for integers beta and alpha are cut to int first, and the dtype stays.",
            A([[5, 8]]),
            T([[10]]),
        ),
        asks(
            "Look at `blend`: beta * x + alpha * made, by times; x is left out where beta is 0; and in the dtype of made.",
            A([[3.0, 3.0], [3.0, 3.0]]),
            A([[2.0, 3.0], [2.0, 3.0]]),
        ),
        where(
            "Look at `addmm_forward`: it returns what blend gives for x, which comes first, and the product of the two "
            "matrices, mm.forward(mat1, mat2).",
            T([[23.0, 36.0]]),
        ),
        Mistake(
            lambda expected, got, error: error is None and got is None and expected is not None,
            "Look at `blend`: nothing comes out of it. Is a `return` missing, or still a `...` standing there?",
        ),
    ],
    wrong=wrong_formulas(
        SOLUTION,
        [
            (
                "blend",
                "check_addend(x, made)\nif made.dtype.kind in 'iu':\n    beta, alpha = int(beta), int(alpha)\n"
                "return (times(made, alpha) + times(x, beta)).astype(made.dtype, copy=False)",
                "In `blend`: with beta = 0, x must not count at all, and 0 * nan is nan. Add it only if beta is not 0.",
            ),
            (
                "blend",
                "if made.dtype.kind in 'iu':\n    beta, alpha = int(beta), int(alpha)\nscaled = times(made, alpha)\n"
                "return (scaled + times(x, beta) if beta else scaled).astype(made.dtype, copy=False)",
                "In `blend` nobody looks whether x can be added: check_addend(x, made) comes first.",
            ),
            (
                "blend",
                "check_addend(x, made)\nscaled = times(made, alpha)\n"
                "return (scaled + times(x, beta) if beta else scaled).astype(made.dtype, copy=False)",
                "In `blend`: for integers PyTorch cuts beta and alpha to int before it multiplies; 1.5 counts as 1.",
            ),
            (
                "blend",
                "check_addend(x, made)\nif made.dtype.kind in 'iu':\n    beta, alpha = int(beta), int(alpha)\n"
                "scaled = times(x, alpha)\nreturn (scaled + times(made, beta) if beta else scaled).astype(made.dtype, copy=False)",
                "In `blend` the factors are exchanged: beta belongs to x, alpha to the product.",
            ),
            (
                "blend",
                "check_addend(x, made)\nif made.dtype.kind in 'iu':\n    beta, alpha = int(beta), int(alpha)\n"
                "return (made + times(x, beta) if beta else made).astype(made.dtype, copy=False)",
                "In `blend` alpha is not looked at: the product is multiplied by it.",
            ),
            (
                "blend",
                "check_addend(x, made)\nif made.dtype.kind in 'iu':\n    beta, alpha = int(beta), int(alpha)\n"
                "scaled = times(made, alpha)\nreturn (scaled + x if beta else scaled).astype(made.dtype, copy=False)",
                "In `blend` x is added as it is: it is to be multiplied by beta.",
            ),
            (
                "blend",
                "check_addend(x, made)\nif made.dtype.kind in 'iu':\n    beta, alpha = int(beta), int(alpha)\n"
                "scaled = times(made + x, alpha)\nreturn scaled.astype(made.dtype, copy=False)",
                "In `blend` the sum is multiplied by alpha. alpha belongs to the product alone, and beta to x.",
            ),
            (
                "addmm_forward",
                "return blend(x, mm.forward(mat1, mat2), beta, alpha)",
                "In `addmm_forward` the two matrices may differ in dtype: check_pair(mat1, mat2) raises the error.",
            ),
            (
                "addmm_forward",
                "check_pair(mat1, mat2)\nreturn blend(x, mm.forward(mat1, mat2), alpha, beta)",
                "In `addmm_forward` beta and alpha go to blend the wrong way round.",
            ),
            (
                "addmm_forward",
                "check_pair(mat1, mat2)\nreturn blend(x, mm.forward(mat1, mat2), 1, 1)",
                "In `addmm_forward` beta and alpha are not handed on.",
            ),
            (
                "addmm_forward",
                "check_pair(mat1, mat2)\nreturn blend(x, mat1 * mat2, beta, alpha)",
                "In `addmm_forward` stands the product element by element. That of matrices is mm.forward(mat1, mat2).",
            ),
            (
                "addmm_forward",
                "check_pair(mat1, mat2)\nreturn blend(x, mat1 @ mat2, beta, alpha)",
                "In `addmm_forward` NumPy's own @ is taken, with NumPy's error for shapes that do not fit. mm.forward(mat1, mat2) "
                "raises "
                "PyTorch's.",
            ),
        ],
    ),
    hints=[
        "blend asks, then multiplies and adds. addmm_forward makes the product and hands it to blend.",
        "`times(made, alpha)`, and to it `times(x, beta)`, but only if beta is not 0. Before that check_addend(x, made).",
        "`scaled + times(x, beta) if beta else scaled`, in the end `.astype(made.dtype, copy=False)`; before it "
        "`beta, alpha = int(beta), int(alpha)` for integers. addmm_forward: `blend(x, mm.forward(mat1, mat2), beta, alpha)`.",
    ],
)
