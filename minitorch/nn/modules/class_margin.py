"""class_margin: MultiMarginLoss, MultiLabelMarginLoss, MultiLabelSoftMarginLoss (shelf)."""

from .. import functional as F
from .loss import _Loss, _WeightedLoss


class MultiMarginLoss(_WeightedLoss):
    """The right class ahead of all others by the margin.

    >>> import minitorch as mt
    >>> mt.nn.MultiMarginLoss()(mt.tensor([[0.1, 0.2, 0.4]]), mt.tensor([2]))
    tensor(0.5000)

    Errors: ValueError for a p other than 1 or 2, and a weight that is no vector. Source: nn.functional.multi_margin_loss.
    """

    def __init__(self, p=1, margin=1.0, weight=None, size_average=None, reduce=None, reduction="mean"):
        super().__init__(weight, size_average, reduce, reduction)
        if p not in (1, 2):
            raise ValueError("only p == 1 and p == 2 supported")
        if weight is not None and weight.ndim != 1:
            raise ValueError(f"MultiMarginLoss: expected weight to be None or 1D tensor, got {weight.ndim}D instead")
        self.p, self.margin = p, margin

    def forward(self, input, target):
        options = {"p": self.p, "margin": self.margin, "weight": self.weight, "reduction": self.reduction}
        return F.multi_margin_loss(input, target, **options)


class MultiLabelMarginLoss(_Loss):
    """Every label ahead of all other classes by 1. Errors, source: nn.functional.multilabel_margin_loss."""

    def forward(self, input, target):
        return F.multilabel_margin_loss(input, target, reduction=self.reduction)


class MultiLabelSoftMarginLoss(_WeightedLoss):
    """A yes or no for each class. Errors, source: nn.functional.multilabel_soft_margin_loss."""

    def forward(self, input, target):
        return F.multilabel_soft_margin_loss(input, target, weight=self.weight, reduction=self.reduction)
