"""gamma: Gamma, how long until so many events of a rate have come (shelf)."""

from ..creation.asarray import asarray
from ..creation.type_info import finfo
from ..random.gamma import _standard_gamma
from ..size import Size
from ..special.functions import igamma
from . import constraints
from .distribution import Distribution
from .utils import broadcast_all


class Gamma(Distribution):
    """The gamma distribution, with a shape `concentration` and a `rate`. Source: PyTorch, torch.distributions.Gamma."""

    arg_constraints = {"concentration": constraints.positive, "rate": constraints.positive}
    support = constraints.nonnegative
    has_rsample = True

    def __init__(self, concentration, rate, validate_args=None):
        self.concentration, self.rate = broadcast_all(concentration, rate)
        super().__init__(self.concentration.shape, validate_args=validate_args)

    mean = property(lambda self: self.concentration / self.rate)
    mode = property(lambda self: ((self.concentration - 1) / self.rate).clamp(min=0))
    variance = property(lambda self: self.concentration / self.rate.pow(2))

    def rsample(self, sample_shape=Size()):  # noqa: B008
        shape = self._extended_shape(sample_shape)
        value = _standard_gamma(self.concentration.expand(shape)) / self.rate.expand(shape)
        value.detach().clamp_(min=finfo(value.dtype).tiny)  # the numbers alone: no step of the graph
        return value

    def log_prob(self, value):
        value = asarray(value, dtype=self.rate.dtype, device=self.rate.device)
        self._check(value)
        scale = self.concentration.xlogy(self.rate) - self.concentration.lgamma()
        return scale + (self.concentration - 1).xlogy(value) - self.rate * value

    def cdf(self, value):
        self._check(value)
        return igamma(self.concentration, self.rate * value)

    def entropy(self):
        a = self.concentration
        return a - self.rate.log() + a.lgamma() + (1.0 - a) * a.digamma()
