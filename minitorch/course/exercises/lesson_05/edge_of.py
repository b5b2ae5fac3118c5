"""edge_of: The edge to an operand (difficulty 2, 5 minutes)

There are three kinds of operands: recorded results, leaves that require a gradient, and everything else. A leaf has no
node, so its edge holds the leaf itself.

1. Which row of the table is 2.5 in? And `mt.ones(2) * 3`, a result that was not recorded?
2. Ask three questions in this order: is it a tensor, does it require a gradient, is it a recorded result?
3. `return x._edge or (x, 0)` is the last line.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.graph.record:edge_of",
    alone=True,
    changes=True,
    solution="""
        def edge_of(x):
            if not isinstance(x, mt.Tensor) or not x.requires_grad:
                return None
            return x._edge or (x, 0)
    """,
    facts="""
        >>> x = mt.nn.Parameter(mt.ones(2))
        >>> edge_of(x)[0] is x, mt.no_grad(edge_of)(x)[1:], x._edge
        (True, (0,), None)
        else: A leaf accumulates gradients itself. Its edge is the tuple (x, 0), under no_grad, too, and x._edge stays None.
        >>> edge_of(2.5), edge_of(None), edge_of(mt.ones(2))
        (None, None, None)
        if "has no attribute": Operands may be plain numbers or None, which have no requires_grad. Ask first whether x is a Tensor.
        else: A number has no edge, and neither has a tensor that requires no gradient: return None.
        >>> parts = mt.ones(4, requires_grad=True).split(2)
        >>> edge_of(parts[1])[1]
        1
        else: The second part of a split is result 1 of its node. x._edge has both: (node, number).
        >>> y = mt.ones(3, requires_grad=True) * 2
        >>> part = y[:2]
        >>> y.mul_(3)
        >>> edge_of(part)[0] is part.grad_fn
        True
        else: This view's base was changed in place. Read x.requires_grad before x._edge: that brings the edge up to date.
    """,
)
