"""attention: MultiheadAttention (core)."""

import math

from ..._lazy import load
from ...creation.zeros import empty
from ...dtypes import bool as boolean
from .. import functional as F
from ..functional.attention import attention_scores
from ..init import xavier_normal_, xavier_uniform_, zeros_
from ..module.mode import Module
from ..parameter import Parameter
from .linear import NonDynamicallyQuantizableLinear


def split_heads(x, heads):
    """[batch, T, E] -> [batch, heads, T, E / heads]: head 0 has the first E / heads numbers of each position, and so on.

    For [[[1, 2, 3, 4]]] and 2 heads it is [[[[1, 2]], [[3, 4]]]].
    """
    return x.unflatten(-1, (heads, -1)).transpose(1, 2)


def join_heads(x):
    """The inverse of split_heads: [batch, heads, T, d] -> [batch, T, heads * d]."""
    return x.transpose(1, 2).flatten(2)


class MultiheadAttention(Module):
    """Attention by several heads: each projects queries, keys and values its own way, and looks for itself.

    in_proj_weight, in_proj_bias  [3 embed_dim, embed_dim], [3 embed_dim] (or None): for queries, keys and values, in this order
    out_proj       the layer that mixes what the heads found
    dropout        the chance that a weight is set to 0 while training
    add_bias_kv    bias_k and bias_v [1, 1, embed_dim]: a learned key and value at the end of every sequence
    add_zero_attn  a key and a value of zeros at the end of every sequence
    kdim, vdim     the widths of keys and values; then q_proj_weight, k_proj_weight, v_proj_weight take in_proj_weight's place
    batch_first    sequences are [batch, L, embed_dim] and not [L, batch, embed_dim]

    >>> import minitorch as mt
    >>> layer, x = mt.nn.MultiheadAttention(4, 2), mt.zeros(5, 1, 4)
    >>> found, weights = layer(x, x, x)
    >>> found.shape, weights[0, 0]
    (minitorch.Size([5, 1, 4]), tensor([0.2000, 0.2000, 0.2000, 0.2000, 0.2000], grad_fn=<SelectBackward0>))

    Errors: ValueError and AssertionError for sizes that do not fit; forward raises also RuntimeError.
    Source: Vaswani et al., 2017; PyTorch, torch.nn.MultiheadAttention.
    """

    def __init__(
        self, embed_dim, num_heads, dropout=0.0, bias=True, add_bias_kv=False, add_zero_attn=False, kdim=None, vdim=None,
        batch_first=False, device=None, dtype=None,
    ):  # fmt: skip
        if embed_dim <= 0 or num_heads <= 0:
            raise ValueError(f"embed_dim and num_heads must be greater than 0, got {embed_dim} and {num_heads}")
        if embed_dim % num_heads:
            raise AssertionError("embed_dim must be divisible by num_heads")
        super().__init__()
        self.embed_dim, self.num_heads, self.head_dim = embed_dim, num_heads, embed_dim // num_heads
        self.kdim = embed_dim if kdim is None else kdim
        self.vdim = embed_dim if vdim is None else vdim
        self.dropout, self.batch_first, self.add_zero_attn = dropout, batch_first, add_zero_attn
        self._qkv_same_embed_dim = self.kdim == self.vdim == embed_dim
        self._register(bias, add_bias_kv, device=device, dtype=dtype)
        self.out_proj = NonDynamicallyQuantizableLinear(embed_dim, embed_dim, bias=bias, device=device, dtype=dtype)
        self._reset_parameters()

    def _register(self, bias, add_bias_kv, **kinds):
        """Make the parameters; those that the options leave out are None."""
        width, same = self.embed_dim, self._qkv_same_embed_dim
        shapes = {
            "in_proj_weight": same and (3 * width, width),
            "q_proj_weight": not same and (width, width),
            "k_proj_weight": not same and (width, self.kdim),
            "v_proj_weight": not same and (width, self.vdim),
            "in_proj_bias": bias and (3 * width,),
            "bias_k": add_bias_kv and (1, 1, width),
            "bias_v": add_bias_kv and (1, 1, width),
        }
        for name, shape in shapes.items():
            self.register_parameter(name, Parameter(empty(shape, **kinds)) if shape else None)

    def _reset_parameters(self):
        """Draw new starting values."""
        for name, p in self.named_parameters(recurse=False):
            draw = xavier_uniform_ if "weight" in name else zeros_ if name == "in_proj_bias" else xavier_normal_
            draw(p)
        if self.out_proj.bias is not None:
            zeros_(self.out_proj.bias)

    def forward(
        self, query, key, value, key_padding_mask=None, need_weights=True, attn_mask=None, average_attn_weights=True,
        is_causal=False,
    ):  # fmt: skip
        """What each position found, [L, batch, embed_dim], and where it looked, [batch, L, S], or None.

        query, key, value     [L, batch, embed_dim], [S, batch, kdim], [S, batch, vdim]; with batch_first the batch is in front
        attn_mask             [L, S] or [batch * num_heads, L, S]: bool, True where a query may not look, or floats to add
        key_padding_mask      [batch, S]: bool, True for keys that do not count, or floats to add
        need_weights          also return where it looked; average_attn_weights=False: [batch, num_heads, L, S]
        is_causal             says that attn_mask is the causal one
        """
        if self._is_rare(query, key, value, attn_mask, key_padding_mask) or is_causal and attn_mask is None:
            more = key_padding_mask, need_weights, attn_mask, average_attn_weights, is_causal
            return load("minitorch.nn.functional.multi_head_attention").of_layer(self, query, key, value, *more)
        if not self.batch_first:
            query, key, value = query.transpose(0, 1), key.transpose(0, 1), value.transpose(0, 1)
        masks = added_mask(attn_mask, query.dtype), added_mask(key_padding_mask, query.dtype)
        found, weights = self._all_heads(query, key, value, *masks, need_weights)
        if weights is not None and average_attn_weights:
            weights = weights.mean(1)
        found = found.transpose(0, 1).contiguous()  # as in PyTorch: a dropout that follows draws in the order of memory
        return found.transpose(0, 1) if self.batch_first else found, weights

    def _is_rare(self, query, key, value, attn_mask, key_padding_mask):
        """Whether an option is rare, there is no batch, or shapes do not fit, which raises an error."""
        if not self._qkv_same_embed_dim or self.bias_k is not None or self.add_zero_attn:
            return True
        if not query.dim() == key.dim() == 3 or query.size(-1) != self.embed_dim or key.shape != value.shape:
            return True
        (length, batch), places = query.shape[:2], key.shape[0]
        if self.batch_first:
            batch, length, places = length, batch, key.shape[1]
        shapes = [None if mask is None else mask.shape for mask in (attn_mask, key_padding_mask)]
        usual = (None, (length, places), (batch * self.num_heads, length, places))
        return shapes[0] not in usual or shapes[1] not in (None, (batch, places))

    def _all_heads(self, query, key, value, attn_mask=None, key_padding_mask=None, need_weights=True):
        """([batch, L, E], [batch, heads, L, S] or None): what each position found, and the weights of each head.

        query, key, value            [batch, L, E], [batch, S, E], [batch, S, E]
        attn_mask, key_padding_mask  floats to add to the scores, or None: as joined_masks takes them
        need_weights                 as attend_heads takes it
        """
        biases = (None,) * 3 if self.in_proj_bias is None else self.in_proj_bias.chunk(3)
        operands = zip((query, key, value), self.in_proj_weight.chunk(3), biases, strict=True)
        q, k, v = [split_heads(F.linear(*one), self.num_heads) for one in operands]
        mask = joined_masks(attn_mask, key_padding_mask, self.num_heads)
        dropout_p = self.dropout if self.training else 0.0
        found, weights = attend_heads(q, k, v, mask, dropout_p, need_weights)
        return F.linear(join_heads(found), self.out_proj.weight, self.out_proj.bias), weights


