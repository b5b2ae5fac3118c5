"""bernoulli: Bernoulli, 1 with a probability and else 0 (shelf)."""

import math

from ..creation.arange import arange
from ..graph.grad_mode import no_grad
from ..nn.functional.binary_cross_entropy import binary_cross_entropy_with_logits
from ..random.like import bernoulli
from ..size import Size
from . import constraints
from .binary import Binary
from .exp_family import ExponentialFamily
from .utils import broadcast_all

__all__ = ["Bernoulli"]


class Bernoulli(Binary, ExponentialFamily):
    """1 with probability `probs`, or sigmoid(logits); else 0. Source: PyTorch, torch.distributions.Bernoulli."""

    arg_constraints = {"probs": constraints.unit_interval, "logits": constraints.real}
    support = constraints.boolean
    has_enumerate_support = True
    _mean_carrier_measure = 0
    _batch_parameters = ("probs", "logits")

    def __init__(self, probs=None, logits=None, validate_args=None):
        self._take(probs, logits)
        super().__init__(self._param.shape, validate_args=validate_args)

    mean = property(lambda self: self.probs)
    variance = property(lambda self: self.probs * (1 - self.probs))

    @property
    def mode(self):
        found = (self.probs >= 0.5).to(self.probs.dtype)
        found[self.probs == 0.5] = math.nan
        return found

    def sample(self, sample_shape=Size()):  # noqa: B008
        with no_grad():
            return bernoulli(self.probs.expand(self._extended_shape(sample_shape)))

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        logits, value = broadcast_all(self.logits, value)
        return -binary_cross_entropy_with_logits(logits, value, reduction="none")

    def entropy(self):
        return binary_cross_entropy_with_logits(self.logits, self.probs, reduction="none")

    def enumerate_support(self, expand=True):
        return self._counted(arange(2, dtype=self._param.dtype, device=self._param.device), expand)

    @property
    def _natural_params(self):
        return (self.probs.logit(),)

    def _log_normalizer(self, x):
        return x.exp().log1p()
