"""dropout: Dropout: elements set to 0 at random while training (core)."""

from ..._lazy import lazy_names
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


__getattr__, __dir__ = lazy_names(__name__)