def attend_heads(q, k, v, mask, dropout_p, need_weights, is_causal=False):
    """(what each head found [batch, heads, L, d], its weights [batch, heads, L, S]). need_weights=False: None for the weights."""
    if not need_weights:
        return F.scaled_dot_product_attention(q, k, v, mask, dropout_p, is_causal), None
    weights = F.dropout(attention_scores(q, k, mask).softmax(-1), dropout_p)
    return weights @ v, weights


def joined_masks(attn_mask, key_padding_mask, heads):
    """One mask for the scores [batch, heads, L, S]: the sum of both, or None. Each is None, or floats that are added.

    attn_mask         [L, S], or [batch * heads, L, S]: the heads of the first sequence, then those of the next
    key_padding_mask  [batch, S]
    """
    if attn_mask is not None and attn_mask.dim() == 3:
        attn_mask = attn_mask.unflatten(0, (-1, heads))
    if key_padding_mask is None:
        return attn_mask
    padding = key_padding_mask[:, None, None]
    return padding if attn_mask is None else attn_mask + padding


def added_mask(mask, dtype):
    """A mask as floats that are added to the scores. Of bools, True means here: do not look. It becomes -inf."""
    if mask is None or mask.is_floating_point():
        return mask
    if mask.dtype is not boolean:
        raise AssertionError("only masks of bool and floating types are supported")
    return mask.new_zeros(mask.shape, dtype=dtype).masked_fill_(mask, -math.inf)
