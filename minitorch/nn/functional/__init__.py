"""nn.functional: the functions that networks are made of, without parameters of their own."""

from ..._tower import end_of_tower, missing_name, names_of

# isort: off
try:
    # 06  softmax and losses
    from ...ops.pointwise.softmax import log_softmax, softmax
    from .loss import cross_entropy, l1_loss, mse_loss, nll_loss
    from .binary_cross_entropy import binary_cross_entropy, binary_cross_entropy_with_logits

    # 08  layers' functions
    from .linear import linear
    from .activation import (
        elu, gelu, leaky_relu, logsigmoid, prelu, relu, sigmoid, silu, softmin, softplus, tanh,
    )  # fmt: skip
    from .dropout import alpha_dropout, dropout, dropout1d, dropout2d, dropout3d, feature_alpha_dropout
    from .normalization import batch_norm, layer_norm
    from .embedding import embedding, one_hot
    from .pooling import (
        max_pool1d, max_pool1d_with_indices, max_pool2d, max_pool2d_with_indices, max_pool3d, max_pool3d_with_indices,
    )  # fmt: skip
    from .convolution import conv1d, conv2d, conv3d
    from .bilinear import bilinear
    from .padding import pad

    # 20  what a recurrent layer does in one step
    from .recurrent import lstm_step as _lstm_step

    # 20  attention, with the names of its steps that readers of PyTorch's look for
    from .attention import scaled_dot_product_attention
    from .multi_head_attention import (
        _canonical_mask, _in_projection, _in_projection_packed, _mha_shape_check, _none_or_dtype,
        multi_head_attention_forward,
    )  # fmt: skip
    from .flash_attention import in_16_bits as _in_16_bits
except ModuleNotFoundError as missing:
    end_of_tower(missing)


def __getattr__(name):
    return missing_name(__name__, name)


def __dir__():
    return names_of(__name__)
