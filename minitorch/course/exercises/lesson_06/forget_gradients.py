"""Before the next step."""

from ...define import Case, Exercise, Wrong

exercise = Exercise(
    "forget_gradients",
    title="Before the next step",
    difficulty=1,
    minutes=3,
    stub='''
        def forget_gradients(parameters):
            """Make all parameters ready for the next backward pass."""
            ...
    ''',
    solution='''
        def forget_gradients(parameters):
            """Make all parameters ready for the next backward pass."""
            for p in parameters:
                p.grad = None
    ''',
    why="backward() adds. Setting .grad to None frees the memory, and a parameter that gets no gradient next time shows it; zeros "
    "would hide that.",
    facts=[
        Case(
            "w = mt.ones(2, requires_grad=True)\n(w * 3).sum().backward()\nforget_gradients([w])\nw.grad is None",
            True,
            changes=True,
        ),
        Case(
            "a, b = mt.ones(1, requires_grad=True), mt.ones(1, requires_grad=True)\n(a * b).sum().backward()\n"
            "forget_gradients([a, b])\n(a * 2).sum().backward()\n(a.grad.item(), b.grad is None)",
            (2.0, True),
            changes=True,
        ),
        Case(
            "w = mt.tensor([2.0, 5.0], requires_grad=True)\n(w * 3).sum().backward()\nforget_gradients([w])\n"
            "(w.tolist(), w.requires_grad)",
            ([2.0, 5.0], True),
            changes=True,
        ),
        Case("forget_gradients([])", None),
    ],
    wrong=[
        Wrong(
            """
            def forget_gradients(parameters):
                parameters[0].grad = None
            """,
            "Only the first one is cleared, and an empty list fails. Go through all of them.",
        ),
        Wrong(
            """
            def forget_gradients(parameters):
                for p in parameters:
                    if p.grad is not None:
                        p.grad.zero_()
            """,
            "Zeros work for the sum, but a parameter that gets no gradient next time then shows 0 instead of None.",
        ),
        Wrong(
            """
            def forget_gradients(parameters):
                for p in parameters:
                    g = p.grad
                    g = None
            """,
            "You give the name g another value; p.grad stays. Assign to p.grad.",
        ),
        Wrong(
            """
            def forget_gradients(parameters):
                for p in parameters:
                    p.data.zero_()
                    p.grad = None
            """,
            "You set the parameters themselves to zero, and what they have learned is lost. Only p.grad has to go.",
        ),
    ],
    hints=[
        "What does backward() do with a gradient that is already there?",
        "Each p.grad has to go.",
        "p.grad = None for every p.",
    ],
)
