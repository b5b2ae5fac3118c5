"""distance: PairwiseDistance, CosineSimilarity (shelf)."""

from .. import functional as F
from ..module.mode import Module
from .function_layer import FunctionLayer


class PairwiseDistance(Module):
    """The p-norm of x1 - x2 + eps along the last dimension. Source: PyTorch, torch.nn.PairwiseDistance."""

    def __init__(self, p=2.0, eps=1e-6, keepdim=False):
        super().__init__()
        self.norm, self.eps, self.keepdim = p, eps, keepdim

    def forward(self, x1, x2):
        return F.pairwise_distance(x1, x2, self.norm, self.eps, self.keepdim)


class CosineSimilarity(FunctionLayer, function="cosine_similarity"):
    """The cosine of the angle between x1 and x2 along `dim`. Source: PyTorch, torch.nn.CosineSimilarity."""

    dim: int = 1
    eps: float = 1e-8

    def extra_repr(self):
        return ""
