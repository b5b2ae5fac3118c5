"""get_batch: Windows of a text (difficulty 2, 6 minutes)

A window has one token more than the context. All but its last token are inputs, and all but its first are targets. So each
position has a target, and one window gives many examples.

1. Draw the positions at which the windows start. What is the largest one at which a window still fits?
2. `mt.randint(n, (batch, 1), generator=generator)` draws from 0 to n - 1. Add `mt.arange(context + 1)` to get the positions of
   each window, and index ids with them.
3. `windows = ids[starts + mt.arange(context + 1)]`, then `return windows[:, :-1], windows[:, 1:]`. A window needs
   context + 1 tokens, so n is `len(ids) - context`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.models.train_gpt:get_batch",
    solution='''
        def get_batch(ids, batch, context, generator=None):
            """(x, y), both [batch, context]: windows of ids, and for each token the one that follows it.

            Each window starts at its own position, drawn with the generator. Every position where a window fits is
            equally likely. For ids = 10, 11, 12, ... and context = 3, a row of x may be [15, 16, 17]. Its row of y is
            then [16, 17, 18].
            """
            starts = mt.randint(len(ids) - context, (batch, 1), generator=generator)
            windows = ids[starts + mt.arange(context + 1)]
            return windows[:, :-1], windows[:, 1:]
    ''',
    setup="""
        def differences(x, y):
            return sorted(set((y - x).flatten().tolist()))

        def share_of_the_first():
            return (get_batch(mt.arange(6), 1000, 4)[0][:, 0] == 0).float().mean().item()

        def draw(seed):
            return get_batch(mt.arange(1000), 4, 2, mt.Generator().manual_seed(seed))[0].tolist()
    """,
    given="""
        text = mt.arange(50) * 10
    """,
    facts="""
        if "out of bounds": A window of context + 1 tokens must end within the text: it starts before len(ids) - context.
        >>> x, y = get_batch(text, 3, 4)
        >>> tuple(x.shape), tuple(y.shape)
        ((3, 4), (3, 4))
        if ((3, 3), (3, 3)): Take windows of context + 1 tokens: each of the `context` inputs needs a target.
        if ((4,), (4,)): There is one window only. A batch has `batch` of them, one in each row.
        else: x and y both have the shape [batch, context]: each position of x has a target of its own.
        >>> x, y = get_batch(text, 20, 4)
        >>> differences(x, y)
        [10]
        if [0]: y is the same as x, so the model would learn to copy. The target is the token that follows.
        if [-10]: Inputs and targets are exchanged: y is one token later than x.
        if [20]: y is two tokens later than x. The target is the next token.
        if [1]: The next token is the next one in the text, not token + 1: the tokens are ids[positions].
        else: y has for each token of x the one that follows it in the text.
        >>> x, y = get_batch(text, 20, 4)
        >>> differences(x[:, :-1], x[:, 1:])
        [10]
        else: A window is one piece of the text: its tokens are neighbours there.
        >>> x, y = get_batch(mt.arange(1000), 40, 4)
        >>> len(set(x[:, 0].tolist())) > 20
        True
        if False: The windows start at the same position. Draw a position for each of them.
        >>> share_of_the_first()
        0.5  # within 0.1
        if 1.0: The last window is never drawn. With 6 tokens, a window of 4 + 1 starts at 0 or 1: there are
            len(ids) - context positions.
        if 0.0: The first window is never drawn: positions count from 0.
        else: With 6 tokens, a window of 4 + 1 starts at 0 or at 1, with equal probability.
        >>> get_batch(mt.arange(4), 2, 3)
        (T([[0, 1, 2], [0, 1, 2]]), T([[1, 2, 3], [1, 2, 3]]))
        else: Draw a position for each row. Two rows may start at the same one.
        >>> draw(5) == draw(5), draw(5) == draw(6)
        (True, False)
        else: The windows depend on the generator alone. Pass it on: randint(..., generator=generator).
    """,
)
