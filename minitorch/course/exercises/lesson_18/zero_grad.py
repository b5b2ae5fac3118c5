"""zero_grad: Frozen, and forgotten (difficulty 2, 6 minutes)

None costs no memory and lets an optimizer skip the parameter. Zeros make it take a step by its momentum, and whoever
holds the gradient sees them.

1. parameters() gives every parameter of the tree, each once. Three cases for each of them.
2. None; no gradient at all; a gradient that is to be filled with zeros where it lies.
3. `parameter.grad = None`, or, where there is one, `fill_with_zeros(parameter.grad)`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.nn.module.mode:Mode.zero_grad",
    covers="Mode.requires_grad_",
    changes=True,
    setup="""
        def net():
            top = mt.nn.Module()
            top.w = mt.nn.Parameter(mt.tensor([1.0, 2.0]))
            top.part = mt.nn.Module()
            top.part.b = mt.nn.Parameter(mt.tensor([3.0]))
            top.part.unused = mt.nn.Parameter(mt.tensor([4.0]))
            ((top.w * top.part.b) ** 2).sum().backward()
            return top
    """,
    solution="""
        def zero_grad(self, set_to_none=True):
            for parameter in self.parameters():
                if set_to_none:
                    parameter.grad = None
                elif parameter.grad is not None:
                    fill_with_zeros(parameter.grad)
    """,
    given="""
        n = net()
    """,
    facts="""
        >>> zero_grad(n)
        >>> [p.grad for p in n.parameters()]
        [None, None, None]
        else: The gradients are still there. By default, each parameter's .grad is set to None, at any depth.
        >>> n.w.grad = n.w * 2
        >>> zero_grad(n, False)
        >>> g = n.w.grad
        >>> (g.grad_fn is None, g.requires_grad, g.tolist())
        (True, False, [0.0, 0.0])
        else: A parameter that was not used has no gradient to fill: its .grad is None.
        >>> n.w.grad = mt.ones(4)[:2]
        >>> held = n.w.grad
        >>> zero_grad(n, False)
        >>> (n.w.grad is held, held.tolist())
        (True, [0.0, 0.0])
        else: The gradient stays the tensor that it is: fill_with_zeros changes it in place, and nothing is assigned to
            .grad.
        >>> n.requires_grad_(False)
        >>> [p.requires_grad for p in n.parameters()]
        [False, False, False]
        else: requires_grad_ has not reached what it should: every parameter of the tree, at any depth, takes the given
            value.
        >>> (n.requires_grad_(False) is n, n.requires_grad_() is n)
        (True, True)
        else: `net.requires_grad_(False).eval()` is written everywhere: return the module.
        >>> n.requires_grad_(True)
        >>> [p.requires_grad for p in n.parameters()]
        [True, True, True]
        if [False, False, False]: The parameters are always frozen: hand requires_grad on to each.
    """,
)
