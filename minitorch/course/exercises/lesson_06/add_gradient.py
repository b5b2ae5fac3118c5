"""Accumulate."""

from ...define import Case, Exercise, T, Wrong

exercise = Exercise(
    "add_gradient",
    title="Accumulate",
    difficulty=2,
    minutes=6,
    stub='''
        def add_gradient(x, g):
            """Add the gradient g to x.grad, which is None before the first time."""
            ...
    ''',
    solution='''
        def add_gradient(x, g):
            """Add the gradient g to x.grad, which is None before the first time."""
            x.grad = g.clone() if x.grad is None else x.grad + g
    ''',
    why="Gradients add up because influences do: a number that acts on the result in two ways acts by the sum. And .grad gets a "
    "copy, for g may be the very array that another tensor was given.",
    facts=[
        Case(
            "x = mt.ones(2, requires_grad=True)\nadd_gradient(x, mt.tensor([1.0, 2.0]))\nx.grad",
            T([1.0, 2.0]),
            changes=True,
        ),
        Case(
            "x = mt.tensor([4.0, -1.0], requires_grad=True)\nfor _ in range(3):\n    add_gradient(x, mt.tensor([1.0, 2.0]))\nx.grad",
            T([3.0, 6.0]),
            changes=True,
        ),
        Case(
            "x, w = mt.ones(2, requires_grad=True), mt.ones(2, requires_grad=True)\ng = mt.tensor([1.0, 2.0])\n"
            "add_gradient(x, g)\nadd_gradient(w, g)\nadd_gradient(x, g)\nw.grad",
            T([1.0, 2.0]),
            changes=True,
        ),
        Case(
            "x, w = mt.ones(2, requires_grad=True), mt.ones(2, requires_grad=True)\ng = mt.tensor([1.0, 2.0])\n"
            "add_gradient(x, g)\nadd_gradient(w, g)\nx.grad.zero_()\nw.grad",
            T([1.0, 2.0]),
            changes=True,
        ),
        Case(
            "x = mt.ones(1, requires_grad=True)\ng = mt.tensor([5.0])\nadd_gradient(x, g)\nadd_gradient(x, g)\ng",
            T([5.0]),
            changes=True,
        ),
    ],
    wrong=[
        Wrong(
            """
            def add_gradient(x, g):
                x.grad = g.clone()
            """,
            "You overwrite what was there. A tensor that is used twice gets two gradients, and needs their sum.",
        ),
        Wrong(
            """
            def add_gradient(x, g):
                x.grad = x.grad + g
            """,
            "The first time there is nothing to add to: x.grad is None.",
        ),
        Wrong(
            """
            def add_gradient(x, g):
                if x.grad is None:
                    x.grad = g
                else:
                    x.grad.add_(g)
            """,
            "x.grad and g are one tensor here, so adding in place changes g, and the gradient of everybody else who was given "
            "it. Keep a copy.",
        ),
        Wrong(
            """
            def add_gradient(x, g):
                x.grad = g if x.grad is None else x.grad + g
            """,
            "The sums are right, but the first gradient is the caller's own tensor: zeroing x.grad in place would zero it, too.",
        ),
    ],
    hints=[
        "Two cases: x.grad is None, or there is something to add to.",
        "In the first case, could somebody else hold the same tensor g?",
        "g.clone() the first time; x.grad + g afterwards.",
    ],
)
