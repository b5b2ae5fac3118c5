"""BackwardHookFunction: A node that calls a function (difficulty 2, 6 minutes)

Nothing is computed and nothing is copied. All tensors share one node, so the hook is called once, with all gradients.

1. A Function, as in lesson 10: `forward` gets ctx and the arguments of apply, `backward` gets ctx and one gradient for
   each result.
2. In forward: `ctx.hook = hook`, switch off the zeros, return `tensors`. In backward: call `ctx.hook(gradients)`.
3. backward returns one entry for each argument of forward, and the first argument is the hook:
   `return (None, *ctx.hook(gradients))`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.nn.module.backward_hooks:BackwardHookFunction",
    alone=True,
    stub='''
        class BackwardHookFunction(Function):
            """Returns a tuple of the tensors, as they are. In the backward pass, the gradients pass through `hook`."""

            @staticmethod
            def forward(ctx, hook, *tensors): ...

            @staticmethod
            def backward(ctx, *gradients): ...
    ''',
    setup="""
        def leaf(*numbers):
            return mt.tensor(list(numbers), requires_grad=True)
    """,
    given="""
        x, y, seen = leaf(1.0, 2.0), leaf(3.0), []

        def hook(gradients):
            seen.append(tuple([g if g is None else g.tolist() for g in gradients]))
            return tuple([g if g is None else 10 * g for g in gradients])
    """,
    facts="""
        >>> a, b = BackwardHookFunction.apply(hook, x, y)
        >>> (a.tolist(), b.tolist(), a.grad_fn is b.grad_fn)
        ([1.0, 2.0], [3.0], True)
        else: apply(hook, x, y) returns a tuple with all the tensors, and they share one node.
        >>> a, b = BackwardHookFunction.apply(hook, x, y)
        >>> (5 * a.sum() + 7 * b.sum()).backward()
        >>> (seen, x.grad, y.grad)
        ([([5.0, 5.0], [7.0])], T([50.0, 50.0]), T([70.0]))
        if ([([5.0, 5.0], [7.0])], T([5.0, 5.0]), T([7.0])): The hook is called, and what it returns is lost. Return it, after
            the None for the argument `hook`.
        if ([], T([5.0, 5.0]), T([7.0])): The hook is never called. backward calls ctx.hook(gradients).
        if "takes 1 positional argument but 2 were given": The hook gets one tuple with the gradients, not one argument for each.
        if "incorrect number of gradients": backward returns one entry for each argument of forward: None for `hook`, then
            the gradients.
        if "has no attribute 'hook'": forward keeps the hook for backward: `ctx.hook = hook`.
        else: The hook gets one tuple with the gradients of a and b, and backward returns None and then what the hook returned.
        >>> (a,) = BackwardHookFunction.apply(hook, x)
        >>> a.sum().backward()
        >>> (len(seen), x.grad)
        (1, T([10.0, 10.0]))
        else: With one tensor it works in the same way: a tuple of one goes out, and a tuple of one gradient comes back.
        >>> a, b = BackwardHookFunction.apply(hook, x, y)
        >>> a.sum().backward()
        >>> (seen, y.grad)
        ([([1.0, 1.0], None)], None)
        if ([([1.0, 1.0], [0.0])], T([0.0])): Nothing arrived for b, and the hook gets zeros. Call
            ctx.set_materialize_grads(False) in forward.
        else: Nothing arrived for b, so the hook gets None for it.
    """,
)
