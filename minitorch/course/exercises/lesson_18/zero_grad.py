"""zero_grad: Freezing, and resetting gradients (difficulty 2, 8 minutes)

None takes no memory, and an optimizer skips a parameter without a gradient. Zeros are different: with momentum, an optimizer
still moves the parameter.

1. parameters() gives every parameter in the tree once. Both methods are a loop over it.
2. In zero_grad there are three cases: set to None, fill with zeros, and no gradient to fill. A frozen parameter is no exception.
3. `parameter.grad = None`; or, if it has one, `fill_with_zeros(parameter.grad)`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.nn.module.mode:Mode.zero_grad",
    covers="Mode.requires_grad_",
    changes=True,
    stub='''
        def requires_grad_(self, requires_grad=True):
            """Set requires_grad of all parameters in the tree to True or False. Buffers stay as they are. Returns the module."""
            ...


        def zero_grad(self, set_to_none=True):
            """Reset the gradients of all parameters in the tree, frozen ones too.

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
        >>> zero_grad(n)
        >>> [p.grad for p in n.parameters()]
        [None, None, None]
        if "AttributeError": A parameter that was not used has no gradient: its .grad is None.
        if [None, None, T([30.0])]: Either only the module's own parameters are reset, or the loop ends at a parameter without a
            gradient. Go through all of self.parameters().
        if [T([18.0, 36.0]), None, T([30.0])]: The gradients are still there. `parameter.grad = None` removes one.
        if [T([0.0, 0.0]), None, T([0.0])]: Without an argument, each .grad becomes None.
        >>> n.w.requires_grad_(False)
        >>> zero_grad(n)
        >>> n.w.grad is None
        True
        if False: A frozen parameter keeps its old gradient, and the next step of an optimizer would use it. Reset the gradients
            of all parameters.
        >>> n.w.grad = n.w * 2
        >>> zero_grad(n, False)
        >>> g = n.w.grad
        >>> (g.grad_fn is None, g.requires_grad, g.tolist())
        (True, False, [0.0, 0.0])
        if "'NoneType' object has no attribute": A parameter that was not used has no gradient to fill: its .grad is None.
        if "AttributeError": With set_to_none=False the gradient becomes zeros, and not None.
        if (False, True, [0.0, 0.0]): The zeros still have a graph. fill_with_zeros removes it.
        >>> n.w.grad = mt.ones(4)[:2]
        >>> held = n.w.grad
        >>> zero_grad(n, False)
        >>> (n.w.grad is held, held.tolist())
        (True, [0.0, 0.0])
        if (False, [1.0, 1.0]): The gradient stays the same tensor: fill_with_zeros(parameter.grad) changes it in place.
        if "Can't detach views": This gradient is a view. fill_with_zeros handles that case as well.
        >>> zero_grad(n, False)
        >>> n.part.unused.grad is None
        True
        if False: A parameter without a gradient keeps none.
        >>> _ = n.requires_grad_(False)
        >>> [p.requires_grad for p in n.parameters()]
        [False, False, False]
        if [False, True, True]: Only the module's own parameters are frozen. self.parameters() gives those of the tree.
        if [True, True, True]: No parameter was frozen: call parameter.requires_grad_(requires_grad) for each.
        >>> _ = n.w.requires_grad_(False), n.requires_grad_(False)
        >>> n.w.requires_grad
        False
        if True: A frozen parameter is trained again: set the value that was asked for, and not the opposite of the old one.
        >>> n.requires_grad_(False) is n and n.requires_grad_() is n
        True
        if False: Programs write `net.requires_grad_(False).eval()`: return the module.
        >>> _ = n.requires_grad_(False), n.requires_grad_(True)
        >>> [p.requires_grad for p in n.parameters()]
        [True, True, True]
        if [False, False, False]: The parameters are always frozen: pass `requires_grad` on to each.
        >>> _ = n.requires_grad_(True)
        >>> n.part.mean.requires_grad
        False
        if True: A buffer requires a gradient now. Only parameters are trained: go through parameters(), not through the
            buffers or the state.
    """,
)
