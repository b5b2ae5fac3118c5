"""attend: Scaled dot-product attention (difficulty 3, 9 minutes)

The scores say how well each key fits. Softmax turns them into weights that add up to 1, and a mask of -inf makes a weight exactly 0.

1. `query @ key.mT` has a row for each query and a column for each key. The scale and the mask change the scores, before softmax.
2. `where(mask, scores, -math.inf)` keeps the scores where a mask of bools is True. A mask of floats is added.
3. `scale = 1 / math.sqrt(query.size(-1)) if scale is None else scale`; `scores = query @ key.mT * scale`. In attend: `weights = _safe_softmax(attention_scores(query, key, mask, scale), -1)`, then `dropout(weights, dropout_p) @ value`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.nn.functional.attention:attend",
    covers="attention_scores",
    forbids={"scaled_dot_product_attention": "That function does the whole exercise. Write the steps."},
    setup="from minitorch.nn import functional as F",
    given="""
        x = mt.tensor([[0.0, 0.0, 0.0, 0.0], [2.0, 0.0, 0.0, 0.0]])
        zeros, value = mt.zeros(2, 3, 4), mt.tensor([[[1.0], [2.0], [6.0]], [[0.0], [0.0], [3.0]]])
        look = mt.tensor([[True, False, False], [False, True, True], [False, False, False]])
    """,
    solution="""
        def attend(query, key, value, mask=None, scale=None, dropout_p=0.0):
            weights = _safe_softmax(attention_scores(query, key, mask, scale), -1)
            return mt.nn.functional.dropout(weights, dropout_p) @ value
    """,
    facts="""
        if "bool": A mask of bools chooses: where(mask, scores, -math.inf). One of floats is added, whatever its dtype: mask.is_floating_point().
        if "batches of matrices cannot": There may be a batch in front: exchange the last two dimensions only, key.mT.
        >>> attention_scores(x, x), attention_scores(x, x, scale=3.0)
        (T([[0.0, 0.0], [0.0, 2.0]]), T([[0.0, 0.0], [0.0, 12.0]]))
        if (T([[0.0, 0.0], [0.0, 4.0]]), T([[0.0, 0.0], [0.0, 12.0]])): The scores are not divided by the square root of E = 4.
        if (T([[0.0, 0.0], [0.0, 1.0]]), T([[0.0, 0.0], [0.0, 12.0]])): The scores are divided by E. Divide by its square root.
        if (T([[0.0, 0.0], [0.0, 2.828427]]), T([[0.0, 0.0], [0.0, 12.0]])): E is the length of a query, query.size(-1), and not the number of keys.
        if (T([[0.0, 0.0], [0.0, 2.0]]), T([[0.0, 0.0], [0.0, 1.333333]])): `scale` multiplies the scores. Its default is 1 / sqrt(E).
        else: The dot product of the second row with itself is 4. Divide it by the square root of E = 4. A `scale` that is given takes the place of 1 / sqrt(E).
        >>> attention_scores(mt.tensor([[1.0], [2.0]]), mt.tensor([[1.0], [3.0], [5.0]]))
        T([[1.0, 3.0, 5.0], [2.0, 6.0, 10.0]])
        else: A row is a query, and a column is a key: query @ key.mT, divided by the square root of the length of a query.
        >>> attention_scores(zeros, zeros, look)[0], attention_scores(zeros, zeros, mt.tensor([0.5, 0.0, -2.0]))[0, 0]
        (T([[0.0, -inf, -inf], [-inf, 0.0, 0.0], [-inf, -inf, -inf]]), T([0.5, 0.0, -2.0]))
        if (T([[-inf, 0.0, 0.0], [0.0, -inf, -inf], [0.0, 0.0, 0.0]]), T([0.5, 0.0, -2.0])): The mask is the wrong way round: here True means that a query may look.
        if (T([[nan, -inf, -inf], [-inf, nan, nan], [-inf, -inf, -inf]]), T([0.5, 0.0, -2.0])): 0 times -inf is nan. Choose with where(mask, scores, -math.inf).
        if (T([[0.0, -inf, -inf], [-inf, 0.0, 0.0], [-inf, -inf, -inf]]), T([0.25, 0.0, -1.0])): The mask of floats is scaled, too. Add it after the scale.
        if (T([[0.0, -1e9, -1e9], [-1e9, 0.0, 0.0], [-1e9, -1e9, -1e9]]), T([0.5, 0.0, -2.0])): A score of -1e9 is not -inf: a row of them gets equal weights, and not 0. Use -math.inf.
        else: Where a mask of bools is False, the score is -inf. A mask of floats is added to the scores.
        >>> attend(zeros, zeros, value, look)
        T([[[1.0], [4.0], [0.0]], [[0.0], [1.5], [0.0]]])
        if T([[[1.0], [4.0], [nan]], [[0.0], [1.5], [nan]]]): The third query may look nowhere, and softmax gives nan. Use _safe_softmax.
        if T([[[0.333333], [2.666667], [0.0]], [[0.0], [1.0], [0.0]]]): The weights are masked after softmax, so they no longer add up to 1. Mask the scores.
        if T([[[3.0], [3.0], [3.0]], [[1.0], [1.0], [1.0]]]): Each query sees all keys. Is the mask passed on to attention_scores?
        if T([[[1.0], [8.0], [0.0]], [[0.0], [3.0], [0.0]]]): The weights of a query add up to 1: softmax runs over its keys, the last dimension, -1.
        else: The weights of a query are the softmax of its row of scores, and its result is their product with the values.
        >>> attend(x, x, mt.tensor([[0.0], [1.0]])), attend(x, x, mt.tensor([[0.0], [1.0]]), None, 0.0)
        (T([[0.5], [0.880797]]), T([[0.5], [0.5]]))
        else: Each row of weights adds up to 1, and `scale` is passed on.
        >>> found = attend(mt.zeros(50, 1), mt.zeros(50, 1), mt.eye(50).repeat(1, 2), None, None, 0.75)
        >>> sorted(set(found.flatten().tolist())), mt.equal(found[:, :50], found[:, 50:]), bool((found.std(1) > 0.01).all())
        ([0.0, 0.08], True, True)
        if ([0.02], True, False): No weight becomes 0: dropout(weights, dropout_p), after softmax.
        if ([0.0, 0.08], False, True): dropout sets weights to 0, before the product, and no elements of the values or of the result.
        else: Each weight, here 1 / 50, becomes 0 by itself with the chance dropout_p = 0.75, and 4 times as large otherwise.
        >>> q, k, v = [mt.ones(3, 2, dtype=mt.float64, requires_grad=True) for _ in range(3)]
        >>> (attend(q, k, v, mt.where(look, 0.0, -math.inf).double()) * mt.arange(6).reshape(3, 2)).sum().backward()
        >>> [one.grad is not None and bool(one.grad.isfinite().all()) for one in (q, k, v)]
        [True, True, True]
        else: Gradients must reach queries, keys and values, and none may be nan: use _safe_softmax.
    """,
)
