"""before: The old values, and the new ones (difficulty 3, 11 minutes)

A formula that saves x must find the values that x had before the change. So the copy is made first, and only if a formula
will run. It has the edge of x: copying is not an operation of the graph. Then the new values take the place of the old.

1. before: if the operation is not recorded, return x. Ask about all operands: `is_recorded(x, *args)`.
2. `x._array.copy()` is new memory, and `wrap(array)` makes a tensor around an array. It has no edge yet. write: an array is
   filled by `x._array[...] = values`.
3. before: `old._edge, old._requires_grad = x._edge, x._requires_grad`, then return old. write: check_write, the values,
   touch(x), History.remember(x, out), and return x. compute_in_place: `function(History.before(x, args), *args, **kwargs)`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.graph.rewrite:before",
    covers="minitorch.ops.inplace.in_place:write minitorch.ops.inplace.in_place:compute_in_place",
    changes=True,
    given="""
        x = mt.tensor([1.0, 2.0], requires_grad=True)
        h, y = x * 2, mt.ones(2)
    """,
    facts="""
        if "'NoneType' object has no attribute": Both functions return a tensor.
        >>> with mt.no_grad():
        ...     same = before(h, ()) is h
        >>> same, before(y, ()) is y, before(h, ()) is h
        (True, True, False)
        if (True, True, True): h requires a gradient itself, and it is an operand as well: is_recorded(x, *args).
        else: If the operation is not recorded, no formula needs the old values: return x itself.
        >>> old = before(h, ())
        >>> old.requires_grad, old.grad_fn is h.grad_fn
        (True, True)
        if (False, True): The edge is taken over, and `_requires_grad` is not, so nothing is recorded for the copy.
        if (False, False): The edge is lost. The copy needs the `_edge` and the `_requires_grad` of x: without them the
            gradient ends here. `wrap` makes a tensor without an edge.
        else: The copy has the same edge as x, and no other node in between. `clone()` would be one more operation of the
            graph: `wrap(x._array.copy())`, with the edge of x.
        >>> h.add_(1)
        >>> old = before(h, ())
        >>> h.data.add_(100)
        >>> (old.tolist(), old._version)
        ([3.0, 5.0], 0)
        if ([103.0, 105.0], 0): The tensor has no copy of the values: it shares the memory of x, which will be overwritten.
        else: The copy has the values of x before the change, and a version counter of its own. `wrap` makes one.
        >>> old = before(y, (x, 3.0))
        >>> (old is y, old.requires_grad, old.is_leaf)
        (False, False, True)
        if (True, False, True): x requires a gradient, so the operation is recorded, and the formula of x needs the old y:
            is_recorded(x, *args).
        if (False, True, True): y requires no gradient, so the copy must not either: take over x._requires_grad.
        >>> seen, memory, out = y[1:], y._array, mt.tensor([5.0, 6.0])
        >>> write(y, out) is y, y.tolist(), seen.tolist(), y._version
        (True, [5.0, 6.0], [6.0], 1)
        if (True, [5.0, 6.0], [1.0], 1): y has other memory now, and its views show the old one. Fill it: x._array[...] = ...
        if (True, [5.0, 6.0], [6.0], 0): The change is not counted. Call touch(x).
        else: write fills the memory of x with the values of out, counts the change once, and returns x.
        >>> write(h, (h * 0).exp()).sum().backward()
        >>> h.grad_fn.name(), x.grad
        ('ExpBackward0', T([0.0, 0.0]))
        if "modified by an inplace": History.remember notes the new version, so it comes after touch(x).
        if ('MulBackward0', T([2.0, 2.0])): h has new values, and the graph does not know of them. Call History.remember(x, out).
        >>> write(mt.zeros(2), mt.ones(3, 2))
        raises RuntimeError: doesn't match the broadcast shape
        else: The values may not fit into the memory of x. Call check_write(x, out) first.
        >>> compute_in_place(y, mt.add, x, alpha=2) is y, y.tolist()
        (True, [3.0, 5.0])
        else: compute_in_place calls function(old, *args, **kwargs) and passes the result to write, which returns x.
        >>> compute_in_place(y, mt.mul, x).sum().backward()
        >>> y.grad_fn.name(), x.grad
        ('MulBackward0', T([1.0, 1.0]))
        if "modified by an inplace": The formula of the other operand needs the old y. Compute from History.before(x, args).
        >>> compute_in_place(x, lambda old, other: 1 / 0, 1)
        raises RuntimeError: a leaf Variable
        else: Nobody has asked whether x may be changed, and it is computed already. Call History.allow(x) first.
        >>> compute_in_place(y, lambda y, other: NotImplemented, "one") is NotImplemented, y.tolist()
        (True, [1.0, 1.0])
        if "NotImplementedType": function does not support this operand. Return NotImplemented, so that Python asks the other one.
    """,
)
