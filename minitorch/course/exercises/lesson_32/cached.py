"""cached: Attention with a cache (difficulty 4, 16 minutes)

Old keys and values never change, because a position sees nothing that comes after it. So they are computed once and kept.

1. The new positions begin at len(self.cache). Rotate queries and keys from there, before you call append.
2. S counts all keys, and T the new queries. Query i is at position start + i and may look at the keys 0 to start + i.
3. `positions = mt.arange(start + x.size(1))`, and the mask is `positions <= positions[start:].unsqueeze(1)`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.models.generating:RotaryAttention.forward",
    changes=True,
    shows=("both, value", "return"),
    setup="""
        def at_once(layer, x, change=lambda value: value):
            q, k, v = [split_heads(part, layer.heads) for part in layer.qkv(x).chunk(3, -1)]
            return layer.out(join_heads(scaled_dot_product_attention(rotated(q), rotated(k), change(v), is_causal=True)))
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
            block = model.blocks[0]
            key = split_heads(block.attention.qkv(block.norm1(model.tokens(ids))).chunk(3, -1)[1], 2)
            right = all(kept) and close(block.attention.cache.key, rotated(key))
            model.set_caches(False)
            return found, kept, right
    """,
    facts="""
        >>> layer, x = model.blocks[0].attention, mt.randn(2, 5, 8)
        >>> found = [layer(x), at_once(layer, x)]
        >>> close(found[0], at_once(layer, x, rotated)), close(*found), close(*[mt.autograd.grad(one.square().sum(), layer.qkv.weight)[0] for one in found])
        (False, True, True)
        if (True, False, False): The values are not rotated: only scores should depend on the distance.
        if (False, True, False): Gradients must reach queries, keys and values. Is something detached?
        else: Without a cache: rotate query and key from position 0 on, and let each position see itself and all earlier ones.
        >>> in_parts(1, 1, 1, 1, 1, 1)[1:]
        ([6, 6], True)
        if "cannot be multiplied": There are fewer keys than the mask has columns. Take len(self.cache) before append, and use what append returns.
        if ([0, 0], False): Nothing is kept: call self.cache.append(key, value) if self.cache is not None. (An empty cache is false.)
        else: The first new position is len(self.cache), before the new keys are kept. A key is rotated once, and then kept.
        >>> found = in_parts(1, 1, 1, 1, 1, 1)[0]
        >>> close(found, whole), [round(score, 2) for score in found[0, 5, :3].tolist()]
        (True, [-0.01, 1.14, 0.66])
        if (False, [-0.01, 1.15, 0.65]): The query is rotated from one position too far. Take len(self.cache) before append.
        if (False, [-0.03, 1.12, 0.68]): A cached key is rotated once more in each step. Rotate the new keys only, before append.
        if (False, [-0.03, 1.25, 0.61]): The old keys are kept and never used. Use what append returns.
        if (False, [-0.02, 0.83, 0.65]): A single new query sees only the first key. is_causal counts the queries from 0, and so does a mask without the length of the cache.
        else: With a cache, one position at a time must give the same scores. The new query is rotated for its position and looks at all keys.
        >>> close(in_parts(4, 2)[0], whole), close(in_parts(2, 3, 1)[0], whole)
        (True, True)
        else: Several new positions may come at once. Each sees the cache, itself and the new ones before it, but not those after it.
    """,
)
