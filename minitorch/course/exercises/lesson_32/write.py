"""write: Writing with a cache (difficulty 3, 10 minutes)

The model gets the whole text once, and then only the token that was drawn last.

1. `new` is what the model has not seen yet: first all of ids, then each new token.
2. Without the cache the model gets all of ids each time. The scores of the last position are `self(...)[:, -1]`.
3. `new = filtered(scores, temperature, top_k, top_p).multinomial(1, generator=generator)`, then `ids = cat([ids, new], 1)`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.models.generating:RotaryGPT.generate",
    called="generate",
    changes=True,
    stub='''
        def generate(self, ids, count, temperature=1.0, top_k=None, top_p=None, generator=None, cache=True):
            """ids [B, T] followed by `count` new tokens: [B, T + count]. A new token is drawn from filtered(...).

            With `cache`, each layer gets an empty cache first, and the model computes each position once. Without it, the model
            computes the whole text for each token. Nothing is recorded. At the end no layer has a cache, also after an error.
            """
            ...
    ''',
    given="""
        mt.manual_seed(0)
        model, ids = mt.models.RotaryGPT(7, 8, 8, 2, 2), mt.tensor([[3, 1, 4], [2, 6, 0]])

        def seen(count, **options):
            lengths = []
            handle = model.tokens.register_forward_hook(lambda module, args, out: lengths.append(out.size(1)))
            found = model.generate(ids, count, generator=mt.Generator().manual_seed(0), **options)
            handle.remove()
            return list(found.shape), lengths
    """,
    facts="""
        >>> seen(4)
        ([2, 7], [3, 1, 1, 1])
        if ([2, 7], [3, 4, 5, 6]): The model gets the whole text each time. With a cache it gets only what it has not seen.
        if ([2, 4], [3, 1, 1, 1]): The given tokens and all new ones belong to the result.
        if ([2, 7], [3, 3, 3, 3]): The model gets the given tokens again and again. After the first round it gets the new token alone.
        else: The result has the given tokens and `count` new ones. The model gets the given ones first, and then one at a time.
        >>> model.generate(ids, 0)
        T([[3, 1, 4], [2, 6, 0]])
        else: The result is a tensor: the given tokens, and `count` new ones.
        >>> seen(4, cache=False)
        ([2, 7], [3, 4, 5, 6])
        else: Without the cache, the model gets the whole text each time.
        >>> draw = lambda **options: model.generate(ids, 12, generator=mt.Generator().manual_seed(5), **options).tolist()
        >>> draw() == draw(cache=False), draw() == draw()
        (True, True)
        else: Both ways draw the same tokens, from the generator that is given. Each call begins with empty caches.
        >>> draw(temperature=1e-5) == draw(top_k=1) == draw(top_p=1e-5) != draw()
        True
        else: Pass temperature, top_k and top_p to filtered.
        >>> found = draw()
        >>> [block.attention.cache for block in model.blocks], model(ids).shape, ids.tolist()
        ([None, None], (2, 3, 7), [[3, 1, 4], [2, 6, 0]])
        else: At the end the caches are gone, self.set_caches(False), and the ids of the caller are as they were.
        >>> recorded = []
        >>> handle = model.head.register_forward_hook(lambda module, args, out: recorded.append(out.requires_grad))
        >>> found = model.generate(ids, 2)
        >>> recorded
        [False, False]
        else: Nothing is trained here, so nothing should be recorded: call the model under no_grad().
    """,
)
