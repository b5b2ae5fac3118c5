"""Round: A Function with another derivative (difficulty 2, 4 minutes)

The derivative of rounding is 0 almost everywhere, so nothing before it could learn. The straight-through estimator
(Bengio and others, 2013) uses the derivative of the identity instead.

1. forward computes with tensors as usual, and nothing in it is recorded.
2. backward gets the gradient of the result. What is the gradient of the operand, if the operation were the identity?
3. forward: `return input.round()`. backward: `return grad`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    solution='''
        class Round(mt.autograd.Function):
            """Round to whole numbers, as input.round() does. The gradient passes through unchanged."""

            @staticmethod
            def forward(ctx, input):
                return input.round()

            @staticmethod
            def backward(ctx, grad):
                return grad
    ''',
    facts="""
        >>> Round.apply(mt.tensor([0.4, 1.6, -1.2]))
        T([0.0, 2.0, -1.0])
        if T([0.0, 1.0, -2.0]): floor goes down to the next whole number; round goes to the nearest.
        if T([0, 2, -1], 'int64'): An integer result cannot have a gradient. Keep the dtype: input.round().
        if T([0, 1, -1], 'int64'): An integer result cannot have a gradient. Keep the dtype: input.round().
        if T([0, 1, -1], 'int32'): An integer result cannot have a gradient. Keep the dtype: input.round().
        if T([0, 2, -1], 'int32'): An integer result cannot have a gradient. Keep the dtype: input.round().
        else: forward returns the nearest whole numbers, as input.round() does.
        >>> Round.apply(mt.tensor([0.5, 1.5, 2.5]))
        T([0.0, 2.0, 2.0])
        if T([1.0, 2.0, 3.0]): A half goes to the even neighbour, as input.round() does: 0.5 becomes 0.
        else: A half goes to the even neighbour, as input.round() does: 0.5 becomes 0.
        >>> x = mt.tensor([0.3, 2.7], requires_grad=True)
        >>> (Round.apply(x * 3) ** 2).sum().backward()
        >>> x.grad
        T([6.0, 48.0])
        if T([0.0, 0.0]): That is the true derivative of rounding, and here we want another: the identity's.
        if T([6.0, 384.0]): You multiply the gradient by the rounded value. The derivative of the identity is 1.
        if T([3.0, 3.0]): The gradient that arrives is lost. Return it unchanged.
        else: backward returns the gradient that arrives, unchanged.
        >>> x = mt.tensor([0.4, 1.6], requires_grad=True)
        >>> (Round.apply(x) * mt.tensor([0.25, -1.5])).sum().backward()
        >>> x.grad
        T([0.25, -1.5])
        if T([0.0, -2.0]): Only the values are rounded. The gradient is not.
    """,
)
