"""before: The old values (difficulty 2, 6 minutes)

A formula that saves x must find the values that x had before the change. So the copy is made first, and only if a formula
will run. The copy has the edge of x: copying is not an operation of the graph.

1. If the operation is not recorded, return x. Ask about all operands: `is_recorded(x, *args)`.
2. `x._array.copy()` is new memory, and `wrap(array)` makes a tensor around an array. It has no edge yet.
3. `old._edge, old._requires_grad = x._edge, x._requires_grad`, then return old.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.graph.rewrite:before",
    alone=True,
    changes=True,
    facts="""
        >>> x = mt.ones(2)
        >>> before(x, ()) is x
        True
        if False: No operand requires a gradient, so no formula needs the old values: return x itself, without a copy.
        >>> h = mt.ones(2, requires_grad=True) * 2
        >>> with mt.no_grad():
        ...     same = before(h, ()) is h
        >>> same
        True
        if False: Recording is off, so no formula needs the old values: return x itself.
        >>> h = mt.tensor([1.0, 2.0], requires_grad=True) * 2
        >>> before(h, ()) is h
        False
        if True: h requires a gradient itself, and it is an operand as well: is_recorded(x, *args).
        >>> h = mt.tensor([1.0, 2.0], requires_grad=True) * 2
        >>> old = before(h, ())
        >>> old.requires_grad, old.grad_fn is h.grad_fn
        (True, True)
        if (False, True): The edge is taken over, and `_requires_grad` is not. So the copy looks like a tensor that needs no
            gradient, and nothing is recorded for it.
        if (False, False): The edge is lost. The copy needs the `_edge` and the `_requires_grad` of x: without them the
            gradient ends here. `wrap` makes a tensor without an edge.
        if (True, False): The edge is that of another node, or lost. Take over `x._edge`: copying is not an operation of the
            graph.
        if "has no attribute 'requires_grad'": The copy is made and not returned.
        >>> h = mt.tensor([1.0, 2.0], requires_grad=True) * 2
        >>> old = before(h, ())
        >>> h.data.add_(100)
        >>> (old.tolist(), old._version)
        ([2.0, 4.0], 0)
        if "AttributeError: 'NoneType' object has no attribute 'tolist'": The copy is made and not returned.
        if ([102.0, 104.0], 0): The tensor has no copy of the values: it shares the memory of x, which will be overwritten.
        else: The tensor has the values of x before the change, in memory of its own, and a counter of its own.
        >>> h = mt.tensor([1.0, 2.0], requires_grad=True) * 2
        >>> h.add_(1)
        >>> before(h, ())._version
        0
        if 1: The copy is new memory, so it has a version counter of its own. `wrap` makes one.
        >>> x, w = mt.tensor([1.0, 2.0]), mt.ones(2, requires_grad=True)
        >>> old = before(x, (w,))
        >>> (old is x, old.tolist(), old.requires_grad, old.is_leaf)
        (False, [1.0, 2.0], False, True)
        if (True, [1.0, 2.0], False, True): w requires a gradient, so the operation is recorded, and the formula of w needs
            the old x: is_recorded(x, *args).
        if (False, [1.0, 2.0], True, True): x requires no gradient, so the copy must not either: take over x._requires_grad.
        >>> h = mt.tensor([1.0, 2.0], requires_grad=True) * 2
        >>> part = h[:1]
        >>> old = before(part, (3.0,))
        >>> (old.tolist(), old.grad_fn is part.grad_fn, old._base is None)
        ([2.0], True, True)
        else: The copy has the same edge as x, and no other node in between. `clone()` would be one more operation of the
            graph: `wrap(x._array.copy())`, with the edge of x.
    """,
)
