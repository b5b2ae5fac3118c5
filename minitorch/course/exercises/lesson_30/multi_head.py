"""multi_head: Attention by several heads (difficulty 4, 16 minutes)

Everything that makes heads is in the shapes: one product for all heads, one softmax, and no loop. The mask broadcasts over what it
does not mention.

1. Note the shape after each line. joined_masks: both masks must broadcast to [batch, heads, L, S].
2. `self.in_proj_weight.chunk(3)` are three matrices [E, E], and in_proj_bias.chunk(3) three biases; then split_heads.
   A mask [batch * heads, L, S] becomes `.unflatten(0, (-1, heads))`, and [batch, S] becomes `[:, None, None]`.
3. With weights: `weights = F.dropout(attention_scores(q, k, mask).softmax(-1), dropout_p)` and `found = weights @ v`. Without:
   `found = F.scaled_dot_product_attention(q, k, v, mask, dropout_p)`. Then `self.out_proj(join_heads(found))`.
"""

from ...define import Exercise

exercise = Exercise(
    __doc__,
    target="minitorch.nn.modules.attention:MultiheadAttention._all_heads",
    covers="joined_masks",
    given="""
        def layer(heads=2, width=4, **options):
            made = mt.nn.MultiheadAttention(width, heads, batch_first=True, **options)
            with mt.no_grad():
                for place, p in enumerate(made.parameters()):
                    p.copy_((mt.arange(p.numel()) * (3 + 2 * place) % 11 - 5).reshape(p.shape) * 0.1)
            return made

        def last(found):
            return [round(n, 2) for n in found[-1, -1].flatten().tolist()]

        x, y = (mt.arange(24) * 5 % 7 - 3).reshape(2, 3, 4) * 0.5, (mt.arange(16) * 3 % 5 - 2).reshape(2, 2, 4) * 0.5
        wide, hide = (mt.arange(36) * 5 % 7 - 3).reshape(2, 3, 6) * 0.5, mt.tensor([[0.0, -math.inf], [0.0, 0.0]])
        padding = mt.tensor([[0.0, -math.inf], [1.0, 2.0]])

        def added(*masks):
            return mt.zeros(2, 2, 2, 2) + joined_masks(*masks, 2)
    """,
    facts="""
        if "batches of matrices cannot be multiplied": Queries, keys and values are in the wrong order. in_proj_weight has first the queries' matrix, then the keys', then the values'.
        >>> joined_masks(None, None, 2), added(hide, None)[1, 1].tolist(), added(None, padding)[:, 1, 1].tolist()
        (None, [[0.0, -inf], [0.0, 0.0]], [[0.0, -inf], [1.0, 2.0]])
        else: In `joined_masks`: without masks None; attn_mask [L, S] as it is; key_padding_mask [batch, S] for all heads and queries of its sequence.
        >>> added(mt.arange(16).reshape(4, 2, 2) * 1.0, None)[1, 0].tolist(), added(mt.arange(16).reshape(4, 2, 2) * 1.0, padding)[1, 1].tolist()
        ([[8.0, 9.0], [10.0, 11.0]], [[13.0, 15.0], [15.0, 17.0]])
        if ([[4.0, 5.0], [6.0, 7.0]], [[13.0, 15.0], [15.0, 17.0]]): In `joined_masks`, [batch * heads, L, S] has the heads of the first sequence, then those of the next: unflatten(0, (-1, heads)).
        else: In `joined_masks`, an attn_mask [batch * heads, L, S] becomes [batch, heads, L, S], and padding is added as before.
        >>> found, weights = layer()._all_heads(x, y, y)
        >>> last(found), last(weights)
        ([-1.07, 0.58, 0.45, 0.04], [0.48, 0.52, 0.5, 0.5, 0.5, 0.5])
        else: Project, split, weights = softmax(attention_scores(...)), weights @ v, join, out_proj. Return two results: what was found, and the weights [batch, heads, L, S].
        >>> last(layer(bias=False)._all_heads(x, y, y)[0]), last(layer(3, 6)._all_heads(wide, wide, wide)[0])
        ([0.14, 0.03, 0.24, -0.3], [-0.92, -0.21, 0.43, 0.02, 0.37, -0.04])
        else: With bias=False, in_proj_bias is None. Each head has its own width / heads numbers.
        >>> found, weights = layer()._all_heads(y, y, y, hide, padding)
        >>> last(found), last(weights[:1])
        ([-1.0, 0.44, 0.48, -0.13], [1.0, 0.0, 1.0, 0.0])
        else: The joined mask is an argument of attention_scores.
        >>> found, weights = layer()._all_heads(y, y, y, None, mt.tensor([[0.0, 0.0], [-math.inf, -math.inf]]), need_weights=False)
        >>> last(found), last(layer()._all_heads(y, y, y, hide, padding, False)[0]), weights
        ([-0.5, 0.4, 0.2, 0.0], [-1.0, 0.44, 0.48, -0.13], None)
        else: With need_weights=False, use scaled_dot_product_attention, with the mask. The second result is None.
        >>> sorted(set(layer(dropout=0.5)._all_heads(x, x * 0, x)[1].flatten().tolist())), last(layer(dropout=0.5).eval()._all_heads(x, y, y)[0])
        ([0.0, 0.6666667], [-1.07, 0.58, 0.45, 0.04])
        else: Drop weights with F.dropout(weights, self.dropout), in training only: `self.training` says so.
        >>> made = layer()
        >>> made._all_heads(x, y, y)[0].square().sum().backward()
        >>> [part.abs().sum().item() > 0.001 for p in made.parameters() for part in p.grad.chunk(3 if len(p) == 12 else 1)]
        [True, True, True, True, False, True, True, True]
        else: Gradients must reach queries, keys and values, and all parameters. (Only the bias of the keys has none.) Is something detached?
    """,
)
