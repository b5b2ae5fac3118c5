"""get_batch: Windows of a text (difficulty 2, 6 minutes)

A window has one token more than the context. All but its last token are inputs, and all but its first are targets. So each
position has a target, and one window gives many examples.

1. Draw the places at which the windows start. How far to the right may the last window start?
2. `mt.randint(n, (batch, 1), generator=generator)` draws from 0 to n - 1. A table of indices picks a table of tokens:
   `ids[starts + mt.arange(context + 1)]`.
3. `windows = ids[starts + mt.arange(context + 1)]`, then `return windows[:, :-1], windows[:, 1:]`. A window needs
   context + 1 tokens, so n is `len(ids) - context`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.models.train_gpt:get_batch",
    stub='''
        def get_batch(ids, batch, context, generator=None):
            """(x, y), both [batch, context]: windows of the text ids, and for each token the one that follows.

            Every window starts at a place of its own, drawn with the generator. Each place where it fits is equally
            likely. For ids = 0, 1, 2, ... and context = 3, a row of x may be [5, 6, 7]. Its row of y is then [6, 7, 8].
            """
            ...
    ''',
    solution='''
        def get_batch(ids, batch, context, generator=None):
            """(x, y), both [batch, context]: windows of the text ids, and for each token the one that follows.

            Every window starts at a place of its own, drawn with the generator. Each place where it fits is equally
            likely. For ids = 0, 1, 2, ... and context = 3, a row of x may be [5, 6, 7]. Its row of y is then [6, 7, 8].
            """
            starts = mt.randint(len(ids) - context, (batch, 1), generator=generator)
            windows = ids[starts + mt.arange(context + 1)]
            return windows[:, :-1], windows[:, 1:]
    ''',
    setup="""
        def differences(x, y):
            return sorted(set((y - x).flatten().tolist()))
    """,
    facts="""
        if "out of bounds": A window of context + 1 tokens must end within the text: it starts before len(ids) - context.
        >>> x, y = get_batch(mt.arange(50), 3, 4)
        >>> tuple(x.shape), tuple(y.shape)
        ((3, 4), (3, 4))
        if ((3, 3), (3, 3)): Take windows of context + 1 tokens: each of the `context` inputs needs a target.
        if ((3, 5), (3, 5)): x is the window without its last token, y the window without its first.
        if ((4,), (4,)): There is one window only. A batch has `batch` of them, one in each row.
        else: x and y both have the shape [batch, context].
        >>> x, y = get_batch(mt.arange(50), 20, 4)
        >>> differences(x, y)
        [1]
        if [0]: y is the same as x, so the model would learn to copy. The target is the token that follows.
        if [-1]: Inputs and targets are exchanged: y is one token later than x.
        if [2]: y is two tokens later than x. The target is the next token.
        else: y has for each token of x the one that follows it in the text.
        >>> x, y = get_batch(mt.arange(50), 20, 4)
        >>> differences(x[:, :-1], x[:, 1:])
        [1]
        else: A window is one piece of the text: its tokens stand one after the other.
        >>> x, y = get_batch(mt.arange(1000), 40, 4)
        >>> len(set(x[:, 0].tolist())) > 20
        True
        if False: The windows start at the same place. Draw a place for each of them.
        >>> x, y = get_batch(mt.arange(6), 300, 4)
        >>> sorted(set(x[:, 0].tolist())), y.max().item()
        ([0, 1], 5)
        if ([0], 4): The last window is never drawn. With 6 tokens, a window of 5 starts at 0 or 1: there are
            len(ids) - context places.
        if ([1], 5): The first window is never drawn: places count from 0.
        else: With 6 tokens, a window of 4 + 1 starts at 0 or at 1.
        >>> get_batch(mt.arange(4), 2, 3)
        (T([[0, 1, 2], [0, 1, 2]]), T([[1, 2, 3], [1, 2, 3]]))
        else: Return x and y, two tensors of tokens.
        >>> draw = lambda: get_batch(mt.arange(1000), 4, 2, mt.Generator().manual_seed(5))[0].tolist()
        >>> draw() == draw()
        True
        if False: Two generators with the same seed give different windows. Pass the generator on: randint(..., generator=generator).
    """,
)
