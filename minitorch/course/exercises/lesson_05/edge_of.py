"""Where a gradient is to be sent."""

from ...define import Case, Exercise, Wrong

exercise = Exercise(
    "edge_of",
    title="Where a gradient is to be sent",
    difficulty=2,
    minutes=6,
    target="minitorch.graph.record:edge_of",
    stub='''
        def edge_of(x):
            """(node, number) for a computed tensor, (x, 0) for a leaf that wants a gradient, None for everything else."""
            ...
    ''',
    solution='''
        def edge_of(x):
            """(node, number) for a computed tensor, (x, 0) for a leaf that wants a gradient, None for everything else."""
            if not isinstance(x, mt.Tensor):
                return None
            if not x.requires_grad:
                return None
            return x._edge or (x, 0)
    ''',
    why="Three kinds of operands: those nobody wants a gradient for, leaves, and results of recorded steps. A leaf has no node, "
    "so the edge ends in the leaf itself.",
    facts=[
        Case("x = mt.ones(2, requires_grad=True)\nedge_of(x)[0] is x, edge_of(x)[1]", (True, 0)),
        Case("y = mt.ones(2, requires_grad=True) * 3\nedge_of(y)[0] is y.grad_fn, edge_of(y)[1]", (True, 0)),
        Case("type(edge_of(mt.ones(2, requires_grad=True))).__name__", "tuple"),
        Case("edge_of(mt.ones(2)) is None", True),
        Case("edge_of(2.5) is None", True),
        Case("edge_of(None) is None", True),
        Case("parts = mt.ones(4, requires_grad=True).split(2)\nedge_of(parts[1])[1]", 1),
    ],
    wrong=[
        Wrong(
            """
            def edge_of(x):
                if not isinstance(x, mt.Tensor) or x.grad_fn is None:
                    return None
                return x._edge
            """,
            "A leaf has no grad_fn either, yet it is where gradients are wanted. Its edge is (x, 0).",
        ),
        Wrong(
            """
            def edge_of(x):
                if not isinstance(x, mt.Tensor):
                    return None
                return x._edge or (x, 0)
            """,
            "A tensor that wants no gradient has no edge: return None for it, so that no work is done in its direction.",
        ),
        Wrong(
            """
            def edge_of(x):
                if not x.requires_grad:
                    return None
                return x._edge or (x, 0)
            """,
            "Operands may be plain numbers, as in x * 2.5. They have no requires_grad; ask first whether x is a Tensor.",
        ),
        Wrong(
            """
            def edge_of(x):
                if not isinstance(x, mt.Tensor) or not x.requires_grad:
                    return None
                return (x.grad_fn or x, 0)
            """,
            "The number is lost: the second part of a split is result 1 of its node. x._edge holds the pair.",
        ),
    ],
    hints=[
        "Ask three questions in order: is it a tensor at all, does it want a gradient, was it computed?",
        "`x.requires_grad` answers the second. A computed tensor has its edge in `x._edge`; for a leaf that is None.",
        "`return x._edge or (x, 0)` is the last line.",
    ],
)
