"""zero_grad: Freezing, and resetting gradients (difficulty 2, 8 minutes)

None takes no memory, and an optimizer skips a parameter without a gradient. Zeros are different: with momentum, an optimizer
still moves the parameter.

1. self.parameters() goes through the whole tree. For a gradient, there are three cases: set to None, fill with zeros, and no gradient to fill. Frozen parameters are no exception.
2. The tensor stays, so it must be changed in place. fill_with_zeros does that. What does it do with None?
3. `parameter.grad = None`; or, if it has one, `fill_with_zeros(parameter.grad)`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.nn.module.mode:zero_grads",
    covers="Mode.requires_grad_",
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
        if "Can't detach views": This gradient is a view of a longer tensor, and a view has no detach_(). Use fill_with_zeros.
        >>> requires_grad_(n.part, False) is n.part, [p.requires_grad for p in n.parameters()]
        (True, [True, False, False])
        if (False, [True, False, False]): requires_grad_() returns the module: `return self`.
        if (True, [True, True, True]): `p.requires_grad_` alone calls nothing: p.requires_grad_(requires_grad).
        >>> _ = requires_grad_(n, False), requires_grad_(n, False)
        >>> [p.requires_grad for p in n.parameters()], n.part.training
        ([False, False, False], True)
        if ([False, False, False], False): Freezing does not change the mode.
        if ([True, True, True], True): Set requires_grad to the argument, whatever it was before.
        else: All parameters in the tree change, those of the modules inside too: self.parameters() gives them.
        >>> _ = requires_grad_(n, False), requires_grad_(n)
        >>> [p.requires_grad for p in n.parameters()], n.part.mean.requires_grad, n.w.grad.tolist()
        ([True, True, True], False, [18.0, 36.0])
        if ([True, True, True], True, [18.0, 36.0]): Only parameters change. A buffer never requires a gradient.
        if ([False, False, False], False, [18.0, 36.0]): requires_grad is True by default, and then the parameters are trained again.
        if "'NoneType'": Freezing leaves the gradients as they are. zero_grads resets them.
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
        if "'NoneType'": A parameter that was not used has no gradient to fill: its .grad is None.
        if (True, True, [0.0, 0.0], None, [0.0]): The zeros still have a graph. fill_with_zeros(grad) removes it.
        if (True, True, [inf, inf], None, [0.0]): A frozen parameter keeps its old gradient.
        if (True, False, [nan, nan], None, [0.0]): A product with 0 is nan for inf. Fill the gradient with zeros.
        if (False, True, [inf, inf], None, [0.0]): .grad is another tensor now. Change the gradient in place.
        if (True, False, [0.0, 0.0], T([0.0]), [0.0]): A parameter without a gradient stays without one: its .grad is None.
        else: With set_to_none=False the gradient stays the same tensor, changed in place, and a product with 0 is nan for inf. None stays None.
        >>> long = mt.ones(3)
        >>> n.w.grad, n.part.b.grad = long[:2], long[2:]
        >>> zero_grads(n.parameters(), set_to_none=False)
        >>> long.tolist(), n.part.b.grad.tolist()
        ([0.0, 0.0, 0.0], [0.0])
        else: A gradient may be a view of a longer tensor. It is changed in place, so the longer tensor is full of zeros, too.
    """,
)
