"""transformer_layer: TransformerEncoderLayer: attention, then a small network, each with a way round (shelf)."""

import copy

from .. import functional as F
from ..module.mode import Module
from .attention import MultiheadAttention
from .container import ModuleList
from .dropout import Dropout
from .linear import Linear
from .normalization import LayerNorm


class TransformerEncoderLayer(Module):
    """x = norm1(x + attention(x)); x = norm2(x + linear2(activation(linear1(x)))), with dropout on the way.

    d_model          the width of the sequences [L, batch, d_model]
    nhead            heads of attention
    dim_feedforward  the width between linear1 and linear2
    dropout          the chance that a number is set to 0 while training
    activation       "relu", "gelu", or a function
    layer_norm_eps   added to the variance in the norms
    batch_first      sequences are [batch, L, d_model]
    norm_first       x + attention(norm1(x)) and so on: the norms stand before the steps and not behind them
    bias             False: no biases, in the norms neither

    >>> import minitorch as mt
    >>> layer = mt.nn.TransformerEncoderLayer(d_model=8, nhead=2, batch_first=True)
    >>> layer(mt.zeros(3, 5, 8)).shape
    minitorch.Size([3, 5, 8])

    Errors: those of MultiheadAttention; RuntimeError for an activation of another name.
    Source: Vaswani et al., 2017; PyTorch, torch.nn.TransformerEncoderLayer.
    """

    def __init__(
        self, d_model, nhead, dim_feedforward=2048, dropout=0.1, activation=F.relu, layer_norm_eps=1e-5, batch_first=False,
        norm_first=False, bias=True, device=None, dtype=None,
    ):  # fmt: skip
        super().__init__()
        kinds = {"bias": bias, "device": device, "dtype": dtype}
        self.self_attn = MultiheadAttention(d_model, nhead, dropout=dropout, batch_first=batch_first, **kinds)
        self.linear1 = Linear(d_model, dim_feedforward, **kinds)
        self.dropout = Dropout(dropout)
        self.linear2 = Linear(dim_feedforward, d_model, **kinds)
        self.norm_first = norm_first
        self.norm1 = LayerNorm(d_model, eps=layer_norm_eps, **kinds)
        self.norm2 = LayerNorm(d_model, eps=layer_norm_eps, **kinds)
        self.dropout1 = Dropout(dropout)
        self.dropout2 = Dropout(dropout)
        self.activation = _get_activation_fn(activation) if isinstance(activation, str) else activation

    def __setstate__(self, state):
        super().__setstate__({"activation": F.relu, **state})  # what it was before there was a choice

    def forward(self, src, src_mask=None, src_key_padding_mask=None, is_causal=False):
        """The sequences after the block, in the shape of src.

        src                   [L, batch, d_model], or as batch_first says, or without a batch
        src_mask              [L, L] or [batch * nhead, L, L]: bool, True where a place may not look, or floats that are added
        src_key_padding_mask  [batch, L]: bool, True for places that do not count, or floats
        is_causal             says that src_mask is the causal one
        """
        x, mask, padding = src, src_mask, src_key_padding_mask
        if self.norm_first:
            x = x + self._sa_block(self.norm1(x), mask, padding, is_causal)
            return x + self._ff_block(self.norm2(x))
        x = self.norm1(x + self._sa_block(x, mask, padding, is_causal))
        return self.norm2(x + self._ff_block(x))

    def _sa_block(self, x, attn_mask, key_padding_mask, is_causal=False):
        """Attention of a sequence to itself."""
        masks = {"attn_mask": attn_mask, "key_padding_mask": key_padding_mask, "is_causal": is_causal}
        return self.dropout1(self.self_attn(x, x, x, **masks, need_weights=False)[0])

    def _ff_block(self, x):
        """The small network, which treats every place alike."""
        return self.dropout2(self.linear2(self.dropout(self.activation(self.linear1(x)))))


def _get_clones(module, N):
    """A list of N copies of a module."""
    return ModuleList([copy.deepcopy(module) for _ in range(N)])


def _get_activation_fn(activation):
    """The function of a name."""
    functions = {"relu": F.relu, "gelu": F.gelu}
    if activation not in functions:
        raise RuntimeError(f"activation should be relu/gelu, not {activation}")
    return functions[activation]
