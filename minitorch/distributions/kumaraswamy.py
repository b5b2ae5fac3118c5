"""kumaraswamy: Kumaraswamy, numbers between 0 and 1 much as Beta's, with a cdf in closed form (shelf)."""

import math

from ..creation.zeros import full_like
from . import constraints
from .transformed_distribution import TransformedDistribution
from .transforms import AffineTransform, PowerTransform
from .uniform import Uniform
from .utils import broadcast_all, euler_constant

__all__ = ["Kumaraswamy"]


class Kumaraswamy(TransformedDistribution):
    """(1 - u ** (1 / concentration0)) ** (1 / concentration1) for a uniform u. Source: PyTorch, torch.distributions.Kumaraswamy."""

    arg_constraints = {"concentration1": constraints.positive, "concentration0": constraints.positive}
    support = constraints.unit_interval
    has_rsample = True
    _batch_parameters = ("concentration1", "concentration0")

    def __init__(self, concentration1, concentration0, validate_args=None):
        self.concentration1, self.concentration0 = broadcast_all(concentration1, concentration0)
        ends = full_like(self.concentration0, 0), full_like(self.concentration0, 1)
        steps = [
            PowerTransform(exponent=self.concentration0.reciprocal()), AffineTransform(loc=1.0, scale=-1.0),
            PowerTransform(exponent=self.concentration1.reciprocal()),
        ]  # fmt: skip
        super().__init__(Uniform(*ends, validate_args=validate_args), steps, validate_args=validate_args)

    def _moment(self, n):
        """The mean of x ** n."""
        a, b = 1 + n / self.concentration1, self.concentration0
        return b * (a.lgamma() + b.lgamma() - (a + b).lgamma()).exp()

    mean = property(lambda self: self._moment(1))
    variance = property(lambda self: self._moment(2) - self.mean.pow(2))

    @property
    def mode(self):
        a, b = self.concentration1, self.concentration0
        found = b.reciprocal() * (-b).log1p() - (-b * a).log1p()
        found[(b < 1) | (a < 1)] = math.nan
        return found.exp()

    def entropy(self):
        a, b = self.concentration1, self.concentration0
        return 1 - b.reciprocal() + (1 - a.reciprocal()) * ((b + 1).digamma() + euler_constant) - a.log() - b.log()
