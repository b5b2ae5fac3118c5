"""clip: Clipping the gradient (difficulty 3, 9 minutes)

All gradients are multiplied by one number, so the step becomes shorter and keeps its direction.

1. Powers add up: the norm of all numbers is the norm of the norms of the tensors. `stack` makes one tensor of them.
2. A generator such as net.parameters() can be read only once. `gradients(parameters)` makes a list, so call it once.
3. `total = get_total_norm(grads, norm_type, error_if_nonfinite)`, and if it is larger than max_norm,
   `g.mul_(max_norm / total)` for each g of the list.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.nn.utils.clip_grad:clip_grad_norm_",
    covers="get_total_norm",
    changes=True,
    setup="""
        from contextlib import suppress
        def clipped(grads, max_norm, **options):
            leaves = [mt.ones_like(mt.tensor(g or [0.0]), requires_grad=True) for g in grads]
            for leaf, g in zip(leaves, grads):
                leaf.grad = None if g is None else mt.tensor(g)
            kept = [leaf.grad for leaf in leaves]
            norm = clip_grad_norm_((leaf for leaf in leaves), max_norm, **options)
            where = "in place" if all([leaf.grad is one for leaf, one in zip(leaves, kept)]) else "p.grad is another tensor"
            where = where if all([bool((leaf == 1).all()) for leaf in leaves]) else "the parameters have changed"
            return norm, [leaf.grad for leaf in leaves], where
    """,
    facts="""
        >>> get_total_norm([mt.tensor([3.0]), mt.tensor([[0.0, 4.0]])]), get_total_norm(iter([mt.tensor([3.0, -1.0]), mt.tensor(-4.0)]), 1)
        (T(5.0), T(8.0))
        if (T(7.0), T(8.0)): The norms are added. Take the norm of the norms: 3 and 4 give 5.
        else: All numbers of all tensors are one vector. Its norm is a tensor, and norm_type is for the whole of it: for 1, the norm of 3, -1 and -4 is 8.
        >>> get_total_norm(mt.tensor(-5.0)), get_total_norm([mt.tensor([3.0, -9.0]), mt.tensor([[math.inf]])], math.inf), get_total_norm([])
        (T(5.0), T(inf), T(0.0))
        if "non-empty": Without tensors, the norm is a tensor, 0.
        else: `tensors` may be one tensor: listed(tensors) makes a list. The norm has the shape [], for no tensors, too. Only with error_if_nonfinite, infinity is an error.
        >>> clipped([[3.0], [4.0]], max_norm=2.5)
        (T(5.0), [T([1.5]), T([2.0])], "in place")
        if (T(5.0), [T([2.5]), T([2.5])], "in place"): Each gradient is clipped by itself, and the direction changes. Compute one norm for all.
        if (T(1.4142135), [T([3.0]), T([4.0])], "in place"): This is the norm of the parameters. Take that of their gradients.
        if (T(5.0), [T([3.0]), T([4.0])], "the parameters have changed"): Multiply the gradients, and not the parameters.
        if (T(5.0), [T([3.0]), T([4.0])], "in place"): Nothing is clipped. First make a list of the gradients; and multiply in place, `g.mul_(...)`.
        if (T(5.0), [T([1.5]), T([2.0])], "p.grad is another tensor"): p.grad must stay the same tensor: multiply it in place.
        if (5.0, [T([1.5]), T([2.0])], "in place"): Return the norm as a tensor, without .item().
        if (T(2.5), [T([1.5]), T([2.0])], "in place"): Return the norm from before the clipping.
        if (None, [T([1.5]), T([2.0])], "in place"): Return the norm from before the clipping.
        if (T(2.0), [T([3.0]), T([4.0])], "in place"): The two options are exchanged: norm_type comes before error_if_nonfinite.
        else: The norm of both together is 5. Take it from the list of gradients, and multiply each by max_norm / norm.
        >>> clipped([[0.3, -0.4], [1.2]], max_norm=2.0), clipped([[0.0]], max_norm=1.0)
        ((T(1.3), [T([0.3, -0.4]), T([1.2])], "in place"), (T(0.0), [T([0.0])], "in place"))
        if ((None, [T([0.3, -0.4]), T([1.2])], "in place"), (None, [T([0.0])], "in place")): Return the norm in any case.
        else: A gradient that is no longer than max_norm stays as it is. So does one of zeros: do not divide by its norm.
        >>> clipped([None, [[0.0], [3.0]], [4.0]], max_norm=1.0), clipped([None], max_norm=1.0)
        ((T(5.0), [None, T([[0.0], [0.6]]), T([0.8])], "in place"), (T(0.0), [None], "in place"))
        if ((T(5.0), [None, T([[0.0], [0.6]]), T([0.8])], "in place"), (None, [None], "in place")): Without gradients, the norm is a tensor, 0.
        else: A parameter whose grad is None is left out. The others may have any shapes.
        >>> clipped([[3.0, -1.0], [4.0]], max_norm=1.0, norm_type=1.0, error_if_nonfinite=True)
        (T(8.0), [T([0.375, -0.125]), T([0.5])], "in place")
        else: Pass norm_type on to get_total_norm: for 1, the norm of 3, -1 and 4 is 8. Only nan and infinity are errors.
        >>> get_total_norm([mt.tensor([math.nan])], 2.0, True)
        raises RuntimeError
        else: With error_if_nonfinite, a norm of nan is an error, too.
        >>> w = mt.ones(2, requires_grad=True)
        >>> w.grad = mt.tensor([3.0, 4.0])
        >>> clip_grad_norm_(w, 1.0), w.grad.clone()
        (T(5.0), T([0.6, 0.8]))
        else: `parameters` may be one tensor: gradients(parameters) makes a list in any case.
        >>> w.grad = mt.tensor([math.inf, 4.0])
        >>> with suppress(RuntimeError):
        ...     clip_grad_norm_(w, 1.0, error_if_nonfinite=True)
        >>> w.grad.tolist()
        [inf, 4.0]
        else: With error_if_nonfinite, a norm of infinity is an error, before the gradients change. Pass the option on to get_total_norm.
    """,
)
