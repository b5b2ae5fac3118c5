"""dropout: Dropout, Dropout1d to Dropout3d, AlphaDropout: elements set to 0 at random while training (core)."""

from .. import functional as F
from ..functional.dropout import check_chance
from ..module.mode import Module


class _DropoutNd(Module):
    """What the layers share: the probability p, and whether to write into the input's own memory."""

    def __init__(self, p=0.5, inplace=False):
        super().__init__()
        check_chance(p)
        self.p, self.inplace = p, inplace

    def extra_repr(self):
        return f"p={self.p}, inplace={self.inplace}"


class Dropout(_DropoutNd):
    """Each number is set to 0 with probability p and the others are divided by 1 - p; any shape.

    >>> import minitorch as mt
    >>> _ = mt.manual_seed(0)
    >>> layer = mt.nn.Dropout(p=0.5)
    >>> layer(mt.ones(6))
    tensor([0., 0., 2., 0., 0., 0.])
    >>> layer.eval()(mt.ones(6))
    tensor([1., 1., 1., 1., 1., 1.])

    Errors: ValueError for a p outside [0, 1]. Source: Srivastava et al., 2014; PyTorch, torch.nn.Dropout.
    """

    def forward(self, input):
        return F.dropout(input, self.p, self.training, self.inplace)


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
    """AlphaDropout of whole channels of [N, C, ...]. Source: PyTorch, torch.nn.FeatureAlphaDropout."""

    def forward(self, input):
        return F.feature_alpha_dropout(input, self.p, self.training)
