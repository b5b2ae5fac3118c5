"""multi_head_attention: multi_head_attention_forward: attention by several heads, between learned projections (core)."""

import math
import sys
from contextlib import contextmanager

from ..._tensor import Tensor
from ...dtypes import bool as boolean
from ...notes import warn
from ...ops.join.cat import cat
from ...ops.join.split import chunk, split
from ...ops.matmul.matmul import bmm
from ...ops.pointwise.softmax import softmax
from ...threads import local
from .attention import scaled_dot_product_attention
from .dropout import dropout
from .linear import linear

# --- which functions are called -----------------------------------------------------------------------------------------

OWN = {"linear": linear, "softmax": softmax, "dropout": dropout, "bmm": bmm, "attention": scaled_dot_product_attention}
PUBLIC = {"linear": "linear", "softmax": "softmax", "dropout": "dropout", "attention": "scaled_dot_product_attention"}


class _Called(local):
    own = False


called = _Called()


def current(name):
    """A function as it is now: programs that count put others in the place of F.linear or torch.bmm, and these are called."""
    if called.own:
        return OWN[name]
    top = sys.modules[__name__.partition(".")[0]]
    return getattr(top.nn.functional, PUBLIC[name]) if name in PUBLIC else getattr(top, name)


@contextmanager
def in_one_step():
    """A block in which the package's own functions are called: PyTorch computes what is in it without them."""
    before, called.own = called.own, True
    try:
        yield
    finally:
        called.own = before


# --- masks --------------------------------------------------------------------------------------------------------------


def _canonical_mask(mask, mask_name, other_type, other_name, target_type, check_other=True):
    """A mask as floats that are added: -inf where a mask of bools says True, which means: not here."""
    if mask is not None and not isinstance(mask, Tensor):
        raise TypeError(f"is_floating_point(): argument 'input' (position 1) must be Tensor, not {type(mask).__name__}")
    if mask is None or mask.is_floating_point():
        kind = None if mask is None else mask.dtype
    elif mask.dtype is boolean:
        kind, where = mask.dtype, mask
        mask = mask.new_zeros(mask.shape, dtype=target_type).masked_fill_(where, -math.inf)
    else:
        raise AssertionError(f"only bool and floating types of {mask_name} are supported")
    if check_other and kind is not None and other_type is not None and kind != other_type:
        warn(f"Support for mismatched {mask_name} and {other_name} is deprecated. Use same type for both instead.")
    return mask


def _none_or_dtype(input):
    """A mask's dtype, None for no mask."""
    if input is None or isinstance(input, Tensor):
        return None if input is None else input.dtype
    raise RuntimeError("input to _none_or_dtype() must be None or torch.Tensor")


def one_more(mask):
    """A mask that lets all look at one more key."""
    return None if mask is None else cat([mask, mask.new_zeros((*mask.shape[:-1], 1))], -1)


def both_masks(attn_mask, key_padding_mask, batch, heads, length):
    """One mask [1 or batch * heads, L or 1, S] of two: attn_mask [L, S] or [batch * heads, L, S], padding [batch, S]."""
    if attn_mask is not None and attn_mask.dim() == 2:
        attn_mask = attn_mask.unsqueeze(0)
    if key_padding_mask is None:
        return attn_mask
    check_key_padding_mask(key_padding_mask, length, batch)
    padding = key_padding_mask.reshape(batch, 1, 1, length).expand(-1, heads, -1, -1)
    padding = padding.reshape(batch * heads, 1, length)
    return padding if attn_mask is None else attn_mask + padding


# --- projections --------------------------------------------------------------------------------------------------------


def _in_projection_packed(q, k, v, w, b=None):
    """Queries, keys and values by one matrix w [3 E, E] and one bias [3 E]; where inputs are the same, in one product."""
    linear = current("linear")
    if q is k is v:
        return side_by_side(linear(q, w, b), 3)
    if k is v:
        width = q.size(-1)
        b_q, b_kv = (None, None) if b is None else split(b, [width, 2 * width])
        w_q, w_kv = split(w, [width, 2 * width])
        return linear(q, w_q, b_q), *side_by_side(linear(k, w_kv, b_kv), 2)
    biases = (None, None, None) if b is None else chunk(b, 3)
    return tuple([linear(x, *pair) for x, *pair in zip((q, k, v), chunk(w, 3), biases, strict=True)])


