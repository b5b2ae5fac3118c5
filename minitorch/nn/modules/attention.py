"""attention: MultiheadAttention (shelf)."""

from ...creation.zeros import empty
from .. import functional as F
from ..init import constant_, xavier_normal_, xavier_uniform_
from ..module.mode import Module
from ..parameter import Parameter
from .linear import NonDynamicallyQuantizableLinear


class MultiheadAttention(Module):
    """Attention by several heads: each projects queries, keys and values its own way and looks for itself.

    in_proj_weight  [3 embed_dim, embed_dim]; with kdim or vdim q_proj_weight [embed_dim, embed_dim],
                    k_proj_weight [embed_dim, kdim] and v_proj_weight [embed_dim, vdim] instead
    in_proj_bias    [3 embed_dim], or None with bias=False
    out_proj        the layer that mixes what the heads found, [embed_dim] -> [embed_dim]
    bias_k, bias_v  [1, 1, embed_dim] with add_bias_kv: a learned key and value at the end of every sequence
    dropout         the chance that a weight is set to 0 while training
    add_zero_attn   a key and a value of zeros at the end of every sequence
    batch_first     sequences are [batch, L, embed_dim] and not [L, batch, embed_dim]

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
        kinds = {"device": device, "dtype": dtype}
        self.embed_dim = embed_dim
        self.kdim = embed_dim if kdim is None else kdim
        self.vdim = embed_dim if vdim is None else vdim
        self._qkv_same_embed_dim = self.kdim == self.vdim == embed_dim
        self.num_heads, self.dropout, self.batch_first = num_heads, dropout, batch_first
        self.head_dim = embed_dim // num_heads
        widths = {"q_proj_weight": embed_dim, "k_proj_weight": self.kdim, "v_proj_weight": self.vdim}
        if self._qkv_same_embed_dim:
            self.in_proj_weight = Parameter(empty((3 * embed_dim, embed_dim), **kinds))
        for name, width in widths.items():
            weight = None if self._qkv_same_embed_dim else Parameter(empty((embed_dim, width), **kinds))
            self.register_parameter(name, weight)
        if not self._qkv_same_embed_dim:
            self.register_parameter("in_proj_weight", None)
        self.register_parameter("in_proj_bias", Parameter(empty(3 * embed_dim, **kinds)) if bias else None)
        self.out_proj = NonDynamicallyQuantizableLinear(embed_dim, embed_dim, bias=bias, **kinds)
        self.bias_k = Parameter(empty((1, 1, embed_dim), **kinds)) if add_bias_kv else None
        self.bias_v = Parameter(empty((1, 1, embed_dim), **kinds)) if add_bias_kv else None
        self.add_zero_attn = add_zero_attn
        self._reset_parameters()

    def _reset_parameters(self):
        """Draw new starting values."""
        for weight in (self.in_proj_weight, self.q_proj_weight, self.k_proj_weight, self.v_proj_weight):
            if weight is not None:
                xavier_uniform_(weight)
        if self.in_proj_bias is not None:
            constant_(self.in_proj_bias, 0.0)
            constant_(self.out_proj.bias, 0.0)
        for bias in (self.bias_k, self.bias_v):
            if bias is not None:
                xavier_normal_(bias)

    def forward(
        self, query, key, value, key_padding_mask=None, need_weights=True, attn_mask=None, average_attn_weights=True,
        is_causal=False,
    ):  # fmt: skip
        """What each place found, [L, batch, embed_dim], and where it looked, [batch, L, S], or None.

        query, key, value     [L, batch, embed_dim], [S, batch, kdim], [S, batch, vdim]; with batch_first the batch comes
                              first, without a batch that dimension is not there
        key_padding_mask      [batch, S]: bool, True for keys that do not count, or floats that are added
        need_weights          give back where it looked
        attn_mask             [L, S] or [batch * num_heads, L, S]: bool, True where a query may not look, or floats
        average_attn_weights  the mean of the heads' weights; False: [batch, num_heads, L, S]
        is_causal             says that attn_mask is the causal one
        """
        batch_first = self.batch_first and query.dim() == 3
        if batch_first:
            query, key, value = swapped(query, key, value)
        own = () if self._qkv_same_embed_dim else ("q_proj_weight", "k_proj_weight", "v_proj_weight")
        own = {name: getattr(self, name) for name in own}
        found, weights = F.multi_head_attention_forward(
            query, key, value, self.embed_dim, self.num_heads, self.in_proj_weight, self.in_proj_bias, self.bias_k,
            self.bias_v, self.add_zero_attn, self.dropout, self.out_proj.weight, self.out_proj.bias,
            training=self.training, key_padding_mask=key_padding_mask, need_weights=need_weights, attn_mask=attn_mask,
            use_separate_proj_weight=not self._qkv_same_embed_dim, average_attn_weights=average_attn_weights,
            is_causal=is_causal, **own,
        )  # fmt: skip
        return found.transpose(1, 0) if batch_first else found, weights


def swapped(query, key, value):
    """The same with the first two dimensions exchanged; what was one tensor stays one."""
    made = {one: x.transpose(1, 0) for one, x in {id(x): x for x in (query, key, value)}.items()}
    return made[id(query)], made[id(key)], made[id(value)]
