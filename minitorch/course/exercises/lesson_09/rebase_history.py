"""rebase_history: An in-place change in the graph (difficulty 3, 13 minutes)

From now on x is the result of the new node, whose operand is the old x, so the chain goes on. A view has no memory of its own.
So its base gets the node, and each view gets a new edge the next time it is used.

1. A tensor that is not a view takes `_edge` and `_requires_grad` from `out`. refresh compares `_seen` with `_counter[0]`.
2. replace_part: `record(copy_slices, (base, part, index, rest), (base._array, part._array, index, rest), base)`.
3. take_part, under enable_grad(): operands `(base, index)`, result the view. refresh: `if view._seen != view._counter[0]: ...`
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.graph.rewrite:rebase_history",
    covers="replace_part take_part refresh",
    changes=True,
    given="x = mt.tensor([1.0, 2.0, 3.0], requires_grad=True); h = x * 2",
    facts="""
        if "RecursionError": In refresh: a view that is read or used calls refresh again. Read only `_seen` and `_counter`.
        >>> y, w = mt.tensor([1.0, 2.0]), mt.tensor([3.0, 4.0], requires_grad=True)
        >>> y.mul_(w); y.sum().backward()
        >>> (y.requires_grad, w.grad)
        (True, T([1.0, 2.0]))
        else: y did not require a gradient before, and now it does: take over both _edge and _requires_grad of out.
        >>> store = mt.zeros(3); part = store[:2]; store.add_(1)
        >>> part.requires_grad, part._seen == part._version
        (False, True)
        else: In refresh: if `_seen` is not the current version, view._counter[0], it becomes that, also if the base requires no gradient.
        >>> left, right = h[:2], h[2:]; left.mul_(7)
        >>> [type(t.grad_fn).__name__ for t in (h, left, right)]
        ['CopySlices', 'AsStridedBackward0', 'AsStridedBackward0']
        if ['CopySlices', 'MulBackward0', 'AsStridedBackward0']: In rebase_history: a view gets its edge by refresh, not from `out`.
        if ['MulBackward0', 'AsStridedBackward0', 'AsStridedBackward0']: The base has no CopySlices. replace_part(x, out) records one, and the last argument of `record` is the base.
        if ['CopySlices', 'SliceBackward0', 'SliceBackward0']: After a change, refresh calls take_part(view), which gives a node to the view.
        if ['NoneType', 'AsStridedBackward0', 'AsStridedBackward0']: `record` itself lets its last argument point to the node. It returns None.
        if "tuple index out of range": `record` gets all the operands: four for copy_slices, (base, part, index, rest), and two for part_of, (base, index).
        else: The base gets a node of copy_slices, and a view, when it is used, one of part_of. The result is the last argument of record.
        >>> left, right = h[:2], h[2:]; left.mul_(7)
        >>> [edge and edge[0].name() for edge in h._edge[0].edges], (left.sum() + right.sum()).backward(), x.grad
        (['MulBackward0', 'MulBackward0'], None, T([14.0, 14.0, 2.0]))
        else: In replace_part: the operands are the old base and the part, in this order, then `index` and `rest`.
        >>> right = h[2:]; h[1:].mul_(7)
        >>> with mt.no_grad(): node = right.grad_fn
        >>> right.sum().backward()
        >>> node.name(), x.grad
        ('AsStridedBackward0', T([0.0, 0.0, 14.0]))
        else: In take_part: the view was read under no_grad, and must get its node there as well. Use enable_grad().
        >>> right = h[2:]; first = right.grad_fn; h.mul_(7).add_(1); second = right.grad_fn
        >>> names = first.name(), second.name(), right.grad_fn is second
        >>> names, h.add_(1).grad_fn is right.grad_fn.next_functions[0][0]
        (('SliceBackward0', 'AsStridedBackward0', True), True)
        else: In refresh: if the version is still `_seen`, the view keeps its edge. After a change, `_seen` must be the current version.
        >>> store, w = mt.zeros(3), mt.ones(2, requires_grad=True)
        >>> part = store[:2]; store[1:].copy_(w * 3)
        >>> if part.requires_grad:
        ...     part.sum().backward()
        >>> part.grad_fn is None, w.grad
        (False, T([3.0, 0.0]))
        else: Neither base nor view required a gradient before. In rebase_history, the base gets the node, and in refresh the view.
        >>> part = h[:2]; h.data = mt.zeros(3)
        >>> part.mul_(5); (part.sum() + h.sum()).backward()
        >>> (part.tolist(), x.grad)
        ([10.0, 20.0], T([12.0, 12.0, 2.0]))
        else: `h.data = ...` has given the base other memory, so base_of is None. In rebase_history, ask base_of(x), not `x._base`. In take_part, such a view keeps its edge.
    """,
)
