"""exponential: Exponential, how long until the next event of a rate (shelf)."""

from ..creation.zeros import empty, zeros_like
from ..size import Size
from . import constraints
from .distribution import Distribution
from .utils import broadcast_all


class Exponential(Distribution):
    """The density rate * exp(-rate x). Source: PyTorch, torch.distributions.Exponential."""

    arg_constraints = {"rate": constraints.positive}
    support = constraints.nonnegative
    has_rsample = True

    def __init__(self, rate, validate_args=None):
        (self.rate,) = broadcast_all(rate)
        super().__init__(self.rate.shape, validate_args=validate_args)

    mean = property(lambda self: self.rate.reciprocal())
    mode = property(lambda self: zeros_like(self.rate))
    stddev = property(lambda self: self.rate.reciprocal())
    variance = property(lambda self: self.rate.pow(-2))

    def rsample(self, sample_shape=Size()):  # noqa: B008
        drawn = empty(self._extended_shape(sample_shape), dtype=self.rate.dtype, device=self.rate.device)
        return drawn.exponential_() / self.rate

    def log_prob(self, value):
        self._check(value)
        return self.rate.log() - self.rate * value

    def cdf(self, value):
        self._check(value)
        return 1 - (-self.rate * value).exp()

    def icdf(self, value):
        return -(-value).log1p() / self.rate

    def entropy(self):
        return 1.0 - self.rate.log()
