"""Round: A step that pretends to be a slope (difficulty 2, 3 minutes)

The true derivative of rounding is 0 almost everywhere, so nothing behind it could learn. The straight-through
estimator (Bengio et al., 2013) pretends that the step is the identity.

1. forward computes on tensors as usual; nothing in it is recorded.
2. backward gets the gradient of the result and returns that of the input. What would it be for the identity?
3. forward: `return x.round()`. backward: `return grad`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    solution='''
        class Round(mt.autograd.Function):
            """Round to whole numbers; the gradient passes straight through."""

            @staticmethod
            def forward(ctx, x):
                return x.round()

            @staticmethod
            def backward(ctx, grad):
                return grad
    ''',
    facts="""
        >>> Round.apply(mt.tensor([0.4, 1.6, -1.2]))
        T([0.0, 2.0, -1.0])
        if T([0.0, 1.0, -2.0]): floor goes down to the next whole number; round goes to the nearest.
        else: Forward is to give the nearest whole numbers, as `x.round()` does, in both directions.
        >>> x = mt.tensor([0.3, 2.7], requires_grad=True)
        >>> (Round.apply(x * 3) ** 2).sum().backward()
        >>> x.grad
        T([6.0, 48.0])
        if T([6.0, 384.0]): You scale the gradient by the rounded value. The pretended function is the identity, whose
            slope is 1.
        if T([3.0, 3.0]): You throw the incoming gradient away. The chain rule multiplies it with your slope, here 1,
            and passes it on.
        else: Straight through: backward hands on the gradient that arrives, as it is, with nothing done to it.
        >>> x = mt.tensor([0.4, 1.6], requires_grad=True)
        >>> (Round.apply(x) * mt.tensor([0.25, -1.5])).sum().backward()
        >>> x.grad
        T([0.25, -1.5])
        if T([0.0, -2.0]): Only the values are rounded. A gradient of 0.25 goes on as 0.25.
    """,
)
