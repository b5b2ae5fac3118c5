"""A product of matrices, and its way back."""

from ...define import Case, Exercise, Mistake, T
from ..lesson_06.words import asks
from .rewriting import NO_TENSOR, measured, where, wrong_formulas

SOLUTION = '''
def mm_forward(x, mat2):
    """The product of two arrays [n, k] and [k, m]."""
    if x.ndim == 2 and mat2.ndim == 2 and x.shape[1] == mat2.shape[0]:
        return product(x, mat2)
    raise mm_error(x.shape, mat2.shape)


def mm_x(g, mat2):
    """The gradient of x for out = x @ mat2."""
    return g @ mat2.mT


def mm_mat2(g, x):
    """The gradient of mat2 for out = x @ mat2."""
    return x.mT @ g


def _operator(x, y):
    """x @ y for a tensor x: mm(x, y) for two matrices, else matmul(x, y); NotImplemented where y is no tensor."""
    if not isinstance(y, Tensor):
        return NotImplemented
    return mm(x, y) if x.ndim == y.ndim == 2 else matmul(x, y)
'''

exercise = Exercise(
    "mm",
    title="A product of matrices, and its way back",
    difficulty=3,
    minutes=8,
    target="minitorch.ops.matmul.matmul:_operator",
    covers={
        "mm_x": "minitorch.ops.matmul.matmul:mm.grad[x]",
        "mm_mat2": "minitorch.ops.matmul.matmul:mm.grad[mat2]",
        "mm_forward": "minitorch.ops.matmul.matmul:mm",
    },
    installed=True,
    setup="from minitorch import Tensor\nfrom minitorch.ops.matmul.matmul import matmul, mm, mm_error, product",
    stub='''
def mm_forward(x, mat2):
    """product(x, mat2) of two arrays [n, k] and [k, m]; raise mm_error(x.shape, mat2.shape) for any other shapes."""
    ...


def mm_x(g, mat2): ...  # the gradient of x for out = x @ mat2


def mm_mat2(g, x): ...  # the gradient of mat2 for out = x @ mat2


def _operator(x, y):
    """x @ y for a tensor x: mm(x, y) for two matrices, else matmul(x, y); NotImplemented where y is no tensor."""
    ...
    ''',
    solution=SOLUTION,
    why="out[n, m] has x[n, k] * w[k, m] in it, so w[k, m] receives the sum over n of x[n, k] * g[n, m], which is x.T @ g. And an "
    "operator that says NotImplemented lets Python ask the other operand.",
    facts=[
        Case("mt.mm(mt.tensor([[1, 2], [3, 4]]), mt.tensor([[1], [10]]))", T([[21], [43]])),
        Case("mt.tensor([[1.0, 2.0]]) @ mt.tensor([[3.0], [4.0]])", T([[11.0]])),
        Case("mt.mm(mt.ones(2, 3), mt.ones(2, 3))", raises=RuntimeError, match="cannot be multiplied (2x3 and 2x3)"),
        Case("mt.mm(mt.ones(3), mt.ones(3, 2))", raises=RuntimeError, match="must be a matrix"),
        Case("mt.mm(mt.ones(2, 3), mt.ones(3))", raises=RuntimeError, match="must be a matrix"),
        Case("mt.mm(mt.ones(2, 3), mt.ones(2, 3, 4))", raises=RuntimeError, match="must be a matrix"),
        Case(
            "mt.ones(2, 2, dtype=mt.bool) @ mt.ones(2, 2, dtype=mt.bool)",
            raises=NotImplementedError,
            match="no products of bools",
        ),
        Case(
            "mt.mm(mt.ones(2, 2), mt.ones(2, 2, dtype=mt.float64))",
            raises=RuntimeError,
            match="expected m1 and m2 to have the same dtype, but got: float != double",
        ),
        Case("mt.tensor([[1.0, 2.0], [3.0, 4.0]]) @ mt.tensor([1.0, 10.0])", T([21.0, 43.0])),
        Case("mt.tensor([1.0, 10.0]) @ mt.tensor([1.0, 10.0])", T(101.0)),
        Case("list((mt.ones(5, 2, 3) @ mt.ones(3, 4)).shape)", [5, 2, 4]),
        Case("repr(_operator(mt.ones(2, 2), 3))", "NotImplemented"),
        Case("mt.ones(2, 2) @ 3", raises=TypeError, match="unsupported operand"),
        Case('class Mine:\n    def __rmatmul__(self, other):\n        return "mine"\n\nmt.ones(2, 2) @ Mine()', "mine"),
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
            x = mt.tensor([[0.5, -1.0, 2.0]], dtype=mt.float64, requires_grad=True)
            w = mt.tensor([[1.0], [0.25], [-3.0]], dtype=mt.float64, requires_grad=True)
            mt.autograd.gradgradcheck(lambda x, w: (x @ w).exp(), (x, w))
            """,
            True,
        ),
    ],
    mistakes=[
        NO_TENSOR,
        asks(
            "An error is expected here. In `mm_forward` raise mm_error(x.shape, mat2.shape) unless both are matrices and the inner "
            "lengths agree.",
            error=RuntimeError,
        ),
        asks("Look at `mm_forward`: product(x, mat2), in that order, and no other product.", error=NotImplementedError),
        asks(
            "Look at `_operator`: mm for two matrices, matmul for the rest; for what is no tensor NotImplemented is returned.",
            "mine",
            "NotImplemented",
            T([21.0, 43.0]),
            T(101.0),
            [5, 2, 4],
        ),
        where(
            "Look at `mm_forward`: product(x, mat2), in that order, is what it returns for two matrices that fit.",
            T([[21], [43]]),
        ),
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
        measured(
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
                "mm_forward",
                "return product(x, mat2)",
                "In `mm_forward` the shapes are not looked at: a vector is no matrix, and NumPy's error is not PyTorch's. "
                "raise mm_error(x.shape, mat2.shape).",
            ),
            (
                "mm_forward",
                "if x.shape[1] != mat2.shape[0]:\n    raise mm_error(x.shape, mat2.shape)\nreturn product(x, mat2)",
                "In `mm_forward`: both must be matrices, ndim 2, before the inner lengths can be compared.",
            ),
            (
                "mm_forward",
                "if x.ndim == 2 and mat2.ndim == 2 and x.shape[1] == mat2.shape[0]:\n    return x @ mat2\n"
                "raise mm_error(x.shape, mat2.shape)",
                "In `mm_forward` NumPy multiplies whatever it is given. product(x, mat2) takes care of what PyTorch does otherwise: "
                "bool, and half precision.",
            ),
            (
                "mm_forward",
                "if x.ndim == 2 and mat2.ndim == 2 and x.shape == mat2.shape:\n    return product(x, mat2)\n"
                "raise mm_error(x.shape, mat2.shape)",
                "In `mm_forward` the inner lengths must agree, x.shape[1] and mat2.shape[0]; the outer ones need not.",
            ),
            (
                "mm_forward",
                "if x.ndim == 2 and mat2.ndim == 2 and x.shape[1] == mat2.shape[0]:\n    return x * mat2\n"
                "raise mm_error(x.shape, mat2.shape)",
                "In `mm_forward` stands the product element by element. That of matrices is product(x, mat2).",
            ),
            (
                "_operator",
                "return mm(x, y) if x.ndim == y.ndim == 2 else matmul(x, y)",
                "In `_operator`: y may be anything. Where it is no tensor, return NotImplemented, and Python asks y's class.",
            ),
            (
                "_operator",
                "if not isinstance(y, Tensor):\n    raise NotImplementedError\nreturn mm(x, y) if x.ndim == y.ndim == 2 else "
                "matmul(x, y)",
                "In `_operator` an error is raised, and Python never asks the other operand. Return the value NotImplemented.",
            ),
            (
                "_operator",
                "if not isinstance(y, Tensor):\n    return NotImplemented\nreturn mm(x, y)",
                "In `_operator`: @ takes vectors and stacks of matrices as well. Leave those to matmul(x, y).",
            ),
            (
                "_operator",
                "if not isinstance(y, Tensor):\n    return NotImplemented\nreturn matmul(y, x)",
                "In `_operator` the factors are exchanged, and a product of matrices depends on their order.",
            ),
            (
                "_operator",
                "if not isinstance(y, Tensor):\n    return NotImplemented\nreturn mm(x, y) if x.ndim == 2 else matmul(x, y)",
                "In `_operator` a matrix may stand before a vector or a stack. mm is for two matrices: both must have ndim 2.",
            ),
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
        ],
    ),
    hints=[
        "Write down the shapes: x is [n, k], mat2 is [k, m], so g is [n, m]. The gradients are to be [n, k] and [k, m]. The "
        "other two are questions first, and a line of work.",
        "Which product of g and the other matrix, one of them transposed, has the right shape? `isinstance(y, Tensor)` asks "
        "whether y is a tensor.",
        "`g @ mat2.mT` and `x.mT @ g`; `.mT` exchanges the last two dimensions. mm_forward: `x.ndim == 2 and mat2.ndim == 2 and "
        "x.shape[1] == mat2.shape[0]`. _operator: `return NotImplemented`, not raise; then mm or matmul.",
    ],
)
