"""flash_attention: attention of float16 and bfloat16 in blocks, with weights of 16 bits, as PyTorch's fused step computes it (shelf).

Weights are powers of e before they are divided by their sum: they are rounded to 16 bits for the product with the values, and the
sum, of float32, divides the outcome. Backward the weights are computed anew, and each block adds to gradients of 16 bits.
"""

from itertools import product

from ..._holes import fill
from ...backend import array_module
from ...ops.op import op
from .activation import single
from .attention import _ordered_as

KEYS = 512  # in a block
VECTOR = 16  # keys whose powers PyTorch computes together
FRACTION = (-0.079204240219773236, -0.22433836478672356, 0.30354260500649682, 0.00010703434948458272)
LEAST = -87.33654  # what has a power in float32


@op(derivative="ScaledDotProductFlashAttentionForCpuBackward0")
def _flash_attention(query, key, value, attn_mask, is_causal, scale, found):
    """softmax(query @ key.T * scale + attn_mask) @ value. log(sum(exp(scores))) is put into the list `found`, for the gradients."""
    xp = array_module(query)
    most = xp.full((*query.shape[:-1], 1), -xp.inf, "float32")
    total, out = xp.zeros_like(most), xp.zeros(query.shape, "float32")
    for block in blocks(key.shape[-2], KEYS):
        scores = scores_of(query, key, attn_mask, is_causal, scale, slice(None), block)
        before, most = most, xp.maximum(most, scores.max(-1, keepdims=True))
        least = finite(most)
        powers, shrink = power(scores - least), xp.exp(before - least)
        total = total * shrink + powers.sum(-1, keepdims=True)
        out = out * shrink + single(powers.astype(query.dtype)) @ single(value[..., block, :])
    total += total == 0  # of a query that may look nowhere
    out *= 1 / total
    found.append(finite(most) + xp.log(total))
    return _ordered_as.forward(out.astype(query.dtype), query)


@op(derivative="NotImplemented")
def _flash_attention_backward(g, query, key, value, out, attn_mask, is_causal, scale, normalizer):
    """The gradients of query, key and value."""
    kind = query.dtype
    gradients = to_query, to_key, to_value = [array_module(x).zeros(x.shape, kind) for x in (query, key, value)]
    along = (single(g) * single(out)).sum(-1, keepdims=True)
    for rows, keys in product(blocks(query.shape[-2], rows_of(query.shape[-2])), blocks(key.shape[-2], KEYS)):
        weights = array_module(g).exp(
            scores_of(query, key, attn_mask, is_causal, scale, rows, keys) - normalizer[..., rows, :]
        )
        q, k, v, sent = [
            single(x[..., place, :]) for x, place in ((query, rows), (key, keys), (value, keys), (g, rows))
        ]
        add(to_value, keys, single(weights.astype(kind)).swapaxes(-1, -2) @ sent)
        slopes = single((weights * (sent @ v.swapaxes(-1, -2) - along[..., rows, :])).astype(kind))
        add(to_query, rows, scale * (slopes @ k))
        add(to_key, keys, scale * (slopes.swapaxes(-1, -2) @ q))
    return tuple(gradients)


def no_second(g, needs):
    """PyTorch's error."""
    raise RuntimeError("derivative for aten::_scaled_dot_product_flash_attention_for_cpu_backward is not implemented")


def attention_back(g, needs, query, key, value, attn_mask, is_causal, scale, found, out):
    """The gradients, all three at once, whether they are needed or not."""
    return *_flash_attention_backward(g, query, key, value, out, attn_mask, is_causal, scale, found[0]), *[None] * 4


_flash_attention.grad(attention_back)
_flash_attention_backward.grad(no_second)


def rows_of(count):
    """How many queries PyTorch takes in a block."""
    return 256 if count >= 768 else 64 if count >= 192 else 32


def blocks(count, size):
    """Slices of at most this size, one after the other."""
    return [slice(start, min(start + size, count)) for start in range(0, count, size)]


def scores_of(query, key, attn_mask, is_causal, scale, rows, keys):
    """query @ key.T * scale + attn_mask of a block, in float32; -inf where a query may not look."""
    xp = array_module(query)
    scores = single(query[..., rows, :]) @ single(key[..., keys, :]).swapaxes(-1, -2)
    scores *= xp.float32(scale)
    if attn_mask is not None:
        part = xp.broadcast_to(attn_mask, (*attn_mask.shape[:-2], query.shape[-2], key.shape[-2]))[..., rows, keys]
        scores = xp.where(part, scores, -xp.inf) if attn_mask.dtype == bool else scores + single(part)
    if is_causal:
        allowed = xp.arange(query.shape[-2])[rows, None] >= xp.arange(key.shape[-2])[keys]
        scores = xp.where(allowed, scores, -xp.inf)
    return scores


def power(x):
    """e**x as PyTorch computes it in vectors, to four digits: weights of 16 bits have no more. What fills no vector is exact.

    2**y is nearly linear between two integers. So y and what is lacking of that, a polynomial of y's fraction, are written
    into the bits of a float, of which the exponent are the first.
    Source: Malossi et al., 2015, Fast Exponential Computation on SIMD Architectures.
    """
    xp, end = array_module(x), x.shape[-1] // VECTOR * VECTOR
    many, rest = x[..., :end], x[..., end:]
    y = xp.maximum(many, xp.float32(LEAST))
    y *= xp.float32(1.442695)
    part, lacking = y - xp.floor(y), xp.float32(FRACTION[0])
    for factor in FRACTION[1:]:
        lacking = lacking * part
        lacking += xp.float32(factor)
    y -= lacking
    y *= xp.float32(1 << 23)
    y += xp.float32(127 << 23)
    powers = y.astype("int32").view("float32")
    powers *= many >= LEAST
    return xp.concatenate([powers, xp.exp(rest)], -1) if rest.size else powers


def finite(most):
    """The largest scores; 0 where all are -inf."""
    return array_module(most).where(most == -float("inf"), 0, most).astype("float32")


def add(gradient, place, part):
    """Add what a block has found to a gradient of 16 bits, rounded once."""
    gradient[..., place, :] = (single(gradient[..., place, :]) + part).astype(gradient.dtype)


def in_16_bits(query, key, value, attn_mask, is_causal, scale):
    """The step as scaled_dot_product_attention takes it."""
    return _flash_attention(query, key, value, attn_mask, is_causal, scale, [])


fill("minitorch.nn.functional.attention", in_16_bits=in_16_bits)
