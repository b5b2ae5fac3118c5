"""Formulas of products of matrices."""

from ...define import Case, Exercise, Mistake, T
from .rewriting import where, wrong_formulas

SOLUTION = '''
def mm_x(g, mat2):
    """The gradient of x for out = x @ mat2."""
    return g @ mat2.mT


def mm_mat2(g, x):
    """The gradient of mat2 for out = x @ mat2."""
    return x.mT @ g


def addmm_x(g, beta):
    """The gradient of x for out = beta * x + alpha * (mat1 @ mat2)."""
    return g * beta


def addmm_mat1(g, mat2, alpha):
    """The gradient of mat1 for the same."""
    return (g @ mat2.mT) * alpha


def addmm_mat2(g, mat1, alpha):
    """The gradient of mat2 for the same."""
    return (mat1.mT @ g) * alpha
'''

exercise = Exercise(
    "product_formulas",
    title="Formulas of products of matrices",
    difficulty=3,
    minutes=8,
    target="minitorch.ops.matmul.addmm:addmm.grad[mat2]",
    covers={
        "mm_x": "minitorch.ops.matmul.matmul:mm.grad[x]",
        "mm_mat2": "minitorch.ops.matmul.matmul:mm.grad[mat2]",
        "addmm_x": "minitorch.ops.matmul.addmm:addmm.grad[x]",
        "addmm_mat1": "minitorch.ops.matmul.addmm:addmm.grad[mat1]",
    },
    installed=True,
    stub='''
def mm_x(g, mat2):
    """The gradient of x for out = x @ mat2."""
    ...


def mm_mat2(g, x):
    """The gradient of mat2 for out = x @ mat2."""
    ...


def addmm_x(g, beta):
    """The gradient of x for out = beta * x + alpha * (mat1 @ mat2)."""
    ...


def addmm_mat1(g, mat2, alpha):
    """The gradient of mat1 for the same."""
    ...


def addmm_mat2(g, mat1, alpha):
    """The gradient of mat2 for the same."""
    ...
    ''',
    solution=SOLUTION,
    why="out[n, m] has x[n, k] * w[k, m] in it, so w[k, m] receives the sum over n of x[n, k] * g[n, m], which "
    "is x.T @ g. A factor of the product is a factor of both gradients, and the bias of a layer is "
    "broadcast, which the walk undoes.",
    facts=[
        Case(
            """
            x = mt.tensor([[1.0, 10.0]], requires_grad=True)
            w = mt.tensor([[2.0, 3.0, 5.0], [1.0, 0.0, 4.0]], requires_grad=True)
            (x @ w).backward(mt.tensor([[1.0, 2.0, 3.0]]))
            x.grad
            """,
            T([[23.0, 13.0]]),
        ),
        Case(
            """
            x = mt.tensor([[1.0, 10.0]], requires_grad=True)
            w = mt.tensor([[2.0, 3.0, 5.0], [1.0, 0.0, 4.0]], requires_grad=True)
            (x @ w).backward(mt.tensor([[1.0, 2.0, 3.0]]))
            w.grad
            """,
            T([[1.0, 2.0, 3.0], [10.0, 20.0, 30.0]]),
        ),
        Case(
            """
            x = mt.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
            w = mt.tensor([[3.0, 1.0], [2.0, 5.0]], requires_grad=True)
            (x @ w).backward(mt.tensor([[1.0, 1.0], [0.0, 2.0]]))
            x.grad
            """,
            T([[4.0, 7.0], [2.0, 10.0]]),
        ),
        Case(
            """
            x = mt.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
            w = mt.tensor([[3.0, 1.0], [2.0, 5.0]], requires_grad=True)
            (x @ w).backward(mt.tensor([[1.0, 1.0], [0.0, 2.0]]))
            w.grad
            """,
            T([[1.0, 7.0], [2.0, 10.0]]),
        ),
        Case(
            """
            b = mt.tensor([1.0, 2.0], requires_grad=True)
            x = mt.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
            w = mt.tensor([[3.0, 1.0], [2.0, 5.0]], requires_grad=True)
            mt.addmm(b, x, w, beta=3, alpha=0.5).backward(mt.tensor([[1.0, 1.0], [0.0, 2.0]]))
            b.grad
            """,
            T([3.0, 9.0]),
        ),
        Case(
            """
            b = mt.tensor([[1.0, 2.0], [0.0, 1.0]], requires_grad=True)
            x = mt.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
            w = mt.tensor([[3.0, 1.0], [2.0, 5.0]], requires_grad=True)
            mt.addmm(b, x, w, beta=3, alpha=0.5).backward(mt.tensor([[1.0, 1.0], [0.0, 2.0]]))
            b.grad
            """,
            T([[3.0, 3.0], [0.0, 6.0]]),
        ),
        Case(
            """
            b = mt.tensor([1.0, 2.0], requires_grad=True)
            x = mt.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
            w = mt.tensor([[3.0, 1.0], [2.0, 5.0]], requires_grad=True)
            mt.addmm(b, x, w, beta=3, alpha=0.5).backward(mt.tensor([[1.0, 1.0], [0.0, 2.0]]))
            x.grad
            """,
            T([[2.0, 3.5], [1.0, 5.0]]),
        ),
        Case(
            """
            b = mt.tensor([1.0, 2.0], requires_grad=True)
            x = mt.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
            w = mt.tensor([[3.0, 1.0], [2.0, 5.0]], requires_grad=True)
            mt.addmm(b, x, w, beta=3, alpha=0.5).backward(mt.tensor([[1.0, 1.0], [0.0, 2.0]]))
            w.grad
            """,
            T([[0.5, 3.5], [1.0, 5.0]]),
        ),
        Case(
            """
            x = mt.tensor([[0.5, -1.0, 2.0], [1.0, 3.0, -2.0]], dtype=mt.float64, requires_grad=True)
            w = mt.tensor([[1.0], [0.25], [-3.0]], dtype=mt.float64, requires_grad=True)
            b = mt.tensor([2.0], dtype=mt.float64, requires_grad=True)
            mt.autograd.gradcheck(lambda x, w, b: mt.addmm(b, x, w) * (x @ w), (x, w, b))
            """,
            True,
        ),
        Case(
            """
            x = mt.tensor([[0.5, -1.0, 2.0]], dtype=mt.float64, requires_grad=True)
            w = mt.tensor([[1.0], [0.25], [-3.0]], dtype=mt.float64, requires_grad=True)
            mt.autograd.gradgradcheck(lambda x, w: (x @ w).exp(), (x, w))
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
            "Look at `mm_x`: x[n, k] meets mat2[k, m] in out[n, m], for every m. So it receives the sum over m "
            "of g[n, m] * mat2[k, m]: a product of g and mat2, one of them transposed.",
            T([[23.0, 13.0]]),
            T([[4.0, 7.0], [2.0, 10.0]]),
        ),
        where(
            "Look at `mm_mat2`: mat2[k, m] meets x[n, k] in out[n, m], for every n. So it receives the sum "
            "over n of x[n, k] * g[n, m]: a product of x and g, one of them transposed.",
            T([[1.0, 2.0, 3.0], [10.0, 20.0, 30.0]]),
            T([[1.0, 7.0], [2.0, 10.0]]),
        ),
        where(
            "Look at `addmm_x`: x is multiplied by beta and added. Its gradient is g times beta, in the shape "
            "of g; the walk undoes the broadcast.",
            T([3.0, 9.0]),
            T([[3.0, 3.0], [0.0, 6.0]]),
        ),
        where(
            "Look at `addmm_mat1`: it is the gradient of the first factor of a product, times alpha.",
            T([[2.0, 3.5], [1.0, 5.0]]),
        ),
        where(
            "Look at `addmm_mat2`: it is the gradient of the second factor of a product, times alpha.",
            T([[0.5, 3.5], [1.0, 5.0]]),
        ),
        Mistake(
            lambda expected, got, error: expected is True and error is not None,
            "For the matrices tried before, the formulas are right; with three different lengths, or followed "
            "by another "
            "operation, small steps measure something else. Does g stand in each formula, and nothing made by "
            "hand in its place?",
        ),
    ],
    wrong=wrong_formulas(
        SOLUTION,
        [
            (
                "mm_x",
                "return g @ mat2",
                "In `mm_x`: the sum runs over m, the columns of g and of mat2, which must meet in the middle: "
                "mat2 is to be transposed. For square matrices the shape fits all the same, and the numbers do "
                "not.",
            ),
            (
                "mm_x",
                "return mat2.mT @ g",
                "In `mm_x` the order is wrong. x is [n, k], g [n, m] and mat2 [k, m]: m must be in the middle.",
            ),
            (
                "mm_mat2",
                "return g @ x.mT",
                "In `mm_mat2` the order is wrong: for square matrices the shape fits all the same, and the "
                "numbers do not. The sum runs over the rows n, which must meet in the middle: x.T @ g.",
            ),
            (
                "mm_mat2",
                "return x @ g",
                "In `mm_mat2`: w[k, m] needs the sum over n of x[n, k] * g[n, m], so the rows of both must "
                "meet: x is to be transposed.",
            ),
            (
                "mm_mat2",
                "return g.mT @ x",
                "In `mm_mat2` stands the transpose of the answer: of shape [m, k], where mat2 is [k, m].",
            ),
            (
                "mm_mat2",
                "return g * x",
                "In `mm_mat2` stands the formula of the product element by element. A product of matrices adds "
                "up, and so does its formula.",
            ),
            (
                "addmm_x",
                "return g",
                "In `addmm_x`: x is multiplied by beta before it is added, so its gradient is, too.",
            ),
            (
                "addmm_x",
                "return g.sum(0) * beta",
                "In `addmm_x` you undo the broadcast yourself. That is done once, by the walk, and x may as "
                "well have the full shape: give g * beta.",
            ),
            (
                "addmm_mat1",
                "return g @ mat2.mT",
                "In `addmm_mat1` alpha is missing: the product is multiplied by it, so its gradients are, too.",
            ),
            (
                "addmm_mat2",
                "return mat1.mT @ g",
                "In `addmm_mat2` alpha is missing: the product is multiplied by it, so its gradients are, too.",
            ),
        ],
    ),
    hints=[
        "Write down the shapes: x is [n, k], mat2 is [k, m], so g is [n, m]. The answers are to be [n, k] and [k, m].",
        "Which product of g and the other matrix, one of them transposed, has the right shape, with what is "
        "summed in the middle? "
        "In addmm, the factors alpha and beta stay as factors.",
        "`g @ mat2.mT`, `x.mT @ g`, `g * beta`, and the first two times alpha; `.mT` exchanges the last two "
        "dimensions.",
    ],
)
