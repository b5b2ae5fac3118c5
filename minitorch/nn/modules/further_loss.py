"""further_loss: the losses that lessons do not build: L1Loss, NLLLoss, SmoothL1Loss, KLDivLoss, CTCLoss ... as modules (shelf)."""

from .. import functional as F
from .distance import PairwiseDistance
from .loss import _Loss, _WeightedLoss


class _Optioned(_Loss):
    """A loss of nn.functional, whose options are attributes: a class's head has the function's name, and those of its options."""

    def __init_subclass__(cls, function=None, options=(), **settings):
        super().__init_subclass__(**settings)
        if function is not None:
            cls._function, cls._options = function, (*options, "reduction")

    def forward(self, *inputs):
        return getattr(F, self._function)(*inputs, **{name: getattr(self, name) for name in self._options})


class BCELoss(_WeightedLoss):
    """The mean of -(t log(p) + (1 - t) log(1 - p)) for probabilities p = input and targets t, of one shape.

    Errors: RuntimeError for a p outside [0, 1], ValueError for shapes that differ. Source: PyTorch, torch.nn.BCELoss.
    """

    def forward(self, input, target):
        return F.binary_cross_entropy(input, target, weight=self.weight, reduction=self.reduction)


class BCEWithLogitsLoss(_WeightedLoss):
    """BCELoss of sigmoid(input), in a form that is stable for large scores.

    pos_weight  how much more a target of 1 counts than a target of 0

    Source: PyTorch, torch.nn.BCEWithLogitsLoss.
    """

    def __init__(self, weight=None, reduction="mean", pos_weight=None):
        super().__init__(weight, reduction)
        self.register_buffer("pos_weight", pos_weight)

    def forward(self, input, target):
        options = {"pos_weight": self.pos_weight, "reduction": self.reduction}
        return F.binary_cross_entropy_with_logits(input, target, self.weight, **options)


# --- two numbers, or two distributions ------------------------------------------------------------------------------------


class L1Loss(_Optioned, function="l1_loss"):
    """The mean of the absolute differences. Source: PyTorch, torch.nn.L1Loss."""


class SmoothL1Loss(_Optioned, function="smooth_l1_loss", options=["beta"]):
    """Square for differences below beta, absolute above. Errors, source: nn.functional.smooth_l1_loss.

    >>> import minitorch as mt
    >>> mt.nn.SmoothL1Loss()(mt.tensor([1.0, 4.0]), mt.tensor([0.0, 0.0]))
    tensor(2.)
    """

    def __init__(self, reduction="mean", beta=1.0):
        super().__init__(reduction)
        self.beta = beta


class HuberLoss(_Optioned, function="huber_loss", options=["delta"]):
    """Square for differences below delta, absolute, times delta, above. Errors, source: nn.functional.huber_loss."""

    def __init__(self, reduction="mean", delta=1.0):
        super().__init__(reduction=reduction)
        if not isinstance(delta, (int, float)):
            raise TypeError(f"delta must be a float or int, got: {type(delta)}")
        self.delta = delta


class KLDivLoss(_Optioned, function="kl_div", options=["log_target"]):
    """The Kullback-Leibler divergence of log-probabilities from probabilities; reduction="batchmean" is its definition.

    >>> import minitorch as mt
    >>> mt.nn.KLDivLoss(reduction="batchmean")(mt.tensor([[0.25, 0.75]]).log(), mt.tensor([[0.5, 0.5]]))
    tensor(0.1438)

    Errors, source: nn.functional.kl_div.
    """

    def __init__(self, reduction="mean", log_target=False):
        super().__init__(reduction)
        self.log_target = log_target


class PoissonNLLLoss(_Optioned, function="poisson_nll_loss", options=["log_input", "full", "eps"]):
    """Minus the log-likelihood of counts under Poisson distributions. Errors, source: nn.functional.poisson_nll_loss."""

    def __init__(self, log_input=True, full=False, eps=1e-8, reduction="mean"):
        super().__init__(reduction)
        self.log_input, self.full, self.eps = log_input, full, eps


class GaussianNLLLoss(_Optioned, function="gaussian_nll_loss", options=["full", "eps"]):
    """Minus the log-likelihood of targets under normal distributions. Errors, source: nn.functional.gaussian_nll_loss."""

    def __init__(self, *, full=False, eps=1e-6, reduction="mean"):
        super().__init__(reduction)
        self.full, self.eps = full, eps


