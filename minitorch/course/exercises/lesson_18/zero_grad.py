"""zero_grad: Resetting gradients (difficulty 2, 5 minutes)

None takes no memory, and an optimizer skips a parameter without a gradient. Zeros are different: with momentum, an optimizer
still moves the parameter.

1. There are three cases: set to None, fill with zeros, and no gradient to fill. Frozen parameters are no exception.
2. The tensor stays, so it must be changed in place. fill_with_zeros does that. What does it do with None?
3. `parameter.grad = None`; or, if it has one, `fill_with_zeros(parameter.grad)`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.nn.module.mode:zero_grads",
    changes=True,
    setup="""
        def net():
            top = mt.nn.Module()
            top.w = mt.nn.Parameter(mt.tensor([1.0, 2.0]))
            top.part = mt.nn.Module()
            top.part.register_parameter("bias", None)
            top.part.unused = mt.nn.Parameter(mt.tensor([4.0]))
            top.part.b = mt.nn.Parameter(mt.tensor([3.0]))
            top.part.mean = mt.nn.Buffer(mt.zeros(1))
            ((top.w * top.part.b) ** 2).sum().backward()
            return top
    """,
    given="""
        n = net()
    """,
    facts="""
        >>> held, n.part.unused.grad = n.w.grad, mt.ones(1)
        >>> _ = n.part.unused.requires_grad_(False)
        >>> zero_grads(n.parameters())
        >>> [p.grad for p in n.parameters()], held.tolist()
        ([None, None, None], [18.0, 36.0])
        if ([None, T([1.0]), None], [18.0, 36.0]): A frozen parameter keeps its old gradient, and the next step would use it.
        else: The gradients of all parameters become None. What held the gradient is left alone. `parameters` may be a generator.
        >>> n.w.grad = n.w * math.inf
        >>> held, _ = n.w.grad, n.w.requires_grad_(False)
        >>> zero_grads(n.parameters(), False)
        >>> (n.w.grad is held, held.requires_grad, held.tolist(), n.part.unused.grad, n.part.b.grad.tolist())
        (True, False, [0.0, 0.0], None, [0.0])
        if "'NoneType' object has no attribute": A parameter that was not used has no gradient to fill: its .grad is None.
        if (True, True, [0.0, 0.0], None, [0.0]): The zeros still have a graph. detach_() removes it.
        if (True, True, [inf, inf], None, [0.0]): A frozen parameter keeps its old gradient.
        if (True, False, [nan, nan], None, [0.0]): A product with 0 is nan for inf. Fill the gradient with zeros.
        if (False, True, [inf, inf], None, [0.0]): .grad is another tensor now. Change the gradient in place.
        if (False, True, [0.0, 0.0], None, [0.0]): .grad is another tensor now, a detached view. Change the gradient in place.
        if (True, False, [0.0, 0.0], T([0.0]), [0.0]): A parameter without a gradient stays without one: its .grad is None.
        else: With set_to_none=False the gradient stays the same tensor, changed in place, and a product with 0 is nan for inf. None stays None.
    """,
)
