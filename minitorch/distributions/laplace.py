"""laplace: Laplace, two exponential distributions back to back (shelf)."""

from .. import dtypes
from ..creation.zeros import empty
from ..size import Size
from . import constraints
from .distribution import Distribution
from .utils import broadcast_all

__all__ = ["Laplace"]


class Laplace(Distribution):
    """The density exp(-|x - loc| / scale) / (2 scale). Source: PyTorch, torch.distributions.Laplace."""

    arg_constraints = {"loc": constraints.real, "scale": constraints.positive}
    support = constraints.real
    has_rsample = True
    _batch_parameters = ("loc", "scale")

    def __init__(self, loc, scale, validate_args=None):
        self.loc, self.scale = broadcast_all(loc, scale)
        super().__init__(self.loc.shape, validate_args=validate_args)

    mean = property(lambda self: self.loc)
    mode = property(lambda self: self.loc)
    variance = property(lambda self: 2 * self.scale.pow(2))
    stddev = property(lambda self: 2**0.5 * self.scale)

    def rsample(self, sample_shape=Size()):  # noqa: B008
        u = empty(self._extended_shape(sample_shape), dtype=self.loc.dtype, device=self.loc.device)
        u.uniform_(dtypes.finfo(self.loc.dtype).eps - 1, 1)
        return self.loc - self.scale * u.sign() * (-u.abs()).log1p()

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        return -(2 * self.scale).log() - (value - self.loc).abs() / self.scale

    def cdf(self, value):
        if self._validate_args:
            self._validate_sample(value)
        away = value - self.loc
        return 0.5 - 0.5 * away.sign() * (-away.abs() / self.scale).expm1()

    def icdf(self, value):
        away = value - 0.5
        return self.loc - self.scale * away.sign() * (-2 * away.abs()).log1p()

    def entropy(self):
        return 1 + (2 * self.scale).log()
