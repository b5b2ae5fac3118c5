"""transformer: Transformer, its encoder and decoder, and their layers (shelf)."""

import copy
import math

from ...creation.full import full
from ...ops.copy.tril import triu
from .. import functional as F
from ..init import xavier_uniform_
from ..module.mode import Module
from .attention import MultiheadAttention
from .container import ModuleList
from .dropout import Dropout
from .linear import Linear
from .normalization import LayerNorm


class _TransformerLayer(Module):
    """What the layers of encoder and decoder share: attentions, then a small network, each with a way round and a norm."""

    _attentions = ("self_attn",)

    def __init__(
        self, d_model, nhead, dim_feedforward=2048, dropout=0.1, activation=F.relu, layer_norm_eps=1e-5, batch_first=False,
        norm_first=False, bias=True, device=None, dtype=None,
    ):  # fmt: skip
        super().__init__()
        kinds = {"bias": bias, "device": device, "dtype": dtype}
        numbers = range(1, len(self._attentions) + 2)
        for name in self._attentions:
            setattr(self, name, MultiheadAttention(d_model, nhead, dropout=dropout, batch_first=batch_first, **kinds))
        self.linear1 = Linear(d_model, dim_feedforward, **kinds)
        self.dropout = Dropout(dropout)
        self.linear2 = Linear(dim_feedforward, d_model, **kinds)
        self.norm_first = norm_first
        for number in numbers:
            setattr(self, f"norm{number}", LayerNorm(d_model, eps=layer_norm_eps, **kinds))
        for number in numbers:
            setattr(self, f"dropout{number}", Dropout(dropout))
        self.activation = _get_activation_fn(activation) if isinstance(activation, str) else activation

    def _sa_block(self, x, attn_mask, key_padding_mask, is_causal=False):
        """Attention of a sequence to itself."""
        masks = {"attn_mask": attn_mask, "key_padding_mask": key_padding_mask, "is_causal": is_causal}
        return self.dropout1(self.self_attn(x, x, x, **masks, need_weights=False)[0])

    def _ff_block(self, x):
        """The small network, which treats every place alike."""
        last = self.dropout2 if len(self._attentions) == 1 else self.dropout3
        return last(self.linear2(self.dropout(self.activation(self.linear1(x)))))


class TransformerEncoderLayer(_TransformerLayer):
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


def _get_clones(module, N):
    """A list of N copies of a module."""
    return ModuleList([copy.deepcopy(module) for _ in range(N)])


def _get_activation_fn(activation):
    """The function of a name."""
    functions = {"relu": F.relu, "gelu": F.gelu}
    if activation not in functions:
        raise RuntimeError(f"activation should be relu/gelu, not {activation}")
    return functions[activation]


# --- the encoder ------------------------------------------------------------------------------------------------------------


class TransformerEncoder(Module):
    """Copies of an encoder layer, one after the other, and a norm behind them if one is given.

    encoder_layer                     the layer that is copied num_layers times
    norm                              a module for the end, or None
    enable_nested_tensor, mask_check  taken, not used: padded places are computed like all others

    >>> import minitorch as mt
    >>> layer = mt.nn.TransformerEncoderLayer(d_model=8, nhead=2, batch_first=True)
    >>> mt.nn.TransformerEncoder(layer, num_layers=2)(mt.zeros(3, 5, 8)).shape
    minitorch.Size([3, 5, 8])

    Errors: those of its layers. Source: Vaswani et al., 2017; PyTorch, torch.nn.TransformerEncoder.
    """

    def __init__(self, encoder_layer, num_layers, norm=None, enable_nested_tensor=True, mask_check=True):
        super().__init__()
        self.layers = _get_clones(encoder_layer, num_layers)
        self.num_layers, self.norm = num_layers, norm
        self.enable_nested_tensor, self.mask_check = enable_nested_tensor, mask_check

    def forward(self, src, mask=None, src_key_padding_mask=None, is_causal=None):
        """The sequences after all layers. Arguments as of TransformerEncoderLayer."""
        x = src
        for layer in self.layers:
            x = layer(x, src_mask=mask, is_causal=bool(is_causal), src_key_padding_mask=src_key_padding_mask)
        return x if self.norm is None else self.norm(x)


# --- the decoder ------------------------------------------------------------------------------------------------------------


class TransformerDecoderLayer(_TransformerLayer):
    """Attention to itself, attention to what the encoder made, then a small network, each with a way round and a norm.

    Options as of TransformerEncoderLayer.

    >>> import minitorch as mt
    >>> layer = mt.nn.TransformerDecoderLayer(d_model=8, nhead=2)
    >>> layer(mt.zeros(4, 3, 8), mt.zeros(5, 3, 8)).shape
    minitorch.Size([4, 3, 8])

    Errors: those of MultiheadAttention; RuntimeError for an activation of another name.
    Source: Vaswani et al., 2017; PyTorch, torch.nn.TransformerDecoderLayer.
    """

    _attentions = ("self_attn", "multihead_attn")

    def forward(
        self, tgt, memory, tgt_mask=None, memory_mask=None, tgt_key_padding_mask=None, memory_key_padding_mask=None,
        tgt_is_causal=False, memory_is_causal=False,
    ):  # fmt: skip
        """The sequences tgt [L, batch, d_model] after the layer, which looks at memory [S, batch, d_model] too."""
        own = tgt_mask, tgt_key_padding_mask, tgt_is_causal
        x, other = tgt, (memory_mask, memory_key_padding_mask, memory_is_causal)
        if self.norm_first:
            x = x + self._sa_block(self.norm1(x), *own)
            x = x + self._mha_block(self.norm2(x), memory, *other)
            return x + self._ff_block(self.norm3(x))
        x = self.norm1(x + self._sa_block(x, *own))
        x = self.norm2(x + self._mha_block(x, memory, *other))
        return self.norm3(x + self._ff_block(x))

    def _mha_block(self, x, mem, attn_mask, key_padding_mask, is_causal=False):
        masks = {"attn_mask": attn_mask, "key_padding_mask": key_padding_mask, "is_causal": is_causal}
        return self.dropout2(self.multihead_attn(x, mem, mem, **masks, need_weights=False)[0])


