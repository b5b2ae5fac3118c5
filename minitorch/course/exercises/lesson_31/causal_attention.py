"""causal_attention: A soft look-up (difficulty 3, 9 minutes)

A dictionary returns the value of the one key that is equal. Attention returns a weighted mean of all values: the better a key fits
the query, the larger its weight. Such a look-up has gradients. The mask acts on the scores, so softmax still gives weights that
add up to 1.

1. Four steps: the scores of all pairs, their scale, the mask, softmax. The weighted mean of the values is a matrix product.
2. `query @ key.mT` has a row for each query. Positions are `mt.arange(T)`; `positions > positions.unsqueeze(1)` is True where
   the key is later than the query. `mt.where(mask, a, b)` takes a where mask is True.
3. `scores = query @ key.mT / query.size(-1) ** 0.5`, then `mt.where(is_later, -math.inf, scores).softmax(-1)`, and
   `attention_weights(query, key) @ value`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.models.gpt:causal_attention",
    covers="attention_weights",
    forbids={
        "scaled_dot_product_attention": "scaled_dot_product_attention() does the whole exercise. Write the four steps.",
    },
    setup="""
        def rounded(x):
            return [round(n, 3) for n in x.flatten().tolist()]
    """,
    facts="""
        if "numpy.ndarray": Everything here has gradients: use operations of tensors.
        >>> rounded(attention_weights(mt.zeros(3, 2), mt.zeros(3, 2)))
        [1.0, 0.0, 0.0, 0.5, 0.5, 0.0, 0.333, 0.333, 0.333]
        if [0.333, 0.333, 0.333, 0.333, 0.333, 0.333, 0.333, 0.333, 0.333]: The first position sees later ones.
            There is no mask, or it sets scores to 0, and e**0 still counts. Set the scores of later keys to -inf.
        if [0.333, 0.333, 0.333, 0.0, 0.5, 0.5, 0.0, 0.0, 1.0]: The mask is the wrong way round: each position sees
            itself and the future. Row t is the query, column s the key: hide s > t.
        if [nan, nan, nan, 1.0, 0.0, 0.0, 0.5, 0.5, 0.0]: A position sees itself, too: hide only later keys. Here row 0 has none left.
        if [0.333, 0.0, 0.0, 0.333, 0.333, 0.0, 0.333, 0.333, 0.333]: The rows do not add up to 1: the mask
            comes after softmax. Put it on the scores.
        if [0.333, 0.0, 0.0, 0.333, 0.5, 0.0, 0.333, 0.5, 1.0]: The columns add up to 1. The keys of a query stand in its row:
            softmax over the last dimension.
        if [nan, nan, nan, nan, nan, nan, nan, nan, nan]: 0 times -inf is nan. Choose with where(mask, -math.inf, scores).
        else: With equal scores, row t has the same weight for the keys 0 to t, and they add up to 1.
        >>> x = mt.tensor([[0.0, 0.0, 0.0, 0.0], [2.0, 0.0, 0.0, 0.0]])
        >>> rounded(attention_weights(x, x)[1])
        [0.119, 0.881]
        if [0.018, 0.982]: The scores are not divided by the square root of d. With many numbers they get large, and softmax
            takes one key only.
        if [0.269, 0.731]: The scores are divided by d. Divide by its square root.
        if [0.056, 0.944]: d is the size of the last dimension, the length of a query, and not the number of positions.
        else: The score of the second position with itself is 4, divided by the square root of d = 4.
        >>> rounded(attention_weights(mt.tensor([[1.0], [2.0]]), mt.tensor([[1.0], [3.0]]))[1])
        [0.018, 0.982]
        if [0.047, 0.953]: Queries and keys are exchanged. A row is a query: query @ key.mT.
        >>> attention_weights(mt.zeros(2, 3, 5, 4), mt.zeros(2, 3, 5, 4))[1, 2, 1]
        T([0.5, 0.5, 0.0, 0.0, 0.0])
        else: There may be dimensions before the last two, for the batch and the heads: use .mT, and dimensions from the end.
        >>> rounded(causal_attention(mt.zeros(3, 2), mt.zeros(3, 2), mt.tensor([[1.0], [2.0], [6.0]])))
        [1.0, 1.5, 3.0]
        if [3.0, 3.0, 3.0]: Each position gets the mean of all values. Only the values up to it count.
        if [4.0, 3.0, 2.0]: The weights are transposed: weights @ value.
        else: Row t is the mean of the values 0 to t, each times its weight: weights @ value.
        >>> q, k, v = [mt.ones(3, 2, requires_grad=True) for _ in range(3)]
        >>> (causal_attention(q, k, v) * mt.arange(6).reshape(3, 2)).sum().backward()
        >>> [x.grad is not None for x in (q, k, v)]
        [True, True, True]
        else: Gradients must reach queries, keys and values.
    """,
)
