"""continuous: Normal, Exponential, Gamma, Beta, Uniform (shelf)."""

import math

from ..creation.asarray import asarray
from ..creation.type_info import finfo
from ..creation.zeros import empty
from ..graph.grad_mode import no_grad
from ..ops.join.stack import stack
from ..random.gamma import _sample_dirichlet, _standard_gamma
from ..random.like import normal
from ..random.sampling import rand
from ..size import Size
from . import constraints
from .distribution import Distribution
from .utils import _standard_normal, broadcast_all


class Normal(Distribution):
    """The normal distribution.

    loc    the mean; scale: the standard deviation

    >>> import minitorch as mt
    >>> from minitorch.distributions import Normal
    >>> Normal(0.0, 1.0).log_prob(mt.tensor(0.0))
    tensor(-0.9189)

    Errors: ValueError for a scale that is not positive. Source: PyTorch, torch.distributions.Normal.
    """

    arg_constraints = {"loc": constraints.real, "scale": constraints.positive}
    support = constraints.real
    has_rsample = True

    def __init__(self, loc, scale, validate_args=None):
        self.loc, self.scale = broadcast_all(loc, scale)
        super().__init__(self.loc.shape, validate_args=validate_args)

    mean = property(lambda self: self.loc)
    stddev = property(lambda self: self.scale)
    variance = property(lambda self: self.stddev.pow(2))

    def sample(self, sample_shape=Size()):  # noqa: B008
        shape = self._extended_shape(sample_shape)
        with no_grad():
            return normal(self.loc.expand(shape), self.scale.expand(shape))

    def rsample(self, sample_shape=Size()):  # noqa: B008
        shape = self._extended_shape(sample_shape)
        return self.loc + _standard_normal(shape, self.loc.dtype, self.loc.device) * self.scale

    def log_prob(self, value):
        self._check(value)
        square = -((value - self.loc) ** 2) / (2 * self.scale**2)
        return square - self.scale.log() - math.log(math.sqrt(2 * math.pi))

    def cdf(self, value):
        self._check(value)
        return 0.5 * (1 + ((value - self.loc) * self.scale.reciprocal() / math.sqrt(2)).erf())

    def icdf(self, value):
        return self.loc + self.scale * (2 * value - 1).erfinv() * math.sqrt(2)

    def entropy(self):
        return 0.5 + 0.5 * math.log(2 * math.pi) + self.scale.log()


class Exponential(Distribution):
    """The density rate * exp(-rate x). Source: PyTorch, torch.distributions.Exponential."""

    arg_constraints = {"rate": constraints.positive}
    support = constraints.nonnegative
    has_rsample = True

    def __init__(self, rate, validate_args=None):
        (self.rate,) = broadcast_all(rate)
        super().__init__(self.rate.shape, validate_args=validate_args)

    mean = property(lambda self: self.rate.reciprocal())
    variance = property(lambda self: self.rate.pow(-2))

    def rsample(self, sample_shape=Size()):  # noqa: B008
        drawn = empty(self._extended_shape(sample_shape), dtype=self.rate.dtype, device=self.rate.device)
        return drawn.exponential_() / self.rate

    def log_prob(self, value):
        self._check(value)
        return self.rate.log() - self.rate * value

    def entropy(self):
        return 1.0 - self.rate.log()


class Gamma(Distribution):
    """The gamma distribution, with a shape `concentration` and a `rate`. Source: PyTorch, torch.distributions.Gamma."""

    arg_constraints = {"concentration": constraints.positive, "rate": constraints.positive}
    support = constraints.nonnegative
    has_rsample = True

    def __init__(self, concentration, rate, validate_args=None):
        self.concentration, self.rate = broadcast_all(concentration, rate)
        super().__init__(self.concentration.shape, validate_args=validate_args)

    mean = property(lambda self: self.concentration / self.rate)
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

    def entropy(self):
        a = self.concentration
        return a - self.rate.log() + a.lgamma() + (1.0 - a) * a.digamma()


class Beta(Distribution):
    """Numbers between 0 and 1: the density is proportional to x**(concentration1 - 1) * (1 - x)**(concentration0 - 1).

    >>> import minitorch as mt
    >>> from minitorch.distributions import Beta
    >>> Beta(2.0, 2.0).log_prob(mt.tensor(0.5)).exp()
    tensor(1.5000)

    Errors: ValueError for a concentration that is not positive. Source: PyTorch, torch.distributions.Beta.
    """

    arg_constraints = {"concentration1": constraints.positive, "concentration0": constraints.positive}
    support = constraints.unit_interval
    has_rsample = True

    def __init__(self, concentration1, concentration0, validate_args=None):
        # both along a last dimension, as the sampler takes them: a Dirichlet distribution of two probabilities
        self._both = stack(broadcast_all(concentration1, concentration0), -1)
        super().__init__(self._both.shape[:-1], validate_args=validate_args)

    concentration1 = property(lambda self: self._both[..., 0])
    concentration0 = property(lambda self: self._both[..., 1])
    mean = property(lambda self: self.concentration1 / (self.concentration1 + self.concentration0))

    @property
    def variance(self):
        total = self.concentration1 + self.concentration0
        return self.concentration1 * self.concentration0 / (total.pow(2) * (total + 1))

    def rsample(self, sample_shape=Size()):  # noqa: B008
        return _sample_dirichlet(self._both.expand((*self._extended_shape(sample_shape), 2))).select(-1, 0)

    def log_prob(self, value):
        self._check(value)
        a, b = self.concentration1, self.concentration0
        return (a - 1).xlogy(value) + (b - 1).xlogy(1.0 - value) + (a + b).lgamma() - a.lgamma() - b.lgamma()

    def entropy(self):
        a, b = self.concentration1, self.concentration0
        total = a + b
        slopes = (2.0 - total) * total.digamma() + (a - 1.0) * a.digamma() + (b - 1.0) * b.digamma()
        return a.lgamma() + b.lgamma() - total.lgamma() - slopes


class Uniform(Distribution):
    """Numbers drawn evenly from [low, high). Source: PyTorch, torch.distributions.Uniform."""

    has_rsample = True

    def __init__(self, low, high, validate_args=None):
        self.low, self.high = broadcast_all(low, high)
        super().__init__(self.low.shape, validate_args=validate_args)

    @property
    def arg_constraints(self):
        return {"low": constraints.real, "high": constraints.greater_than(self.low)}

    mean = property(lambda self: (self.high + self.low) / 2)
    variance = property(lambda self: (self.high - self.low).pow(2) / 12)

    @property
    def support(self):
        return constraints.interval(self.low, self.high)

    def rsample(self, sample_shape=Size()):  # noqa: B008
        drawn = rand(self._extended_shape(sample_shape), dtype=self.low.dtype, device=self.low.device)
        return self.low + drawn * (self.high - self.low)

    def log_prob(self, value):
        self._check(value)
        inside = self.low.le(value).type_as(self.low) * self.high.gt(value).type_as(self.low)
        return inside.log() - (self.high - self.low).log()

    def entropy(self):
        return (self.high - self.low).log()
