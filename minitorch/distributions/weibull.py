"""weibull: Weibull, lifetimes whose risk grows or falls with age (shelf)."""

from ..creation.zeros import ones_like
from ..size import Size
from . import constraints
from .exponential import Exponential
from .transformed_distribution import TransformedDistribution
from .transforms import AffineTransform, PowerTransform
from .utils import broadcast_all, euler_constant

__all__ = ["Weibull"]


class Weibull(TransformedDistribution):
    """scale * e ** (1 / concentration) for an exponential e. Source: PyTorch, torch.distributions.Weibull."""

    arg_constraints = {"scale": constraints.positive, "concentration": constraints.positive}
    support = constraints.positive
    _batch_parameters = ("scale", "concentration")

    def __init__(self, scale, concentration, validate_args=None):
        self.scale, self.concentration = broadcast_all(scale, concentration)
        base = Exponential(ones_like(self.scale), validate_args=validate_args)
        super().__init__(base, self._steps(), validate_args=validate_args)

    def _steps(self):
        """The transforms; what they need of the parameters is computed once."""
        self.concentration_reciprocal = self.concentration.reciprocal()
        return [PowerTransform(exponent=self.concentration_reciprocal), AffineTransform(loc=0, scale=self.scale)]

    def expand(self, batch_shape, _instance=None):
        new, batch_shape = self._get_checked_instance(Weibull, _instance), Size(batch_shape)
        new.scale, new.concentration = self.scale.expand(batch_shape), self.concentration.expand(batch_shape)
        TransformedDistribution.__init__(new, self.base_dist.expand(batch_shape), new._steps(), validate_args=False)
        new._validate_args = self._validate_args
        return new

    mean = property(lambda self: self.scale * (1 + self.concentration_reciprocal).lgamma().exp())

    @property
    def mode(self):
        return self.scale * ((self.concentration - 1) / self.concentration) ** self.concentration.reciprocal()

    @property
    def variance(self):
        r = self.concentration_reciprocal
        return self.scale.pow(2) * ((1 + 2 * r).lgamma().exp() - (2 * (1 + r).lgamma()).exp())

    def entropy(self):
        r = self.concentration_reciprocal
        return euler_constant * (1 - r) + (self.scale * r).log() + 1
