"""Measure all slopes of a function."""

import minitorch as mt

from ...define import A, Case, Exercise, Law, Mistake, Wrong

STUB = '''
    def numerical_jacobian(function, inputs, place, eps=1e-6):
        """The slope of every result at every element of input number `place`, by central differences.

        Returns a list with one array per result, of shape [elements of the input, elements of the result].
        """
        # inputs[place]._array holds the numbers: changed there, nothing is recorded; leave them as they were
        ...
'''
BODY = """
    columns = []
    for i in np.ndindex(x.shape):
        before = x[i]
        {above_at}
        above = [out._array.copy() for out in results_of(function, inputs)]
        {below_at}
        below = [out._array.copy() for out in results_of(function, inputs)]
        {back}
        columns.append([{slope} for a, b in zip(above, below)])
    return {found}
"""
USUAL = {
    "above_at": "x[i] = before + eps",
    "below_at": "x[i] = before - eps",
    "back": "x[i] = before",
    "slope": "(a - b).reshape(-1) / (2 * eps)",
    "found": "[np.array(rows) for rows in zip(*columns)]",
}


def answer(**other):
    """The solution, with some of its lines written otherwise."""
    head = "def numerical_jacobian(function, inputs, place, eps=1e-6):\n    x = inputs[place]._array"
    return head + BODY.format(**{**USUAL, **other})


