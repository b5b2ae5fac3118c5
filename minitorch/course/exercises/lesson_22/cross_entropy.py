"""cross_entropy: Cross-entropy in one step (difficulty 3, 9 minutes)

Together, softmax and the logarithm are a subtraction. No probability is computed, and none is lost.

1. For the loss, begin as in log_softmax, and pick the score of the right class from each row.
2. `input[np.arange(len(target)), target]` picks them, and they can be changed there, too.
3. With `x = input - input.max(axis=1, keepdims=True)`: `(np.log(np.exp(x).sum(axis=1)) - x[np.arange(len(target)), target])
   .mean()`. For off_target, the probabilities as in your softmax, then `p[np.arange(len(target)), target] -= 1`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.nn.functional.loss:_cross_entropy",
    covers="off_target",
    solution="""
        def off_target(input, target):
            powers = np.exp(input - input.max(axis=1, keepdims=True))
            p = powers / powers.sum(axis=1, keepdims=True)
            p[np.arange(len(target)), target] -= 1
            return p


        def _cross_entropy(input, target):
            x = input - input.max(axis=1, keepdims=True)
            right = x[np.arange(len(target)), target]
            return (np.log(np.exp(x).sum(axis=1)) - right).mean()
    """,
    given="""
        def at(rows, *target, dtype=mt.float32):
            scores = mt.tensor(rows, dtype=dtype, requires_grad=True)
            loss = mt.nn.functional.cross_entropy(scores, mt.tensor(target))
            loss.backward()
            return loss.detach(), scores.grad, scores.detach()
    """,
    facts="""
        >>> at([[0.0, 0.0, 0.0]], 1)[0], at([[2.0, 0.0], [0.0, 1.0]], 0, 1)[0]
        (T(1.0986123), T(0.220095))
        if (T(-1.0986123), T(-0.220095)): The sign is wrong: the loss is minus the logarithm.
        if (T(1.0986123), T(0.720095)): Each row has its own right class: input[np.arange(len(target)), target].
        if (T(1.0986123, 'float64'), T(0.220095, 'float64')): The loss has the dtype of `input`, float32 here. np.eye(C) and float() are float64.
        else: log(sum of the powers) - score of the right class, after the same number is subtracted from both; then the mean over rows.
        >>> at([[0.0, 1000.0], [-1000.0, -2000.0]], 0, 0)[0]
        T(500.0)
        if T(inf): The logarithm of a probability that is 0 is -inf. Compute log(sum of the powers) - score instead.
        else: Subtract the largest score of each row first, and not the largest of all. Do not clip a score or
            add a small number: the losses are 1000 and 0.
        >>> at([[2.0, 0.0], [0.0, 0.0]], 0, 1, dtype=mt.float64)[:2]
        (T(0.41003759580, 'float64'), T([[-0.05960146101, 0.05960146101], [0.25, -0.25]], 'float64'))  # within 1e-10
        else: Look at `off_target`: p - y for each row, and not y - p. The package divides by N. Both keep the dtype of `input`, float64.
        >>> at([[0.0, 1000.0], [-1000.0, -2000.0]], 0, 0)[1:]
        (T([[-0.5, 0.5], [0.0, 0.0]]), T([[0.0, 1000.0], [-1000.0, -2000.0]]))
        if (T([[-0.5, 0.5], [0.0, 0.0]]), T([[-1000.0, 0.0], [0.0, -1000.0]])): The scores have changed: `input = input - ...` makes
            a new array, `input -= ...` does not.
        else: Look at `off_target`: e**1000 is infinite. Subtract the largest score of each row first, as softmax does.
    """,
)
