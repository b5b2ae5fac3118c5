"""rebase_history: An in-place change in the graph (difficulty 4, 15 minutes)

From now on x is the result of the new node, whose operand is the old x, so the chain goes on. A view has no memory of its own.
So its base gets the node, and each view gets a new edge when it is used the next time.

1. rebase_history asks one question: has x memory of its own, or does it show that of another tensor? refresh compares two
   numbers: `_seen`, and the version now, `_counter[0]`.
2. For a tensor that is not a view, both `_edge` and `_requires_grad` come from `out`. In refresh, set `_seen` before you
   record, because recording reads the view again.
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
        if "has no attribute '_requires_grad'": `out` is a tensor with an edge of its own: take over both of its attributes.
        if "arrays used as indices must be": The arguments of `record` are the operation, a tuple of its operands, a tuple of the same
            operands as arrays, and the result. The operands of part_of are the base and the index.
        if "is out of bounds for axis 0": The operands of part_of are the base, and the numbers of the elements in the base.
        >>> y, w = mt.tensor([1.0, 2.0]), mt.tensor([3.0, 4.0], requires_grad=True)
        >>> y.mul_(w)
        >>> y.sum().backward()
        >>> (y.requires_grad, w.grad)
        (True, T([1.0, 2.0]))
        if 'RuntimeError: element 0 of tensors does not require grad': y did not require a gradient before, and now it does:
            take over both _edge and _requires_grad of out.
        >>> h[1:].mul_(5)
        >>> h.sum().backward()
        >>> (type(h.grad_fn).__name__, x.grad)
        ('CopySlices', T([2.0, 10.0, 10.0]))
        if ('MulBackward0', T([2.0, 2.0, 2.0])): The change was made through a view, and h does not know of it: for a view,
            the base gets the new node, with replace_part(x, out).
        if "could not broadcast": The base is not the result of `out`, which has the size of the view: replace_part(x, out).
        if ('CopySlices', T([2.0, 2.0, 2.0])): The part must be `out`, the result of the new operation. The view x still has
            its old edge: replace_part(x, out).
        >>> left, right = h[:2], h[2:]
        >>> left.mul_(7)
        >>> (left.sum() + right.sum()).backward()
        >>> (type(left.grad_fn).__name__, type(right.grad_fn).__name__, x.grad)
        ('AsStridedBackward0', 'AsStridedBackward0', T([14.0, 14.0, 2.0]))
        if ('AsStridedBackward0', 'SliceBackward0', T([14.0, 14.0, 2.0])): The other view keeps its old edge.
        else: A view gets no edge to the new base. After replace_part the view itself must be left out of date, so that refresh
            gives it part_of. Or is the condition of refresh the right way round?
        >>> right = h[2:]
        >>> first = right.grad_fn
        >>> h.mul_(7).add_(1)
        >>> second = right.grad_fn
        >>> first.name(), right.grad_fn is second
        ('SliceBackward0', True)
        if ('SliceBackward0', False): In refresh: each time that somebody reads the view, it gets one more node. `_seen`
            must be the version now.
        else: In refresh: the base has not changed since the view was made, and the view gets a new node all the same. If the
            version is still `_seen`, the view keeps its edge.
        >>> right = h[2:]
        >>> h.mul_(7)
        >>> with mt.no_grad():
        ...     name = type(right.grad_fn).__name__
        >>> name
        'AsStridedBackward0'
        else: Recording is off at this moment, and the new edge is needed all the same: `with enable_grad():`.
        >>> store, w = mt.zeros(3), mt.ones(3, requires_grad=True)
        >>> part = store[:2]
        >>> wanted = part.requires_grad
        >>> store.copy_(w * 3)
        >>> part.sum().backward()
        >>> (wanted, part.requires_grad, w.grad)
        (False, True, T([3.0, 3.0, 0.0]))
        if 'RuntimeError: element 0 of tensors does not require grad': The view required no gradient when it was made, but
            its base does now. In refresh, ask the base.
        >>> store = mt.zeros(3)
        >>> part = store[:2]
        >>> store.add_(1)
        >>> part.requires_grad, part._seen == part._version
        (False, True)
        if (False, False): In refresh: the view is up to date from now on, also if its base requires no gradient. Set `_seen`
            in both cases.
        >>> part = h[:2]
        >>> h.data = mt.zeros(3)
        >>> part.mul_(5)
        >>> (part.sum() + h.sum()).backward()
        >>> (part.tolist(), x.grad)
        ([10.0, 20.0], T([12.0, 12.0, 2.0]))
        if "is out of bounds for axis": `h.data = ...` has given the base other memory, so the view no longer belongs to it.
            Ask base_of(x), and not `x._base`, in both functions.
        else: `h.data = ...` has given the base other memory, so the view no longer belongs to it. Ask base_of(x), and not
            `x._base`, in both functions.
    """,
)
