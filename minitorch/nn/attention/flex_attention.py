"""flex_attention: attention whose scores a function changes and whose mask is a function of positions (shelf)."""

import math
import warnings
from typing import NamedTuple

from ..._tensor import Tensor
from ...dtypes import float32, float64
from ...ops.index.where import where
from ...ops.pointwise.softmax import softmax
from .block_mask import (
    BlockMask,
    _sliced_mask_mod_error,
    and_masks,
    create_block_mask,
    create_mask,
    noop_mask,
    or_masks,
    over_positions,
)

__all__ = [
    "AuxOutput", "AuxRequest", "BlockMask", "and_masks", "create_block_mask", "create_mask", "flex_attention", "noop_mask",
    "or_masks",
]  # fmt: skip


class AuxRequest(NamedTuple):
    """What flex_attention is to return beside its result. Source: PyTorch, torch.nn.attention.flex_attention.AuxRequest."""

    lse: bool = False
    max_scores: bool = False


class AuxOutput(NamedTuple):
    """What flex_attention returned beside its result. Source: PyTorch, torch.nn.attention.flex_attention.AuxOutput."""

    lse: Tensor | None = None
    max_scores: Tensor | None = None


def flex_attention(
    query,
    key,
    value,
    score_mod=None,
    block_mask=None,
    scale=None,
    enable_gqa=False,
    return_lse=False,
    kernel_options=None,
    *,
    return_aux=None,
):
    """Attention of query [B, H, L, E] to key [B, H, S, E] and value [B, H, S, Ev]: [B, H, L, Ev].

    score_mod   a function of (score, b, h, q_idx, kv_idx), all of them scalars, that gives the score to use
    block_mask  what create_block_mask made: a query looks only where its mask_mod is True
    scale       what the products are multiplied by: 1 / sqrt(E), if none is given
    enable_gqa  whether key and value may have fewer heads, each for several of query's
    return_aux  AuxRequest(lse=True): the scores' logsumexp too; kernel_options choose among kernels, of which there are none here

    >>> import minitorch as mt
    >>> query, key, value = mt.zeros(1, 1, 2, 4), mt.ones(1, 1, 2, 4), mt.tensor([[[[1.0], [5.0]]]])
    >>> flex = mt.nn.attention.flex_attention
    >>> mask = flex.create_block_mask(lambda b, h, q, kv: q >= kv, None, None, 2, 2)
    >>> flex.flex_attention(query, key, value, block_mask=mask).flatten()
    tensor([1., 3.])

    Errors: NotImplementedError for inputs that need gradients, as in PyTorch on a CPU, or have not four dimensions;
    ValueError for sizes that do not fit.
    Source: PyTorch, torch.nn.attention.flex_attention.flex_attention.
    """
    check_inputs(query, key, value, block_mask, enable_gqa)
    mask_mod = noop_mask if block_mask is None else block_mask.mask_mod
    if mask_mod is _sliced_mask_mod_error:
        raise RuntimeError("Cannot use mask_mod from a sliced BlockMask")
    if return_lse and return_aux is not None:
        raise ValueError(
            "Cannot specify both return_lse and return_aux. return_lse is deprecated, please use "
            "return_aux=AuxRequest(lse=True) instead."
        )
    if return_lse:
        words = (
            "return_lse is deprecated and will be removed in v2.10. Please use return_aux=AuxRequest(lse=True) instead."
        )
        warnings.warn(words, FutureWarning, stacklevel=2)
    if return_aux is not None and return_aux.max_scores:
        raise NotImplementedError("Returning max scores is not supported on CPU/MPS.")
    scores = changed_scores(query, key, score_mod, mask_mod, scale)
    empty = (scores == -math.inf).all(-1, keepdim=True)  # a query that may look nowhere
    weights = where(empty, 0.0, softmax(where(empty, 0.0, scores), dim=-1)).to(query.dtype)
    result = weights @ per_query_head(value, query).to(query.dtype)
    if return_aux is not None:
        return result, AuxOutput(lse=scores.logsumexp(-1) if return_aux.lse else None)
    return (result, scores.logsumexp(-1)) if return_lse else result


def changed_scores(query, key, score_mod, mask_mod, scale):
    """The products of queries and keys, changed by score_mod; -inf where mask_mod is False: [B, H, L, S]."""
    dtype = float64 if query.dtype == float64 else float32
    scores = query.to(dtype) @ per_query_head(key, query).to(dtype).transpose(-2, -1)
    scores = scores * (1 / math.sqrt(query.size(-1)) if scale is None else scale)
    changed = scores if score_mod is None else over_positions(score_mod, scores.shape, query.device, scores)
    if mask_mod is noop_mask:
        return changed
    return where(over_positions(mask_mod, scores.shape, query.device), changed, -math.inf)


def per_query_head(states, query):
    """Each head of key or value, as often as there are heads of query for it."""
    states = states.repeat_interleave(query.size(1) // states.size(1), dim=1)
    return states.expand(query.size(0), -1, -1, -1)


def check_inputs(query, key, value, block_mask, enable_gqa):
    if query.size(-1) != key.size(-1):
        raise ValueError(
            "Expect query and key/value to have the same embedding dimension but got "
            f"E={query.size(-1)} and E={key.size(-1)}."
        )
    if query.requires_grad or key.requires_grad or value.requires_grad:
        raise NotImplementedError(
            "FlexAttention does not support backward on CPU. Please set the input requires_grad to False or use another "
            "device."
        )
    if query.dim() != 4 or key.dim() != 4 or value.dim() != 4:
        raise NotImplementedError("NYI: query, key, and value must be 4D tensors")
    heads, others = query.size(1), key.size(1)
    if not enable_gqa and heads != others:
        raise ValueError(
            f"Expect query and key/value to have the same number of heads but got Hq={heads} and Hkv={others}. Try setting "
            "enable_gqa=True for GQA."
        )
    if heads % others:
        raise ValueError(
            f"Expect number of query heads to be a multiple of kv heads for GQA but got Hq={heads} and Hkv={others}."
        )
    if query.size(0) != key.size(0) and block_mask is None:
        raise ValueError(
            "Expect query and key/value to have the same batch size, or non-none block_mask, but got block_mask=None, "
            f"Bq={query.size(0)}, and Bkv={key.size(0)}."
        )
    lengths = (query.size(2), key.size(2))
    if block_mask is None or block_mask.seq_lengths == lengths:
        return
    made = f"block_mask was created for block_mask.shape={block_mask.shape} but got q_len={lengths[0]} and kv_len={lengths[1]}. "
    if any(size > most for size, most in zip(lengths, block_mask.seq_lengths, strict=True)):
        raise ValueError(
            made
            + "As the block mask was created for a smaller length than you're using it for, you likely need to create a "
            "new block mask."
        )
    raise ValueError(
        made
        + "As the block mask was created for a larger length than you're using it for, you can either 1. create a new "
        "block mask with the correct length, or 2. 'adjust' the existing block mask to the correct length by calling "
        "block_mask._adjust(q_len, kv_len). This essentially 'crops' the block mask to the upper left corner, which does not "
        "work for all mask_mods!"
    )
