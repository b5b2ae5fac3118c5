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
    given="""
        mt.manual_seed(0)
        model, ids = mt.models.RotaryGPT(7, 8, 8, 2, 2), mt.arange(24).view(8, 3) * 5 % 7
        model.context = 2  # shorter than the text
        for p in model.parameters():
            p.detach().normal_()  # each token depends on all the others
        def draw(count=5, **options):
            return model.generate(ids, count, generator=mt.Generator().manual_seed(5), **options).tolist()
        def seen(**options):
            calls = []
            handle = model.tokens.register_forward_hook(lambda module, args, out: calls.append(out))
            found = draw(4, **options)
            handle.remove()
            return len(found[0]), [out.size(1) for out in calls], calls[-1].requires_grad
        def one_by_one(**options):
            generator, text = mt.Generator().manual_seed(5), ids
            for _ in range(5):
                chances = mt.models.generating.filtered(model(text)[:, -1], **options)
                text = mt.cat([text, chances.multinomial(1, generator=generator)], 1)
            return text.tolist()
    """,
    facts="""
        >>> seen()
        (7, [3, 1, 1, 1], False)
        if (7, [3, 4, 5, 6], False): The model gets the whole text each time. With a cache it gets only what it has not seen.
        if (4, [3, 1, 1, 1], False): The given tokens and all new ones belong to the result.
        if (7, [3, 3, 3, 3], False): The model gets the given tokens again and again. After the first round it gets the new token alone.
        if (7, [3, 1, 1, 1], True): Nothing is trained here, so nothing should be recorded: call the model under no_grad().
        if (7, [2, 1, 1, 1], False): Do not crop the text that is given: this model has no table of positions, so the context does not limit it.
        else: The result has the given tokens and `count` new ones. The model gets the given ones first, and then one at a time.
        >>> seen(cache=False), mt.equal(model.generate(ids, 0), ids)
        ((7, [3, 4, 5, 6], False), True)
        if ((7, [2, 2, 2, 2], False), True): Do not crop the text: this model has no table of positions, so the context does not limit it.
        else: Without the cache, the model gets all rows of the whole text each time. With count=0, the result is the given text.
        >>> [draw(2), [block.attention.cache for block in model.blocks]][1]
        [None, None]
        else: The caches stay after the call, so the next training step would use them. End with self.set_caches(False).
        >>> right = one_by_one()
        >>> draw(cache=False) == right, *[[model.set_caches(True), model(ids), draw(cache=on)][2] == right for on in (True, False)]
        (True, True, True)
        if (True, False, True): Without the cache all is right. With it, other tokens are drawn. Each call begins with empty caches.
        if (False, True, False): With the cache all is right. Without it, the layers have none, and the model gets the whole text.
        if (True, True, False): With cache=False no layer may have a cache, also if one was left from before: call self.set_caches(cache).
        else: Each new token is drawn with the probabilities of the last position of its row, and appended to the text.
        >>> [draw(**one) == one_by_one(**one) for one in (dict(temperature=2.0, top_k=2), dict(top_p=0.5))]
        [True, True]
        else: Pass temperature, top_k and top_p to filtered.
        >>> with mt.no_grad(): found = [len(draw(1)), mt.is_grad_enabled(), [model.eval(), draw(1), model.training, model.train()][2]]
        >>> try: draw(temperature="an error")
        ... except TypeError: found.append("raised")
        >>> [block.attention.cache for block in model.blocks], ids[:2].tolist(), found, model.training
        ([None, None], [[0, 5, 3], [1, 6, 4]], [8, False, False, 'raised'], True)
        if ([None, None], [[0, 5, 3], [1, 6, 4]], [8, False, False, 'raised'], False): eval() changes model.training: the model keeps its mode.
        if ([None, None], [[0, 5, 3], [1, 6, 4]], [8, False, True, 'raised'], True): train() changes model.training: the model keeps its mode.
        else: The caches are gone after an error, too: try ... finally. The error goes on to the caller. The given ids, model.training and the grad mode are as they were.
    """,
)
