"""cross_entropy: Cross-entropy in one step (difficulty 3, 9 minutes)

Together, softmax and the logarithm are a subtraction. No probability is computed, and none is lost.

1. Which of your two functions of the last exercise gives log p, without p? Which gives p?
2. `logs[np.arange(len(target)), target]` picks one number from each row. You can also assign to it.
3. `-log_softmax_along(input, 1)[np.arange(len(target)), target].mean()`. For off_target, `p = softmax_along(input, 1)`,
   then `p[np.arange(len(target)), target] -= 1`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.nn.functional.loss:_cross_entropy",
    covers="off_target",
    solution="""
        def off_target(input, target):
            p = softmax_along(input, 1)
            p[np.arange(len(target)), target] -= 1
            return p


        def _cross_entropy(input, target):
            return -log_softmax_along(input, 1)[np.arange(len(target)), target].mean()
    """,
    setup="from minitorch.ops.pointwise.softmax import log_softmax_along, softmax_along",
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
        if (T(0.0), T(0.220095)): softmax must work along the classes, axis 1.
        if (T(1.0986123), T(0.720095)): Each row has its own right class: input[np.arange(len(target)), target].
        if (T(1.0986123), T(0.970095)): [:, target] takes N columns from every row. Each row has its own right class.
        if (T(1.0986123, 'float64'), T(0.220095, 'float64')): The loss has the dtype of `input`, float32 here. np.eye(C) and float() are float64.
        else: The loss of a row is -log p of its right class, and the result is the mean over the rows.
        >>> at([[0.0, 1000.0]], 1)[0], at([[-1000.0, -2000.0]], 0)[0]
        (T(0.0), T(0.0))
        if (T(0.0), T(-inf)): Subtract the largest score, and not the largest absolute value: e**-3000 is 0.
        else: e**1000 is infinite. Subtract the largest score of the row first, as log_softmax_along does.
        >>> at([[0.0, 1000.0], [-1000.0, -2000.0], [0.0, -1.0]], 0, 0, 0)[0]
        T(333.437755)
        if T(inf): The logarithm of a probability that is 0 is -inf. Compute log(sum of the powers) - score instead.
        else: Subtract the largest of each row, and not the largest of all. Do not clip, or add a small number: the losses are 1000, 0 and 0.31.
        >>> at([[2.0, 0.0], [0.0, 0.0]], 0, 1, dtype=mt.float64)[:2]
        (T(0.41003759580, 'float64'), T([[-0.05960146101, 0.05960146101], [0.25, -0.25]], 'float64'))  # within 1e-10
        if (T(0.41003759580, 'float64'), T([[-0.05960146101, -0.44039853899], [-0.25, -0.25]], 'float64')): In `off_target`, [:, target] takes N columns from every row.
        if (T(0.41003759580, 'float64'), T([[0.05960146101, -0.05960146101], [-0.25, 0.25]], 'float64')): In `off_target`, the sign is wrong: it is p - y, and not y - p.
        if (T(0.41003759580, 'float64'), T([[-0.02980073050, 0.02980073050], [0.125, -0.125]], 'float64')): In `off_target`, do not divide by N: the package does that.
        else: Look at `off_target`: it is p - y for each row. Both functions keep the dtype of `input`, here float64.
        >>> at([[0.0, 1000.0], [-1000.0, -2000.0]], 0, 0)[1:]
        (T([[-0.5, 0.5], [0.0, 0.0]]), T([[0.0, 1000.0], [-1000.0, -2000.0]]))
        if (T([[-0.5, 0.5], [0.0, 0.0]]), T([[-1000.0, 0.0], [0.0, -1000.0]])): Your code changes the scores: `input -= ...` works in place.
        else: Look at `off_target`: e**1000 is infinite. Subtract the largest score of each row first, as softmax does.
    """,
)
