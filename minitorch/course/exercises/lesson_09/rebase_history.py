"""rebase_history: An in-place change in the graph (difficulty 4, 15 minutes)

From now on x is the result of the new node, whose operand is the old x, so the chain goes on. A view has no memory of its own.
So its base gets the node, and each view gets a new edge when it is used the next time.

1. rebase_history asks one question: has x memory of its own, or does it show that of another tensor?
2. A tensor that is not a view takes `_edge` and `_requires_grad` from `out`. refresh compares `_seen` with `_counter[0]`.
3. `if base_of(x) is None: ... else: replace_part(x, out)`. In refresh: `with enable_grad(): record(part_of, (base, index),
   (base._array, index), view)` with `index = region(view)`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.graph.rewrite:rebase_history",
    covers="refresh",
    changes=True,
    given="""
        x = mt.tensor([1.0, 2.0, 3.0], requires_grad=True)
        h = x * 2
    """,
    facts="""
        if "RecursionError": In refresh: a view that is read or recorded as an operand calls refresh again. Ask and record the base.
        if "no attribute 'requires_grad'": In refresh: base_of(view) may be None. Then the view keeps its edge.
        if "arrays used as indices must be": `record` gets the operation, a tuple of its operands, the same as arrays, and the result.
        >>> y, w = mt.tensor([1.0, 2.0]), mt.tensor([3.0, 4.0], requires_grad=True)
        >>> y.mul_(w)
        >>> y.sum().backward()
        >>> (y.requires_grad, w.grad)
        (True, T([1.0, 2.0]))
        else: y did not require a gradient before, and now it does: take over both _edge and _requires_grad of out.
        >>> left, right = h[:2], h[2:]
        >>> left.mul_(7)
        >>> (left.sum() + right.sum()).backward()
        >>> [type(t.grad_fn).__name__ for t in (h, left, right)], x.grad
        (['CopySlices', 'AsStridedBackward0', 'AsStridedBackward0'], T([14.0, 14.0, 2.0]))
        if (['CopySlices', 'MulBackward0', 'AsStridedBackward0'], T([14.0, 14.0, 2.0])): A view gets its edge by refresh.
        if (['AsStridedBackward0', 'SliceBackward0', 'SliceBackward0'], T([2.0, 2.0, 2.0])): In refresh: the last argument of record is the view.
        if "put_back(): could not broadcast": The base gets its node with replace_part(x, out), and part_of gets the base.
        if "is out of bounds for axis 0": The operands of part_of are the base, and the numbers of the elements in the base.
        else: The base gets the new node, with replace_part(x, out), and refresh gives each view its part_of. Look at its condition.
        >>> right = h[2:]
        >>> first = right.grad_fn
        >>> h.mul_(7).add_(1)
        >>> with mt.no_grad():
        ...     second = right.grad_fn
        >>> names = first.name(), second.name(), right.grad_fn is second
        >>> names, h.add_(1).grad_fn is right.grad_fn.next_functions[0][0]
        (('SliceBackward0', 'AsStridedBackward0', True), True)
        if (('SliceBackward0', 'SliceBackward0', True), True): Recording is off. The new edge needs `with enable_grad():`.
        else: In refresh: if the version is still `_seen`, the view keeps its edge. After a change, `_seen` must be the version now.
        >>> store, w = mt.zeros(3), mt.ones(2, requires_grad=True)
        >>> part = store[:2]
        >>> store[1:].copy_(w * 3)
        >>> if part.requires_grad:
        ...     part.sum().backward()
        >>> part.grad_fn is None, w.grad
        (False, T([3.0, 0.0]))
        if (False, None): The view has its node, and its `_requires_grad` is still False. record with the view as its result sets both.
        else: Neither base nor view required a gradient before. In refresh, ask the base, and in rebase_history give it the node.
        >>> store = mt.zeros(3)
        >>> part = store[:2]
        >>> store.add_(1)
        >>> part.requires_grad, part._seen == part._version
        (False, True)
        else: In refresh: the view is up to date from now on, also if its base requires no gradient. Set `_seen` in both cases.
        >>> part = h[:2]
        >>> h.data = mt.zeros(3)
        >>> part.mul_(5)
        >>> (part.sum() + h.sum()).backward()
        >>> (part.tolist(), x.grad)
        ([10.0, 20.0], T([12.0, 12.0, 2.0]))
        else: `h.data = ...` has given the base other memory, and the view keeps its edge. Ask base_of(x), not `x._base`, in both.
    """,
)
