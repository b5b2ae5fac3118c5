"""attention: scaled_dot_product_attention: each query takes a mean of the values, weighted by how well it fits the keys (core)."""

import math

from ..._holes import hole
from ..._tensor import Tensor
from ...backend import array_module
from ...creation.arange import arange
from ...dtypes import bool as boolean
from ...ops.copy.to import convert
from ...ops.index.where import where
from ...ops.op import op
from ...ops.pointwise.softmax import each_row, over
from ...ops.reduction.sum import add_up
from .activation import single
from .dropout import dropout

# --- softmax where nothing may be left ----------------------------------------------------------------------------------


def safe_softmax_along(x, axis):
    """e**x / sum(e**x), and zeros for a row of -inf alone."""
    xp = array_module(x)
    powers = xp.exp(x - xp.maximum(x.max(axis=axis, keepdims=True), xp.finfo(x.dtype).min))
    total = add_up(powers, (axis,), True)
    return powers / (total + (total == 0))


@op(derivative="SafeSoftmaxBackward0")
def _safe_softmax(x, dim):
    """softmax, and zeros where all is masked. Fused for stability: such a row has no largest number to take off."""
    return each_row(safe_softmax_along, x, dim, "softmax")


_safe_softmax.grad(x=lambda g, dim, out: out * (g - over(g * out, dim)))


@op(derivative="ScaledDotProductFlashAttentionForCpuBackward0")
def _ordered_as(x, query):
    """x with its elements in memory in the order of the query's, under the name of PyTorch's fused step."""
    found = array_module(x).empty_like(x if 0 in query.strides else query)
    found[...] = x
    return found


_ordered_as.grad(x=lambda g: g)

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
    check_attention(query, key, value, attn_mask, dropout_p, is_causal)
    if enable_gqa:
        key, value = shared(key, query), shared(value, query)
    if scale is None:
        scale = 1 / math.sqrt(query.shape[-1] or 1)
    fused = has_fused(query, key, value, attn_mask, dropout_p)
    if fused and query.itemsize == 2 and may_fuse():
        return in_16_bits(query, key, value, attn_mask, is_causal, scale)
    scores = scores_of(single(query), single(key), scale, fused)  # [..., L, S]
    if is_causal:
        places = [arange(n, device=scores.device) for n in scores.shape[-2:]]
        scores = where(places[0].unsqueeze(1) >= places[1], scores, -math.inf)
    if attn_mask is not None:
        scores = where(attn_mask, scores, -math.inf) if attn_mask.dtype is boolean else scores + attn_mask
    weights = dropout(_safe_softmax(scores, -1), dropout_p)
    found = convert(weights @ single(value), query.dtype)
    return _ordered_as(found, query) if fused else found


@hole
def in_16_bits(query, key, value, attn_mask, is_causal, scale):
    """The fused step for float16 and bfloat16, whose weights have 16 bits, too."""
    raise NotImplementedError


@op(derivative="MulBackward1")
def _scaled(x, factor):
    return x * factor


_scaled.grad(x=lambda g, factor: g * factor)


def scores_of(query, key, scale, fused):
    """query @ key.T * scale. In single steps PyTorch gives each of the two the root of the scale."""
    if fused:
        return query * scale @ key.mT
    root = math.sqrt(abs(scale))
    return _scaled(query, math.copysign(root, scale)) @ _scaled(key.mT, root)


def has_fused(query, key, value, attn_mask, dropout_p):
    """Whether PyTorch does this in one step, whose result lies in memory as the query does: heads beside each other
    stay so, and `.transpose(1, 2).view(B, L, heads * E)` needs no copy."""
    if dropout_p or query.dim() != 4 or key.shape != value.shape or not query.numel() or not key.numel():
        return False
    same = query.shape[0] == key.shape[0] and query.shape[1] == key.shape[1] and query.shape[3] == key.shape[3]
    near = all([x.stride(-1) == 1 for x in (query, key, value)])
    return same and near and (attn_mask is None or (attn_mask.dim() in (2, 4) and not attn_mask.requires_grad))


def shared(x, query):
    """Keys or values [..., fewer heads, S, E] with each head repeated for the queries' heads that share it."""
    heads, count = query.size(-3), x.size(-3)
    if count == 0 or heads % count:
        raise RuntimeError("Number of heads in key and value must divide the number of heads in ")
    repeated = x.unsqueeze(-3).expand(*x.shape[:-2], heads // count, *x.shape[-2:])
    return repeated.reshape(*x.shape[:-3], heads, *x.shape[-2:])


def check_attention(query, key, value, attn_mask, dropout_p, is_causal):
    """Raise PyTorch's errors for what is no attention."""
    given = {"query": query, "key": key, "value": value}
    for place, (name, x) in enumerate(given.items(), 1):
        if not isinstance(x, Tensor):
            raise TypeError(
                f"scaled_dot_product_attention(): argument '{name}' (position {place}) must be Tensor, not "
                f"{type(x).__name__}"
            )
    dims = [x.dim() for x in given.values()]
    if min(dims) < 2:
        raise RuntimeError(
            f"Expected query, key, and value to all be  at least 2 dimensional, but got query.dim: {dims[0]} key.dim: "
            f"{dims[1]} and value.dim: {dims[2]} instead."
        )
    kinds = [x.dtype.spelled for x in given.values()]
    if len({*kinds}) > 1:
        raise RuntimeError(
            f"Expected query, key, and value to have the same dtype, but got query.dtype: {kinds[0]} key.dtype: {kinds[1]} "
            f"and value.dtype: {kinds[2]} instead."
        )
    if not query.is_floating_point():
        raise RuntimeError(f"expected scalar type Float but found {query.dtype.title}")
    if not 0 <= dropout_p <= 1:
        raise RuntimeError(f"dropout probability has to be between 0 and 1, but got {dropout_p:g}")
    if attn_mask is not None:
        check_mask(attn_mask, query, is_causal)


@hole
def may_fuse():
    """Whether PyTorch may compute attention with a fused kernel, which takes a mask beside is_causal: unless it was forbidden."""
    return True


def check_mask(mask, query, is_causal):
    """Raise PyTorch's errors for a mask of another dtype, or beside is_causal where no fused kernel is used."""
    if is_causal and (query.dim() != 4 or not may_fuse()):
        raise RuntimeError("_scaled_dot_product_attention: Explicit attn_mask should not be set when is_causal=True")
    if mask.dtype is not boolean and mask.dtype is not query.dtype and mask.dtype.name != "float32":
        raise RuntimeError(
            f"Expected attn_mask dtype to be bool or float or to match query dtype, but got attn_mask.dtype: "
            f"{mask.dtype.spelled} and  query.dtype: {query.dtype.spelled} instead."
        )
