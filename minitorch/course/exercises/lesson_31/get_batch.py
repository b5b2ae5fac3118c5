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
    solution="""
        def get_batch(ids, batch, context, generator=None):
            starts = mt.randint(len(ids) - context, (batch, 1), generator=generator)
            windows = ids[starts + mt.arange(context + 1)]
            return windows[:, :-1], windows[:, 1:]
    """,
    setup="""
        def share_of_the_first():
            return (get_batch(mt.arange(6), 1000, 4)[0][:, 0] == 0).float().mean().item()

        def draw(seed):
            return get_batch(mt.arange(1000), 4, 2, mt.Generator().manual_seed(seed))[0].tolist()
    """,
    facts="""
        if "random_ expects": The last window is never drawn: there are len(ids) - context positions.
        if "out of bounds": A window of context + 1 tokens must end within the text: it starts before len(ids) - context.
        >>> get_batch(mt.tensor([7, 3, 5, 8]), 2, 3)
        (T([[7, 3, 5], [7, 3, 5]]), T([[3, 5, 8], [3, 5, 8]]))
        if (T([[7, 3, 5], [7, 3, 5]]), T([[7, 3, 5], [7, 3, 5]])): y is the same as x, so the model would learn to copy.
        if (T([[3, 5, 8], [3, 5, 8]]), T([[7, 3, 5], [7, 3, 5]])): Inputs and targets are exchanged: y is one token later than x.
        if (T([[7, 3], [7, 3]]), T([[3, 5], [3, 5]])): Take windows of context + 1 tokens: each of the `context` inputs needs a target.
        else: A window is one piece of the text: its tokens are neighbors there. y has for each token of x the one that follows it.
        >>> x, y = get_batch(mt.arange(1000), 8, 2)
        >>> (y - x).flatten().tolist() == [1] * 16
        True
        else: x and y are cut from the same window: draw one position for both.
        >>> share_of_the_first()
        0.5  # within 0.1
        else: With 6 tokens, a window of 4 + 1 starts at 0 or at 1, with equal probability. Draw a position for each window.
        >>> draw(5) == draw(5), draw(5) == draw(6)
        (True, False)
        else: The windows depend on the generator alone. Pass it on: randint(..., generator=generator).
    """,
)
