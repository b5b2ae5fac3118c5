"""softmax: Probabilities from scores (difficulty 2, 6 minutes)

Subtracting the largest score multiplies all powers by the same factor, which the division removes.

1. Subtract from each row the number that makes its largest power e**0: then none is infinite, and the sum is at least 1.
2. `keepdims=True` keeps the axis with length 1, so that the result broadcasts against x.
3. `x = x - x.max(axis=axis, keepdims=True)`; then `x - np.log(np.exp(x).sum(axis=axis, keepdims=True))`, or the powers
   divided by their sum.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.ops.pointwise.softmax:softmax_along",
    covers="log_softmax_along",
    solution="""
        def log_softmax_along(x, axis):
            x = x - x.max(axis=axis, keepdims=True)
            return x - np.log(np.exp(x).sum(axis=axis, keepdims=True))


        def softmax_along(x, axis):
            powers = np.exp(x - x.max(axis=axis, keepdims=True))
            return powers / powers.sum(axis=axis, keepdims=True)
    """,
    facts="""
        >>> mt.softmax(mt.tensor([[0.0, 0.0], [1.0, 3.0]]), 1)
        T([[0.5, 0.5], [0.11920292, 0.880797]])
        else: Divide each power by the sum of the powers in its row. With keepdims=True, each row gets its own maximum and sum.
        >>> mt.softmax(mt.tensor([[0.0, 1000.0]]), 1), mt.softmax(mt.tensor([[-1000.0, -2000.0]]), 1)
        (T([[0.0, 1.0]]), T([[1.0, 0.0]]))
        if (T([[0.0, 1.0]]), T([[0.5, 0.5]])): Do not clip the scores: that makes different scores equal. Subtract the largest of each row.
        if (T([[0.0, 1.0]]), T([[nan, nan]])): Subtract the largest score, and not the largest absolute value: e**-3000 is 0.
        else: e**1000 is infinite, and inf / inf is nan. Subtract the largest score of each row first.
        >>> mt.softmax(mt.tensor([[0.0, 1000.0], [-1000.0, -2000.0]]), 1)
        T([[0.0, 1.0], [1.0, 0.0]])
        else: Subtract the largest score of each row, and not the largest of all. The powers of the second row are all 0.
        >>> mt.log_softmax(mt.tensor([[0.0, 0.0], [0.0, 1000.0], [-1000.0, -2000.0]]), 1)
        T([[-0.6931472, -0.6931472], [-1000.0, 0.0], [0.0, -1000.0]])
        if T([[-0.6931472, -0.6931472], [-inf, 0.0], [0.0, -inf]]): The logarithm of a probability that is 0 is -inf: compute x - log(sum of the powers).
        else: Look at `log_softmax_along`: first subtract the largest score of the row from x, then log(sum of the powers). Do not clip a score, and do not add a small number: the difference of 1000 must stay.
        >>> [one(np.zeros((1, 2), "float32"), 1).dtype.name for one in (softmax_along, log_softmax_along)]
        ['float32', 'float32']
        else: The result must have the dtype of x, here float32.
        >>> x = mt.tensor([[[1.0, 5.0]] * 3, [[1.0, 7.0]] * 3], dtype=mt.float64)
        >>> mt.softmax(x, 0)[:, 1], mt.log_softmax(x, 0)[0, 1], x.sum()
        (T([[0.5, 0.119202922], [0.5, 0.880797078]], 'float64'), T([-0.693147181, -2.126928011], 'float64'), T(42.0, 'float64'))  # within 1e-8
        else: The axis is an argument (here 0), x may have any shape, and the dtype stays. Do not change x itself, as `x -= ...` does.
    """,
)
