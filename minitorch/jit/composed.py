"""composed: what PyTorch writes in Python and this package in another way, as a trace is to show it (shelf).

The names of variables are those that PyTorch has there: values of a graph are called after them.
"""

import math
import sys

from ..nn import functional as F
from .forms import form


@form("RNNBase.start", "LSTM.start")
def start(tracer, inner, layer, input, batch_sizes):
    """States of zeros, as many as there are sequences."""
    if batch_sizes is not None:
        return inner(layer, input, batch_sizes)
    zeros = sys.modules["minitorch"].zeros
    max_batch_size = input.size(0 if layer.batch_first else 1)
    count, options = (
        layer.num_layers * (2 if layer.bidirectional else 1),
        {"dtype": input.dtype, "device": input.device},
    )
    sizes = [layer.proj_size or layer.hidden_size, layer.hidden_size][: 2 if layer.mode == "LSTM" else 1]
    states = [zeros(count, max_batch_size, size, **options) for size in sizes]
    return tuple(states) if layer.mode == "LSTM" else states[0]


@form("lstm_cell")
def lstm_cell(tracer, inner, input, hx, w_ih, w_hh, b_ih=None, b_hh=None):
    h, c = hx
    gates, other = F.linear(h, w_hh, b_hh), F.linear(input, w_ih, b_ih)
    gates.add_(other)
    i, f, n, o = tracer.operator("unsafe_chunk", lambda x, *more: x.chunk(*more), (gates, 4, 1), {})
    i, f, n, o = i.sigmoid(), f.sigmoid(), n.tanh(), o.sigmoid()
    c = f * c + i * n
    return o * c.tanh(), c


NAMES = """in_proj_weight in_proj_bias bias_k bias_v add_zero_attn dropout_p out_proj_weight out_proj_bias training
    key_padding_mask need_weights attn_mask use_separate_proj_weight q_proj_weight k_proj_weight v_proj_weight static_k static_v
    average_attn_weights is_causal""".split()
RARE = "bias_k bias_v add_zero_attn key_padding_mask attn_mask use_separate_proj_weight static_k static_v is_causal".split()


@form("multi_head_attention_forward")
def multi_head_attention_forward(tracer, inner, query, key, value, embed_dim_to_check, num_heads, *args, **named):
    """Attention without masks, as PyTorch writes it; what has more to it is traced as it runs here."""
    given = {"training": True, "need_weights": True, "average_attn_weights": True}
    given |= dict(zip(NAMES, args, strict=False)) | named
    if query.dim() != 3 or any([given.get(name) is not None and given[name] is not False for name in RARE]):
        return inner(query, key, value, embed_dim_to_check, num_heads, *args, **named)
    return attention(query, key, value, num_heads, given)


def attention(query, key, value, num_heads, given):
    """(what is attended to, weights or None), with the sizes read where PyTorch reads them."""
    tgt_len, bsz, embed_dim = query.shape
    head_dim = embed_dim.div(num_heads, rounding_mode="trunc")
    q, k, v = packed(query, key, value, given["in_proj_weight"], given["in_proj_bias"])
    q = q.view(tgt_len, bsz * num_heads, head_dim).transpose(0, 1)
    k = k.view(k.size(0), bsz * num_heads, head_dim).transpose(0, 1)
    v = v.view(v.size(0), bsz * num_heads, head_dim).transpose(0, 1)
    src_len = k.size(1)
    dropout_p = given.get("dropout_p", 0.0) if given["training"] else 0.0
    weights = None
    if given["need_weights"]:
        q_scaled = q * math.sqrt(1.0 / q._array.shape[-1])
        weights = F.softmax(sys.modules["minitorch"].bmm(q_scaled, k.transpose(-2, -1)), dim=-1)
        weights = F.dropout(weights, p=dropout_p) if dropout_p > 0.0 else weights
        attn_output = sys.modules["minitorch"].bmm(weights, v)
        attn_output = attn_output.transpose(0, 1).reshape(tgt_len * bsz, embed_dim)
    else:
        q = q.view(bsz, num_heads, tgt_len, head_dim)
        k = k.view(bsz, num_heads, src_len, head_dim)
        v = v.view(bsz, num_heads, src_len, head_dim)
        attn_output = F.scaled_dot_product_attention(q, k, v, None, dropout_p, False)
        attn_output = attn_output.permute(2, 0, 1, 3).reshape(bsz * tgt_len, embed_dim)
    attn_output = F.linear(attn_output, given["out_proj_weight"], given["out_proj_bias"])
    attn_output = attn_output.view(tgt_len, bsz, attn_output.size(1))
    if weights is not None:
        weights = weights.view(bsz, num_heads, tgt_len, src_len)
        weights = weights.mean(dim=1) if given["average_attn_weights"] else weights
    return attn_output, weights


def packed(q, k, v, w, b):
    """Projected queries, keys and values."""
    E = q.size(-1)
    if k is v:
        first = []
        if q is not k:
            w_q, w = w.split([E, E * 2])
            b_q, b = (None, None) if b is None else b.split([E, E * 2])
            first = [F.linear(q, w_q, b_q)]
        proj = F.linear(k, w, b).unflatten(-1, (2 if first else 3, E)).unsqueeze(0)
        proj = proj.transpose(0, -2).squeeze(-2).contiguous()
        return *first, *[proj[i] for i in range(2 if first else 3)]
    w_q, w_k, w_v = w.chunk(3)
    b_q, b_k, b_v = (None, None, None) if b is None else b.chunk(3)
    return F.linear(q, w_q, b_q), F.linear(k, w_k, b_k), F.linear(v, w_v, b_v)
