"""gumbel: Gumbel, the largest of many (shelf)."""

import math

from .. import dtypes
from ..creation.zeros import full_like, ones_like
from . import constraints
from .transformed_distribution import TransformedDistribution
from .transforms import AffineTransform, ExpTransform
from .uniform import Uniform
from .utils import broadcast_all, euler_constant

__all__ = ["Gumbel"]


class Gumbel(TransformedDistribution):
    """loc - scale * log(-log(u)) for a uniform u. Source: PyTorch, torch.distributions.Gumbel."""

    arg_constraints = {"loc": constraints.real, "scale": constraints.positive}
    support = constraints.real
    _batch_parameters = ("loc", "scale")

    def __init__(self, loc, scale, validate_args=None):
        self.loc, self.scale = broadcast_all(loc, scale)
        limits = dtypes.finfo(self.loc.dtype)
        ends = full_like(self.loc, limits.tiny), full_like(self.loc, 1 - limits.eps)
        steps = [ExpTransform().inv, AffineTransform(loc=0, scale=-ones_like(self.scale))]
        steps += [ExpTransform().inv, AffineTransform(loc=loc, scale=-self.scale)]
        super().__init__(Uniform(*ends, validate_args=validate_args), steps, validate_args=validate_args)

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        y = (self.loc - value) / self.scale
        return y - y.exp() - self.scale.log()

    mean = property(lambda self: self.loc + self.scale * euler_constant)
    mode = property(lambda self: self.loc)
    stddev = property(lambda self: (math.pi / math.sqrt(6)) * self.scale)
    variance = property(lambda self: self.stddev.pow(2))

    def entropy(self):
        return self.scale.log() + (1 + euler_constant)
