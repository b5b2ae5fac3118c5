"""attention: scaled_dot_product_attention: each query takes a mean of the values, weighted by how well it fits the keys (shelf)."""

import math

from ...backend import array_module
from ...creation.arange import arange
from ...dtypes import bool as boolean
from ...ops.index.where import where
from ...ops.op import op
from ...ops.pointwise.softmax import each_row, over
from ...ops.reduction.sum import add_up
from .activation import single
from .dropout import dropout
from .windows import check_tensor

# --- softmax where nothing may be left ----------------------------------------------------------------------------------


def safe_softmax_along(x, axis):
    """e**x / sum(e**x), and zeros for a row of -inf alone."""
    xp = array_module(x)
    powers = xp.exp(x - xp.maximum(x.max(axis=axis, keepdims=True), xp.finfo(x.dtype).min))
    total = add_up(powers, (axis,), True)
    return powers / (total + (total == 0))


@op(derivative="SafeSoftmaxBackward0")
def _safe_softmax(input, dim):
    """softmax, and zeros where all is masked. Joint for stability: such a row has no largest number to take off."""
    return each_row(safe_softmax_along, input, dim, "softmax")


_safe_softmax.grad(input=lambda g, dim, out: out * (g - over(g * out, dim)))

# --- attention ----------------------------------------------------------------------------------------------------------


def scaled_dot_product_attention(
    query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, *, scale=None, enable_gqa=False
):
    """softmax(query @ key.T * scale + mask) @ value: [..., L, Ev].

    query       [..., L, E]: what L places look for
    key         [..., S, E]: what S places offer
    value       [..., S, Ev]: what they have to say
    attn_mask   broadcast to [..., L, S]: bool, True where a query may look, or floats that are added
    dropout_p   the chance that a weight is set to 0
    is_causal   query number i may look at the keys 0 to i
    scale       1 / sqrt(E) unless given
    enable_gqa  several heads of queries share a head of keys: [..., heads, L, E] and [..., fewer heads, S, E]

    A query that may look nowhere gets zeros.

    >>> import minitorch as mt
    >>> q = k = mt.eye(2).unsqueeze(0) * 100
    >>> mt.nn.functional.scaled_dot_product_attention(q, k, mt.tensor([[[1.0], [2.0]]]))
    tensor([[[1.],
             [2.]]])

    Errors: RuntimeError for shapes and dtypes that do not fit. Source: Vaswani et al., 2017; PyTorch,
    torch.nn.functional.scaled_dot_product_attention.
    """
    check_attention(query, key, value, attn_mask, is_causal)
    if enable_gqa:
        key, value = shared(key, query), shared(value, query)
    if scale is None:
        scale = 1 / math.sqrt(query.shape[-1] or 1)
    scores = single(query) * scale @ single(key).mT  # [..., L, S]
    if is_causal:
        places = [arange(n, device=scores.device) for n in scores.shape[-2:]]
        scores = where(places[0].unsqueeze(1) >= places[1], scores, -math.inf)
    if attn_mask is not None:
        scores = where(attn_mask, scores, -math.inf) if attn_mask.dtype is boolean else scores + attn_mask
    weights = dropout(_safe_softmax(scores, -1), dropout_p)
    return (weights @ single(value)).to(query.dtype)


def shared(x, query):
    """Keys or values [..., fewer heads, S, E] with each head repeated for the queries' heads that share it."""
    heads, count = query.size(-3), x.size(-3)
    if count == 0 or heads % count:
        raise RuntimeError("Number of heads in key and value must divide the number of heads in query")
    repeated = x.unsqueeze(-3).expand(*x.shape[:-2], heads // count, *x.shape[-2:])
    return repeated.reshape(*x.shape[:-3], heads, *x.shape[-2:])


def check_attention(query, key, value, mask, is_causal):
    """Raise for what is no attention."""
    for place, (name, x) in enumerate((("query", query), ("key", key), ("value", value)), 1):
        check_tensor("scaled_dot_product_attention", x, name, place)
        if x.dim() < 2 or x.dtype is not query.dtype or not x.is_floating_point():
            raise RuntimeError("Expected query, key, and value of 2 dimensions or more, and one floating dtype")
    if mask is not None and is_causal:
        raise RuntimeError("_scaled_dot_product_attention: Explicit attn_mask should not be set when is_causal=True")
    if mask is not None and mask.dtype not in (boolean, query.dtype, single(query).dtype):
        raise RuntimeError(f"Expected attn_mask dtype to be bool or to match query dtype, but got {mask.dtype.spelled}")
