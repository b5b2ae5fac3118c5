"""clip: Clipping the gradient (difficulty 2, 7 minutes)

All gradients are multiplied by one number, so the step becomes shorter and keeps its direction.

1. The norm of all numbers is the norm of the norms: the root of the sum of their squares.
2. A generator such as net.parameters() can be read only once. Make a list of the gradients first.
3. `total = mt.stack([g.norm() for g in grads]).norm()`, and, if it is larger than max_norm, `g.mul_(max_norm / total)` for each g.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    changes=True,
    solution='''
        def clip(parameters, max_norm):
            """Shorten the gradient to max_norm, if it is longer. Return the norm that it had, as a number.

            The gradients of all parameters together count as one long vector. They change in place, and keep the direction of
            that vector. A parameter without a gradient is left out. `parameters` may be a generator.

            With gradients [3.0] and [4.0] and a max_norm of 1, they become [0.6] and [0.8], and the result is 5.
            """
            grads = [p.grad for p in parameters if p.grad is not None]
            total = mt.stack([g.norm() for g in grads]).norm()
            if total > max_norm:
                for g in grads:
                    g.mul_(max_norm / total)
            return total.item()
    ''',
    given="""
        def clipped(max_norm, *grads):
            leaves = [mt.zeros_like(mt.tensor(g or [0.0]), requires_grad=True) for g in grads]
            for leaf, g in zip(leaves, grads):
                leaf.grad = None if g is None else mt.tensor(g)
            kept = [leaf.grad for leaf in leaves]
            norm = clip((leaf for leaf in leaves), max_norm)
            same = all([leaf.grad is one for leaf, one in zip(leaves, kept)])
            return norm, [leaf.grad for leaf in leaves], same
    """,
    facts="""
        >>> clipped(2.5, [3.0], [4.0])
        (5.0, [T([1.5]), T([2.0])], True)
        if (5.0, [T([2.5]), T([2.5])], True): Each gradient is clipped by itself, and the direction changes. Compute one norm for all.
        if (5.0, [T([3.0]), T([4.0])], True): Nothing is clipped. A generator can be read only once, so make a list of the gradients
            first; and multiply in place, `g.mul_(...)`.
        if (5.0, [T([1.5]), T([2.0])], False): p.grad must stay the same tensor: multiply it in place.
        if (T(5.0), [T([1.5]), T([2.0])], True): Return the norm as a number, with .item().
        if (2.5, [T([1.5]), T([2.0])], True): Return the norm from before the clipping.
        else: The norm is the root of the sum of all squares, 5 for 3 and 4. Multiply every gradient by max_norm / norm.
        >>> clipped(2.0, [0.3, -0.4], [1.2]), clipped(1.0, [0.0], [0.0])
        ((1.3, [T([0.3, -0.4]), T([1.2])], True), (0.0, [T([0.0]), T([0.0])], True))
        else: A gradient that is no longer than max_norm stays as it is. So does one of zeros: do not divide by its norm.
        >>> clipped(1.0, None, [[0.0], [3.0]], [4.0])
        (5.0, [None, T([[0.0], [0.6]]), T([0.8])], True)
        else: A parameter whose grad is None is left out. The others may have any shapes.
    """,
)
