"""rebase_history: An in-place change in the graph (difficulty 3, 11 minutes)

From now on x is the result of the new node, whose operand is the old x, so the chain goes on. A view has no memory of its own.
So its base gets the node, and each view gets a new edge when it is used the next time.

1. The formulas: an element of the new base is either an element of the part, or one of the old base. Its gradient goes there.
2. A tensor that is not a view takes `_edge` and `_requires_grad` from `out`. refresh compares `_seen` with `_counter[0]`.
3. `masked(g, rest)` and `g.take(index)`. `if base_of(x) is None: ... else: replace_part(x, out)`. In refresh:
   `if view._seen != view._counter[0]:`, then `view._seen = view._counter[0]` and `take_part(view)`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.graph.rewrite:rebase_history",
    covers="copy_slices_base=copy_slices.grad[base] copy_slices_part=copy_slices.grad[part] refresh",
    changes=True,
    given="""
        x = mt.tensor([1.0, 2.0, 3.0], requires_grad=True)
        h = x * 2
    """,
    facts="""
        if "RecursionError": In refresh: a view that is read or used calls refresh again. Read only `_seen` and `_counter`.
        >>> g, index = mt.tensor([[1.0, 2.0], [3.0, 4.0]]), np.array([1, 3])
        >>> copy_slices_part(g, index), copy_slices_base(g, np.array([[True, False], [True, False]]))
        (T([2.0, 4.0]), T([[1.0, 0.0], [3.0, 0.0]]))
        if (T([2.0, 4.0]), T([[0.0, 2.0], [0.0, 4.0]])): The mask is True at the elements that the base still has. They keep their gradient.
        else: The part gets the elements of g that it wrote, in its own shape. The old base gets the others, and 0 there.
        >>> [g.requires_grad for g in (copy_slices_part(h, np.array([1])), copy_slices_base(h, np.array([True, False, True])))]
        [True, True]
        else: The formulas must be differentiable again. Compute with tensors, without detach.
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
        else: The base gets the new node: replace_part(x, out), where x is the view. refresh gives each view its own: take_part(view).
        >>> right = h[2:]
        >>> first = right.grad_fn
        >>> h.mul_(7).add_(1)
        >>> second = right.grad_fn
        >>> names = first.name(), second.name(), right.grad_fn is second
        >>> names, h.add_(1).grad_fn is right.grad_fn.next_functions[0][0]
        (('SliceBackward0', 'AsStridedBackward0', True), True)
        else: In refresh: if the version is still `_seen`, the view keeps its edge. After a change, `_seen` must be the version now.
        >>> store, w = mt.zeros(3), mt.ones(2, requires_grad=True)
        >>> part = store[:2]
        >>> store[1:].copy_(w * 3)
        >>> if part.requires_grad:
        ...     part.sum().backward()
        >>> part.grad_fn is None, w.grad
        (False, T([3.0, 0.0]))
        else: Neither base nor view required a gradient before. In rebase_history, the base gets the node, and in refresh the view.
        >>> store = mt.zeros(3)
        >>> part = store[:2]
        >>> store.add_(1)
        >>> part.requires_grad, part._seen == part._version
        (False, True)
        else: In refresh: the view is up to date from now on, also if its base requires no gradient. Set `_seen` in any case.
        >>> part = h[:2]
        >>> h.data = mt.zeros(3)
        >>> part.mul_(5)
        >>> (part.sum() + h.sum()).backward()
        >>> (part.tolist(), x.grad)
        ([10.0, 20.0], T([12.0, 12.0, 2.0]))
        else: `h.data = ...` has given the base other memory, and the view keeps its edge. Ask base_of(x), not `x._base`.
    """,
)