def side_by_side(x, count):
    """[..., count E] as `count` tensors [..., E], each of which lies in one piece."""
    parts = x.unflatten(-1, (count, x.shape[-1] // count)).unsqueeze(0).transpose(0, -2).squeeze(-2).contiguous()
    return tuple([parts[i] for i in range(count)])


def _in_projection(q, k, v, w_q, w_k, w_v, b_q=None, b_k=None, b_v=None):
    """Queries, keys and values by three matrices [Eq, Eq], [Eq, Ek], [Eq, Ev] and three biases [Eq]."""
    check_projection(q, k, v, w_q, w_k, w_v, b_q, b_k, b_v)
    linear = current("linear")
    return linear(q, w_q, b_q), linear(k, w_k, b_k), linear(v, w_v, b_v)


def projected(query, key, value, weight, bias, three):
    """Queries, keys and values by one matrix, or by `three` if they are given."""
    check_weights(weight, three)
    if three is None:
        return _in_projection_packed(query, key, value, weight, bias)
    biases = (None, None, None) if bias is None else chunk(bias, 3)
    return _in_projection(query, key, value, *three, *biases)


def by_heads(x, heads):
    """[L, batch, E] -> [batch * heads, L, E / heads]"""
    length, batch, width = x.shape
    return x.reshape(length, batch * heads, width // heads).transpose(0, 1)


# --- the whole ------------------------------------------------------------------------------------------------------------


def multi_head_attention_forward(
    query, key, value, embed_dim_to_check, num_heads, in_proj_weight, in_proj_bias, bias_k, bias_v, add_zero_attn,
    dropout_p, out_proj_weight, out_proj_bias, training=True, key_padding_mask=None, need_weights=True, attn_mask=None,
    use_separate_proj_weight=False, q_proj_weight=None, k_proj_weight=None, v_proj_weight=None, static_k=None,
    static_v=None, average_attn_weights=True, is_causal=False,
):  # fmt: skip
    """What MultiheadAttention computes, with its parameters as arguments: ([L, batch, E], weights or None).

    query, key, value  [L, batch, E], [S, batch, Ek], [S, batch, Ev]; without a batch, that dimension is not there
    in_proj_weight     [3 E, E]; with use_separate_proj_weight None, and the three others are given
    bias_k, bias_v     [1, 1, E] or None: one more key and value, for every query
    static_k, static_v [batch * num_heads, S, E / num_heads]: take the place of projected keys and values

    Errors: AssertionError and RuntimeError for what does not fit. Source: Vaswani et al., 2017; PyTorch,
    torch.nn.functional.multi_head_attention_forward.
    """
    batched = _mha_shape_check(query, key, value, key_padding_mask, attn_mask, num_heads)
    if not batched:
        query, key, value = query.unsqueeze(1), key.unsqueeze(1), value.unsqueeze(1)
        key_padding_mask = None if key_padding_mask is None else key_padding_mask.unsqueeze(0)
    length, batch, width = query.shape
    key_padding_mask = _canonical_mask(
        key_padding_mask, "key_padding_mask", _none_or_dtype(attn_mask), "attn_mask", query.dtype
    )
    check_causal(is_causal, attn_mask)
    is_causal = is_causal and key_padding_mask is None and not need_weights  # else the mask says it
    attn_mask = None if is_causal else _canonical_mask(attn_mask, "attn_mask", None, "", query.dtype, False)
    check_widths(query, key, value, embed_dim_to_check, num_heads, use_separate_proj_weight)
    three = (q_proj_weight, k_proj_weight, v_proj_weight) if use_separate_proj_weight else None
    q, k, v = projected(query, key, value, in_proj_weight, in_proj_bias, three)
    check_attn_mask(attn_mask, length, len(key), batch * num_heads)
    check_biases(bias_k, bias_v, static_k, static_v)
    if bias_k is not None:
        k, v = cat([k, bias_k.repeat(1, batch, 1)]), cat([v, bias_v.repeat(1, batch, 1)])
        attn_mask, key_padding_mask = one_more(attn_mask), one_more(key_padding_mask)
    q, k, v = by_heads(q, num_heads), by_heads(k, num_heads), by_heads(v, num_heads)
    k, v = static("k", static_k, k), static("v", static_v, v)
    if add_zero_attn:
        k, v = with_zeros(k), with_zeros(v)
        attn_mask, key_padding_mask = one_more(attn_mask), one_more(key_padding_mask)
    mask = both_masks(attn_mask, key_padding_mask, batch, num_heads, k.shape[1])
    made, weights = attend(q, k, v, mask, dropout_p if training else 0.0, need_weights, is_causal, num_heads)
    made = made.reshape(length * batch, width)
    made = current("linear")(made, out_proj_weight, out_proj_bias)
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
        scores = current("bmm")(q * math.sqrt(1 / q.shape[-1]), k.mT)
        weights = current("softmax")(scores if mask is None else scores + mask, dim=-1)
        weights = current("dropout")(weights, p=dropout_p) if dropout_p else weights
        return current("bmm")(weights, v).transpose(0, 1), weights
    q, k, v = [x.reshape(len(x) // heads, heads, *x.shape[1:]) for x in (q, k, v)]
    if mask is not None:
        mask = mask.unsqueeze(0) if len(mask) == 1 else mask.reshape(len(q), heads, -1, k.shape[2])
    return current("attention")(q, k, v, mask, dropout_p, is_causal).permute(2, 0, 1, 3), None


def with_zeros(x):
    """One more key or value of zeros."""
    return cat([x, x.new_zeros((len(x), 1, x.shape[2]))], 1)


def static(name, given, x):
    """Keys or values that are given, if they are, and have the shape of x but for the length."""
    if given is None:
        return x
    for dim in (0, 2):
        if given.size(dim) != x.size(dim):
            raise AssertionError(f"expecting static_{name}.size({dim}) of {x.size(dim)}, but got {given.size(dim)}")
    return given


# --- what does not fit ----------------------------------------------------------------------------------------------------


def _mha_shape_check(query, key, value, key_padding_mask, attn_mask, num_heads):
    """Whether there is a batch; PyTorch's errors for dimensions that do not fit each other."""
    if query.dim() not in (2, 3):
        raise AssertionError(
            f"query should be unbatched 2D or batched 3D tensor but received {query.dim()}-D query tensor"
        )
    batched = query.dim() == 3
    kind, dims = ("batched", 3) if batched else ("unbatched", 2)
    start = f"For {kind} ({dims}-D) `query`, expected"
    if key.dim() != dims or value.dim() != dims:
        found = f"{key.dim()}-D and {value.dim()}-D"
        raise AssertionError(f"{start} `key` and `value` to be {dims}-D but found {found} tensors respectively")
    if key_padding_mask is not None and key_padding_mask.dim() != dims - 1:
        raise AssertionError(
            f"{start} `key_padding_mask` to be `None` or {dims - 1}-D but found {key_padding_mask.dim()}-D tensor instead"
        )
    if attn_mask is not None and attn_mask.dim() not in (2, 3):
        raise AssertionError(
            f"{start} `attn_mask` to be `None`, 2-D or 3-D but found {attn_mask.dim()}-D tensor instead"
        )
    if attn_mask is not None and attn_mask.dim() == 3 and not batched:
        want = (num_heads, query.shape[0], key.shape[0])
        if tuple(attn_mask.shape) != want:
            raise AssertionError(f"Expected `attn_mask` shape to be {want} but got {shown(attn_mask.shape)}")
    return batched


def shown(shape):
    """A shape in PyTorch's errors."""
    return f"torch.Size({list(shape)})"


def check_causal(is_causal, attn_mask):
    if is_causal and attn_mask is None:
        raise RuntimeError(
            "Need attn_mask if specifying the is_causal hint. You may use the Transformer module method "
            "`generate_square_subsequent_mask` to create this mask."
        )


def check_widths(query, key, value, embed_dim, heads, separate):
    """Raise for a width that is not the layer's, or that heads cannot share; and for keys and values that are no pairs."""
    width = query.shape[2]
    if width != embed_dim:
        raise AssertionError(f"was expecting embedding dimension of {embed_dim}, but got {width}")
    if width % heads:
        raise AssertionError(f"embed_dim {width} not divisible by num_heads {heads}")
    if separate and key.shape[:2] != value.shape[:2]:
        raise AssertionError(
            f"key's sequence and batch dims {shown(key.shape[:2])} do not match value's {shown(value.shape[:2])}"
        )
    if not separate and key.shape != value.shape:
        raise AssertionError(f"key shape {shown(key.shape)} does not match value shape {shown(value.shape)}")


def check_weights(in_proj_weight, three):
    """Raise where the matrices are missing."""
    if three is None and in_proj_weight is None:
        raise AssertionError("use_separate_proj_weight is False but in_proj_weight is None")
    for name, weight in zip("qkv", three or (), strict=three is not None):
        if weight is None:
            raise AssertionError(f"use_separate_proj_weight is True but {name}_proj_weight is None")


def check_projection(q, k, v, w_q, w_k, w_v, b_q, b_k, b_v):
    """Raise for matrices and biases of other shapes."""
    width = q.size(-1)
    for name, x, w in (("query", q, w_q), ("key", k, w_k), ("value", v, w_v)):
        want = (width, x.size(-1))
        if tuple(w.shape) != want:
            raise AssertionError(f"expecting {name} weights shape of {want}, but got {shown(w.shape)}")
    for name, b in (("query", b_q), ("key", b_k), ("value", b_v)):
        if b is not None and tuple(b.shape) != (width,):
            raise AssertionError(f"expecting {name} bias shape of {(width,)}, but got {shown(b.shape)}")


def check_attn_mask(mask, length, keys, rows):
    """Raise for a mask that is neither [L, S] nor [batch * heads, L, S]."""
    if mask is not None:
        want = (length, keys) if mask.dim() == 2 else (rows, length, keys)
        if tuple(mask.shape) != want:
            raise RuntimeError(
                f"The shape of the {mask.dim()}D attn_mask is {shown(mask.shape)}, but should be {want}."
            )


def check_key_padding_mask(mask, length, batch):
    for dim, want in enumerate((batch, length)):
        if mask.shape[dim] != want:
            raise AssertionError(f"Expected key_padded_mask.shape[{dim}] to be {want}, but got {mask.shape[dim]}")


def check_biases(bias_k, bias_v, static_k, static_v):
    """Raise for one bias without the other, and for biases beside static keys and values."""
    if bias_k is None and bias_v is None:
        return
    for name, bias, other in (("k", bias_k, "v"), ("v", bias_v, "k")):
        if bias is None:
            raise AssertionError(f"bias_{other} is set but bias_{name} is None")
    if static_k is not None:
        raise AssertionError("bias cannot be added to static key.")
    if static_v is not None:
        raise AssertionError("bias cannot be added to static value.")
