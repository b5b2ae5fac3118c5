"""gpt: causal self-attention, the block, and GPT (Radford et al., 2019, GPT-2), which predicts tokens (core)."""

from ..creation.arange import arange
from ..graph.grad_mode import no_grad
from ..nn import functional as F
from ..nn import init
from ..nn.module.mode import Module
from ..nn.modules.activation import ReLU
from ..nn.modules.attention import join_heads, split_heads
from ..nn.modules.container import Sequential
from ..nn.modules.linear import Linear
from ..nn.modules.normalization import LayerNorm
from ..nn.modules.sparse import Embedding
from ..ops.join.cat import cat


class SelfAttention(Module):
    """Causal attention in several heads, each with its own queries, keys and values."""

    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.qkv = Linear(width, 3 * width)
        self.out = Linear(width, width)

    def forward(self, x):
        """[B, T, width] -> [B, T, width]. Each head works on its own width / heads numbers of a position."""
        query, key, value = [split_heads(part, self.heads) for part in self.qkv(x).chunk(3, -1)]
        return self.out(join_heads(F.scaled_dot_product_attention(query, key, value, is_causal=True)))


class Block(Module):
    """Attention between positions, then a small network (MLP) at each position."""

    def __init__(self, width, heads):
        super().__init__()
        self.norm1 = LayerNorm(width)
        self.attention = SelfAttention(width, heads)
        self.norm2 = LayerNorm(width)
        self.mlp = Sequential(Linear(width, 4 * width), ReLU(), Linear(4 * width, width))

    def forward(self, x):
        """[B, T, width] -> [B, T, width]: attention, then the MLP, each with a residual connection."""
        x = x + self.attention(self.norm1(x))
        return x + self.mlp(self.norm2(x))


class GPT(Module):
    """A stack of blocks that predicts the next token at each position.

    vocabulary  the number of different tokens
    context     the largest number of positions; more raise an IndexError
    width       the numbers that the model has for each position; a multiple of heads
    heads       the heads of each block's attention
    layers      the number of blocks

    >>> import minitorch as mt
    >>> model = mt.models.GPT(vocabulary=5, context=8, width=4, heads=2, layers=1)
    >>> model(mt.tensor([[0, 1, 2]])).shape
    minitorch.Size([1, 3, 5])
    """

    def __init__(self, vocabulary, context, width, heads, layers):
        super().__init__()
        self.context = context
        self.tokens = Embedding(vocabulary, width)
        self.positions = Embedding(context, width)
        self.blocks = Sequential(*[Block(width, heads) for _ in range(layers)])
        self.norm = LayerNorm(width)
        self.head = Linear(width, vocabulary, bias=False)
        for table in (self.tokens, self.positions):
            init.normal_(table.weight, std=0.02)

    def forward(self, ids):
        """ids [B, T] -> scores [B, T, vocabulary] for the token after each position."""
        x = self.tokens(ids) + self.positions(arange(ids.size(1), device=ids.device))
        return self.head(self.norm(self.blocks(x)))

    def generate(self, ids, count, temperature=1.0, generator=None):
        """ids [B, T] followed by `count` new tokens: [B, T + count]. Each row of the batch is a separate text.

        A text may become longer than `self.context`. The same generator gives the same text, and a temperature
        near 0 gives the most likely tokens. The given ids and the model's mode do not change. No graph is recorded.
        """
        with no_grad():
            for _ in range(count):
                scores = self(ids[:, -self.context :])[:, -1]
                probabilities = (scores / temperature).softmax(-1)
                ids = cat([ids, probabilities.multinomial(1, generator=generator)], 1)
        return ids