class CTCLoss(_Optioned, function="ctc_loss", options=["blank", "zero_infinity"]):
    """Connectionist temporal classification. Arguments, errors, source: nn.functional.ctc_loss."""

    def __init__(self, blank=0, reduction="mean", zero_infinity=False):
        super().__init__(reduction=reduction)
        self.blank, self.zero_infinity = blank, zero_infinity


# --- a distance between scores ----------------------------------------------------------------------------------------------


class MarginRankingLoss(_Optioned, function="margin_ranking_loss", options=["margin"]):
    """input1 ahead of input2 by the margin where the target is 1. Errors, source: nn.functional.margin_ranking_loss."""

    def __init__(self, margin=0.0, reduction="mean"):
        super().__init__(reduction)
        self.margin = margin


class CosineEmbeddingLoss(MarginRankingLoss, function="cosine_embedding_loss", options=["margin"]):
    """Vectors of a pair near in angle where the target is 1, apart where it is -1.

    >>> import minitorch as mt
    >>> x, y = mt.tensor([[1.0, 0.0]]), mt.tensor([[0.0, 1.0]])
    >>> mt.nn.CosineEmbeddingLoss()(x, y, mt.tensor([1]))
    tensor(1.)

    Errors, source: nn.functional.cosine_embedding_loss.
    """


class HingeEmbeddingLoss(_Optioned, function="hinge_embedding_loss", options=["margin"]):
    """x where the target is 1, max(0, margin - x) where it is -1. Errors, source: nn.functional.hinge_embedding_loss."""

    def __init__(self, margin=1.0, reduction="mean"):
        super().__init__(reduction)
        self.margin = margin


class SoftMarginLoss(_Optioned, function="soft_margin_loss"):
    """log(1 + exp(-target * input)). Errors, source: nn.functional.soft_margin_loss."""


class TripletMarginLoss(_Optioned, function="triplet_margin_loss", options=["margin", "p", "eps", "swap"]):
    """The positive nearer to the anchor than the negative, by the margin. Errors, source: nn.functional.triplet_margin_loss."""

    def __init__(self, margin=1.0, p=2.0, eps=1e-6, swap=False, reduction="mean"):
        super().__init__(reduction)
        self.margin, self.p, self.eps, self.swap = margin, p, eps, swap


class TripletMarginWithDistanceLoss(
    _Optioned, function="triplet_margin_with_distance_loss", options=["distance_function", "margin", "swap"]
):
    """TripletMarginLoss with a distance of one's own: a function of two tensors, or a module.

    Errors, source: nn.functional.triplet_margin_with_distance_loss.
    """

    def __init__(self, *, distance_function=None, margin=1.0, swap=False, reduction="mean"):
        super().__init__(reduction)
        self.distance_function = PairwiseDistance() if distance_function is None else distance_function
        self.margin, self.swap = margin, swap


# --- several classes, or labels ---------------------------------------------------------------------------------------------


class NLLLoss(_WeightedLoss, _Optioned, function="nll_loss", options=["weight", "ignore_index"]):
    """Minus the log-probability that `input` [N, C, ...] gives to the class `target` [N, ...].

    weight        [C], how much each class counts
    ignore_index  a class number that does not count

    Errors: IndexError for a class that is not there. Source: PyTorch, torch.nn.NLLLoss.
    """

    def __init__(self, weight=None, ignore_index=-100, reduction="mean"):
        super().__init__(weight, reduction)
        self.ignore_index = ignore_index


class MultiMarginLoss(_WeightedLoss, _Optioned, function="multi_margin_loss", options=["p", "margin", "weight"]):
    """The right class ahead of all others by the margin.

    >>> import minitorch as mt
    >>> mt.nn.MultiMarginLoss()(mt.tensor([[0.1, 0.2, 0.4]]), mt.tensor([2]))
    tensor(0.5000)

    Errors, source: nn.functional.multi_margin_loss.
    """

    def __init__(self, p=1, margin=1.0, weight=None, reduction="mean"):
        super().__init__(weight, reduction)
        self.p, self.margin = p, margin


class MultiLabelMarginLoss(_Optioned, function="multilabel_margin_loss"):
    """Every label ahead of all other classes by 1. Errors, source: nn.functional.multilabel_margin_loss."""


class MultiLabelSoftMarginLoss(_WeightedLoss, _Optioned, function="multilabel_soft_margin_loss", options=["weight"]):
    """A yes or no for each class. Errors, source: nn.functional.multilabel_soft_margin_loss."""