exercise = Exercise(
    "numerical_jacobian",
    title="Measure all slopes of a function",
    difficulty=3,
    minutes=9,
    target="minitorch.autograd.check:numerical_jacobian",
    setup="from minitorch.autograd.check import results_of",
    stub=STUB,
    solution=answer(),
    why="One element at a time is moved up and down, and then put back. Because both sides are tried, what "
    "bends the curve "
    "cancels, and the error is of order eps squared. The copies are needed where a function hands back its "
    "input: that "
    "would change with x.",
    facts=[
        # x**2 and central differences: exact for every eps
        Case(
            "numerical_jacobian(lambda x: (x * x).sum(), (mt.tensor([1.0, 3.0], dtype=mt.float64),), 0, eps=0.5)",
            [A([[2.0], [6.0]])],
        ),
        Case(
            "numerical_jacobian(lambda x: x * x, (mt.tensor([1.0, 3.0], dtype=mt.float64),), 0)",
            [A([[2.0, 0.0], [0.0, 6.0]])],
        ),
        Case(
            "numerical_jacobian(lambda x: x[0] * x[1] * x, (mt.tensor([2.0, 3.0], dtype=mt.float64),), 0)",
            [A([[12.0, 9.0], [4.0, 12.0]])],
        ),
        Case(
            """
            x, y = mt.tensor([1.0, 2.0], dtype=mt.float64), mt.tensor([[3.0, 4.0]], dtype=mt.float64)
            numerical_jacobian(lambda x, y: x * y, (x, y), 1)
            """,
            [A([[1.0, 0.0], [0.0, 2.0]])],
        ),
        Case(
            """
            x = mt.tensor([[1.0, 3.0]], dtype=mt.float64)
            numerical_jacobian(lambda x: (x.sum(), x * 2), (x,), 0)
            """,
            [A([[1.0], [1.0]]), A([[2.0, 0.0], [0.0, 2.0]])],
        ),
        # of x**3 it is 3 x**2 + eps**2
        Case(
            "numerical_jacobian(lambda x: (x ** 3).sum(), (mt.tensor([1.0, 2.0], dtype=mt.float64),), 0, eps=0.1)",
            [A([[3.01], [12.01]])],
        ),
        Case("numerical_jacobian(lambda x: x.exp(), (mt.tensor(0.0, dtype=mt.float64),), 0)", [A([[1.0]])]),
        Case(
            """
            x = mt.tensor([1.0, 2.0], dtype=mt.float64)
            slopes = numerical_jacobian(lambda x: (x * x).sum(), (x,), 0, eps=0.25)
            x.tolist()
            """,
            [1.0, 2.0],
        ),
        Case(
            """
            x = mt.tensor([0.1, 0.7, 1 / 3], dtype=mt.float64)
            before = x.tolist()
            slopes = numerical_jacobian(lambda x: (x * x).sum(), (x,), 0)
            x.tolist() == before
            """,
            True,
        ),
        Case(
            "numerical_jacobian(lambda x: x, (mt.tensor([1.0, 2.0], dtype=mt.float64),), 0)",
            [A([[1.0, 0.0], [0.0, 1.0]])],
        ),
        Case(
            "numerical_jacobian(lambda x: x * x, (mt.tensor([1.0, 3.0], dtype=mt.float64, requires_grad=True),), 0)",
            [A([[2.0, 0.0], [0.0, 6.0]])],
        ),
        Law("of x A it is A", lambda f, rng: linear(f, rng)),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: (
                isinstance(got, list) and [a.values.shape[::-1] for a in got] == shapes(expected)
            ),
            "The table is turned round: a row belongs to one element of the input, a column to one of the result.",
        ),
        Mistake(
            lambda expected, got, error: error is None and not isinstance(got, list) and isinstance(expected, list),
            "A function may have several results, so the answer is a list: one table for each, also where "
            "there is only one.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(got, list) and got and not any(one.values.any() for one in got),
            "All slopes are 0: what you kept of the result above is the same memory as the result below. A "
            "function may hand "
            "back its very input, so keep a copy: `out._array.copy()`.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, RuntimeError) and "leaf" in str(error),
            "Changing the tensor is an operation in place, and on a leaf that requires a gradient it is "
            "refused. Change its numbers, "
            "`inputs[place]._array`.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(expected, list)
                and shapes(expected) == [(2, 2)]
                and len(got) == 1
                and got[0].values.shape == (1, 2)
            ),
            "Each element that is moved makes a row of the table, and all of them are to be there.",
        ),
        Mistake(
            lambda expected, got, error: isinstance(got, list) and len(got) != len(expected),
            "The answer is a list with one table for each result of the function: as many as "
            "`results_of(function, inputs)` gives.",
        ),
        Mistake(
            lambda expected, got, error: (
                isinstance(got, list) and [one.values.shape for one in got] == [one.values.shape for one in expected]
            ),
            "The tables have the right shape and other numbers. Is it the input number `place` that you move, "
            "one element at a time, "
            "by eps up and eps down, and divided by both steps together?",
        ),
        Mistake(
            lambda expected, got, error: isinstance(got, list),
            "The shape is wrong: a table has a row for each element of the input that is moved, and a column "
            "for each element of the "
            "result.",
        ),
    ],
    wrong=[
        Wrong(
            answer(below_at="pass", slope="(a - b).reshape(-1) / eps", back="x[i] = before").replace(
                "        pass\n", "        x[i] = before\n"
            ),
            "You step to one side only, so the bend of the curve stays in the answer: an error of order eps. "
            "Step to both "
            "sides and divide by 2 * eps.",
        ),
        Wrong(
            answer(slope="(a - b).reshape(-1) / eps"),
            "From x - eps to x + eps is a way of 2 * eps. You divide by half of it.",
        ),
        Wrong(
            answer(slope="(b - a).reshape(-1) / (2 * eps)"),
            "The sign is turned round: the slope is what lies above, less what lies below.",
        ),
        Wrong(
            answer(back="pass"),
            "You leave each element at x - eps. Put the old number back before you go on to the next.",
        ),
        Wrong(
            answer(above_at="x[i] += eps", below_at="x[i] -= 2 * eps", back="x[i] += eps"),
            "Up, down and up again does not lead back exactly: each step is rounded, and x is left a last "
            "digit off. Remember "
            "the number and put that one back.",
        ),
        Wrong(
            answer(found="[np.array(rows).T for rows in zip(*columns)]"),
            "The table is turned round: a row belongs to one element of the input, a column to one element of "
            "the result.",
        ),
        Wrong(
            answer().replace("out._array.copy()", "out._array"),
            "A function may hand back its input. Then `out._array` is x itself and changes with it, so the "
            "difference is 0: "
            "keep a copy of each result.",
        ),
        Wrong(
            answer().replace("results_of(function, inputs)", "[function(*inputs)]"),
            "A function may have several results, as a tuple. `results_of(function, inputs)` gives them as a "
            "list in any case.",
        ),
        Wrong(
            answer(slope="(a - b) / (2 * eps)"),
            "A row of the table is flat, with one number for each element of the result: `.reshape(-1)`.",
        ),
        Wrong(
            """
            def numerical_jacobian(function, inputs, place, eps=1e-6):
                x = inputs[place]._array
                before = x.copy()
                x[...] = before + eps
                above = [out._array.copy() for out in results_of(function, inputs)]
                x[...] = before - eps
                below = [out._array.copy() for out in results_of(function, inputs)]
                x[...] = before
                return [np.stack([(a - b).reshape(-1) / (2 * eps)] * x.size) for a, b in zip(above, below)]
            """,
            "You move all elements at once, which measures the sum of their slopes. Move one at a time.",
        ),
    ],
    forbids={
        "backward": "The point is to measure without the formulas, so that they can be compared: only call the function.",
        "autograd.grad": "The point is to measure without the formulas, so that they can be compared: only call the "
        "function.",
        "analytical_jacobian": "That table comes from the formulas. Here it is to be measured: only call the function.",
    },
    hints=[
        "`for i in np.ndindex(x.shape)` gives every index in turn. For each: remember the number, try it a "
        "little larger, a "
        "little smaller, and put it back. `results_of(function, inputs)` lists the results.",
        "Each index makes one row for each result: `(a - b).reshape(-1) / (2 * eps)`, where a and b are the "
        "result's arrays "
        "above and below, copied.",
        "Collect `columns.append([... for a, b in zip(above, below)])`; at the end `[np.array(rows) for rows in "
        "zip(*columns)]` puts the rows of each result under each other.",
    ],
)


def shapes(arrays):
    return (
        [one.values.shape for one in arrays] if any(n != m for one in arrays for n, m in [one.values.shape]) else None
    )


def linear(f, rng):
    matrix, point = rng.integers(-3, 4, size=(3, 2)).astype("float64"), rng.integers(-3, 4, size=3).astype("float64")
    a = mt.tensor(matrix.tolist(), dtype=mt.float64)
    got = f(lambda x: (x.reshape(3, 1) * a).sum(0), (mt.tensor(point.tolist(), dtype=mt.float64),), 0)
    return {"A": matrix.tolist(), "x": point.tolist()}, [A(matrix)], got