class TransformerDecoder(Module):
    """Copies of a decoder layer, one after the other, and a norm behind them if one is given.

    >>> import minitorch as mt
    >>> layer = mt.nn.TransformerDecoderLayer(d_model=8, nhead=2)
    >>> mt.nn.TransformerDecoder(layer, num_layers=2)(mt.zeros(4, 3, 8), mt.zeros(5, 3, 8)).shape
    minitorch.Size([4, 3, 8])

    Errors: those of its layers. Source: Vaswani et al., 2017; PyTorch, torch.nn.TransformerDecoder.
    """

    def __init__(self, decoder_layer, num_layers, norm=None):
        super().__init__()
        self.layers = _get_clones(decoder_layer, num_layers)
        self.num_layers, self.norm = num_layers, norm

    def forward(
        self, tgt, memory, tgt_mask=None, memory_mask=None, tgt_key_padding_mask=None, memory_key_padding_mask=None,
        tgt_is_causal=None, memory_is_causal=False,
    ):  # fmt: skip
        """The sequences after all layers. Arguments as of TransformerDecoderLayer."""
        masks = tgt_mask, memory_mask, tgt_key_padding_mask, memory_key_padding_mask
        x = tgt
        for layer in self.layers:
            x = layer(x, memory, *masks, bool(tgt_is_causal), memory_is_causal)
        return x if self.norm is None else self.norm(x)


# --- both -------------------------------------------------------------------------------------------------------------------


class Transformer(Module):
    """An encoder that reads src, and a decoder that looks at what it made: sequences to sequences.

    num_encoder_layers, num_decoder_layers  how many layers each has, with a norm behind them
    custom_encoder, custom_decoder          modules that take their places

    The other options are as of TransformerEncoderLayer.

    >>> import minitorch as mt
    >>> model = mt.nn.Transformer(d_model=8, nhead=2, num_encoder_layers=1, num_decoder_layers=1, dim_feedforward=16)
    >>> model(mt.zeros(5, 3, 8), mt.zeros(4, 3, 8)).shape
    minitorch.Size([4, 3, 8])

    Errors: RuntimeError for batches and widths that do not fit. Source: Vaswani et al., 2017; PyTorch, torch.nn.Transformer.
    """

    def __init__(
        self, d_model=512, nhead=8, num_encoder_layers=6, num_decoder_layers=6, dim_feedforward=2048, dropout=0.1,
        activation=F.relu, custom_encoder=None, custom_decoder=None, layer_norm_eps=1e-5, batch_first=False,
        norm_first=False, bias=True, device=None, dtype=None,
    ):  # fmt: skip
        super().__init__()
        options = dim_feedforward, dropout, activation, layer_norm_eps, batch_first, norm_first, bias
        kinds = {"device": device, "dtype": dtype}
        norm = {"eps": layer_norm_eps, "bias": bias, **kinds}
        if custom_encoder is None:
            layer = TransformerEncoderLayer(d_model, nhead, *options, **kinds)
            custom_encoder = TransformerEncoder(layer, num_encoder_layers, LayerNorm(d_model, **norm))
        self.encoder = custom_encoder
        if custom_decoder is None:
            layer = TransformerDecoderLayer(d_model, nhead, *options, **kinds)
            custom_decoder = TransformerDecoder(layer, num_decoder_layers, LayerNorm(d_model, **norm))
        self.decoder = custom_decoder
        self._reset_parameters()
        self.d_model, self.nhead, self.batch_first = d_model, nhead, batch_first

    def forward(
        self, src, tgt, src_mask=None, tgt_mask=None, memory_mask=None, src_key_padding_mask=None,
        tgt_key_padding_mask=None, memory_key_padding_mask=None, src_is_causal=None, tgt_is_causal=None,
        memory_is_causal=False,
    ):  # fmt: skip
        """The decoder's sequences [T, batch, d_model] for src [S, batch, d_model] and tgt [T, batch, d_model]."""
        batch_dim = 0 if self.batch_first else 1
        if src.dim() == 3 and src.size(batch_dim) != tgt.size(batch_dim):
            raise RuntimeError("the batch number of src and tgt must be equal")
        if src.size(-1) != self.d_model or tgt.size(-1) != self.d_model:
            raise RuntimeError("the feature number of src and tgt must be equal to d_model")
        memory = self.encoder(src, mask=src_mask, src_key_padding_mask=src_key_padding_mask, is_causal=src_is_causal)
        masks = tgt_mask, memory_mask, tgt_key_padding_mask, memory_key_padding_mask
        return self.decoder(tgt, memory, *masks, tgt_is_causal, memory_is_causal)

    @staticmethod
    def generate_square_subsequent_mask(sz, device=None, dtype=None):
        """The causal mask [sz, sz]: 0 for a place itself and those before it, -inf for those after it.

        Source: PyTorch, torch.nn.Transformer.generate_square_subsequent_mask.
        """
        return triu(full((sz, sz), -math.inf, dtype=dtype, device=device), diagonal=1)

    def _reset_parameters(self):
        """Draw new starting values for all matrices."""
        for p in self.parameters():
            if p.dim() > 1:
                xavier_uniform_(p)
