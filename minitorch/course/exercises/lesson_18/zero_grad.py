"""zero_grad: Resetting gradients (difficulty 2, 7 minutes)

A gradient of None takes no memory, and an optimizer skips its parameter. With zeros, momentum may still move the parameter.

1. What has to happen to a parameter that has no gradient? And to one that is frozen?
2. With set_to_none=False, the tensor stays, so change it in place: fill_with_zeros does that. It cannot fill None.
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
        if "'NoneType' object": A parameter that was not used has no gradient to fill: its .grad is None.
        >>> held, unused.grad = w.grad, mt.ones(1)
        >>> _ = unused.requires_grad_(False)
        >>> zero_grads(p for p in (w, unused, b))
        >>> w.grad, unused.grad, b.grad, held.tolist(), unused.requires_grad
        (None, None, None, [18.0, 36.0], False)
        if (None, T([1.0]), None, [18.0, 36.0], False): A frozen parameter keeps its old gradient, and the next step would use it.
        if (None, T([1.0]), T([30.0]), [18.0, 36.0], False): Only the first parameter is reset. The loop goes through all of them.
        if (T([0.0, 0.0]), T([0.0]), T([0.0]), [0.0, 0.0], False): By default, the gradients become None.
        else: Every parameter's gradient becomes None. Nothing else changes: neither requires_grad, nor the tensor that was the gradient. `parameters` may be a generator, so loop over it only once.
        >>> w.grad = w * math.inf
        >>> held, _ = w.grad, w.requires_grad_(False)
        >>> zero_grads((p for p in (w, unused, b)), False)
        >>> w.grad is held, held.requires_grad, held.tolist(), unused.grad, b.grad.tolist()
        (True, False, [0.0, 0.0], None, [0.0])
        if "'tolist'": fill_with_zeros changes the gradient in place, and returns None. Do not assign its result.
        if (True, True, [0.0, 0.0], None, [0.0]): The zeros still have a graph, so they require a gradient. fill_with_zeros(grad) removes the graph.
        if (True, True, [inf, inf], None, [0.0]): The first parameter, which is frozen, keeps its old gradient. Reset frozen parameters, too, and loop over `parameters` only once: a generator can be read only once.
        if (True, True, [inf, inf], None, [30.0]): The gradients have not changed. Pass fill_with_zeros the gradient, not the parameter. And loop over `parameters` only once: a generator can be read only once.
        if (True, False, [0.0, 0.0], None, [30.0]): The last parameter keeps its gradient. If a parameter has no gradient, go on with the next one.
        if (True, False, [nan, nan], None, [0.0]): inf * 0 is nan. Fill the gradient with zeros, and do not multiply.
        if (False, True, [inf, inf], None, [0.0]): .grad is another tensor now. Change the gradient in place.
        if (True, False, [0.0, 0.0], T([0.0]), [0.0]): A parameter without a gradient stays without one: its .grad is None.
        else: With set_to_none=False, .grad stays the same tensor, filled with zeros in place. A .grad of None stays None.
    """,
)
