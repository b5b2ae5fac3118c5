"""cross_entropy: Cross-entropy in one step (difficulty 3, 9 minutes)

Softmax and the logarithm together are a subtraction. So no probability has to be representable, and the gradient
p - y is never nan.

1. For the loss, begin as in log_softmax, and pick the score of the right class from each row.
2. `input[np.arange(len(target)), target]` picks them, and they can be changed there, too. A mean of the dtype of the input
   is a `.mean()` of an array.
3. With `x = input - input.max(axis=1, keepdims=True)`: `(np.log(np.exp(x).sum(axis=1)) - x[np.arange(len(target)), target])
   .mean()`. For off_target, the probabilities as in your softmax, then `p[np.arange(len(target)), target] -= 1`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.nn.functional.loss:_cross_entropy",
    covers="off_target",
    setup="""
        import numpy as np
    """,
    solution='''
        def off_target(input, target):
            """p - y: the probabilities [N, C], with 1 subtracted at the right class of each row. `input` stays as it is."""
            powers = np.exp(input - input.max(axis=1, keepdims=True))
            p = powers / powers.sum(axis=1, keepdims=True)
            p[np.arange(len(target)), target] -= 1
            return p


        def _cross_entropy(input, target):
            """The mean over the N rows of -log p at the right class, from scores [N, C].

            _cross_entropy(np.array([[0.0, 200.0]]), np.array([0])) is 200. The dtype of the result is the dtype of `input`.
            """
            x = input - input.max(axis=1, keepdims=True)
            right = x[np.arange(len(target)), target]
            return (np.log(np.exp(x).sum(axis=1)) - right).mean()
    ''',
    given="""
        def at(rows, *target):
            scores = mt.tensor(rows, requires_grad=True)
            loss = mt.nn.functional.cross_entropy(scores, mt.tensor(target))
            loss.backward()
            return loss.detach(), scores.grad
    """,
    facts="""
        >>> at([[0.0, 0.0, 0.0]], 1)[0], at([[2.0, 0.0], [0.0, 1.0]], 0, 1)[0]
        (T(1.0986123), T(0.220095))
        if (T(1.0986123), T(0.44019)): The loss is the mean over the rows, and not the sum.
        if (T(-1.0986123), T(-0.220095)): The sign is wrong: the loss is minus the logarithm.
        if (T(1.0986123), T(0.720095)): Each row has its own right class: input[np.arange(len(target)), target].
        else: -log p is log(3) for three equal scores. Take the mean over the rows.
        >>> at([[0.0, 200.0]], 0)[0]
        T(200.0)
        if T(inf): e**200 is too large, or its probability too small for float32. Subtract the largest score first, and do not
            compute a probability: log(sum of the powers) - score.
        else: Subtract the largest score of each row from all scores, also from the right one.
        >>> at([[2.0, 0.0], [0.0, 0.0]], 0, 1)[1]
        T([[-0.05960146, 0.05960146], [0.25, -0.25]])
        if T([[0.4403985, 0.05960146], [0.25, 0.25]]): Look at `off_target`: 1 is subtracted at the right class of each row.
        if T([[0.05960146, -0.05960146], [-0.25, 0.25]]): Look at `off_target`: it is p - y, and not y - p.
        if T([[-0.02980073, 0.02980073], [0.125, -0.125]]): The formula divides by N already. off_target is p - y.
        else: Look at `off_target`: the probabilities of each row, with 1 subtracted at its right class.
        >>> at([[0.0, 200.0]], 0)[1]
        T([[-1.0, 1.0]])
        else: Look at `off_target`: e**200 is too large for float32. Subtract the largest score first, as softmax does.
        >>> scores = mt.tensor([[2.0, 0.0]], requires_grad=True)
        >>> mt.nn.functional.cross_entropy(scores, mt.tensor([0])).backward()
        >>> scores.detach()
        T([[2.0, 0.0]])
        else: The scores have changed: `input = input - ...` makes a new array, `input -= ...` does not.
        >>> scores = mt.tensor([[0.5, -1.0, 2.0], [0.1, 0.2, 0.3]], dtype=mt.float64, requires_grad=True)
        >>> mt.autograd.gradcheck(lambda scores: mt.nn.functional.cross_entropy(scores, mt.tensor([2, 0])), (scores,))
        True
        else: The gradient is not the derivative of the loss. It is p - y for each row.
    """,
)
