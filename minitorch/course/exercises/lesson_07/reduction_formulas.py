"""Formulas of sum and mean."""

from ...define import Case, Exercise, Mistake, T
from ..fact_words import stops
from .rewriting import NO_TENSOR, where, wrong_formulas

SOLUTION = '''
def sum_x(g, x_shape, dim, keepdim):
    """The gradient of x for out = x.sum(dim, keepdim)."""
    return restore(g, x_shape, dim, keepdim).expand(x_shape)


def mean_x(g, x_shape, dim, keepdim):
    """The gradient of x for out = x.mean(dim, keepdim)."""
    return restore(g, x_shape, dim, keepdim).expand(x_shape) / length_of(x_shape, dim)
'''

exercise = Exercise(
    "reduction_formulas",
    title="Formulas of sum and mean",
    difficulty=2,
    minutes=5,
    target="minitorch.ops.reduction.mean:_mean.grad[x]",
    covers={
        "sum_x": "minitorch.ops.reduction.sum:_sum.grad[x]",
    },
    installed=True,
    setup="from minitorch.ops.reduction.mean import length_of\nfrom minitorch.ops.reduction.sum import restore\n",
    stub='''
def sum_x(g, x_shape, dim, keepdim):
    """The gradient of x for out = x.sum(dim, keepdim)."""
    ...


def mean_x(g, x_shape, dim, keepdim):
    """The gradient of x for out = x.mean(dim, keepdim)."""
    ...
    ''',
    solution=SOLUTION,
    why="Every number in a sum counts once, so each gets the whole gradient of its sum; in a mean of n, an nth part of it. The "
    "dimension that was reduced comes back with length 1 and is stretched: the derivative of summing is stretching.",
    facts=[
        Case(
            """
            x = mt.tensor([[1.0, 5.0, 2.0], [7.0, 3.0, 4.0]], requires_grad=True)
            x.sum().backward(mt.tensor(2.0))
            x.grad
            """,
            T([[2.0, 2.0, 2.0], [2.0, 2.0, 2.0]]),
        ),
        Case(
            """
            x = mt.tensor([[1.0, 5.0, 2.0], [7.0, 3.0, 4.0]], requires_grad=True)
            x.sum(0).backward(mt.tensor([10.0, 20.0, 30.0]))
            x.grad
            """,
            T([[10.0, 20.0, 30.0], [10.0, 20.0, 30.0]]),
        ),
        Case(
            """
            x = mt.tensor([[1.0, 5.0, 2.0], [7.0, 3.0, 4.0]], requires_grad=True)
            x.sum(1).backward(mt.tensor([10.0, 20.0]))
            x.grad
            """,
            T([[10.0, 10.0, 10.0], [20.0, 20.0, 20.0]]),
        ),
        Case(
            """
            x = mt.tensor([[1.0, 5.0, 2.0], [7.0, 3.0, 4.0]], requires_grad=True)
            x.sum(-1, keepdim=True).backward(mt.tensor([[10.0], [20.0]]))
            x.grad
            """,
            T([[10.0, 10.0, 10.0], [20.0, 20.0, 20.0]]),
        ),
        Case(
            """
            x = mt.zeros(2, 2, 2, requires_grad=True)
            x.sum((0, 2)).backward(mt.tensor([1.0, 2.0]))
            x.grad
            """,
            T([[[1.0, 1.0], [2.0, 2.0]], [[1.0, 1.0], [2.0, 2.0]]]),
        ),
        Case(
            """
            x = mt.tensor([[1.0, 5.0, 2.0], [7.0, 3.0, 4.0]], requires_grad=True)
            x.mean().backward(mt.tensor(18.0))
            x.grad
            """,
            T([[3.0, 3.0, 3.0], [3.0, 3.0, 3.0]]),
        ),
        Case(
            """
            x = mt.tensor([[1.0, 5.0, 2.0], [7.0, 3.0, 4.0]], requires_grad=True)
            x.mean(0).backward(mt.tensor([10.0, 20.0, 30.0]))
            x.grad
            """,
            T([[5.0, 10.0, 15.0], [5.0, 10.0, 15.0]]),
        ),
        Case(
            """
            x = mt.tensor([[1.0, 5.0, 2.0], [7.0, 3.0, 4.0]], requires_grad=True)
            x.mean(1, keepdim=True).backward(mt.tensor([[3.0], [6.0]]))
            x.grad
            """,
            T([[1.0, 1.0, 1.0], [2.0, 2.0, 2.0]]),
        ),
        Case(
            """
            x = mt.tensor(3.0, requires_grad=True)
            (x.sum() + x.mean()).backward()
            x.grad
            """,
            T(2.0),
        ),
        Case(
            """
            x = mt.tensor([[1.0, 5.0], [7.0, 3.0]], dtype=mt.float64, requires_grad=True)
            mt.autograd.gradgradcheck(lambda x: x.sum(0) * x.mean(1) * x.mean(0), x)
            """,
            True,
        ),
    ],
    mistakes=[
        NO_TENSOR,
        stops(
            "more than one element of the written-to tensor",
            "An expanded tensor shows one number at many places, so it cannot be changed in place: write `out / n`, which makes a new "
            "one.",
        ),
        Mistake(
            lambda expected, got, error: got is None and error is None,
            "No gradient came out of this: the formula of the operation shown gives None. Is a `return` "
            "missing, or still a "
            "`...` standing there?",
        ),
        where(
            "Look at `sum_x`: every element gets the whole gradient of the sum that it is in, wherever `dim` "
            "was, with or without keepdim: bring the dimension back with `restore`, then stretch.",
            T([[2.0, 2.0, 2.0], [2.0, 2.0, 2.0]]),
            T([[10.0, 20.0, 30.0], [10.0, 20.0, 30.0]]),
            T([[10.0, 10.0, 10.0], [20.0, 20.0, 20.0]]),
            T([[10.0, 10.0, 10.0], [20.0, 20.0, 20.0]]),
            T([[[1.0, 1.0], [2.0, 2.0]], [[1.0, 1.0], [2.0, 2.0]]]),
        ),
        where(
            "Look at `mean_x`: as in the sum, but each element counts only one part in `length_of(x_shape, dim)`.",
            T([[3.0, 3.0, 3.0], [3.0, 3.0, 3.0]]),
            T([[5.0, 10.0, 15.0], [5.0, 10.0, 15.0]]),
            T([[1.0, 1.0, 1.0], [2.0, 2.0, 2.0]]),
        ),
        where(
            "A tensor without dimensions is its own sum and mean: both formulas hand the gradient on as it is.",
            T(2.0),
        ),
    ],
    wrong=wrong_formulas(
        SOLUTION,
        [
            (
                "sum_x",
                "return g.expand(x_shape)",
                "In `sum_x` the summed dimension is gone from g, so its shape is lined up with the wrong "
                "dimensions. Bring it back with length 1 first: `restore`.",
            ),
            (
                "sum_x",
                "return restore(g, x_shape, dim, keepdim)",
                "In `sum_x` the dimension is back, with length 1. Now stretch it to the shape of x: every "
                "element gets the whole gradient of its sum.",
            ),
            (
                "sum_x",
                "return mt.ones(x_shape)",
                "In `sum_x`: 1 is the derivative of the sum by each element. It must be multiplied with the "
                "gradient that arrives.",
            ),
            (
                "sum_x",
                "return (g if dim is None else g.unsqueeze(dim)).expand(x_shape)",
                "In `sum_x` you bring one dimension back. `dim` may name several, and with keepdim none is "
                "gone: `restore` knows all cases.",
            ),
            (
                "mean_x",
                "return sum_x(g, x_shape, dim, keepdim)",
                "In `mean_x` stands the formula of the sum. In a mean of n numbers each counts an nth part.",
            ),
            (
                "mean_x",
                "return sum_x(g, x_shape, dim, keepdim) / math.prod(x_shape)",
                "In `mean_x` you divide by the number of all elements. Each mean is made of those along `dim` "
                "only: `length_of(x_shape, dim)`.",
            ),
            (
                "mean_x",
                "return sum_x(g, x_shape, dim, keepdim) * length_of(x_shape, dim)",
                "In `mean_x` you multiply by how many there are. Each has only a part of the mean: divide.",
            ),
        ],
    ),
    hints=[
        "If one element of x grows by 1, by how much does its sum grow, and its mean? `restore(g, x_shape, dim, keepdim)` brings the "
        "reduced dimensions back with length 1, so that g can be stretched.",
        "`.expand(x_shape)` stretches. `length_of(x_shape, dim)` counts what went into each mean.",
        "`restore(g, x_shape, dim, keepdim).expand(x_shape)`, and the same divided by `length_of(x_shape, dim)`.",
    ],
)
