"""loss: MSELoss, CrossEntropyLoss (core)."""

from ..._lazy import lazy_names
from .. import functional as F
from ..module.mode import Module


class _Loss(Module):
    """What all losses have: how the losses of a batch become one number, "mean", "sum", or "none" for all of them."""

    def __init__(self, reduction="mean"):
        super().__init__()
        self.reduction = reduction


class _WeightedLoss(_Loss):
    """A loss with a weight for each class, a buffer, or None."""

    def __init__(self, weight=None, reduction="mean"):
        super().__init__(reduction)
        self.register_buffer("weight", weight)


class MSELoss(_Loss):
    """The mean of the squared differences of input and target, of one shape.

    >>> import minitorch as mt
    >>> mt.nn.MSELoss()(mt.tensor([1.0, 2.0]), mt.tensor([1.0, 4.0]))
    tensor(2.)

    Errors: ValueError for another reduction. Source: PyTorch, torch.nn.MSELoss.
    """

    def forward(self, input, target):
        return F.mse_loss(input, target, reduction=self.reduction)


class CrossEntropyLoss(_WeightedLoss):
    """How badly the scores `input` [N, C, ...] predict the classes `target` [N, ...]: the mean of -log(softmax(input)).

    weight           [C], how much each class counts
    ignore_index     a class number that does not count
    label_smoothing  this much of every target is spread evenly over all classes

    >>> import minitorch as mt
    >>> mt.nn.CrossEntropyLoss()(mt.tensor([[0.0, 0.0]]), mt.tensor([1]))
    tensor(0.6931)

    Errors: IndexError for a class that is not there; ValueError, RuntimeError for sizes and dtypes that do not fit.
    Source: PyTorch, torch.nn.CrossEntropyLoss.
    """

    def __init__(self, weight=None, ignore_index=-100, reduction="mean", label_smoothing=0.0):
        super().__init__(weight, reduction)
        self.ignore_index, self.label_smoothing = ignore_index, label_smoothing

    def forward(self, input, target):
        options = {"weight": self.weight, "ignore_index": self.ignore_index, "reduction": self.reduction}
        return F.cross_entropy(input, target, label_smoothing=self.label_smoothing, **options)


__getattr__, __dir__ = lazy_names(__name__)
