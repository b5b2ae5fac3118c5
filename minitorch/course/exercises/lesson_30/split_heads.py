"""split_heads: From width to heads and back (difficulty 2, 6 minutes)

The last dimension is split in place, and only then does the dimension of the heads move to the front. The way back is the same in
reverse.

1. First split E into [heads, E / heads]. The numbers of a position stay together.
2. `x.view(batch, T, heads, -1)` or `x.unflatten(-1, (heads, -1))`, then exchange T and heads.
3. split: `x.unflatten(-1, (heads, -1)).transpose(1, 2)`; join: `x.transpose(1, 2).flatten(2)`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.nn.modules.attention:join_heads",
    covers="split_heads",
    given="""
        x = mt.arange(24).reshape(2, 3, 4)
        parts = mt.arange(24).reshape(2, 2, 3, 2)
    """,
    facts="""
        if "view size is not compatible": After transpose, the numbers are not in the order of their dimensions: use reshape or flatten, which copy.
        >>> tuple(split_heads(x, 2).shape), split_heads(x, 2)[1].tolist()
        ((2, 2, 3, 2), [[[12, 13], [16, 17], [20, 21]], [[14, 15], [18, 19], [22, 23]]])
        if ((2, 2, 3, 2), [[[12, 13], [14, 15], [16, 17]], [[18, 19], [20, 21], [22, 23]]]): This mixes positions and heads. First split E into (heads, E / heads), then exchange T and heads.
        if ((2, 2, 3, 2), [[[12, 14], [16, 18], [20, 22]], [[13, 15], [17, 19], [21, 23]]]): Head 0 has the *first* E / heads numbers of a position, and not every second one.
        if ((2, 3, 2, 2), [[[12, 13], [14, 15]], [[16, 17], [18, 19]], [[20, 21], [22, 23]]]): The heads come before the positions: exchange dimensions 1 and 2.
        else: [batch, T, E] becomes [batch, heads, T, E / heads]. Head 0 has the first E / heads numbers of each position.
        >>> tuple(join_heads(parts).shape), join_heads(parts)[0].tolist()
        ((2, 3, 4), [[0, 1, 6, 7], [2, 3, 8, 9], [4, 5, 10, 11]])
        if ((2, 3, 4), [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]]): First exchange heads and T again, then put the last two dimensions together.
        if ((2, 3, 4), [[0, 6, 1, 7], [2, 8, 3, 9], [4, 10, 5, 11]]): The numbers of a head stay together: exchange dimensions 1 and 2 only.
        else: [batch, heads, T, d] becomes [batch, T, heads * d]: for each position the numbers of head 0, then those of head 1.
        >>> made = split_heads(mt.ones(5, 7, 12, requires_grad=True), 3), join_heads(mt.ones(1, 3, 7, 2, requires_grad=True))
        >>> [(tuple(one.shape), one.is_leaf) for one in made]
        [((5, 3, 7, 4), False), ((1, 7, 6), False)]
        else: Each head has E / heads numbers of each position: 12 / 3 here. Joined, a position has heads * d: 3 * 2. Gradients must flow back.
    """,
)
