"""studentT: StudentT, a normal number over an estimate of its standard deviation (shelf)."""

import math

from ..ops.pointwise.exp_log import rsqrt
from ..size import Size
from . import constraints
from .chi2 import Chi2
from .distribution import Distribution
from .utils import _standard_normal, broadcast_all

__all__ = ["StudentT"]


class StudentT(Distribution):
    """Student's distribution with `df` degrees of freedom. Source: PyTorch, torch.distributions.StudentT."""

    arg_constraints = {"df": constraints.positive, "loc": constraints.real, "scale": constraints.positive}
    support = constraints.real
    has_rsample = True
    _batch_parameters = ("df", "loc", "scale", "_chi2")

    def __init__(self, df, loc=0.0, scale=1.0, validate_args=None):
        self.df, self.loc, self.scale = broadcast_all(df, loc, scale)
        self._chi2 = Chi2(self.df)
        super().__init__(self.df.shape, validate_args=validate_args)

    mode = property(lambda self: self.loc)

    @property
    def mean(self):
        found = self.loc.clone()
        found[self.df <= 1] = math.nan
        return found

    @property
    def variance(self):
        found, finite = self.df.clone(), self.df > 2
        found[finite] = self.scale[finite].pow(2) * self.df[finite] / (self.df[finite] - 2)
        found[(self.df <= 2) & (self.df > 1)] = math.inf
        found[self.df <= 1] = math.nan
        return found

    def rsample(self, sample_shape=Size()):  # noqa: B008
        x = _standard_normal(self._extended_shape(sample_shape), self.df.dtype, self.df.device)
        return self.loc + self.scale * (x * rsqrt(self._chi2.rsample(sample_shape) / self.df))

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        y, half = (value - self.loc) / self.scale, 0.5 * self.df
        z = self.scale.log() + 0.5 * self.df.log() + 0.5 * math.log(math.pi) + half.lgamma()
        z = z - (0.5 * (self.df + 1.0)).lgamma()
        return -0.5 * (self.df + 1.0) * (y**2.0 / self.df).log1p() - z

    def entropy(self):
        low, high = 0.5 * self.df, 0.5 * (self.df + 1)
        beta = low.lgamma() + math.lgamma(0.5) - high.lgamma()
        return self.scale.log() + high * (high.digamma() - low.digamma()) + 0.5 * self.df.log() + beta
