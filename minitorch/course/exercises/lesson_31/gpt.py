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
        if "super(type, obj)": Write `super().__init__()` in each class, before anything is registered.
        if "before Module.__init__() call": Call super().__init__() first: it makes the dictionaries of Module.
        if "view size is not compatible": The numbers are not in the order of their dimensions after transpose: use reshape, which copies.
        if "inplace operation": x += ... changes the x that the norm has saved for its gradient. Write x = x + ...
        >>> shapes(SelfAttention(4, 2))
        [('out.bias', (4,)), ('out.weight', (4, 4)), ('qkv.bias', (12,)), ('qkv.weight', (12, 4))]
        if "missing": SelfAttention takes width and heads.
        else: SelfAttention registers two layers: qkv = Linear(width, 3 * width) and out = Linear(width, width).
        >>> second(filled(SelfAttention(6, 3))(wide))
        [-1.4, -5.72, -3.75, -1.4, 0.44, 0.59]
        if [-1.52, -5.95, -3.85, -1.61, 0.93, 0.98]: `.view(B, heads, T, -1)` mixes positions and heads. First view(B, T, heads, -1), then transpose(1, 2).
        if [-1.76, -6.45, -3.91, -1.66, 0.86, 0.9]: There is one head only. Split each part into self.heads heads.
        if [2.1, -1.33, -4.58, -0.97, -4.21, -2.8]: Without transpose(1, 2) the heads of one position look at each other. Attention needs [B, heads, T, width / heads].
        if [4.39, 0.12, -5.64, -1.11, -7.29, -4.96]: The heads are joined in the wrong order: transpose(1, 2) back before reshape.
        if [-1.77, -4.06, -2.26, 1.95, 3.3, 5.31]: Queries and keys are exchanged: qkv(x) holds first queries, then keys, then values.
        if [-3.03, -2.99, -0.16, -0.15, 0.77, 0.83]: The layer `out` is not used. It mixes what the heads have found.
        if [-1.47, 0.46, 0.01, 0.41, -0.07, -1.87]: This position sees a later one: is_causal=True.
        else: qkv(x) in three parts, each as heads; attention; the heads joined again; out. Head 0 has the first width / heads numbers.
        >>> shapes(Block(4, 2).mlp), sorted(name for name, _ in Block(4, 2).named_children())
        ([('0.bias', (16,)), ('0.weight', (16, 4)), ('2.bias', (4,)), ('2.weight', (4, 16))], ['attention', 'mlp', 'norm1', 'norm2'])
        else: A block registers norm1, attention, norm2 and mlp: Sequential(Linear(width, 4 * width), ReLU(), Linear(4 * width, width)).
        >>> second(filled(Block(4, 2))(x))
        [-1.73, 1.59, 4.42, 0.12]
        if [-1.07, 2.73, 3.64, -0.18]: The first addition is missing: x = x + self.attention(...).
        if [0.36, 0.35, 2.88, 0.67]: The second addition is missing: return x + self.mlp(...).
        if [0.7, 0.3, 0.73, 0.08]: You normalize after the addition. Here norm1 and norm2 come first, and x itself is never normalized.
        if [1.0, 1.04, 4.19, 0.2]: x itself is normalized. Normalize only what goes into attention and mlp.
        if [-3.75, 3.09, 1.38, 0.51]: mlp gets the x from before attention. It works on what attention has added.
        if [-3.45, 2.21, 2.67, 0.71]: norm1 is used twice, and norm2 not at all.
        else: First attention(norm1(x)) is added to x, then mlp(norm2(x)) to that sum.
        >>> second(filled(GPT(3, 4, 4, 2, 1))(mt.tensor([[2, 0, 2]])))
        [-2.31, -0.8, 2.0]
        if [-2.29, -0.85, 2.01]: The positions are missing, so the model cannot tell an early token from a late one.
        if [-2.14, -1.04, 2.05]: self.positions gets the tokens. It gets the positions, mt.arange(T).
        if [8.11, 2.7, -2.53]: The last norm is missing: head(norm(blocks(x))).
        if [0.01, 0.06, 0.93]: Return the scores. cross_entropy applies softmax itself.
        else: tokens(ids) + positions(arange(T)), then the blocks, norm and head.
        >>> model = filled(GPT(3, 4, 4, 2, 2))
        >>> mt.nn.functional.cross_entropy(model(mt.tensor([[2, 0, 2]]))[0], mt.tensor([0, 2, 1])).backward()
        >>> [name for name, p in model.named_parameters() if p.grad is None]
        []
        else: Each of these parameters needs a gradient. Is something detached, or not used?
    """,
)
