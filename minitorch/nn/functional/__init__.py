"""nn.functional: the functions that networks are made of, without parameters of their own."""

from ..._lazy import end_of_package, lazy_names

# isort: off
try:
    # 07  softmax and losses
    from ...ops.pointwise.softmax import log_softmax, softmax
    from .loss import cross_entropy, mse_loss
    from .binary_cross_entropy import binary_cross_entropy, binary_cross_entropy_with_logits

    # 10  layers' functions
    from .linear import linear
    from .activation import relu
    from ...ops.pointwise.activation import sigmoid, tanh
    from .dropout import dropout
    from .normalization import batch_norm
    from .layer_normalization import layer_norm, rms_norm
    from .embedding import embedding, one_hot

    # 26  convolution
    from .convolution import conv1d, conv2d, conv3d

    # 27  pooling
    from .pooling import max_pool1d, max_pool2d, max_pool3d

    # 30  attention
    from .attention import scaled_dot_product_attention
except ModuleNotFoundError as missing:
    end_of_package(missing)

__getattr__, __dir__ = lazy_names(__name__)
