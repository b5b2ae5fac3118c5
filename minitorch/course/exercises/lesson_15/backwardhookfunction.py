"""BackwardHookFunction: A step that does nothing (difficulty 2, 6 minutes)

Nothing is computed and nothing is copied. But it is one step for all of the tensors, so their gradients meet in it;
and a tensor that wanted no gradient comes out wanting none.

1. Lesson 10: forward gets ctx and the tensors and gives the results; backward gets a gradient for each result and
   gives one for each tensor.
2. Nothing is to be computed in either. Only one thing must be said in forward: which of the results have no gradient.
3. `ctx.mark_non_differentiable(*[x for x in tensors if not x.requires_grad])`, then `return tensors`; and in backward
   `return gradients`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.nn.module.backward_hooks:BackwardHookFunction",
    alone=True,
    facts="""
        >>> BackwardHookFunction.apply(mt.tensor([1.0, 2.0], requires_grad=True))
        (T([1.0, 2.0]),)
        else: Only the first tensor comes out. All of them are handed on, in a tuple, also where there is one alone.
        >>> x, y = mt.tensor([1.0, 2.0], requires_grad=True), mt.tensor([3.0], requires_grad=True)
        >>> a, b = BackwardHookFunction.apply(x, y)
        >>> (5 * a.sum() + 7 * b.sum()).backward()
        >>> (x.grad, y.grad)
        (T([5.0, 5.0]), T([7.0]))
        if (T([1.0, 1.0]), T([1.0])): The slope of this step is 1, but its gradient is what arrived times 1. Return what
            arrived.
        if 'RuntimeError: function BackwardHookFunctionBackward': Only the first tensor gets its gradient. There is one
            gradient for each tensor, and each must be handed on.
        if (T([10.0, 10.0]), T([14.0])): The gradients are changed on their way. This step hands them on as they came.
        if (T([17.0, 17.0]), T([17.0])): You add the gradients of all the tensors together. They meet in this step, but
            each goes on alone, to the tensor it belongs to.
        >>> b, x, c = mt.tensor([2.0]), mt.tensor([1.0], requires_grad=True), mt.tensor([3.0])
        >>> [one.requires_grad for one in BackwardHookFunction.apply(b, x, c)]
        [False, True, False]
        if [True]: The constants do not come out. All tensors are handed on, in their order; those without gradients are
            only marked.
        if [True, True, True]: You copy every tensor. A step that only hands on needs no memory of its own: return the
            tensors themselves.
        if [True, True, False]: Each call of ctx.mark_non_differentiable replaces what the one before said, so only the
            last constant is marked. Call it once, with all of them.
    """,
)
