"""normal: Normal, the bell curve (shelf)."""

import math

from ..graph.grad_mode import no_grad
from ..random.like import normal
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
    mode = property(lambda self: self.loc)
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
