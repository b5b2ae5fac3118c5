"""Round: A Function with another derivative (difficulty 2, 4 minutes)

The derivative of rounding is 0 almost everywhere, so nothing before it could learn. The straight-through estimator
(Bengio and others, 2013) passes the gradient on, as if the rounding were not there.

1. forward computes with tensors as usual, and nothing in it is recorded.
2. backward gets the gradient of the result. What is the gradient of the operand, if the operation were the identity?
3. forward: `return input.round()`. backward: `return grad`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    solution='''
        class Round(mt.autograd.Function):
            """Round like input.round(), but so that the layers before it learn."""

            @staticmethod
            def forward(ctx, input):
                return input.round()

            @staticmethod
            def backward(ctx, grad):
                return grad
    ''',
    facts="""
        >>> x = mt.tensor([[0.4, 1.6, -1.2], [0.5, 2.5, -0.7]], dtype=mt.float64)
        >>> Round.apply(x)
        T([[0.0, 2.0, -1.0], [0.0, 2.0, -1.0]], "float64")
        if T([[0.0, 2.0, -1.0], [1.0, 3.0, -1.0]], "float64"): A half goes to the even neighbor, as input.round() does: 0.5 becomes 0.
        else: forward returns what input.round() returns, in the dtype of the input: an integer result cannot have a gradient.
        >>> x = mt.tensor([0.1, 2.7], requires_grad=True)
        >>> (slope,) = mt.autograd.grad((0.25 * (Round.apply(x * 3) + 1) ** 2).sum(), x, create_graph=True)
        >>> slope, slope.requires_grad
        (T([1.5, 13.5]), True)
        if (T([0.0, 0.0]), True): That is the true derivative of rounding, and here we want another: the identity's.
        else: backward returns the gradient that arrives, unchanged, as for the identity. It can be differentiated again.
    """,
)
