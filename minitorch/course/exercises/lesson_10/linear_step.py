"""A layer in one step."""

import numpy as np

import minitorch as mt

from ...define import Case, Exercise, Law, Mistake, T, Wrong
from ..fact_words import stops

exercise = Exercise(
    "linear_step",
    title="A layer in one step",
    difficulty=1,
    minutes=3,
    target="minitorch.nn.functional.linear:linear_step",
    setup="from minitorch.ops.matmul.addmm import addmm",
    stub='''
        def linear_step(input, weight, bias=None):
            """input [..., n] times weight [m, n] transposed, plus bias [m] -> [..., m].

            A matrix of inputs [k, n] with a bias takes one step in the graph: addmm(bias, input, weight transposed).
            """
            ...
    ''',
    solution='''
        def linear_step(input, weight, bias=None):
            """input [..., n] times weight [m, n] transposed, plus bias [m] -> [..., m].

            A matrix of inputs [k, n] with a bias takes one step in the graph: addmm(bias, input, weight transposed).
            """
            if bias is not None and input.ndim == 2:
                return addmm(bias, input, weight.t())
            made = input @ weight.t()
            return made if bias is None else made + bias
    ''',
    why="A row of the weight belongs to one result, which is why it is kept transposed. addmm adds the bias while it multiplies: one "
    "step in the graph instead of two, and one array less.",
    facts=[
        Case(
            "linear_step(mt.tensor([[1.0, 2.0]]), mt.tensor([[3.0, 4.0], [5.0, 6.0], [7.0, 8.0]]), mt.tensor([0.0, 10.0, 20.0]))",
            T([[11.0, 27.0, 43.0]]),
        ),
        Case("linear_step(mt.tensor([[1.0, 2.0]]), mt.tensor([[3.0, 4.0], [5.0, 6.0]]))", T([[11.0, 17.0]])),
        Case(
            "linear_step(mt.tensor([1.0, 2.0]), mt.tensor([[3.0, 4.0], [5.0, 6.0]]), mt.tensor([1.0, 2.0]))",
            T([12.0, 19.0]),
        ),
        Case("linear_step(mt.ones(2, 4, 3), mt.ones(5, 3), mt.ones(5)).shape == (2, 4, 5)", True),
        Case(
            """
            w = mt.ones(4, 3, requires_grad=True)
            one, two = linear_step(mt.ones(2, 3), w, mt.ones(4)), linear_step(mt.ones(2, 3), w)
            (one.grad_fn.name(), two.grad_fn.name())
            """,
            ("AddmmBackward0", "MmBackward0"),
        ),
        Case(
            """
            x = mt.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
            w = mt.tensor([[1.0, -1.0], [2.0, 0.5]], requires_grad=True)
            b = mt.zeros(2, requires_grad=True)
            linear_step(x, w, b).sum().backward()
            [x.grad.tolist(), w.grad.tolist(), b.grad.tolist()]
            """,
            [[[3.0, -0.5], [3.0, -0.5]], [[4.0, 6.0], [4.0, 6.0]], [2.0, 2.0]],
        ),
        Law("each result is a sum over one row of the weight", lambda f, rng: row_by_row(f, rng), rtol=1e-4, atol=1e-4),
    ],
    wrong=[
        Wrong(
            """
            def linear_step(input, weight, bias=None):
                made = input @ weight.t()
                return made if bias is None else made + bias
            """,
            "The numbers are right, in two steps, a product and a sum. A table of inputs with a bias takes one: "
            "`addmm(bias, input, weight.t())`.",
        ),
        Wrong(
            """
            def linear_step(input, weight, bias=None):
                if bias is not None and input.ndim == 2:
                    return addmm(bias, input, weight)
                made = input @ weight
                return made if bias is None else made + bias
            """,
            "The weight is [m, n], one row for each result: it has to be transposed, `weight.t()`.",
        ),
        Wrong(
            """
            def linear_step(input, weight, bias=None):
                return addmm(bias, input, weight.t())
            """,
            "There may be no bias, and the input may have one dimension, or three. addmm is for a table with a bias.",
        ),
        Wrong(
            """
            def linear_step(input, weight, bias=None):
                if bias is not None:
                    return addmm(bias, input, weight.t())
                return input @ weight.t()
            """,
            "addmm takes a table, [k, n]. An input with one dimension, or three, goes by `@` and `+`.",
        ),
        Wrong(
            """
            def linear_step(input, weight, bias=None):
                if bias is not None and input.ndim == 2:
                    return addmm(bias, input, weight.t())
                return input @ weight.t()
            """,
            "An input that is no table loses its bias: `made + bias`.",
        ),
        Wrong(
            """
            def linear_step(input, weight, bias=None):
                if input.ndim == 2:
                    return addmm(mt.zeros(weight.shape[0]) if bias is None else bias, input, weight.t())
                made = input @ weight.t()
                return made if bias is None else made + bias
            """,
            "Without a bias it is a plain product, `input @ weight.t()`: adding zeros is a step for nothing.",
        ),
    ],
    mistakes=[
        stops(
            "must be a matrix",
            "addmm takes a table, [k, n], and this input has one dimension: it goes by `@` and `+`.",
        ),
        Mistake(
            lambda expected, got, error: got.values.ndim > expected.values.ndim,
            "An input without a dimension in front, [n], gives a result without one, [m]. What was put in front is still there.",
        ),
        Mistake(
            lambda expected, got, error: (got.values - expected.values).ravel().tolist() == [0.0, 10.0, 20.0],
            "The bias, 0, 10 and 20, is added twice: addmm adds it already.",
        ),
        stops(
            "oolean value of",
            "Ask `bias is None`: the truth of a tensor of several numbers is no question that has an answer.",
        ),
        stops(
            "bool value of",
            "Ask `bias is None`: the truth of a tensor of several numbers is no question that has an answer.",
        ),
        Mistake(
            lambda expected, got, error: error is None and expected.values.shape == (1, 2),
            "Without a bias it is a product of tables: `input @ weight.t()`.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, RuntimeError),
            "The sizes do not fit. It is `addmm(bias, input, weight.t())`, in this order, and else `input @ weight.t()`.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, AttributeError) and "'NoneType'" in str(error),
            "bias may be None: then there is nothing to add.",
        ),
    ],
    hints=[
        "`weight.t()` is [n, m], so `input @ weight.t()` is [..., m].",
        "Two ways: a matrix with a bias goes through addmm, all else through `@`, and `+` if there is a bias.",
        "`if bias is not None and input.ndim == 2: return addmm(bias, input, weight.t())`.",
    ],
)


def row_by_row(f, rng):
    x, w, b = rng.normal(size=(3, 4)), rng.normal(size=(2, 4)), rng.normal(size=2)
    expected = [
        [sum(p * q for p, q in zip(row, one, strict=True)) + c for one, c in zip(w, b, strict=True)] for row in x
    ]
    got = f(mt.tensor(x.tolist()), mt.tensor(w.tolist()), mt.tensor(b.tolist()))
    return {"input": np.array(x), "weight": np.array(w), "bias": np.array(b)}, expected, got.tolist()
