"""clip: Clipping the gradient (difficulty 3, 11 minutes)

All gradients are multiplied by one number, so the step becomes shorter and keeps its direction.

1. The norm of all numbers is the norm of the norms: `stack(norms)` is a vector of them. Without a tensor, there is nothing to stack.
2. A generator such as net.parameters() can be read only once. `gradients(parameters)` makes a list, so call it once.
3. `norm(stack(norms), float(norm_type)) if norms else tensor(0.0)`, and in clip_grad_norm_, if it is larger than max_norm,
   `g.mul_(max_norm / total)` for each g of the list.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.nn.utils.clip_grad:clip_grad_norm_",
    covers="get_total_norm",
    changes=True,
    shows=("norms =", "if error_if"),
    setup="from minitorch.nn.utils.clip_grad import gradients, listed",
    given="""
        def clipped(max_norm, *grads, **options):
            leaves = [mt.zeros_like(mt.tensor(g or [0.0]), requires_grad=True) for g in grads]
            for leaf, g in zip(leaves, grads):
                leaf.grad = None if g is None else mt.tensor(g)
            kept = [leaf.grad for leaf in leaves]
            norm = clip_grad_norm_((leaf for leaf in leaves), max_norm, **options)
            same = all([leaf.grad is one for leaf, one in zip(leaves, kept)])
            return norm, [leaf.grad for leaf in leaves], same
    """,
    facts="""
        >>> clipped(2.5, [3.0], [4.0])
        (T(5.0), [T([1.5]), T([2.0])], True)
        if (T(5.0), [T([2.5]), T([2.5])], True): Each gradient is clipped by itself, and the direction changes. Compute one norm for all.
        if (T(0.0), [T([3.0]), T([4.0])], True): This is the norm of the parameters. Take that of their gradients.
        if (T(5.0), [T([3.0]), T([4.0])], True): Nothing is clipped. A generator can be read only once, so make a list of the gradients
            first; and multiply in place, `g.mul_(...)`.
        if (T(5.0), [T([1.5]), T([2.0])], False): p.grad must stay the same tensor: multiply it in place.
        if (5.0, [T([1.5]), T([2.0])], True): Return the norm as a tensor, without .item().
        if (T(2.5), [T([1.5]), T([2.0])], True): Return the norm from before the clipping.
        if (None, [T([1.5]), T([2.0])], True): Return the norm from before the clipping.
        else: The norm is the root of the sum of all squares, 5 for 3 and 4. Multiply every gradient by max_norm / norm.
        >>> clipped(2.0, [0.3, -0.4], [1.2]), clipped(1.0, [0.0], [0.0])
        ((T(1.3), [T([0.3, -0.4]), T([1.2])], True), (T(0.0), [T([0.0]), T([0.0])], True))
        if ((None, [T([0.3, -0.4]), T([1.2])], True), (None, [T([0.0]), T([0.0])], True)): Return the norm in any case.
        else: A gradient that is no longer than max_norm stays as it is. So does one of zeros: do not divide by its norm.
        >>> clipped(1.0, None, [[0.0], [3.0]], [4.0]), clipped(1.0, None)
        ((T(5.0), [None, T([[0.0], [0.6]]), T([0.8])], True), (T(0.0), [None], True))
        if ((T(5.0), [None, T([[0.0], [0.6]]), T([0.8])], True), (T([0.0]), [None], True)): The norm of no tensors has the shape [].
        if "non-empty": Without a gradient, there is nothing to stack: the norm of no tensors is 0.
        else: A parameter whose grad is None is left out. The others may have any shapes.
        >>> clipped(1.0, [3.0, -1.0], [4.0], norm_type=1.0), get_total_norm([mt.tensor([3.0, -4.0])], math.inf)
        ((T(8.0), [T([0.375, -0.125]), T([0.5])], True), T(4.0))
        else: norm_type goes to each norm, also to the norm of the norms: for 1, the norm of 3, -1 and 4 is 8.
            For math.inf, it is the largest absolute value.
        >>> clipped(1.0, [math.nan], [4.0], error_if_nonfinite=True)
        raises RuntimeError
        else: With error_if_nonfinite, a norm of nan or infinity is an error. Pass the option on to get_total_norm.
        >>> get_total_norm([mt.tensor([math.inf])], error_if_nonfinite=True)
        raises RuntimeError
        else: An infinite norm is an error, too, and not only nan.
        >>> w = mt.ones(2, requires_grad=True)
        >>> w.grad = mt.tensor([3.0, 4.0])
        >>> clip_grad_norm_(w, 1.0), w.grad, mt.isnan(get_total_norm(iter([mt.tensor([math.nan])]))).item(), get_total_norm(w.grad)
        (T(5.0), T([0.6, 0.8]), True, T(1.0))
        if (T(0.0), T([3.0, 4.0]), True, T(5.0)): `parameters` may be one tensor: gradients(parameters) makes a list in any case.
        else: Without error_if_nonfinite, the norm is returned as it is.
    """,
)
