"""multi_head: Attention by several heads (difficulty 4, 14 minutes)

Everything that makes heads is in the shapes: one product for all heads, one softmax, and no loop.

1. Write down the shape after each line, from [batch, T, E] to what attend_heads takes, and back again. attend_heads needs no loop.
2. `self.in_proj_weight.chunk(3)` returns three matrices [E, E]. The weights are `F.dropout(attention_scores(q, k, mask).softmax(-1), dropout_p)`.
3. `q = split_heads(F.linear(query, weight, bias), self.num_heads)` with the first of the three, and k and v in the same way. Then
   `attend_heads(q, k, v, mask, self.dropout if self.training else 0.0, need_weights)` and `self.out_proj(join_heads(found))`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.nn.modules.attention:MultiheadAttention._all_heads",
    covers="attend_heads",
    given="""
        def layer(heads=2, width=4, **options):
            made = mt.nn.MultiheadAttention(width, heads, batch_first=True, **options)
            with mt.no_grad():
                for place, p in enumerate(made.parameters()):
                    p.copy_((mt.arange(p.numel()) * (3 + 2 * place) % 11 - 5).reshape(p.shape) * 0.1)
            return made

        def last(found):
            return [round(n, 3) for n in found[-1, -1].flatten().tolist()]

        x, y = (mt.arange(24) * 5 % 7 - 3).reshape(2, 3, 4) * 0.5, (mt.arange(16) * 3 % 5 - 2).reshape(2, 2, 4) * 0.5
        z, wide = y.flip(1) - 1, (mt.arange(36) * 5 % 7 - 3).reshape(2, 3, 6) * 0.5
        hide, padding = mt.tensor([[0.0, 0.0], [-math.inf, 0.0]]), mt.tensor([[0.0, -math.inf], [1.0, 2.0]])
    """,
    facts="""
        if "batches of matrices cannot": The shapes do not fit. q comes from `query` and the first matrix, k from `key` and the second, v from `value` and the third.
        >>> found, weights = layer()._all_heads(x, y, z)
        >>> tuple(weights.shape), last(weights)
        ((2, 2, 3, 2), [0.478, 0.522, 0.504, 0.496, 0.504, 0.496])
        if ((2, 2, 3, 3), [0.077, 0.421, 0.502, 0.548, 0.229, 0.223, 0.619, 0.194, 0.187]): k comes from `key`, and v from `value`.
        if ((2, 3, 2), [0.48, 0.52]): The weights keep the dimension of the heads: forward takes the mean over the heads.
        if ((2, 1, 3, 2), [0.549, 0.451, 0.486, 0.514, 0.472, 0.528]): There is one head. Split into self.num_heads heads.
        if ((2, 2, 3, 2), [0.532, 0.468, 0.525, 0.475, 0.542, 0.458]): This mixes positions and heads: use split_heads.
        if ((2, 2, 3, 2), [0.48, 0.52, 0.505, 0.495, 0.506, 0.494]): A bias is left out: in_proj_bias has three parts, unless it is None.
        else: Return two results. The weights [batch, heads, L, S] are the softmax of attention_scores, for each head. Queries and keys are projected with their own matrix and bias, and then split.
        >>> last(found)
        [-1.072, 0.405, 0.244, -0.122]
        else: The weights are right. What was found is weights @ v, with v from `value` and the third matrix. Then join the heads and apply out_proj.
        >>> last(layer(bias=False)._all_heads(x, y, z)[0]), last(layer(3, 6)._all_heads(wide, wide, wide)[0])
        ([-0.487, 0.027, 0.1, -0.001], [-0.923, -0.206, 0.429, 0.017, 0.372, -0.041])
        else: With bias=False, in_proj_bias is None. Each head has its own width / heads numbers.
        >>> found, weights = layer()._all_heads(y, y, z, hide, padding)
        >>> last(found), last(weights), weights[0, 0]
        ([-1.405, 0.575, 0.135, 0.245], [0.257, 0.743, 0.0, 1.0], T([[1.0, 0.0], [nan, nan]]))
        if ([-1.405, 0.575, 0.135, 0.245], [nan, nan, 0.0, 1.0], T([[1.0, 0.0], [0.2998584, 0.7001415]])): joined_masks takes attn_mask first, then key_padding_mask.
        else: The mask from joined_masks is an argument of attend_heads. Plain softmax gives nan for a query that may look nowhere.
        >>> found, weights = layer()._all_heads(y, y, z, None, mt.tensor([[0.0, 0.0], [-math.inf, -math.inf]]), need_weights=False)
        >>> last(found), last(layer(4)._all_heads(y, y, z, hide.expand(8, 2, 2), None, False)[0]), weights, attend_heads(x, x, x, None, 0.0, False, True)[0][:, :1].equal(x[:, :1])
        ([-0.5, 0.4, 0.2, 0.0], [-1.405, 0.575, 0.135, 0.245], None, True)
        if ([-0.5, 0.4, 0.2, 0.0], [-1.405, 0.575, 0.135, 0.245], None, False): `is_causal` is passed on to F.scaled_dot_product_attention.
        else: Pass need_weights on to attend_heads. With False, it returns what F.scaled_dot_product_attention finds with this mask, and None. joined_masks takes self.num_heads.
        >>> made, ones = layer(dropout=0.5), mt.ones(1, 30, 4)
        >>> noisy = [bool(made._all_heads(ones, ones, ones, None, None, need)[0].std(1).max() > 0.01) for need in (True, False)]
        >>> found, weights = made._all_heads(ones, ones[:, :1], ones[:, :1])
        >>> quiet = [last(made.eval()._all_heads(x, y, z, None, None, need)[0])[0] for need in (True, False)]
        >>> sorted(set(weights.flatten().tolist())), mt.equal((weights[..., 0] == 0).all(1), (found - made.out_proj.bias).abs().sum(-1) < 1e-5), noisy, quiet
        ([0.0, 2.0], True, [True, True], [-1.072, -1.072])
        else: Weights are dropped with the probability self.dropout, before weights @ v, on both paths and in training only: `self.training` says so.
        >>> made = layer()
        >>> (out := made._all_heads(x, y, z))[0].square().sum().backward()
        >>> out[1].requires_grad, [part.abs().sum().item() > 0.001 for p in made.parameters() for part in p.grad.chunk(3 if len(p) == 12 else 1)]
        (True, [True, True, True, True, False, True, True, True])
        else: Gradients must reach queries, keys and values, and all parameters. (Only the bias of the keys has none.) Is something detached?
    """,
)
