"""filtered: Which tokens may be drawn (difficulty 3, 10 minutes)

Both rules keep the beginning of the list of tokens sorted by probability. The rest of the work is to restore the order of the vocabulary.

1. Apply both rules in sorted order. There, top_k keeps the places `mt.arange(p.size(-1)) < top_k`.
2. A token is kept by top_p if the sum of the probabilities before it is below top_p. That sum is the cumsum minus the number itself.
3. `mt.zeros_like(p).scatter(-1, tokens, p)` puts the sorted numbers back in the order of the vocabulary.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.models.generating:filtered",
    given="scores = mt.tensor([0.2, 0.5, 0.3]).log()",
    facts="""
        >>> filtered(scores)
        T([0.2, 0.5, 0.3])
        if T([0.5, 0.3, 0.2]): The numbers are still sorted. Put them back in the order of the vocabulary.
        if T([0.3, 0.2, 0.5]): gather(-1, tokens) sorts once more. The way back is scatter(-1, tokens, p), or gather with tokens.argsort(-1).
        else: Without any option, the result is softmax(scores).
        >>> filtered(scores, temperature=2.0)
        T([0.2627511, 0.4154459, 0.321803])
        else: Divide the scores by the temperature before softmax.
        >>> filtered(scores, top_k=2), filtered(scores, top_k=9)
        (T([0.0, 0.625, 0.375]), T([0.2, 0.5, 0.3]))
        if (T([0.0, 0.5, 0.3]), T([0.2, 0.5, 0.3])): What is left must add up to 1: divide by its sum.
        else: Only the top_k most likely tokens keep a probability.
        >>> filtered(scores, top_p=0.6), filtered(scores, top_p=0.4), filtered(scores, top_p=1.0), filtered(scores, 0.5, top_p=0.6)
        (T([0.0, 0.625, 0.375]), T([0.0, 1.0, 0.0]), T([0.2, 0.5, 0.3]), T([0.0, 1.0, 0.0]))
        if (T([0.0, 0.625, 0.375]), T([0.0, 1.0, 0.0]), T([0.2, 0.5, 0.3]), T([0.0, 0.7352941, 0.2647059])): top_p looks at the probabilities that the temperature gives.
        if (T([0.0, 1.0, 0.0]), T([nan, nan, nan]), T([0.2, 0.5, 0.3]), T([nan, nan, nan])): Keep the token that reaches top_p, too: *or more*.
        else: Keep the fewest most likely tokens whose probabilities add up to top_p or more. At least one is always kept.
        >>> filtered(mt.zeros(4), top_p=0.5).sort()[0], (filtered(mt.zeros(4), top_k=3) > 0).sum()
        (T([0.0, 0.0, 0.5, 0.5]), T(3))
        if (T([0.0, 0.3333333, 0.3333333, 0.3333333]), T(3)): A sum of exactly top_p is enough: the token after it is not kept.
        else: Four tokens are equally likely. Two add up to 0.5, so top_p=0.5 keeps two, and top_k=3 keeps three. Count tokens: a threshold keeps all four.
        >>> filtered(scores, top_k=1, top_p=0.9), filtered(scores, top_k=2, top_p=0.6), filtered(scores, top_k=2, top_p=0.4)
        (T([0.0, 1.0, 0.0]), T([0.0, 0.625, 0.375]), T([0.0, 1.0, 0.0]))
        if (T([0.0, 1.0, 0.0]), T([0.0, 1.0, 0.0]), T([0.0, 1.0, 0.0])): top_p looks at the probabilities before top_k has scaled them.
        else: With both, a token must be among the top_k and among those of top_p.
        >>> rows = mt.tensor([[0.1, 0.2, 0.7], [0.4, 0.25, 0.35]]).log()
        >>> filtered(rows, top_k=2), filtered(rows, top_p=0.8)
        (T([[0.0, 0.2222222, 0.7777778], [0.5333333, 0.0, 0.4666667]]), T([[0.0, 0.2222222, 0.7777778], [0.4, 0.25, 0.35]]))
        else: Each row has its own most likely tokens: work along the last dimension.
    """,
)
