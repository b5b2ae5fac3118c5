"""cached: Attention with a cache (difficulty 4, 16 minutes)

Old keys and values never change, because a position sees nothing that comes after it. So they are computed once and kept.

1. The new positions begin at len(self.cache). Rotate queries and keys from there, before the keys are kept.
2. All keys are S, the new queries T. Query i stands at position start + i and may look at the keys 0 to start + i.
3. `positions = mt.arange(start + length)`, and the mask is `positions <= positions[start:].unsqueeze(1)`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.models.generating:RotaryAttention.forward",
    changes=True,
    stub='''
        def forward(self, x):
            """[B, T, width] -> [B, T, width]: causal attention, with rotated queries and keys.

            Without a cache (self.cache is None), x has all positions. With a cache, x has the positions that follow those in
            the cache. Their keys and values are added to it, and each new position sees itself and all earlier ones.
            """
            batch, length, width = x.shape
            parts = self.qkv(x).view(batch, length, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
            query, key, value = parts  # each [B, heads, T, d]
            ...
            return self.out(found.transpose(1, 2).reshape(batch, length, width))
    ''',
    setup="""
        from minitorch.models.generating import arange, rotated, scaled_dot_product_attention

        def at_once(layer, x):
            q, k, v = [part.view(*x.shape[:2], layer.heads, -1).transpose(1, 2) for part in layer.qkv(x).chunk(3, -1)]
            found = scaled_dot_product_attention(rotated(q), rotated(k), v, is_causal=True)
            return layer.out(found.transpose(1, 2).reshape(x.shape))
    """,
    given="""
        mt.manual_seed(0)
        model = mt.models.RotaryGPT(7, 8, 8, 2, 2)
        ids = mt.tensor([[3, 1, 4, 1, 5, 6], [2, 6, 0, 3, 5, 1]])
        whole = model(ids).detach()

        def close(a, b):
            return a.shape == b.shape and bool((a - b).abs().max() < 1e-5)

        def in_parts(*lengths):
            model.set_caches(True)
            found = mt.cat([model(part) for part in ids.split(lengths, 1)], 1).detach()
            kept = [len(block.attention.cache) for block in model.blocks]
            model.set_caches(False)
            return found, kept
    """,
    facts="""
        >>> layer, x = model.blocks[0].attention, mt.randn(2, 5, 8)
        >>> found = [layer(x), at_once(layer, x)]
        >>> close(*found), close(*[mt.autograd.grad(one.square().sum(), layer.qkv.weight)[0] for one in found])
        (True, True)
        if (True, False): Gradients must reach queries, keys and values. Is something detached?
        else: Without a cache: rotate query and key from position 0 on, and let each position see itself and all earlier ones.
        >>> in_parts(1, 1, 1, 1, 1, 1)[1], close(in_parts(1, 1, 1, 1, 1, 1)[0], whole)
        ([6, 6], True)
        if ([0, 0], False): Nothing is kept: call self.cache.append(key, value) if self.cache is not None. (An empty cache is false.)
        else: With a cache, one position at a time must give the same scores. Rotate from len(self.cache) on, before the key is kept,
            and let the new query look at all the keys.
        >>> close(in_parts(4, 2)[0], whole), close(in_parts(2, 3, 1)[0], whole)
        (True, True)
        else: Several new positions may come at once. Each sees the cache, itself and the new ones before it, but not those after it.
    """,
)
