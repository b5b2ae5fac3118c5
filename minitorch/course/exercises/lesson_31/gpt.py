"""GPT: The blocks of a GPT (difficulty 4, 20 minutes)

Attention moves information between positions, and the MLP works on each position alone. Both add to x, so a gradient has a way
back through the whole stack on which no layer makes it smaller.

1. Write SelfAttention first, and note the shape after each line: [B, T, width], then [B, heads, T, width / heads], then back.
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
    setup="""
        from minitorch.models import GPT

        def filled(module):
            with mt.no_grad():
                for place, (name, p) in enumerate(sorted(module.named_parameters())):
                    p.copy_((mt.arange(p.numel()) * (7 + 2 * place) % 11 - 5).reshape(p.shape) * 0.2)
            return module

        def second(x):
            return [round(n, 2) for n in x[-1, 1].tolist()]

        def shapes(module):
            return sorted((name, tuple(p.shape)) for name, p in module.named_parameters())
    """,
    given="""
        x = (mt.arange(24) * 5 % 7 - 3).reshape(2, 3, 4) * 0.5
        wide = (mt.arange(36) * 5 % 7 - 3).reshape(2, 3, 6) * 0.5
    """,
    facts="""
        if "before Module.__init__() call": Call super().__init__() first: it makes the dictionaries of Module.
        if "view size is not compatible": The numbers are not in the order of their dimensions after transpose: use reshape, which copies.
        if "inplace operation": x += ... changes the x that the norm has saved for its gradient. Write x = x + ...
        >>> second(filled(SelfAttention(6, 3))(wide))
        [-1.4, -5.72, -3.75, -1.4, 0.44, 0.59]
        if [-1.52, -5.95, -3.85, -1.61, 0.93, 0.98]: `.view(B, heads, T, -1)` mixes positions and heads. First view(B, T, heads, -1), then transpose(1, 2).
        if [-1.47, 0.46, 0.01, 0.41, -0.07, -1.87]: This position sees a later one: is_causal=True.
        else: qkv(x) in three parts, first queries, then keys, then values, each as heads [B, heads, T, width / heads]; attention; the
            heads joined again; out, which mixes what they have found. Head 0 has the first width / heads numbers.
        >>> shapes(Block(4, 2))[:4], shapes(Block(4, 2).mlp), sorted(name for name, _ in Block(4, 2).named_children())
        ([('attention.out.bias', (4,)), ('attention.out.weight', (4, 4)), ('attention.qkv.bias', (12,)), ('attention.qkv.weight', (12, 4))],
         [('0.bias', (16,)), ('0.weight', (16, 4)), ('2.bias', (4,)), ('2.weight', (4, 16))], ['attention', 'mlp', 'norm1', 'norm2'])
        else: A block registers norm1, attention, norm2 and mlp: Sequential(Linear(width, 4 * width), ReLU(), Linear(4 * width, width)).
            SelfAttention registers qkv = Linear(width, 3 * width) and out = Linear(width, width).
        >>> second(filled(Block(4, 2))(x))
        [-1.73, 1.59, 4.42, 0.12]
        if [0.7, 0.3, 0.73, 0.08]: You normalize after the addition. Here norm1 and norm2 come first, and x itself is never normalized.
        else: First attention(norm1(x)) is added to x, then mlp(norm2(x)) to that sum. x itself is not normalized.
        >>> second(filled(GPT(3, 4, 4, 2, 1))(mt.tensor([[2, 0, 2]])))
        [-2.31, -0.8, 2.0]
        else: tokens(ids) + positions(arange(T)), then the blocks, norm and head. Return the scores: cross_entropy applies softmax itself.
        >>> model = filled(GPT(3, 4, 4, 2, 2))
        >>> mt.nn.functional.cross_entropy(model(mt.tensor([[2, 0, 2]]))[0], mt.tensor([0, 2, 1])).backward()
        >>> [name for name, p in model.named_parameters() if p.grad is None]
        []
        else: Each of these parameters needs a gradient. Is something detached, or not used?
    """,
)
