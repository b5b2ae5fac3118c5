"""zero_grad: Resetting gradients (difficulty 2, 7 minutes)

A gradient None takes no memory, and an optimizer skips the parameter. With zeros, momentum may still move the parameter.

1. For each parameter there are three cases: its gradient becomes None, it is filled with zeros, or there is none to fill.
2. With set_to_none=False the tensor stays, so it must be changed in place. fill_with_zeros does that. Can it fill None?
3. `parameter.grad = None`; or, if it has one, `fill_with_zeros(parameter.grad)`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.nn.module.mode:zero_grads",
    changes=True,
    given="""
        w, b, unused = [mt.nn.Parameter(mt.tensor(numbers)) for numbers in ([1.0, 2.0], [3.0], [4.0])]
        ((w * b) ** 2).sum().backward()
    """,
    facts="""
        if "'grad_fn'": A parameter that was not used has no gradient to fill: its .grad is None.
        >>> held, unused.grad = w.grad, mt.ones(1)
        >>> _ = unused.requires_grad_(False)
        >>> zero_grads(p for p in (w, unused, b))
        >>> w.grad, unused.grad, b.grad, held.tolist(), unused.requires_grad
        (None, None, None, [18.0, 36.0], False)
        if (None, T([1.0]), None, [18.0, 36.0], False): A frozen parameter keeps its old gradient, and the next step would use it.
        if (None, T([1.0]), T([30.0]), [18.0, 36.0], False): Only the first parameter is reset. The loop goes through all of them.
        if (T([0.0, 0.0]), T([0.0]), T([0.0]), [0.0, 0.0], False): By default, the gradients become None.
        else: The gradients of all parameters become None. Nothing else changes: not requires_grad, and no tensor that was a gradient. `parameters` may be a generator, which is read only once.
        >>> w.grad = w * math.inf
        >>> held, _ = w.grad, w.requires_grad_(False)
        >>> zero_grads((p for p in (w, unused, b)), False)
        >>> w.grad is held, held.requires_grad, held.tolist(), unused.grad, b.grad.tolist()
        (True, False, [0.0, 0.0], None, [0.0])
        if "'tolist'": With set_to_none=False a gradient stays. fill_with_zeros changes it in place, and returns nothing.
        if (True, True, [0.0, 0.0], None, [0.0]): The zeros still have a graph. fill_with_zeros(grad) removes it.
        if (True, True, [inf, inf], None, [0.0]): A frozen parameter keeps its old gradient. (Here it is also the first, which a generator gives only once.)
        if (True, True, [inf, inf], None, [30.0]): The gradients are as before. fill_with_zeros gets the gradient, and not the parameter. And a generator is read only once.
        if (True, False, [0.0, 0.0], None, [30.0]): The last parameter keeps its gradient. Fill every one that is not None, and go on after a None.
        if (True, False, [nan, nan], None, [0.0]): A product with 0 is nan for inf. Fill the gradient with zeros.
        if (False, True, [inf, inf], None, [0.0]): .grad is another tensor now. Change the gradient in place.
        if (True, False, [0.0, 0.0], T([0.0]), [0.0]): A parameter without a gradient stays without one: its .grad is None.
        else: With set_to_none=False each gradient stays the same tensor, changed in place. None stays None.
    """,
)
