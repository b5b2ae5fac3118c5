"""regression_loss: SmoothL1Loss, HuberLoss (shelf)."""

from .. import functional as F
from .loss import _Loss


class SmoothL1Loss(_Loss):
    """Square for differences below beta, absolute above. Errors, source: nn.functional.smooth_l1_loss.

    >>> import minitorch as mt
    >>> mt.nn.SmoothL1Loss()(mt.tensor([1.0, 4.0]), mt.tensor([0.0, 0.0]))
    tensor(2.)
    """

    def __init__(self, size_average=None, reduce=None, reduction="mean", beta=1.0):
        super().__init__(size_average, reduce, reduction)
        self.beta = beta

    def forward(self, input, target):
        return F.smooth_l1_loss(input, target, reduction=self.reduction, beta=self.beta)


class HuberLoss(_Loss):
    """Square for differences below delta, absolute, times delta, above. Errors, source: nn.functional.huber_loss."""

    def __init__(self, reduction="mean", delta=1.0):
        if not isinstance(delta, (float, int)):
            raise TypeError(f"delta must be a float or int, got: {type(delta)}")
        super().__init__(reduction=reduction)
        self.delta = delta

    def forward(self, input, target):
        return F.huber_loss(input, target, reduction=self.reduction, delta=self.delta)
