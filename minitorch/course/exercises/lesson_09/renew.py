"""renew: The other views (difficulty 4, 8 minutes)

Nobody has to tell the views: each asks when it is asked, by comparing two numbers. A view that nobody looks at costs
nothing.

1. Up to date: `view._counter is None or view._seen == view._counter[0]`. Then there is nothing to do.
2. The order: refuse_handed_on(view), `view._seen = ...`, `previous = view._edge`, and then ask the base.
3. show_part: `with enable_grad(): record(part_of, (base, index), (base._array, index), x)`, with base = view._base
   and index = region(view).
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.graph.rewrite:renew",
    covers="show_part",
    changes=True,
    setup="""
        from minitorch.graph.grad_mode import enable_grad
    """,
    solution="""
        def show_part(view, x):
            base, index = view._base, region(view)
            with enable_grad():
                record(part_of, (base, index), (base._array, index), x)
    """,
    given="""
        x = mt.tensor([1.0, 2.0, 3.0, 4.0], requires_grad=True)
        h = x * 1
        left, right = h[:2], h[2:]
    """,
    facts="""
        >>> left.mul_(7)
        >>> with mt.no_grad():
        ...     name = type(right.grad_fn).__name__
        >>> name
        'AsStridedBackward0'
        else: Somebody asks under no_grad(), and the step has to be recorded all the same: `with enable_grad():`.
        >>> store, w = mt.zeros(4), mt.ones(4, requires_grad=True)
        >>> part = store[:2]
        >>> wanted = part.requires_grad
        >>> store.copy_(w * 3)
        >>> part.sum().backward()
        >>> (wanted, part.requires_grad, w.grad)
        (False, True, T([3.0, 3.0, 0.0, 0.0]))
        if 'RuntimeError: element 0 of tensors does not require grad': The view wanted no gradient when it was made, but
            its base does by now. Ask the base.
        else: The step needs to know which part: the index, region(view), is its second operand.
        >>> store = mt.zeros(4)
        >>> part = store[:2]
        >>> store.add_(1)
        >>> part.requires_grad
        >>> part._seen
        1
        else: `_seen` is the number of changes up to which the history of the view is right, view._counter[0]. It is
            noted first, whatever comes of the rest.
        >>> right.retain_grad()
        >>> left.mul_(7)
        >>> (right * 3).sum().backward()
        >>> (right.grad, x.grad)
        (T([3.0, 3.0]), T([0.0, 0.0, 3.0, 3.0]))
        else: retain_grad noted the view at its old step, where it will not be found any more. keep_retaining(view,
            previous) moves the note.
        >>> h.data = mt.zeros(4)
        >>> left.mul_(7)
        >>> (type(right.grad_fn).__name__, right.tolist())
        ('SliceBackward0', [3.0, 4.0])
        else: `h.data = ...` gives the base other memory: a view of the old memory has parted from it and keeps the
            history it has. Ask parted(view).
    """,
)
