"""channel_dropout: Dropout1d to Dropout3d, AlphaDropout, FeatureAlphaDropout (shelf)."""

from .. import functional as F
from .dropout import _DropoutNd


class _ChannelDropout(_DropoutNd):
    """What the layers share; the head of each class names its function of nn.functional."""

    def __init_subclass__(cls, function=None):
        cls._function = function or cls._function

    def forward(self, input):
        inplace = self.inplace and "alpha" not in self._function  # which PyTorch's layers never do in place
        return getattr(F, self._function)(input, self.p, self.training, inplace)


class Dropout1d(_ChannelDropout, function="dropout1d"):
    """Dropout of whole channels of [N, C, L] or [C, L]. Source: PyTorch, torch.nn.Dropout1d."""


class Dropout2d(_ChannelDropout, function="dropout2d"):
    """Dropout of whole channels of [N, C, H, W]. Source: Tompson et al., 2015; PyTorch, torch.nn.Dropout2d."""


class Dropout3d(_ChannelDropout, function="dropout3d"):
    """Dropout of whole channels of [N, C, D, H, W]. Source: Tompson et al., 2015; PyTorch, torch.nn.Dropout3d."""


class AlphaDropout(_ChannelDropout, function="alpha_dropout"):
    """Dropout for networks with SELU. Source: Klambauer et al., 2017; PyTorch, torch.nn.AlphaDropout."""


class FeatureAlphaDropout(_ChannelDropout, function="feature_alpha_dropout"):
    """AlphaDropout of whole channels. Source: PyTorch, torch.nn.FeatureAlphaDropout."""
