"""likelihood_loss: KLDivLoss, PoissonNLLLoss, GaussianNLLLoss, CTCLoss (shelf)."""

from .. import functional as F
from .loss import _Loss


class KLDivLoss(_Loss):
    """The Kullback-Leibler divergence of log-probabilities from probabilities; reduction="batchmean" is its definition.

    >>> import minitorch as mt
    >>> mt.nn.KLDivLoss(reduction="batchmean")(mt.tensor([[0.25, 0.75]]).log(), mt.tensor([[0.5, 0.5]]))
    tensor(0.1438)

    Errors, source: nn.functional.kl_div.
    """

    def __init__(self, size_average=None, reduce=None, reduction="mean", log_target=False):
        super().__init__(size_average, reduce, reduction)
        self.log_target = log_target

    def forward(self, input, target):
        return F.kl_div(input, target, reduction=self.reduction, log_target=self.log_target)


class PoissonNLLLoss(_Loss):
    """Minus the log-likelihood of counts under Poisson distributions. Errors, source: nn.functional.poisson_nll_loss."""

    def __init__(self, log_input=True, full=False, size_average=None, eps=1e-8, reduce=None, reduction="mean"):
        super().__init__(size_average, reduce, reduction)
        self.log_input, self.full, self.eps = log_input, full, eps

    def forward(self, log_input, target):
        options = {"log_input": self.log_input, "full": self.full, "eps": self.eps, "reduction": self.reduction}
        return F.poisson_nll_loss(log_input, target, **options)


class GaussianNLLLoss(_Loss):
    """Minus the log-likelihood of targets under normal distributions. Errors, source: nn.functional.gaussian_nll_loss."""

    def __init__(self, *, full=False, eps=1e-6, reduction="mean"):
        super().__init__(None, None, reduction)
        self.full, self.eps = full, eps

    def forward(self, input, target, var):
        return F.gaussian_nll_loss(input, target, var, full=self.full, eps=self.eps, reduction=self.reduction)


class CTCLoss(_Loss):
    """Connectionist temporal classification. Arguments, errors, source: nn.functional.ctc_loss."""

    def __init__(self, blank=0, reduction="mean", zero_infinity=False):
        super().__init__(reduction=reduction)
        self.blank, self.zero_infinity = blank, zero_infinity

    def forward(self, log_probs, targets, input_lengths, target_lengths):
        options = self.blank, self.reduction, self.zero_infinity
        return F.ctc_loss(log_probs, targets, input_lengths, target_lengths, *options)
