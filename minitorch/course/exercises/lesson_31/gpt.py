"""GPT: The blocks of a GPT (difficulty 4, 20 minutes)

Attention moves information between positions, and the small network works on each position alone. Both add to x, so x goes
through the whole stack, and a gradient finds a way back that no layer makes smaller.

1. Write SelfAttention first, and write the shape behind each line: [B, T, width], then [B, heads, T, width / heads], then back.
2. `self.qkv(x).chunk(3, -1)` gives three parts [B, T, width]. Each becomes heads with `.view(B, T, self.heads, -1).transpose(1, 2)`.
   The way back is `.transpose(1, 2).reshape(B, T, width)`, then self.out.
3. Block: `x = x + self.attention(self.norm1(x))`, then the same with mlp and norm2. GPT: `x = self.tokens(ids) +
   self.positions(mt.arange(ids.size(1)))`, then `self.head(self.norm(self.blocks(x)))`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.models.gpt:GPT.forward",
    covers="SelfAttention Block",
    stub='''
        class SelfAttention(mt.nn.Module):
            def __init__(self, width, heads):
                super().__init__()
                ...

            def forward(self, x):
                """[B, T, width] -> [B, T, width]. Each head works on its own width / heads of the numbers."""
                ...


        class Block(mt.nn.Module):
            def __init__(self, width, heads):
                super().__init__()
                ...

            def forward(self, x):
                """Add attention(norm1(x)) to x, then add mlp(norm2(x)) to that."""
                ...


        def forward(self, ids):
            """Scores [B, T, vocabulary] for the token after each position: tokens + positions, blocks, norm, head."""
            ...
    ''',
    solution='''
        class SelfAttention(mt.nn.Module):
            def __init__(self, width, heads):
                super().__init__()
                self.heads = heads
                self.qkv = Linear(width, 3 * width)
                self.out = Linear(width, width)

            def forward(self, x):
                """[B, T, width] -> [B, T, width]. Each head works on its own width / heads of the numbers."""
                batch, length, width = x.shape
                parts = [part.view(batch, length, self.heads, -1) for part in self.qkv(x).chunk(3, -1)]
                query, key, value = [part.transpose(1, 2) for part in parts]  # [B, heads, T, width / heads]
                found = causal_attention(query, key, value)
                return self.out(found.transpose(1, 2).reshape(batch, length, width))


        class Block(mt.nn.Module):
            def __init__(self, width, heads):
                super().__init__()
                self.norm1 = LayerNorm(width)
                self.attention = SelfAttention(width, heads)
                self.norm2 = LayerNorm(width)
                self.mlp = Sequential(Linear(width, 4 * width), ReLU(), Linear(4 * width, width))

            def forward(self, x):
                """Add attention(norm1(x)) to x, then add mlp(norm2(x)) to that."""
                x = x + self.attention(self.norm1(x))
                return x + self.mlp(self.norm2(x))


        def forward(self, ids):
            """Scores [B, T, vocabulary] for the token after each position: tokens + positions, blocks, norm, head."""
            x = self.tokens(ids) + self.positions(mt.arange(ids.size(1)))
            return self.head(self.norm(self.blocks(x)))
    ''',
    setup="""
        from minitorch.models import GPT

        def filled(module):
            with mt.no_grad():
                for place, (name, p) in enumerate(sorted(module.named_parameters())):
                    p.copy_((mt.arange(p.numel()) * (7 + 2 * place) % 11 - 5).reshape(p.shape) * 0.2)
            return module

        def shapes(module):
            return sorted((name, tuple(p.shape)) for name, p in module.named_parameters())
    """,
    given="""
        x = (mt.arange(12) * 5 % 7 - 3).reshape(1, 3, 4) * 0.5
    """,
    facts="""
        if "super(type, obj)": Write `super().__init__()` in each class, before anything is registered.
        if "before Module.__init__() call": Call super().__init__() first: it makes the dictionaries of Module.
        >>> shapes(SelfAttention(4, 2))
        [('out.bias', (4,)), ('out.weight', (4, 4)), ('qkv.bias', (12,)), ('qkv.weight', (12, 4))]
        if "missing": SelfAttention takes width and heads.
        else: SelfAttention registers two layers: qkv = Linear(width, 3 * width) and out = Linear(width, width).
        >>> filled(SelfAttention(4, 2))(x)[0, 2]
        T([0.7215, -3.2562, 3.7888, -0.0969])  # within 0.001
        if T([0.8426, -3.2871, 3.786, -0.1355]): `.view(B, heads, T, -1)` mixes positions and heads. First view(B, T, heads, -1),
            then transpose(1, 2).
        if T([-0.9856, -3.1118, 2.9318, 1.2918]): There is one head only. Split each part into self.heads heads.
        if T([-3.7089, 1.2378, 2.2001, 0.5467]): Without transpose(1, 2) the heads of one position look at each other. Attention
            needs [B, heads, T, width / heads].
        if T([-1.5917, -0.8, 4.3722, -1.3862]): The heads are joined in the wrong order: transpose(1, 2) back before reshape.
        if T([-1.1154, -1.8943, 3.1772, 0.3488]): Queries and keys are exchanged: qkv(x) holds first queries, then keys, then values.
        if T([-2.8828, 0.0418, -2.9869, -2.9816]): The layer `out` is not used. It mixes what the heads have found.
        else: qkv(x) in three parts, each as heads; causal_attention; the heads joined again; out.
        >>> SelfAttention(6, 3)(mt.zeros(2, 5, 6)).shape
        mt.Size([2, 5, 6])
        else: The result has the shape of x, for every batch, length and number of heads.
        >>> shapes(Block(4, 2).mlp), sorted(name for name, _ in Block(4, 2).named_children())
        ([('0.bias', (16,)), ('0.weight', (16, 4)), ('2.bias', (4,)), ('2.weight', (4, 16))], ['attention', 'mlp', 'norm1', 'norm2'])
        else: A block registers norm1, attention, norm2 and mlp: Sequential(Linear(width, 4 * width), ReLU(), Linear(4 * width, width)).
        >>> block = filled(Block(4, 2))
        >>> block(x)[0, 2]
        T([-4.4567, 1.8635, -0.8998, 0.4717])  # within 0.001
        if T([-4.5941, 0.8879, 1.3324, -0.1729]): The first addition is missing: x = x + self.attention(...).
        if T([-1.9241, 1.2002, -0.0392, -1.1671]): The second addition is missing: return x + self.mlp(...).
        if T([-1.0614, 0.2247, 1.193, -0.3118]): Both additions are missing: attention and mlp only add to x.
        if T([0.1666, 0.5736, 1.2627, 0.1893]): You normalize after the addition. Here norm1 and norm2 come first, and x itself
            is never normalized.
        if T([-0.6027, -2.6954, 6.6033, 5.9026]): Attention and mlp get the normalized x: self.attention(self.norm1(x)).
        if T([-1.1319, 0.8099, 1.1657, -0.1791]): x itself is normalized. Normalize only what goes into attention and mlp.
        if T([-2.8364, 3.0232, -2.8769, 0.741]): mlp gets the x from before attention. It works on what attention has added.
        if T([-3.914, 0.8936, -0.4853, 1.4259]): norm1 is used twice, and norm2 not at all.
        if T([-2.429, 2.8537, -2.3234, 0.6163]): Attention comes first, then mlp.
        else: x = x + attention(norm1(x)), then x + mlp(norm2(x)).
        >>> model = filled(GPT(3, 4, 4, 2, 1))
        >>> model(mt.tensor([[2, 0, 2]]))[0, 2]
        T([-1.6698, -1.0979, 2.1646])  # within 0.001
        if T([-2.1033, -1.016, 2.1254]): The positions are missing, so the model cannot tell an early token from a late one.
        if T([-1.6819, -1.1762, 2.1254]): self.positions gets the tokens. It gets the positions, mt.arange(T).
        if T([0.2424, -0.1109, 1.9102]): The blocks are not used.
        if T([5.5249, 3.8977, -2.7024]): The last norm is missing: head(norm(blocks(x))).
        if T([0.0204, 0.0361, 0.9435]): Return the scores. cross_entropy applies softmax itself.
        else: tokens(ids) + positions(arange(T)), then the blocks, norm and head.
        >>> model = filled(GPT(3, 4, 4, 2, 2))
        >>> mt.nn.functional.cross_entropy(model(mt.tensor([[2, 0, 2]]))[0], mt.tensor([0, 2, 1])).backward()
        >>> [name for name, p in model.named_parameters() if p.grad is None]
        []
        else: Each of these parameters needs a gradient. Is something detached, or not used?
    """,
)
