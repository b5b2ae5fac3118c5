"""fishersnedecor: FisherSnedecor, the ratio of two mean squares (shelf)."""

import math

from .. import dtypes
from ..size import Size
from . import constraints
from .distribution import Distribution
from .gamma import Gamma
from .utils import broadcast_all

__all__ = ["FisherSnedecor"]


class FisherSnedecor(Distribution):
    """Fisher's F with df1 and df2 degrees of freedom. Source: PyTorch, torch.distributions.FisherSnedecor."""

    arg_constraints = {"df1": constraints.positive, "df2": constraints.positive}
    support = constraints.positive
    has_rsample = True
    _batch_parameters = ("df1", "df2", "_gamma1", "_gamma2")

    def __init__(self, df1, df2, validate_args=None):
        self.df1, self.df2 = broadcast_all(df1, df2)
        self._gamma1, self._gamma2 = Gamma(self.df1 * 0.5, self.df1), Gamma(self.df2 * 0.5, self.df2)
        super().__init__(self.df1.shape, validate_args=validate_args)

    @property
    def mean(self):
        found = self.df2.clone()
        found[found <= 2] = math.nan
        return found / (found - 2)

    @property
    def mode(self):
        found = (self.df1 - 2) / self.df1 * self.df2 / (self.df2 + 2)
        found[self.df1 <= 2] = math.nan
        return found

    @property
    def variance(self):
        n = self.df2.clone()
        n[n <= 4] = math.nan
        return 2 * n.pow(2) * (self.df1 + n - 2) / (self.df1 * (n - 2).pow(2) * (n - 4))

    def rsample(self, sample_shape=Size()):  # noqa: B008
        shape = self._extended_shape(sample_shape)
        x, y = self._gamma1.rsample(sample_shape).view(shape), self._gamma2.rsample(sample_shape).view(shape)
        tiny = dtypes.finfo(y.dtype).tiny
        return (x / y.clamp(min=tiny)).clamp(min=tiny)

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        a, b, ratio = self.df1 * 0.5, self.df2 * 0.5, self.df1 / self.df2
        scale = (a + b).lgamma() - a.lgamma() - b.lgamma()
        return scale + a * ratio.log() + (a - 1) * value.log() - (a + b) * (ratio * value).log1p()
