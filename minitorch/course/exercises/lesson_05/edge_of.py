"""Where a gradient is to be sent."""

from ...define import Case, Exercise, Mistake, Wrong

exercise = Exercise(
    "edge_of",
    title="Where a gradient is to be sent",
    difficulty=2,
    minutes=5,
    target="minitorch.graph.record:edge_of",
    stub='''
        def edge_of(x):
            """(node, number) for a computed tensor, (x, 0) for a leaf that wants a gradient, None for everything else.

            Ask x.requires_grad before you read x._edge: a view learns by the question what happened to its base.
            """
            ...
    ''',
    solution='''
        def edge_of(x):
            """(node, number) for a computed tensor, (x, 0) for a leaf that wants a gradient, None for everything else.

            Ask x.requires_grad before you read x._edge: a view learns by the question what happened to its base.
            """
            if not isinstance(x, mt.Tensor) or not x.requires_grad:
                return None
            return x._edge or (x, 0)
    ''',
    why="Three kinds of operands: those nobody wants a gradient for, leaves, and results of recorded steps. A leaf has no node, "
    "so the edge ends in the leaf itself. These are the package's own lines.",
    facts=[
        Case("x = mt.ones(2, requires_grad=True)\nedge_of(x)[0] is x, edge_of(x)[1]", (True, 0)),
        Case("y = mt.ones(2, requires_grad=True) * 3\nedge_of(y)[0] is y.grad_fn, edge_of(y)[1]", (True, 0)),
        Case("type(edge_of(mt.ones(2, requires_grad=True))).__name__", "tuple"),
        Case("edge_of(mt.ones(2))", None),
        Case("edge_of(2.5)", None),
        Case("edge_of(None)", None),
        Case("parts = mt.ones(4, requires_grad=True).split(2)\nedge_of(parts[1])[1]", 1),
        Case(
            """
            y = mt.ones(3, requires_grad=True) * 2
            part = y[:2]
            y.mul_(3)
            edge_of(part)[0] is part.grad_fn
            """,
            True,
            changes=True,
        ),
        Case(
            """
            y = mt.zeros(3)
            part = y[:2]
            y.add_(mt.ones(3, requires_grad=True))
            edge_of(part) is not None
            """,
            True,
            changes=True,
        ),
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
        Wrong(
            """
            def edge_of(x):
                if not isinstance(x, mt.Tensor):
                    return None
                edge = x._edge
                if not x.requires_grad:
                    return None
                return edge or (x, 0)
            """,
            "You read x._edge before you ask x.requires_grad. A view whose base was changed in place then gives its old edge, and "
            "the gradient would be wrong without a word.",
        ),
        Wrong(
            """
            def edge_of(x):
                if not isinstance(x, mt.Tensor) or not x._requires_grad:
                    return None
                return x._edge or (x, 0)
            """,
            "x._requires_grad is what was stored, x.requires_grad is a question: a view answers it by looking at what happened to "
            "its base. Ask the question.",
        ),
        Wrong(
            """
            def edge_of(x):
                if not isinstance(x, mt.Tensor) or not x.requires_grad:
                    return None
                return x._edge or x
            """,
            "An edge is always a pair. For a leaf that is (x, 0): the leaf, and the number of its only result.",
        ),
        Wrong(
            """
            def edge_of(x):
                if not isinstance(x, mt.Tensor) or not x.requires_grad:
                    return None
                return (x, 0)
            """,
            "For a computed tensor the edge leads to its node, past the tensor, so that the tensor can be freed: x._edge.",
        ),
    ],
    mistakes=[
        Mistake(
            lambda expected, got, error: type(expected) is int and error is None,
            "The number says which of its node's results the tensor is, here the second: x._edge has both, (node, number).",
        ),
        Mistake(
            lambda expected, got, error: isinstance(error, TypeError) and "not subscriptable" in str(error),
            "It returns None for a tensor that wants a gradient. For a leaf the edge is (x, 0), for a result it is x._edge.",
        ),
    ],
    hints=[
        "Ask three questions in order: is it a tensor at all, does it want a gradient, was it computed?",
        "`x.requires_grad` answers the second. A computed tensor has its edge in `x._edge`; for a leaf that is None.",
        "`return x._edge or (x, 0)` is the last line.",
    ],
)
