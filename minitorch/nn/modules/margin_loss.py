"""margin_loss: MarginRankingLoss, HingeEmbeddingLoss, CosineEmbeddingLoss, TripletMarginLoss ... (shelf)."""

from .. import functional as F
from .distance import PairwiseDistance
from .loss import _Loss


class HingeEmbeddingLoss(_Loss):
    """x where the target is 1, max(0, margin - x) where it is -1. Errors, source: nn.functional.hinge_embedding_loss."""

    def __init__(self, margin=1.0, size_average=None, reduce=None, reduction="mean"):
        super().__init__(size_average, reduce, reduction)
        self.margin = margin

    def forward(self, input, target):
        return F.hinge_embedding_loss(input, target, margin=self.margin, reduction=self.reduction)


class SoftMarginLoss(_Loss):
    """log(1 + exp(-target * input)). Errors, source: nn.functional.soft_margin_loss."""

    def forward(self, input, target):
        return F.soft_margin_loss(input, target, reduction=self.reduction)


class CosineEmbeddingLoss(_Loss):
    """Vectors of a pair near in angle where the target is 1, apart where it is -1.

    >>> import minitorch as mt
    >>> x, y = mt.tensor([[1.0, 0.0]]), mt.tensor([[0.0, 1.0]])
    >>> mt.nn.CosineEmbeddingLoss()(x, y, mt.tensor([1]))
    tensor(1.)

    Errors, source: nn.functional.cosine_embedding_loss.
    """

    def __init__(self, margin=0.0, size_average=None, reduce=None, reduction="mean"):
        super().__init__(size_average, reduce, reduction)
        self.margin = margin

    def forward(self, input1, input2, target):
        return F.cosine_embedding_loss(input1, input2, target, margin=self.margin, reduction=self.reduction)


class MarginRankingLoss(_Loss):
    """input1 ahead of input2 by the margin where the target is 1. Errors, source: nn.functional.margin_ranking_loss."""

    def __init__(self, margin=0.0, size_average=None, reduce=None, reduction="mean"):
        super().__init__(size_average, reduce, reduction)
        self.margin = margin

    def forward(self, input1, input2, target):
        return F.margin_ranking_loss(input1, input2, target, margin=self.margin, reduction=self.reduction)


class TripletMarginLoss(_Loss):
    """The positive nearer to the anchor than the negative, by the margin. Errors, source: nn.functional.triplet_margin_loss."""

    def __init__(self, margin=1.0, p=2.0, eps=1e-6, swap=False, size_average=None, reduce=None, reduction="mean"):
        super().__init__(size_average, reduce, reduction)
        check_margin(self, margin)
        self.margin, self.p, self.eps, self.swap = margin, p, eps, swap

    def forward(self, anchor, positive, negative):
        options = {"margin": self.margin, "p": self.p, "eps": self.eps, "swap": self.swap, "reduction": self.reduction}
        return F.triplet_margin_loss(anchor, positive, negative, **options)


class TripletMarginWithDistanceLoss(_Loss):
    """TripletMarginLoss with a distance of one's own: a function of two tensors, or a module.

    Errors, source: nn.functional.triplet_margin_with_distance_loss.
    """

    def __init__(self, *, distance_function=None, margin=1.0, swap=False, reduction="mean"):
        super().__init__(size_average=None, reduce=None, reduction=reduction)
        check_margin(self, margin)
        self.distance_function = PairwiseDistance() if distance_function is None else distance_function
        self.margin, self.swap = margin, swap

    def forward(self, anchor, positive, negative):
        options = {"margin": self.margin, "swap": self.swap, "reduction": self.reduction}
        measure = self.distance_function
        return F.triplet_margin_with_distance_loss(anchor, positive, negative, distance_function=measure, **options)


def check_margin(module, margin):
    """Raise for a margin that is not positive."""
    if margin <= 0:
        raise ValueError(f"{type(module).__name__}: expected margin to be greater than 0, got {margin} instead")
