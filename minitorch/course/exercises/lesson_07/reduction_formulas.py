"""Formulas of sum, mean and max."""

from ...define import Case, Exercise, Mistake, T
from .rewriting import where, wrong_formulas

SOLUTION = '''
def sum_x(g, x_shape, dim, keepdim):
    """The gradient of x for out = x.sum(dim, keepdim)."""
    return restore(g, x_shape, dim, keepdim).expand(x_shape)


def mean_x(g, x_shape, dim, keepdim):
    """The gradient of x for out = x.mean(dim, keepdim)."""
    return restore(g, x_shape, dim, keepdim).expand(x_shape) / length_of(x_shape, dim)


def max_x(g, x_shape, dim, keepdim, out):
    """The gradient of x for (values, indices) = out = x.max(dim, keepdim)."""
    if not x_shape:
        return g[0]
    values, indices = restore(g[0], x_shape, dim, keepdim), restore(out[1], x_shape, dim, keepdim)
    return mt.where(standing(indices, x_shape[dim], dim), values, 0.0)
'''

exercise = Exercise(
    "reduction_formulas",
    title="Formulas of sum, mean and max",
    difficulty=3,
    minutes=9,
    target="minitorch.ops.reduction.max:_max.grad[x]",
    covers={
        "sum_x": "minitorch.ops.reduction.sum:_sum.grad[x]",
        "mean_x": "minitorch.ops.reduction.mean:_mean.grad[x]",
    },
    installed=True,
    setup="from minitorch.ops.reduction.max import standing\nfrom minitorch.ops.reduction.mean import "
    "length_of\nfrom minitorch.ops.reduction.sum import restore\n",
    stub='''
def sum_x(g, x_shape, dim, keepdim):
    """The gradient of x for out = x.sum(dim, keepdim)."""
    ...


def mean_x(g, x_shape, dim, keepdim):
    """The gradient of x for out = x.mean(dim, keepdim)."""
    ...


def max_x(g, x_shape, dim, keepdim, out):
    """The gradient of x for (values, indices) = out = x.max(dim, keepdim)."""
    ...
    ''',
    solution=SOLUTION,
    why="Every number in a sum counts once, so each gets the whole gradient of its sum; in a mean of n, an nth "
    "part of it; and of several, the maximum takes one, which gets everything. The dimension that was "
    "reduced comes back with length 1 and is stretched: the derivative of summing is stretching.",
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
            x = mt.tensor([[1.0, 5.0, 2.0], [7.0, 3.0, 4.0]], requires_grad=True)
            x.max(1).values.backward(mt.tensor([10.0, 20.0]))
            x.grad
            """,
            T([[0.0, 10.0, 0.0], [20.0, 0.0, 0.0]]),
        ),
        Case(
            """
            x = mt.tensor([[1.0, 5.0, 2.0], [7.0, 3.0, 4.0]], requires_grad=True)
            x.max(0).values.backward(mt.tensor([10.0, 20.0, 30.0]))
            x.grad
            """,
            T([[0.0, 20.0, 0.0], [10.0, 0.0, 30.0]]),
        ),
        Case(
            """
            x = mt.tensor([[1.0, 5.0, 2.0], [7.0, 3.0, 4.0]], requires_grad=True)
            x.max(1, keepdim=True).values.backward(mt.tensor([[10.0], [20.0]]))
            x.grad
            """,
            T([[0.0, 10.0, 0.0], [20.0, 0.0, 0.0]]),
        ),
        Case(
            """
            x = mt.tensor([2.0, 7.0, 7.0], requires_grad=True)
            x.max(0).values.backward()
            x.grad
            """,
            T([0.0, 1.0, 0.0]),
        ),
        Case(
            """
            x = mt.tensor(3.0, requires_grad=True)
            (x.sum() + x.mean() + x.max(0).values).backward()
            x.grad
            """,
            T(3.0),
        ),
        Case(
            """
            x = mt.tensor([[1.0, 5.0], [7.0, 3.0]], dtype=mt.float64, requires_grad=True)
            mt.autograd.gradgradcheck(lambda x: x.sum(0) * x.mean(1) * x.max(1).values, x)
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
            "Look at `max_x`: the gradient of the values, g[0], goes to the places that the indices, out[1], "
            "name, and 0 to all others. Both need their dimension back.",
            T([[0.0, 10.0, 0.0], [20.0, 0.0, 0.0]]),
            T([[0.0, 20.0, 0.0], [10.0, 0.0, 30.0]]),
            T([[0.0, 10.0, 0.0], [20.0, 0.0, 0.0]]),
            T([0.0, 1.0, 0.0]),
        ),
        where(
            "A tensor without dimensions is its own sum, mean and maximum: each formula hands the gradient on "
            "as it is; in `max_x` that is g[0].",
            T(3.0),
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
            (
                "max_x",
                "return restore(g[0], x_shape, dim, keepdim).expand(x_shape)",
                "In `max_x` every element gets the gradient. Only the one that was taken may have it: "
                "`standing(indices, n, dim)` says where it stands.",
            ),
            (
                "max_x",
                "if not x_shape:\n    return g[0]\nreturn mt.where(standing(restore(out[1], x_shape, dim, "
                "keepdim), x_shape[dim], dim), 1.0, 0.0)",
                "In `max_x` the gradient that arrives is missing: 1 and 0 say only where it goes.",
            ),
        ],
    ),
    hints=[
        "If one element of x grows by 1, by how much does its sum grow, its mean, its maximum? `restore(g, "
        "x_shape, dim, "
        "keepdim)` brings the reduced dimensions back with length 1, so that g can be stretched.",
        "`length_of(x_shape, dim)` counts what went into each mean. For max, `g[0]` is the gradient of the "
        "values, `out[1]` the "
        "indices; `standing(indices, n, dim)` is True at the places they name along a dimension that is n long.",
        "`restore(...).expand(x_shape)`; the same divided by `length_of(x_shape, dim)`; and "
        "`mt.where(standing(restore(out[1], "
        "...), x_shape[dim], dim), restore(g[0], ...), 0.0)`, but `g[0]` where x_shape is ().",
    ],
)
