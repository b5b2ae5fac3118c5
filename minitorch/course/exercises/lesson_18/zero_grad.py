"""zero_grad: Freezing, and resetting gradients (difficulty 2, 8 minutes)

None takes no memory, and an optimizer skips a parameter without a gradient. Zeros are different: with momentum, an optimizer
still moves the parameter.

1. Both are a loop over parameters. self.parameters() gives each parameter in the tree once.
2. In zero_grads there are three cases: set to None, fill with zeros, and no gradient to fill. Frozen parameters are no exception.
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
        >>> held, _ = n.w.grad, n.part.b.requires_grad_(False)
        >>> zero_grads(n.parameters())
        >>> [p.grad for p in n.parameters()], held.tolist()
        ([None, None, None], [18.0, 36.0])
        if ([None, None, T([30.0])], [18.0, 36.0]): A frozen parameter keeps its old gradient, and the next step would use it.
        else: The gradients of all parameters become None. What held the gradient is left alone. `parameters` may be a generator.
        >>> n.w.grad = n.w * math.inf
        >>> held, _ = n.w.grad, n.part.b.requires_grad_(False)
        >>> zero_grads(n.parameters(), False)
        >>> (n.w.grad is held, held.requires_grad, held.tolist(), n.part.unused.grad, n.part.b.grad.tolist())
        (True, False, [0.0, 0.0], None, [0.0])
        if "'NoneType' object has no attribute": A parameter that was not used has no gradient to fill: its .grad is None.
        if (True, True, [0.0, 0.0], None, [0.0]): The zeros still have a graph. fill_with_zeros removes it.
        if (True, False, [0.0, 0.0], None, [30.0]): A frozen parameter keeps its old gradient.
        else: With set_to_none=False the gradient stays the same tensor, which fill_with_zeros changes in place. None stays None.
        >>> (n.requires_grad_(False) is n, [p.requires_grad for p in n.parameters()], n.w.grad is None)
        (True, [False, False, False], False)
        if (True, [False, True, True], False): Only the module's own parameters are frozen. self.parameters() gives those of the tree.
        else: No parameter requires a gradient any more: call parameter.requires_grad_(requires_grad). Gradients stay.
        >>> _ = n.w.requires_grad_(False), n.requires_grad_()
        >>> ([p.requires_grad for p in n.parameters()], n.part.mean.requires_grad)
        ([True, True, True], False)
        else: Set requires_grad of the parameters, and not of the buffers, to the value of the argument.
    """,
)
