"""generating: sampling, rotary positions, and a key-value cache: a GPT that computes each position once (core)."""

from ..creation.arange import arange
from ..graph.grad_mode import no_grad
from ..nn.functional.attention import scaled_dot_product_attention
from ..nn.modules.attention import join_heads, split_heads
from ..ops.index.where import where
from ..ops.join.cat import cat
from .gpt import GPT, SelfAttention


def filtered(scores, temperature=1.0, top_k=None, top_p=None):
    """The probabilities [..., vocabulary] from which the next token is drawn.

    temperature  the scores are divided by it before softmax
    top_k        keep the `top_k` most likely tokens; None for all
    top_p        keep the smallest set of most likely tokens whose probabilities add up to at least top_p; None for all

    A token must pass both; top_p looks at the probabilities before top_k removes any. Those left are rescaled to sum to 1.

    >>> import minitorch as mt
    >>> filtered(mt.tensor([0.5, 0.3, 0.2]).log(), top_p=0.6)
    tensor([0.6250, 0.3750, 0.0000])

    Source: A. Holtzman and others, "The curious case of neural text degeneration", 2020.
    """
    probabilities, tokens = (scores / temperature).softmax(-1).sort(-1, descending=True)
    likelier = probabilities.cumsum(-1) - probabilities  # the sum of those before
    if top_k is not None:
        probabilities = where(arange(probabilities.size(-1), device=scores.device) < top_k, probabilities, 0.0)
    if top_p is not None:
        probabilities = where(likelier < top_p, probabilities, 0.0)
    probabilities = probabilities / probabilities.sum(-1, keepdim=True)
    return probabilities.gather(-1, tokens.argsort(-1))  # back in the order of the vocabulary


def rotated(x, start=0, base=10000.0):
    """x [..., T, d] with each pair of numbers rotated by an angle that grows with the position: RoPE.

    Number i of the first half and number i of the second are a pair. At position t it is rotated by
    t * base ** (-2 * i / d). The positions are start, start + 1, ...

    >>> import minitorch as mt
    >>> rotated(mt.tensor([[1.0, 0.0], [1.0, 0.0]]))
    tensor([[1.0000, 0.0000],
            [0.5403, 0.8415]])

    Source: J. Su and others, "RoFormer: enhanced transformer with rotary position embedding", 2021.
    """
    first, second = x.chunk(2, -1)
    rates = base ** -(arange(first.size(-1), device=x.device) / first.size(-1))
    angles = arange(start, start + x.size(-2), device=x.device).unsqueeze(1) * rates  # [T, d / 2]
    cos, sin = angles.cos(), angles.sin()
    return cat([first * cos - second * sin, first * sin + second * cos], -1)


class Cache:
    """The keys and values of one attention layer, at all positions so far."""

    def __init__(self):
        self.key = self.value = None

    def __len__(self):
        return 0 if self.key is None else self.key.size(-2)

    def append(self, key, value):
        """Add the keys and values of new positions, [B, heads, new, d]; returns those of all positions."""
        if self.key is not None:
            key, value = cat([self.key, key], -2), cat([self.value, value], -2)
        self.key, self.value = key, value
        return key, value


class RotaryAttention(SelfAttention):
    """Causal attention with rotary positions. With a cache, x has only the positions that are not in it yet."""

    cache = None

    def forward(self, x):
        """[B, T, width] -> [B, T, width]. The first of the T positions follows the last in the cache."""
        both, value = split_heads(self.qkv(x), 3 * self.heads).split([2 * self.heads, self.heads], 1)
        start = 0 if self.cache is None else len(self.cache)
        query, key = rotated(both, start).chunk(2, 1)
        if self.cache is not None:
            key, value = self.cache.append(key, value)
        positions = arange(start + x.size(1), device=x.device)
        visible = positions <= positions[start:].unsqueeze(1)  # [T, all positions]
        found = scaled_dot_product_attention(query, key, value, visible)
        return self.out(join_heads(found))


class RotaryGPT(GPT):
    """A GPT with rotary positions instead of a table: a text may be longer than its context, but its scores get worse there.

    >>> import minitorch as mt
    >>> model = mt.models.RotaryGPT(vocabulary=5, context=8, width=4, heads=2, layers=1)
    >>> model.generate(mt.tensor([[0, 1, 2]]), 20).shape
    minitorch.Size([1, 23])
    """

    def __init__(self, vocabulary, context, width, heads, layers):
        super().__init__(vocabulary, context, width, heads, layers)
        self.positions = None
        for block in self.blocks:
            block.attention = RotaryAttention(width, heads)

    def forward(self, ids):
        """ids [B, T] -> scores [B, T, vocabulary] for the token after each position."""
        return self.head(self.norm(self.blocks(self.tokens(ids))))

    def generate(self, ids, count, temperature=1.0, top_k=None, top_p=None, generator=None, cache=True):
        """ids [B, T] followed by `count` new tokens: [B, T + count]. A new token is drawn from filtered(...).

        With `cache`, each layer gets an empty cache first, and the model computes each position once. Without it, the model
        computes the whole text for each token. No graph is recorded. At the end no layer has a cache, even after an error.
        """
        try:
            self.set_caches(cache)
            new = ids
            with no_grad():
                for _ in range(count):
                    scores = self(new if cache else ids)[:, -1]
                    new = filtered(scores, temperature, top_k, top_p).multinomial(1, generator=generator)
                    ids = cat([ids, new], 1)
        finally:
            self.set_caches(False)
        return ids

    def set_caches(self, on):
        """Give each layer an empty cache, or none."""
        for block in self.blocks:
            block.attention.cache = Cache() if on else None
