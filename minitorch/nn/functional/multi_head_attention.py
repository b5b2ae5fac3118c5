"""multi_head_attention: multi_head_attention_forward: attention by several heads, between learned projections (shelf)."""

from ...ops.join.cat import cat
from ..modules.attention import added_mask, attend_heads, join_heads, joined_masks, split_heads
from .linear import linear


def of_layer(layer, query, key, value, key_padding_mask, need_weights, attn_mask, average_attn_weights, is_causal):
    """What a MultiheadAttention computes that has one of the rare options."""
    batch_first = layer.batch_first and query.dim() == 3
    if batch_first:
        query, key, value = query.transpose(1, 0), key.transpose(1, 0), value.transpose(1, 0)
    names = () if layer._qkv_same_embed_dim else ("q_proj_weight", "k_proj_weight", "v_proj_weight")
    found, weights = multi_head_attention_forward(
        query, key, value, layer.embed_dim, layer.num_heads, layer.in_proj_weight, layer.in_proj_bias, layer.bias_k,
        layer.bias_v, layer.add_zero_attn, layer.dropout, layer.out_proj.weight, layer.out_proj.bias,
        training=layer.training, key_padding_mask=key_padding_mask, need_weights=need_weights, attn_mask=attn_mask,
        use_separate_proj_weight=not layer._qkv_same_embed_dim, average_attn_weights=average_attn_weights,
        is_causal=is_causal, **{name: getattr(layer, name) for name in names},
    )  # fmt: skip
    return found.transpose(1, 0) if batch_first else found, weights


def one_more(mask):
    """A mask that lets all look at one more key."""
    return None if mask is None else cat([mask, mask.new_zeros((*mask.shape[:-1], 1))], -1)


def projected(query, key, value, weight, bias, three):
    """Queries, keys and values by one matrix [3 E, E], in one product where they are the same, or by `three` matrices."""
    if three is None and query is key is value:
        return linear(query, weight, bias).chunk(3, -1)
    weights = weight.chunk(3) if three is None else three
    biases = (None, None, None) if bias is None else bias.chunk(3)
    return [linear(*one) for one in zip((query, key, value), weights, biases, strict=True)]


def multi_head_attention_forward(
    query, key, value, embed_dim_to_check, num_heads, in_proj_weight, in_proj_bias, bias_k, bias_v, add_zero_attn,
    dropout_p, out_proj_weight, out_proj_bias, training=True, key_padding_mask=None, need_weights=True, attn_mask=None,
    use_separate_proj_weight=False, q_proj_weight=None, k_proj_weight=None, v_proj_weight=None, average_attn_weights=True,
    is_causal=False,
):  # fmt: skip
    """What MultiheadAttention computes, with its parameters as arguments: ([L, batch, E], weights or None).

    query, key, value  [L, batch, E], [S, batch, Ek], [S, batch, Ev]; without a batch, that dimension is not there
    in_proj_weight     [3 E, E]; with use_separate_proj_weight None, and the three others are given
    bias_k, bias_v     [1, 1, E] or None: one more key and value, for every query

    Errors: AssertionError and RuntimeError for what does not fit. Source: Vaswani et al., 2017; PyTorch,
    torch.nn.functional.multi_head_attention_forward.
    """
    batched = query.dim() == 3
    if query.dim() not in (2, 3) or not query.dim() == key.dim() == value.dim():
        raise AssertionError("query, key and value should all be 2D, or 3D with a batch")
    if not batched:
        query, key, value = query.unsqueeze(1), key.unsqueeze(1), value.unsqueeze(1)
        key_padding_mask = None if key_padding_mask is None else key_padding_mask.unsqueeze(0)
    length, batch, width = query.shape
    key_padding_mask = added_mask(key_padding_mask, query.dtype)
    if is_causal and attn_mask is None:
        raise RuntimeError("Need attn_mask if specifying the is_causal hint: generate_square_subsequent_mask makes one")
    is_causal = is_causal and key_padding_mask is None and not need_weights  # else the mask says it
    attn_mask = None if is_causal else added_mask(attn_mask, query.dtype)
    check_sizes(query, key, value, embed_dim_to_check, num_heads, use_separate_proj_weight, attn_mask)
    three = (q_proj_weight, k_proj_weight, v_proj_weight) if use_separate_proj_weight else None
    q, k, v = projected(query, key, value, in_proj_weight, in_proj_bias, three)
    if bias_k is not None:
        k, v = cat([k, bias_k.repeat(1, batch, 1)]), cat([v, bias_v.repeat(1, batch, 1)])
        attn_mask, key_padding_mask = one_more(attn_mask), one_more(key_padding_mask)
    q, k, v = [split_heads(x.transpose(0, 1), num_heads) for x in (q, k, v)]  # [batch, heads, L or S, E / heads]
    if add_zero_attn:
        k, v = [cat([x, x.new_zeros((*x.shape[:2], 1, x.shape[3]))], 2) for x in (k, v)]
        attn_mask, key_padding_mask = one_more(attn_mask), one_more(key_padding_mask)
    if key_padding_mask is not None and key_padding_mask.shape != (batch, k.shape[2]):
        raise AssertionError(f"key_padding_mask does not fit {batch} sequences of {k.shape[2]} keys")
    mask, dropout_p = joined_masks(attn_mask, key_padding_mask, num_heads), dropout_p if training else 0.0
    made, weights = attend_heads(q, k, v, mask, dropout_p, need_weights, is_causal)
    if need_weights and average_attn_weights:
        weights = weights.mean(1)
    made = linear(join_heads(made).transpose(0, 1).contiguous(), out_proj_weight, out_proj_bias)
    if batched:
        return made, weights
    return made.squeeze(1), None if weights is None else weights.squeeze(0)


def check_sizes(query, key, value, embed_dim, heads, separate, mask):
    """Raise for a width that is not the layer's, or that heads cannot share; for keys, values and masks that do not fit."""
    length, batch, width = query.shape
    if width != embed_dim:
        raise AssertionError(f"was expecting embedding dimension of {embed_dim}, but got {width}")
    if width % heads:
        raise AssertionError(f"embed_dim {width} not divisible by num_heads {heads}")
    if key.shape[:2] != value.shape[:2] or not separate and key.shape != value.shape:
        raise AssertionError(f"key shape {key.shape} does not match value shape {value.shape}")
    if mask is not None:
        if mask.dim() not in (2, 3):
            raise AssertionError(f"attn_mask should be 2D or 3D, but it is {mask.dim()}D")
        want = (length, len(key)) if mask.dim() == 2 else (batch * heads, length, len(key))
        if tuple(mask.shape) != want:
            raise RuntimeError(f"The shape of the {mask.dim()}D attn_mask is {mask.shape}, but should be {want}.")
