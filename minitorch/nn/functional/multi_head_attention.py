"""multi_head_attention: multi_head_attention_forward: attention by several heads, between learned projections (shelf)."""

import math

from ...dtypes import bool as boolean
from ...ops.join.cat import cat
from ...ops.matmul.products import bmm
from ...ops.pointwise.softmax import softmax
from .attention import scaled_dot_product_attention
from .dropout import dropout
from .linear import linear

# --- masks --------------------------------------------------------------------------------------------------------------


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


def _canonical_mask(mask, mask_name, target_type):
    """A mask as floats that are added: -inf where a mask of bools says True, which means: not here."""
    if mask is None or mask.is_floating_point():
        return mask
    if mask.dtype is not boolean:
        raise AssertionError(f"only bool and floating types of {mask_name} are supported")
    return mask.new_zeros(mask.shape, dtype=target_type).masked_fill_(mask, -math.inf)


def one_more(mask):
    """A mask that lets all look at one more key."""
    return None if mask is None else cat([mask, mask.new_zeros((*mask.shape[:-1], 1))], -1)


def both_masks(attn_mask, key_padding_mask, batch, heads, length):
    """One mask [1 or batch * heads, L or 1, S] of two: attn_mask [L, S] or [batch * heads, L, S], padding [batch, S]."""
    if attn_mask is not None and attn_mask.dim() == 2:
        attn_mask = attn_mask.unsqueeze(0)
    if key_padding_mask is None:
        return attn_mask
    if tuple(key_padding_mask.shape) != (batch, length):
        raise AssertionError(f"key_padding_mask should be {(batch, length)}, but its shape is {key_padding_mask.shape}")
    padding = key_padding_mask.reshape(batch, 1, 1, length).expand(-1, heads, -1, -1)
    padding = padding.reshape(batch * heads, 1, length)
    return padding if attn_mask is None else attn_mask + padding


# --- projections --------------------------------------------------------------------------------------------------------


def projected(query, key, value, weight, bias, three):
    """Queries, keys and values by one matrix [3 E, E], in one product where they are the same, or by `three` matrices."""
    if three is None and query is key is value:
        return linear(query, weight, bias).chunk(3, -1)
    weights = weight.chunk(3) if three is None else three
    biases = (None, None, None) if bias is None else bias.chunk(3)
    return [linear(*one) for one in zip((query, key, value), weights, biases, strict=True)]


def by_heads(x, heads):
    """[L, batch, E] -> [batch * heads, L, E / heads]"""
    length, batch, width = x.shape
    return x.reshape(length, batch * heads, width // heads).transpose(0, 1)


# --- the whole ------------------------------------------------------------------------------------------------------------


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
    key_padding_mask = _canonical_mask(key_padding_mask, "key_padding_mask", query.dtype)
    if is_causal and attn_mask is None:
        raise RuntimeError("Need attn_mask if specifying the is_causal hint: generate_square_subsequent_mask makes one")
    is_causal = is_causal and key_padding_mask is None and not need_weights  # else the mask says it
    attn_mask = None if is_causal else _canonical_mask(attn_mask, "attn_mask", query.dtype)
    check_sizes(query, key, value, embed_dim_to_check, num_heads, use_separate_proj_weight, attn_mask)
    three = (q_proj_weight, k_proj_weight, v_proj_weight) if use_separate_proj_weight else None
    q, k, v = projected(query, key, value, in_proj_weight, in_proj_bias, three)
    if bias_k is not None:
        k, v = cat([k, bias_k.repeat(1, batch, 1)]), cat([v, bias_v.repeat(1, batch, 1)])
        attn_mask, key_padding_mask = one_more(attn_mask), one_more(key_padding_mask)
    q, k, v = by_heads(q, num_heads), by_heads(k, num_heads), by_heads(v, num_heads)
    if add_zero_attn:
        k, v = [cat([x, x.new_zeros((len(x), 1, x.shape[2]))], 1) for x in (k, v)]
        attn_mask, key_padding_mask = one_more(attn_mask), one_more(key_padding_mask)
    mask = both_masks(attn_mask, key_padding_mask, batch, num_heads, k.shape[1])
    made, weights = attend(q, k, v, mask, dropout_p if training else 0.0, need_weights, is_causal, num_heads)
    made = linear(made.reshape(length * batch, width), out_proj_weight, out_proj_bias)
    made = made.reshape(length, batch, made.shape[1])
    if weights is not None:
        weights = weights.reshape(batch, num_heads, length, k.shape[1])
        weights = weights.mean(1) if average_attn_weights else weights
    if batched:
        return made, weights
    return made.squeeze(1), None if weights is None else weights.squeeze(0)


def attend(q, k, v, mask, dropout_p, need_weights, is_causal, heads):
    """What each head sees, [L, batch * heads, E / heads], and where it looked, or None if nobody asks."""
    if need_weights:
        scores = bmm(q * math.sqrt(1 / q.shape[-1]), k.mT)
        weights = softmax(scores if mask is None else scores + mask, dim=-1)
        weights = dropout(weights, dropout_p)
        return bmm(weights, v).transpose(0, 1), weights
    q, k, v = [x.reshape(len(x) // heads, heads, *x.shape[1:]) for x in (q, k, v)]
    if mask is not None:
        mask = mask.unsqueeze(0) if len(mask) == 1 else mask.reshape(len(q), heads, -1, k.shape[2])
    return scaled_dot_product_attention(q, k, v, mask, dropout_p, is_causal).permute(2, 0, 1, 3), None


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
