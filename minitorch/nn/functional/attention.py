"""attention: scaled dot-product attention: each query takes a mean of the values, weighted by how well it fits the keys (core)."""

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


def safe_softmax_along(x, axis):
    """e**x / sum(e**x), and zeros for a row of -inf alone."""
    xp = array_module(x)
    exps = xp.exp(x - xp.maximum(x.max(axis=axis, keepdims=True), xp.finfo(x.dtype).min))
    total = add_up(exps, (axis,), True)
    return exps / (total + (total == 0))


@op(derivative="SafeSoftmaxBackward0")
def _safe_softmax(input, dim):
    """softmax, and zeros where all is masked. Joint for stability: such a row has no largest number to subtract."""
    return each_row(safe_softmax_along, input, dim, "softmax")


_safe_softmax.grad(input=lambda g, dim, out: out * (g - over(g * out, dim)))


def attention_scores(query, key, mask=None, scale=None):
    """The score of each key for each query, [..., L, S]: their dot product, times scale or divided by sqrt(E).

    mask  bools, and the score is -inf where the mask is False; or floats that are added to the scores
    """
    scale = 1 / math.sqrt(query.size(-1) or 1) if scale is None else scale
    scores = query * scale @ key.mT
    if mask is None:
        return scores
    return scores + mask if mask.is_floating_point() else where(mask, scores, -math.inf)


def attend(query, key, value, mask=None, scale=None, dropout_p=0.0):
    """The weighted mean of the values for each query, [..., L, Ev]. The weights are the softmax of its scores, or 0 if all are -inf.

    attend(mt.zeros(1, 2), mt.zeros(2, 2), mt.tensor([[1.0], [3.0]])) is [[2.0]]: equal scores give the plain mean.
    dropout_p is the probability that dropout sets a weight to 0.
    """
    weights = _safe_softmax(attention_scores(query, key, mask, scale), -1)
    return dropout(weights, dropout_p) @ value


def scaled_dot_product_attention(
    query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, *, scale=None, enable_gqa=False
):
    """softmax(query @ key.mT * scale + mask) @ value: [..., L, Ev].

    query, key, value  [..., L, E], [..., S, E], [..., S, Ev]
    attn_mask          broadcast to [..., L, S]: bool, True where a query may look, or floats that are added
    dropout_p          the chance that a weight is set to 0
    is_causal          query number i may look at the keys 0 to i
    scale              1 / sqrt(E) unless given
    enable_gqa         several heads of queries share a head of keys: [..., heads, L, E], [..., fewer heads, S, E]

    A query that may look nowhere gets zeros.

    >>> import minitorch as mt
    >>> q = k = mt.eye(2).unsqueeze(0) * 100
    >>> mt.nn.functional.scaled_dot_product_attention(q, k, mt.tensor([[[1.0], [2.0]]]))
    tensor([[[1.],
             [2.]]])

    Errors: RuntimeError for shapes and dtypes that do not fit. Source: Vaswani et al., 2017.
    """
    check_attention(query, key, value, attn_mask, is_causal)
    if enable_gqa:
        key, value = [x.repeat_interleave(query.size(-3) // x.size(-3), -3) for x in (key, value)]
    if is_causal:
        positions = [arange(n, device=query.device) for n in (query.size(-2), key.size(-2))]
        attn_mask = positions[0].unsqueeze(1) >= positions[1]
    return attend(single(query), single(key), single(value), attn_mask, scale, dropout_p).to(query.dtype)


def check_attention(query, key, value, mask, is_causal):
    """Raise for operands that do not fit."""
    for place, (name, x) in enumerate((("query", query), ("key", key), ("value", value)), 1):
        check_tensor("scaled_dot_product_attention", x, name, place)
        if x.dim() < 2 or x.dtype is not query.dtype or not x.is_floating_point():
            raise RuntimeError("Expected query, key, and value of 2 dimensions or more, and one floating dtype")
    if mask is not None and (is_causal or mask.dtype not in (boolean, query.dtype, single(query).dtype)):
        raise RuntimeError("attn_mask must be bool or of the query's dtype, and should not be set when is_causal=True")
