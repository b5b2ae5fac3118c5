"""bernoulli: Bernoulli, 1 with a probability and else 0 (shelf)."""

import math

from ..graph.grad_mode import no_grad
from ..nn.functional.binary_cross_entropy import binary_cross_entropy_with_logits
from ..random.like import bernoulli
from ..size import Size
from . import constraints
from .distribution import Distribution
from .utils import broadcast_all, exactly_one, lazy_property, logits_to_probs, probs_to_logits


class Bernoulli(Distribution):
    """1 with probability `probs`, or sigmoid(logits); else 0.

    >>> import minitorch as mt
    >>> from minitorch.distributions import Bernoulli
    >>> Bernoulli(0.25).log_prob(mt.tensor(1.0)).exp()
    tensor(0.2500)

    Errors: ValueError when both are given or none. Source: PyTorch, torch.distributions.Bernoulli.
    """

    arg_constraints = {"probs": constraints.unit_interval, "logits": constraints.real}
    support = constraints.boolean

    def __init__(self, probs=None, logits=None, validate_args=None):
        exactly_one(probs, logits)
        name, given = ("logits", logits) if probs is None else ("probs", probs)
        (self._param,) = broadcast_all(given)
        setattr(self, name, self._param)
        super().__init__(self._param.shape, validate_args=validate_args)

    @lazy_property
    def logits(self):
        return probs_to_logits(self.probs, is_binary=True)

    @lazy_property
    def probs(self):
        return logits_to_probs(self.logits, is_binary=True)

    param_shape = property(lambda self: self._param.size())
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
        self._check(value)
        logits, value = broadcast_all(self.logits, value)
        return -binary_cross_entropy_with_logits(logits, value, reduction="none")

    def entropy(self):
        return binary_cross_entropy_with_logits(self.logits, self.probs, reduction="none")
