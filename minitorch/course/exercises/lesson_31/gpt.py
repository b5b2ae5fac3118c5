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

        def last(x):
            return [round(n, 2) for n in x[0, -1].tolist()]

        def shapes(module):
            return sorted((name, tuple(p.shape)) for name, p in module.named_parameters())
    """,
    given="""
        x = (mt.arange(12) * 5 % 7 - 3).reshape(1, 3, 4) * 0.5
        wide = (mt.arange(18) * 5 % 7 - 3).reshape(1, 3, 6) * 0.5
    """,
    facts="""
        if "super(type, obj)": Write `super().__init__()` in each class, before anything is registered.
        if "before Module.__init__() call": Call super().__init__() first: it makes the dictionaries of Module.
        >>> shapes(SelfAttention(4, 2))
        [('out.bias', (4,)), ('out.weight', (4, 4)), ('qkv.bias', (12,)), ('qkv.weight', (12, 4))]
        if "missing": SelfAttention takes width and heads.
        else: SelfAttention registers two layers: qkv = Linear(width, 3 * width) and out = Linear(width, width).
        >>> last(filled(SelfAttention(6, 2))(wide))
        [2.55, 5.71, -1.03, 1.96, -4.15, -3.36]
        if [2.16, 0.53, -3.77, -0.34, -3.99, -2.76]: `.view(B, heads, T, -1)` mixes positions and heads. First view(B, T, heads, -1),
            then transpose(1, 2).
        if [2.6, 5.96, -0.93, 2.01, -4.23, -3.49]: There is one head only. Split each part into self.heads heads.
        if [1.47, 4.4, -0.86, 1.63, -2.96, -2.67]: Without transpose(1, 2) the heads of one position look at each other. Attention
            needs [B, heads, T, width / heads].
        if [4.55, 3.17, -3.03, 0.49, -5.07, -3.74]: The heads are joined in the wrong order: transpose(1, 2) back before reshape.
        if [2.13, 5.28, -0.79, 2.04, -3.48, -2.86]: Queries and keys are exchanged: qkv(x) holds first queries, then keys, then values.
        if [0.08, -0.19, -0.52, -0.75, -3.13, -3.42]: The layer `out` is not used. It mixes what the heads have found.
        if [2.16, 5.86, -0.61, 2.78, -3.04, -1.86]: `.view(B, T, -1, heads)` gives a head every second number. A head has the first width / heads of them:
            .view(B, T, heads, -1).
        else: qkv(x) in three parts, each as heads; causal_attention; the heads joined again; out.
        >>> SelfAttention(6, 3)(mt.zeros(2, 5, 6)).shape
        mt.Size([2, 5, 6])
        else: The result has the shape of x, for every batch, length and number of heads.
        >>> shapes(Block(4, 2).mlp), sorted(name for name, _ in Block(4, 2).named_children())
        ([('0.bias', (16,)), ('0.weight', (16, 4)), ('2.bias', (4,)), ('2.weight', (4, 16))], ['attention', 'mlp', 'norm1', 'norm2'])
        else: A block registers norm1, attention, norm2 and mlp: Sequential(Linear(width, 4 * width), ReLU(), Linear(4 * width, width)).
        >>> block = filled(Block(4, 2))
        >>> last(block(x))
        [-4.46, 1.86, -0.9, 0.47]
        if [-4.59, 0.89, 1.33, -0.17]: The first addition is missing: x = x + self.attention(...).
        if [-1.92, 1.2, -0.04, -1.17]: The second addition is missing: return x + self.mlp(...).
        if [-1.06, 0.22, 1.19, -0.31]: Both additions are missing: attention and mlp only add to x.
        if [0.17, 0.57, 1.26, 0.19]: You normalize after the addition. Here norm1 and norm2 come first, and x itself
            is never normalized.
        if [-0.6, -2.7, 6.6, 5.9]: Attention and mlp get the normalized x: self.attention(self.norm1(x)).
        if [-1.13, 0.81, 1.17, -0.18]: x itself is normalized. Normalize only what goes into attention and mlp.
        if [-2.84, 3.02, -2.88, 0.74]: mlp gets the x from before attention. It works on what attention has added.
        if [-3.91, 0.89, -0.49, 1.43]: norm1 is used twice, and norm2 not at all.
        if [-2.43, 2.85, -2.32, 0.62]: Attention comes first, then mlp.
        else: x = x + attention(norm1(x)), then x + mlp(norm2(x)).
        >>> model = filled(GPT(3, 4, 4, 2, 1))
        >>> last(model(mt.tensor([[2, 0, 2]])))
        [-1.67, -1.1, 2.16]
        if [-2.1, -1.02, 2.13]: The positions are missing, so the model cannot tell an early token from a late one.
        if [-1.68, -1.18, 2.13]: self.positions gets the tokens. It gets the positions, mt.arange(T).
        if [0.24, -0.11, 1.91]: The blocks are not used.
        if [5.52, 3.9, -2.7]: The last norm is missing: head(norm(blocks(x))).
        if [0.02, 0.04, 0.94]: Return the scores. cross_entropy applies softmax itself.
        else: tokens(ids) + positions(arange(T)), then the blocks, norm and head.
        >>> model = filled(GPT(3, 4, 4, 2, 2))
        >>> mt.nn.functional.cross_entropy(model(mt.tensor([[2, 0, 2]]))[0], mt.tensor([0, 2, 1])).backward()
        >>> [name for name, p in model.named_parameters() if p.grad is None]
        []
        else: Each of these parameters needs a gradient. Is something detached, or not used?
    """,
)
