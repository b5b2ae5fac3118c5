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
    stub='''
        def requires_grad_(self, requires_grad=True):
            """Set requires_grad of all parameters in the tree to True or False. Buffers stay as they are. Returns the module."""
            ...


        def zero_grads(parameters, set_to_none=True):
            """Reset the gradients of these parameters, of frozen ones too.

            set_to_none=True   .grad becomes None
            set_to_none=False  .grad stays the same tensor, and fill_with_zeros(grad) fills it; None stays None
            """
            ...
    ''',
    setup="""
        def net():
            top = mt.nn.Module()
            top.w = mt.nn.Parameter(mt.tensor([1.0, 2.0]))
            top.part = mt.nn.Module()
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
        >>> _ = n.w.requires_grad_(False)
        >>> zero_grads(n.parameters())
        >>> [p.grad for p in n.parameters()]
        [None, None, None]
        if [T([18.0, 36.0]), None, None]: A frozen parameter keeps its old gradient, and the next step of an optimizer would use it.
        if [T([0.0, 0.0]), None, T([0.0])]: Without an argument, each .grad becomes None.
        else: The gradients of all parameters become None.
        >>> n.w.grad = n.w * 2
        >>> held = n.w.grad
        >>> zero_grads(n.parameters(), False)
        >>> (n.w.grad is held, held.requires_grad, held.tolist(), n.part.unused.grad)
        (True, False, [0.0, 0.0], None)
        if "'NoneType' object has no attribute": A parameter that was not used has no gradient to fill: its .grad is None.
        if (True, True, [0.0, 0.0], None): The zeros still have a graph. fill_with_zeros removes it.
        else: With set_to_none=False the gradient stays the same tensor: fill_with_zeros(parameter.grad) changes it in place.
        >>> _ = n.w.requires_grad_(False)
        >>> (n.requires_grad_(False) is n, [p.requires_grad for p in n.parameters()])
        (True, [False, False, False])
        if (True, [False, True, True]): Only the module's own parameters are frozen. self.parameters() gives those of the tree.
        else: No parameter requires a gradient any more: call parameter.requires_grad_(requires_grad) for each.
        >>> _ = n.requires_grad_(False), n.requires_grad_()
        >>> ([p.requires_grad for p in n.parameters()], n.part.mean.requires_grad)
        ([True, True, True], False)
        if ([False, False, False], False): The parameters are always frozen: pass `requires_grad` on to each.
        else: Only parameters are trained: go through parameters(), not through the buffers or the state.
    """,
)
