"""beta: Beta, a probability (shelf)."""

from ..ops.join.stack import stack
from ..random.gamma import _sample_dirichlet
from ..size import Size
from . import constraints
from .distribution import Distribution
from .utils import broadcast_all


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
    def mode(self):
        a, b = (self.concentration1 - 1).clamp(min=0.0), (self.concentration0 - 1).clamp(min=0.0)
        found = a / (a + b)
        no_peak = (self._both < 1).all(dim=-1)  # the density is largest at an end: PyTorch takes 1
        found[no_peak] = 1.0
        return found

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
