"""GPT: The blocks of a GPT (difficulty 3, 9 minutes)

Attention moves information between positions. Both it and the MLP add to x, so a gradient has a way back past all layers.

1. Write Block first. Which x does attention get, which x does the MLP get, and to which x is each result added?
2. Attention gets norm1(x), and its result is added to x. The MLP gets norm2 of that sum, and its result is added to the sum.
3. Block: `x = x + self.attention(self.norm1(x))`, and so on. GPT: x is `self.tokens(ids) + self.positions(mt.arange(ids.size(1)))`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.models.gpt:GPT.forward",
    covers="Block",
    shows=("super()", "self."),
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
    facts="""
        if "must match the size of tensor": ids has T positions, and T may be smaller than the context.
        if "inplace operation": x += ... changes the x that the norm has saved for its gradient. Write x = x + ...
        >>> shapes(Block(4, 2))[:4], shapes(Block(4, 2).mlp), sorted(name for name, _ in Block(4, 2).named_children())
        ([('attention.out.bias', (4,)), ('attention.out.weight', (4, 4)), ('attention.qkv.bias', (12,)), ('attention.qkv.weight', (12, 4))],
         [('0.bias', (16,)), ('0.weight', (16, 4)), ('2.bias', (4,)), ('2.weight', (4, 16))], ['attention', 'mlp', 'norm1', 'norm2'])
        else: A block registers norm1, attention, norm2 and mlp: Sequential(Linear(width, 4 * width), ReLU(), Linear(4 * width, width)).
        >>> second(filled(Block(4, 2))((mt.arange(24) * 5 % 7 - 3).reshape(2, 3, 4) * 0.5))
        [-1.73, 1.59, 4.42, 0.12]
        if [-2.24, 1.8, 4.22, 0.26]: Between its two linear layers, mlp has a ReLU.
        if [-1.07, 2.73, 3.64, -0.18]: What attention finds is added to x, and does not replace it.
        if [-3.75, 3.09, 1.38, 0.51]: The MLP gets the sum of x and what attention has found, and not the x of before.
        if [-3.45, 2.21, 2.67, 0.71]: The MLP gets what norm2 returns, and not norm1.
        if [1.0, 1.04, 4.19, 0.2]: Only what attention and the MLP get is normalized. Their results are added to x as it was.
        if [0.7, 0.3, 0.73, 0.08]: You normalize after the addition. Here norm1 and norm2 come first, and x itself is never normalized.
        if [1.28, -1.76, 1.95, 1.26]: norm1 and norm2 belong before attention and the MLP, and not after them.
        else: norm1 is applied to what attention gets, and norm2 to what the MLP gets. The two results are added to x, one after the other.
        >>> second(filled(GPT(3, 4, 4, 2, 1))(mt.tensor([[2, 0, 2]])))
        [-2.31, -0.8, 2.0]
        if [-2.29, -0.85, 2.01]: The positions are missing: tokens(ids) + positions(arange(T)).
        if [-2.14, -1.04, 2.05]: The table of positions is indexed by the positions 0, 1, 2 ..., and not by ids.
        if "object is not iterable": Return the scores for every position, [B, T, vocabulary]. Nothing is chosen here.
        if [8.11, 2.7, -2.53]: What the head gets is normalized first, by self.norm.
        if [0.01, 0.06, 0.93]: Return the scores: cross_entropy applies softmax itself.
        else: tokens(ids) + positions(arange(T)), then the blocks, norm and head. The result is the scores.
        >>> model = filled(GPT(3, 3, 4, 2, 2))
        >>> mt.nn.functional.cross_entropy(model(mt.tensor([[2, 0, 2]]))[0], mt.tensor([0, 2, 1])).backward()
        >>> [name for name, p in model.named_parameters() if p.grad is None]
        []
        else: A text of `context` tokens has scores at all positions, and each of these parameters gets a gradient. Is something detached, cropped, or not used?
    """,
)
