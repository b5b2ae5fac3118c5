"""further_loss: the losses that lessons do not build: L1Loss, NLLLoss, SmoothL1Loss, KLDivLoss, CTCLoss ... as modules (shelf)."""

from dataclasses import KW_ONLY, field
from typing import Any

from .. import functional as F
from ..module.mode import Module
from .distance import PairwiseDistance
from .function_layer import FunctionLayer
from .loss import _Loss, _WeightedLoss


class _FunctionLoss(FunctionLayer, _Loss):
    """A loss of nn.functional: its options are fields, in the order in which PyTorch's class takes them."""

    def extra_repr(self):
        return ""


class _WeightedFunctionLoss(_FunctionLoss, _WeightedLoss):
    """The same with weights of classes or targets among its options, which are buffers."""

    def __post_init__(self):
        weights = {name: value for name, value in vars(self).items() if name in ("weight", "pos_weight")}
        Module.__init__(self)
        for name in weights:
            delattr(self, name)
            self.register_buffer(name, weights[name])


def weights():
    """A field for them."""
    return field(default_factory=lambda: None)


class BCELoss(_WeightedFunctionLoss, function="binary_cross_entropy"):
    """The mean of -(t log(p) + (1 - t) log(1 - p)) for probabilities p = input and targets t, of one shape.

    Errors: RuntimeError for a p outside [0, 1], ValueError for shapes that differ. Source: PyTorch, torch.nn.BCELoss.
    """

    weight: Any = weights()
    reduction: str = "mean"


class BCEWithLogitsLoss(_WeightedFunctionLoss, function="binary_cross_entropy_with_logits"):
    """BCELoss of sigmoid(input), stable for large scores. Arguments: nn.functional.binary_cross_entropy_with_logits."""

    weight: Any = weights()
    reduction: str = "mean"
    pos_weight: Any = weights()


# --- two numbers, or two distributions ------------------------------------------------------------------------------------


class L1Loss(_FunctionLoss, function="l1_loss"):
    """The mean of the absolute differences. Source: PyTorch, torch.nn.L1Loss."""

    reduction: str = "mean"


class SmoothL1Loss(_FunctionLoss, function="smooth_l1_loss"):
    """Square for differences below beta, absolute above. Errors, source: nn.functional.smooth_l1_loss."""

    reduction: str = "mean"
    beta: float = 1.0


class HuberLoss(_FunctionLoss, function="huber_loss"):
    """Square for differences below delta, absolute, times delta, above. Errors, source: nn.functional.huber_loss."""

    reduction: str = "mean"
    delta: float = 1.0

    def __post_init__(self):
        super().__post_init__()
        if not isinstance(self.delta, (int, float)):
            raise TypeError(f"delta must be a float or int, got: {type(self.delta)}")


class KLDivLoss(_FunctionLoss, function="kl_div"):
    """The Kullback-Leibler divergence of log-probabilities from probabilities. The rest: nn.functional.kl_div."""

    reduction: str = "mean"
    log_target: bool = False


class PoissonNLLLoss(_FunctionLoss, function="poisson_nll_loss"):
    """Minus the log-likelihood of counts under Poisson distributions. Errors, source: nn.functional.poisson_nll_loss."""

    log_input: bool = True
    full: bool = False
    eps: float = 1e-8
    reduction: str = "mean"


class GaussianNLLLoss(_FunctionLoss, function="gaussian_nll_loss"):
    """Minus the log-likelihood of targets under normal distributions. Errors, source: nn.functional.gaussian_nll_loss."""

    _: KW_ONLY
    full: bool = False
    eps: float = 1e-6
    reduction: str = "mean"


class CTCLoss(_FunctionLoss, function="ctc_loss"):
    """Connectionist temporal classification. Arguments, errors, source: nn.functional.ctc_loss."""

    blank: int = 0
    reduction: str = "mean"
    zero_infinity: bool = False


# --- a distance between scores ----------------------------------------------------------------------------------------------


class MarginRankingLoss(_FunctionLoss, function="margin_ranking_loss"):
    """input1 ahead of input2 by the margin where the target is 1. Errors, source: nn.functional.margin_ranking_loss."""

    margin: float = 0.0
    reduction: str = "mean"


class CosineEmbeddingLoss(MarginRankingLoss, function="cosine_embedding_loss"):
    """Vectors near in angle where the target is 1, apart where it is -1. Source: nn.functional.cosine_embedding_loss."""


class HingeEmbeddingLoss(_FunctionLoss, function="hinge_embedding_loss"):
    """x where the target is 1, max(0, margin - x) where it is -1. Errors, source: nn.functional.hinge_embedding_loss."""

    margin: float = 1.0
    reduction: str = "mean"


class SoftMarginLoss(_FunctionLoss, function="soft_margin_loss"):
    """log(1 + exp(-target * input)). Errors, source: nn.functional.soft_margin_loss."""

    reduction: str = "mean"


class TripletMarginLoss(_FunctionLoss, function="triplet_margin_loss"):
    """The positive nearer to the anchor than the negative, by the margin. Errors, source: nn.functional.triplet_margin_loss."""

    margin: float = 1.0
    p: float = 2.0
    eps: float = 1e-6
    swap: bool = False
    reduction: str = "mean"


class TripletMarginWithDistanceLoss(_Loss):
    """TripletMarginLoss with a distance of one's own. The rest: nn.functional.triplet_margin_with_distance_loss."""

    def __init__(self, *, distance_function=None, margin=1.0, swap=False, reduction="mean"):
        super().__init__(reduction)
        self.distance_function = PairwiseDistance() if distance_function is None else distance_function
        self.margin, self.swap = margin, swap

    def forward(self, anchor, positive, negative):
        options = {"margin": self.margin, "swap": self.swap, "reduction": self.reduction}
        own = self.distance_function
        return F.triplet_margin_with_distance_loss(anchor, positive, negative, distance_function=own, **options)


# --- several classes, or labels ---------------------------------------------------------------------------------------------


class NLLLoss(_WeightedFunctionLoss, function="nll_loss"):
    """Minus the log-probability that `input` [N, C, ...] gives to the class `target`. The rest: nn.functional.nll_loss."""

    weight: Any = weights()
    ignore_index: int = -100
    reduction: str = "mean"


class MultiMarginLoss(_WeightedFunctionLoss, function="multi_margin_loss"):
    """The right class ahead of all others by the margin. Errors, source: nn.functional.multi_margin_loss."""

    p: int = 1
    margin: float = 1.0
    weight: Any = weights()
    reduction: str = "mean"


class MultiLabelMarginLoss(_FunctionLoss, function="multilabel_margin_loss"):
    """Every label ahead of all other classes by 1. Errors, source: nn.functional.multilabel_margin_loss."""

    reduction: str = "mean"


class MultiLabelSoftMarginLoss(_WeightedFunctionLoss, function="multilabel_soft_margin_loss"):
    """A yes or no for each class. Errors, source: nn.functional.multilabel_soft_margin_loss."""

    weight: Any = weights()
    reduction: str = "mean"
