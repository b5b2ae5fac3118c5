"""channel_dropout: Dropout1d to Dropout3d, AlphaDropout, FeatureAlphaDropout (shelf)."""

from .. import functional as F
from .dropout import _DropoutNd


class Dropout1d(_DropoutNd):
    """Dropout of whole channels of [N, C, L] or [C, L]. Source: PyTorch, torch.nn.Dropout1d."""

    def forward(self, input):
        return F.dropout1d(input, self.p, self.training, self.inplace)


class Dropout2d(_DropoutNd):
    """Dropout of whole channels of [N, C, H, W]. Source: Tompson et al., 2015; PyTorch, torch.nn.Dropout2d."""

    def forward(self, input):
        return F.dropout2d(input, self.p, self.training, self.inplace)


class Dropout3d(_DropoutNd):
    """Dropout of whole channels of [N, C, D, H, W]. Source: Tompson et al., 2015; PyTorch, torch.nn.Dropout3d."""

    def forward(self, input):
        return F.dropout3d(input, self.p, self.training, self.inplace)


class AlphaDropout(_DropoutNd):
    """Dropout for networks with SELU. Source: Klambauer et al., 2017; PyTorch, torch.nn.AlphaDropout."""

    def forward(self, input):
        return F.alpha_dropout(input, self.p, self.training)


class FeatureAlphaDropout(_DropoutNd):
    """AlphaDropout of whole channels. Source: PyTorch, torch.nn.FeatureAlphaDropout."""

    def forward(self, input):
        return F.feature_alpha_dropout(input, self.p, self.training)
