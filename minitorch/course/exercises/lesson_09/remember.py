"""remember: An in-place change in the graph (difficulty 4, 15 minutes)

From now on x is the result of the new node, whose operand is the old x, so the chain goes on. A view has no memory of its own.
So its base gets the node, and each view gets a new edge when it is used the next time.

1. Which tensor has changed? x, if it is not a view or is detached; otherwise x._base. Note the `_edge` of that tensor before
   you change anything.
2. In remember: the condition, watch_version, the edge or replace_part, move_retain_grad. In refresh: set `_seen` before you
   ask the base anything, and keep the view's old `_edge`.
3. `changed = x if x._base is None or is_detached(x) else x._base`. In refresh: `with enable_grad(): record(part_of, (base,
   index), (base._array, index), view)` with `index = region(view)`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.graph.rewrite:remember",
    covers="refresh",
    changes=True,
    given="""
        x = mt.tensor([1.0, 2.0, 3.0], requires_grad=True)
        h = x * 2
    """,
    facts="""
        if "has no attribute '_requires_grad'": `out` is a tensor with an edge of its own: take over both of its attributes.
        >>> y, w = mt.tensor([1.0, 2.0]), mt.tensor([3.0, 4.0], requires_grad=True)
        >>> y.mul_(w)
        >>> y.sum().backward()
        >>> (y.requires_grad, w.grad)
        (True, T([1.0, 2.0]))
        if 'RuntimeError: element 0 of tensors does not require grad': y did not require a gradient before, and now it does:
            take over both _edge and _requires_grad of out.
        >>> h.mul_(3)
        >>> h.exp_()
        >>> (h.grad_fn.name(), [end.name() for end, _ in h.grad_fn.next_functions])
        ('ExpBackward0', ['MulBackward0'])
        >>> x = mt.ones(3, requires_grad=True)
        >>> with mt.no_grad():
        ...     x.mul_(2)
        ...     x[0:1].mul_(2)
        >>> (x.is_leaf, x.requires_grad, x.tolist())
        (True, True, [4.0, 2.0, 2.0])
        else: Recording is off here, so nothing is noted.
        >>> h.exp_()
        >>> h.add_(1)
        >>> h.sum().backward()
        raises RuntimeError: modified by an inplace operation
        if None: exp_ saved its own result, which is now in h, and then h was changed. watch_version(out, x) lets its node
            check the counter of h.
        >>> h[1:].mul_(5)
        >>> h.sum().backward()
        >>> (type(h.grad_fn).__name__, x.grad)
        ('CopySlices', T([2.0, 10.0, 10.0]))
        if ('MulBackward0', T([2.0, 2.0, 2.0])): The change was made through a view, and h does not know of it: for a view,
            the base gets the new node, with replace_part(x, out).
        >>> left, right = h[:2], h[2:]
        >>> left.mul_(7)
        >>> (left.sum() + right.sum()).backward()
        >>> (type(left.grad_fn).__name__, type(right.grad_fn).__name__, x.grad)
        ('AsStridedBackward0', 'AsStridedBackward0', T([14.0, 14.0, 2.0]))
        if ('SliceBackward0', 'SliceBackward0', T([2.0, 2.0, 2.0])): The views keep their old edges: is the condition of
            refresh the right way round?
        if ('AsStridedBackward0', 'SliceBackward0', T([14.0, 14.0, 2.0])): The other view keeps its old edge.
        >>> right = h[2:]
        >>> h.mul_(7)
        >>> with mt.no_grad():
        ...     name = type(right.grad_fn).__name__
        >>> name
        'AsStridedBackward0'
        if 'SliceBackward0': Recording is off at this moment, and the new edge is needed all the same:
            `with enable_grad():`.
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
        >>> part.requires_grad
        >>> part._seen
        1
        if 0: `_seen` is set in any case, also if the base requires no gradient.
        >>> with mt.inference_mode():
        ...     store = mt.zeros(3)
        ...     part = store[:2]
        ...     store.add_(1)
        >>> part.requires_grad
        False
        if "'NoneType' object is not subscriptable": A tensor of inference_mode has no counter: there `_counter` is None,
            and the view stays as it is.
        >>> h.retain_grad()
        >>> h[:1].mul_(5)
        >>> (h * 3).sum().backward()
        >>> (h.grad, x.grad)
        (T([3.0, 3.0, 3.0]), T([30.0, 6.0, 6.0]))
        if (T([15.0, 3.0, 3.0]), T([30.0, 6.0, 6.0])): h keeps the gradient of its old values. Note the `_edge` before it
            is replaced, and give it to move_retain_grad at the end, with the tensor that has changed.
        >>> right = h[2:]
        >>> right.retain_grad()
        >>> h.mul_(7)
        >>> (right * 3).sum().backward()
        >>> (right.grad, x.grad)
        (T([3.0]), T([0.0, 0.0, 42.0]))
        if (None, T([0.0, 0.0, 42.0])): right keeps its gradient, and after the change it does not any more. In refresh,
            call move_retain_grad with the `_edge` that the view had before.
        if (T([21.0]), T([0.0, 0.0, 42.0])): right keeps the gradient of its old values. In refresh, call move_retain_grad
            with the `_edge` that the view had before.
        >>> part = h[:2]
        >>> h.data = mt.zeros(3)
        >>> part.mul_(5)
        >>> (part.sum() + h.sum()).backward()
        >>> (part.tolist(), x.grad)
        ([10.0, 20.0], T([12.0, 12.0, 2.0]))
        else: `h.data = ...` has given the base other memory, so the view of the old memory is detached. In remember, such a
            view gets the new node itself. In refresh, it keeps its edge.
    """,
)
