"""visible: Two masks in one (difficulty 3, 6 minutes)

Both masks say where a query may look, so a key must pass both: `&`. One is broadcast over the batch, and the other over
the queries.

1. Which keys may query t see if there is no padding? Which keys of a sequence are not padding? Compare positions.
2. `positions <= positions.unsqueeze(1)` is [T, T], and `positions < lengths.unsqueeze(1)` is [batch, T]: a row for each sequence.
3. `causal & real.unsqueeze(1)` is [T, T] & [batch, 1, T], so [batch, T, T].
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    solution='''
        def visible(lengths, T):
            """Where each query may look: bools [batch, T, T], for sequences of these lengths [batch], padded at the end to T.

            Query t may look at the keys 0 to t, but not at padding.

            visible(mt.tensor([2]), 3) is [[[True, False, False], [True, True, False], [True, True, False]]].
            """
            positions = mt.arange(T)
            causal = positions <= positions.unsqueeze(1)
            real = positions < lengths.unsqueeze(1)
            return causal & real.unsqueeze(1)
    ''',
    facts="""
        >>> visible(mt.tensor([2]), 3).tolist()
        [[[True, False, False], [True, True, False], [True, True, False]]]
        if [[[True, True, False], [False, True, False], [False, False, False]]]: The causal mask is the wrong way round: a row is a query, and it sees the keys up to itself.
        if [[[False, False, False], [True, False, False], [True, True, False]]]: A query sees its own position, too.
        if [[[True, True, False], [True, True, False], [True, True, False]]]: Query 0 sees key 1, which is later. Is the causal mask there?
        if [[[True, False, False], [True, True, False], [True, True, True]]]: The last query sees key 2, which is padding.
        if [[[True, False, False], [True, True, False], [False, False, False]]]: Hide keys that are padding, not queries: they are the columns.
        if [[[False, True, True], [False, False, True], [False, False, True]]]: True means that a query may look.
        if [[[True, False, False], [True, False, False], [True, False, False]]]: With a length of 2, the keys 0 and 1 are real.
        if [[True, False, False], [True, True, False], [True, True, True]]: `lengths` is not used: the padding is visible, and the batch is missing.
        if [[[[True, False, False], [True, True, False], [True, True, False]]]]: This has four dimensions. The result is [batch, T, T].
        if [[[True, True, False], [True, True, False], [True, True, True]]]: A key must pass both masks: `&`, not `|`.
        if [[True, False, False], [True, True, False], [True, True, False]]: The result is [batch, T, T]: give the real keys [batch, T] a dimension of 1 for the queries.
        if [[[1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [1.0, 1.0, 0.0]]]: The result is a tensor of bools.
        else: A row is a query. It is True for the keys up to its own position that are below the length.
        >>> visible(mt.tensor([2, 1, 2]), 2).tolist(), visible(mt.tensor([1, 2]), 2).dtype
        ([[[True, False], [True, True]], [[True, False], [True, False]], [[True, False], [True, True]]], mt.bool)
        else: Each sequence has its own length, and the result is bools [batch, T, T], with the batch in front.
    """,
)
