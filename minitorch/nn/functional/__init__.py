"""nn.functional: the functions that networks are made of, without parameters of their own."""

# isort: off
from ...ops.loss import cross_entropy, nll_loss
from ...ops.distance import binary_cross_entropy, binary_cross_entropy_with_logits, l1_loss, mse_loss
from .activation import (
    elu, gelu, leaky_relu, log_softmax, logsigmoid, prelu, relu, sigmoid, silu, softmax, softmin, softplus, tanh,
)  # fmt: skip
from .linear import bilinear, linear
from .embedding import embedding, one_hot
from .dropout import alpha_dropout, dropout, dropout1d, dropout2d, feature_alpha_dropout
from .normalization import batch_norm, layer_norm
from .padding import pad
from .convolution import conv1d, conv2d, conv3d, conv_transpose1d, conv_transpose2d, conv_transpose3d
