"""In the form in which it must arrive."""

from ...define import Case, Exercise, Mistake, T, Wrong
from ..edited import edited
from .words import asks

SOLUTION = '''
def fit(g, shape, dtype):
    """The gradient g in the shape and dtype of what it is the gradient of: broadcasting and promotion undone."""
    if g.shape != shape:
        g = sum_to(g, shape)
    if g.is_complex() and not dtype.is_complex:
        g = g.real
    return g.to(dtype)
'''

exercise = Exercise(
    "fit",
    title="In the form in which it must arrive",
    difficulty=2,
    minutes=4,
    target="minitorch.autograd.engine:fit",
    installed=True,
    setup="from minitorch.ops.reduction.sum import sum_to",
    stub='''
        def fit(g, shape, dtype):
            """The gradient g in the shape and dtype of what it is the gradient of: broadcasting and promotion undone.

            At hand: sum_to(x, shape) of lesson 03. What is real has a real gradient: of a complex g it is the real part, g.real.
            """
            ...
    ''',
    solution=SOLUTION,
    why="An operand that was stretched was used many times, and its gradient is the sum over the uses. An operand that was promoted "
    "gets its gradient in its own dtype. This is done in one place, so no formula needs to think of it.",
    facts=[
        Case("fit(mt.ones(2, 3), (3,), mt.float32)", T([2.0, 2.0, 2.0])),
        Case("fit(mt.ones(2, 3), (2, 1), mt.float32)", T([[3.0], [3.0]])),
        Case("fit(mt.tensor([[1.0, 2.0], [3.0, 4.0]]), (), mt.float32)", T(10.0)),
        Case("fit(mt.tensor([1.0, 2.0]), (2,), mt.float32)", T([1.0, 2.0])),
        Case("fit(mt.tensor([1.0, 2.0], dtype=mt.float64), (2,), mt.float32)", T([1.0, 2.0])),
        Case("fit(mt.ones(2, 2, dtype=mt.float64), (2,), mt.float32)", T([2.0, 2.0])),
        Case("str(fit(mt.tensor([1.0, 2.0]), (2,), mt.float64).dtype)", "minitorch.float64"),
        Case("fit(mt.tensor([1 + 2j, 3 - 4j]), (2,), mt.float32)", T([1.0, 3.0])),
        Case("fit(mt.tensor([1 + 2j, 3 - 4j]), (2,), mt.complex64).tolist()", [1 + 2j, 3 - 4j]),
        Case("fit(mt.tensor([[1 + 2j], [3 - 4j]]), (1,), mt.complex64).tolist()", [4 - 2j]),
        Case("fit(mt.tensor([1.0, 2.0]), (2,), mt.complex64).tolist()", [1 + 0j, 2 + 0j]),
        Case(
            "x = mt.tensor([[1.0, 2.0]], requires_grad=True)\nfit(x * 2, (2,), mt.float64).requires_grad",
            True,
        ),
        Case(
            "x, c = mt.ones(2, 3, requires_grad=True), mt.ones(3, requires_grad=True)\n(x * c * c).sum().backward()\nc.grad",
            T([4.0, 4.0, 4.0]),
        ),
    ],
    wrong=[
        Wrong(
            """
            def fit(g, shape, dtype):
                return g.to(dtype)
            """,
            "The shape is as it came. What was stretched in the forward pass is summed on the way back: sum_to(g, shape).",
        ),
        Wrong(
            """
            def fit(g, shape, dtype):
                return sum_to(g, shape)
            """,
            "The dtype is as it came. A float32 leaf that met a float64 gets its gradient in float32: .to(dtype).",
        ),
        Wrong(
            edited(SOLUTION, ("= sum_to(g, shape)", "= g.reshape(shape)")),
            "reshape keeps the number of elements, and a stretch does not. The uses of one number have to be added: sum_to.",
        ),
        Wrong(
            edited(SOLUTION, ("sum_to(g, shape", "g.sum(")),
            "You add up everything. Only the stretched dimensions are summed: sum_to(g, shape) knows which.",
        ),
        Wrong(
            """
            def fit(g, shape, dtype):
                if g.is_complex():
                    g = g.real
                return sum_to(g, shape).to(dtype)
            """,
            "The imaginary part is needed where the operand is complex, too. Take .real only where dtype is not complex.",
        ),
        Wrong(
            """
            def fit(g, shape, dtype):
                return sum_to(g.abs() if g.is_complex() and not dtype.is_complex else g, shape).to(dtype)
            """,
            "The gradient of a real operand is the real part of g, not its absolute value.",
        ),
        Wrong(
            """
            def fit(g, shape, dtype):
                if g.shape != shape:
                    return sum_to(g, shape)
                if g.is_complex() and not dtype.is_complex:
                    return g.real
                return g.to(dtype)
            """,
            "You stop after the first change. A gradient may need both: another shape, and then another dtype.",
        ),
        Wrong(
            """
            def fit(g, shape, dtype):
                return mt.tensor(sum_to(g, shape).tolist(), dtype=dtype)
            """,
            "A new tensor made of the numbers has forgotten where it came from, and is slow. Stay with "
            "operations: sum_to, .to().",
        ),
        Wrong(
            """
            def fit(g, shape, dtype):
                return sum_to(g.detach(), shape).to(dtype)
            """,
            "The gradient's own history is cut off. Gradients of gradients need it: no detach here.",
        ),
        Wrong(
            edited(
                SOLUTION,
                ("sum_to(g, shape", "g.sum([d for d in range(g.ndim) if d >= len(shape) or shape[d] != g.shape[d]]"),
            ),
            "The two shapes are laid side by side from the left. Broadcasting begins at the right, and keeps dimensions of length "
            "1: sum_to(g, shape).",
        ),
    ],
    mistakes=[
        asks(
            "A gradient that is larger is summed to the shape, sum_to(g, shape): the uses of one number add up, along "
            "whatever "
            "dimension it was stretched.",
            T([2.0, 2.0, 2.0]),
            T([[3.0], [3.0]]),
            T(10.0),
            T([2.0, 2.0]),
        ),
        asks(
            "What comes out has the dtype asked for, also a complex one: .to(dtype).",
            "minitorch.float64",
            [1 + 0j, 2 + 0j],
        ),
        asks(
            "Of a complex g a real operand gets the real part, g.real; a complex one gets all of it.",
            T([1.0, 3.0]),
            [1 + 2j, 3 - 4j],
            [4 - 2j],
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, RuntimeError) and "shape" in str(error),
            "This cannot be done to such a gradient: it is larger than what it belongs to. Going back from a "
            "stretch is adding up the uses: sum_to(g, shape).",
        ),
    ],
    hints=[
        "Three things may have to be undone: the shape, complex numbers, the dtype. One line or two for each.",
        "`sum_to(g, shape)` for the shape. Complex: only if g is complex and dtype is not. `g.to(dtype)` comes last.",
        "`if g.is_complex() and not dtype.is_complex: g = g.real`, between the other two.",
    ],
)
