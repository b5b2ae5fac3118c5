"""generalized_pareto: GeneralizedPareto, what lies above a high threshold (shelf)."""

import math

from ..creation.zeros import ones_like, zeros_like
from ..ops.comparison.isclose import isclose
from ..ops.index.where import where
from ..ops.view.expand import broadcast_to
from ..random.sampling import rand
from ..size import Size
from . import constraints
from .distribution import Distribution
from .utils import broadcast_all

__all__ = ["GeneralizedPareto"]


class GeneralizedPareto(Distribution):
    """Numbers from `loc` on, whose tail is that of a power for a positive `concentration`, an exponential for 0.

    Source: PyTorch, torch.distributions.GeneralizedPareto.
    """

    arg_constraints = {"loc": constraints.real, "scale": constraints.positive, "concentration": constraints.real}
    has_rsample = True
    _batch_parameters = ("loc", "scale", "concentration")

    def __init__(self, loc, scale, concentration, validate_args=None):
        self.loc, self.scale, self.concentration = broadcast_all(loc, scale, concentration)
        super().__init__(self.loc.shape, validate_args=validate_args)

    def _parts(self):
        """(where the concentration is 0, the concentration with 1 there)."""
        zero = isclose(self.concentration, zeros_like(self.concentration))
        return zero, where(zero, ones_like(self.concentration), self.concentration)

    def rsample(self, sample_shape=Size()):  # noqa: B008
        return self.icdf(rand(self._extended_shape(sample_shape), dtype=self.loc.dtype, device=self.loc.device))

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        z, (zero, c) = (value - self.loc) / self.scale, self._parts()
        power = 1 / c + ones_like(z)
        return -self.scale.log() - where(zero, z, where(power == 0, power, power * (c * z).log1p()))

    def log_survival_function(self, value):
        """The logarithm of the probability of more than this."""
        if self._validate_args:
            self._validate_sample(value)
        z, (zero, c) = (value - self.loc) / self.scale, self._parts()
        return where(zero, -z, -(c * z).log1p() / c)

    def log_cdf(self, value):
        """The logarithm of cdf."""
        return (-self.log_survival_function(value).exp()).log1p()

    def cdf(self, value):
        return self.log_cdf(value).exp()

    def icdf(self, value):
        (zero, c), rest = self._parts(), (-value).log1p()
        return where(zero, self.loc - self.scale * rest, self.loc + self.scale / c * (-c * rest).expm1())

    @property
    def mean(self):
        finite = self.concentration < 1
        found = self.loc + self.scale / (1 - where(finite, self.concentration, 0.5))
        return where(finite, found, math.nan)

    @property
    def variance(self):
        finite = self.concentration < 0.5
        c = where(finite, self.concentration, 0.25)
        return where(finite, self.scale**2 / ((1 - c) ** 2 * (1 - 2 * c)), math.nan)

    mode = property(lambda self: self.loc)

    def entropy(self):
        return broadcast_to(self.scale.log() + self.concentration + 1, self._batch_shape)

    @constraints.dependent_property(is_discrete=False, event_dim=0)
    def support(self):
        end = self.loc - self.scale / self.concentration
        return constraints.interval(self.loc, where(self.concentration < 0, end, math.inf))
