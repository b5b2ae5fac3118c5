"""edge_of: Where a gradient is to be sent (difficulty 2, 5 minutes)

Three kinds of operands: those nobody wants a gradient for, leaves, and results of recorded steps. A leaf has no node,
so the edge ends in the leaf itself. These are the package's own lines.

1. Ask three questions in order: is it a tensor at all, does it want a gradient, was it computed?
2. `x.requires_grad` answers the second. A computed tensor has its edge in `x._edge`; for a leaf that is None.
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
        >>> x = mt.ones(2, requires_grad=True)
        >>> edge_of(x)[0] is x, edge_of(x)[1]
        (True, 0)
        if "TypeError: 'NoneType' object is not subscriptable": A leaf has no grad_fn either, yet it is where gradients
            are wanted. Its edge is (x, 0).
        else: An edge is always a pair. For a leaf that is (x, 0): the leaf, and the number of its only result.
        >>> edge_of(2.5)
        None
        else: Operands may be plain numbers, as in x * 2.5. They have no requires_grad; ask first whether x is a Tensor.
        >>> parts = mt.ones(4, requires_grad=True).split(2)
        >>> edge_of(parts[1])[1]
        1
        if 0: The number is lost: the second part of a split is result 1 of its node. x._edge holds the pair.
        else: The number says which of its node's results the tensor is, here the second: x._edge has both, (node,
            number).
        >>> y = mt.ones(3, requires_grad=True) * 2
        >>> part = y[:2]
        >>> y.mul_(3)
        >>> edge_of(part)[0] is part.grad_fn
        True
        if False: A tensor that wants no gradient has no edge: return None for it, so that no work is done in its
            direction.
    """,
)
