"""elementwise: ExpTransform, AffineTransform, SigmoidTransform, TanhTransform ...: element by element (shelf)."""

import math

from ... import dtypes
from ...creation.zeros import full_like
from ...nn.functional.smooth_activation import softplus
from ...ops.view.expand import broadcast_shapes
from .. import constraints
from ..utils import NUMBERS, broadcast_all, lazy_property
from .transform import Transform


class Elementwise(Transform):
    """What most of them share: every object of a class is the same, and they rise."""

    bijective = True
    domain, codomain = constraints.real, constraints.positive
    sign = +1

    def __eq__(self, other):
        return isinstance(other, type(self))


class ExpTransform(Elementwise):
    """y = exp(x). Source: PyTorch, torch.distributions.transforms.ExpTransform."""

    def _call(self, x):
        return x.exp()

    def _inverse(self, y):
        return y.log()

    def log_abs_det_jacobian(self, x, y):
        return x


class SoftplusTransform(Elementwise):
    """y = log(1 + exp(x)). Source: PyTorch, torch.distributions.transforms.SoftplusTransform."""

    def _call(self, x):
        return softplus(x)

    def _inverse(self, y):
        return (-y).expm1().neg().log() + y

    def log_abs_det_jacobian(self, x, y):
        return -softplus(-x)


class SigmoidTransform(Elementwise):
    """y = 1 / (1 + exp(-x)). Source: PyTorch, torch.distributions.transforms.SigmoidTransform."""

    codomain = constraints.unit_interval

    def _call(self, x):
        return _clipped_sigmoid(x)

    def _inverse(self, y):
        y = clipped(y)
        return y.log() - (-y).log1p()

    def log_abs_det_jacobian(self, x, y):
        return -softplus(-x) - softplus(x)


def clipped(y):
    """Numbers kept away from 0 and 1."""
    limits = dtypes.finfo(y.dtype)
    return y.clamp(min=limits.tiny, max=1.0 - limits.eps)


def _clipped_sigmoid(x):
    return clipped(x.sigmoid())


class TanhTransform(Elementwise):
    """y = tanh(x). Source: PyTorch, torch.distributions.transforms.TanhTransform."""

    codomain = constraints.interval(-1.0, 1.0)

    def _call(self, x):
        return x.tanh()

    def _inverse(self, y):
        return y.atanh()

    def log_abs_det_jacobian(self, x, y):
        return 2.0 * (math.log(2.0) - x - softplus(-2.0 * x))


class AbsTransform(Transform):
    """y = |x|, whose inverse gives the positive one. Source: PyTorch, torch.distributions.transforms.AbsTransform."""

    domain, codomain = constraints.real, constraints.positive

    def __eq__(self, other):
        return isinstance(other, AbsTransform)

    def _call(self, x):
        return x.abs()

    def _inverse(self, y):
        return y


class PowerTransform(Transform):
    """y = x ** exponent. Source: PyTorch, torch.distributions.transforms.PowerTransform."""

    domain = codomain = constraints.positive
    bijective = True

    def __init__(self, exponent, cache_size=0):
        super().__init__(cache_size=cache_size)
        (self.exponent,) = broadcast_all(exponent)

    def with_cache(self, cache_size=1):
        return self if self._cache_size == cache_size else PowerTransform(self.exponent, cache_size=cache_size)

    @lazy_property
    def sign(self):
        return self.exponent.sign()

    def __eq__(self, other):
        return isinstance(other, PowerTransform) and self.exponent.eq(other.exponent).all().item()

    def _call(self, x):
        return x.pow(self.exponent)

    def _inverse(self, y):
        return y.pow(1 / self.exponent)

    def log_abs_det_jacobian(self, x, y):
        return (self.exponent * y / x).abs().log()

    def forward_shape(self, shape):
        return broadcast_shapes(shape, self.exponent.shape)

    inverse_shape = forward_shape


class AffineTransform(Transform):
    """y = loc + scale x.

    event_dim  how many dimensions belong together

    Source: PyTorch, torch.distributions.transforms.AffineTransform.
    """

    bijective = True

    def __init__(self, loc, scale, event_dim=0, cache_size=0):
        super().__init__(cache_size=cache_size)
        self.loc, self.scale, self._event_dim = loc, scale, event_dim

    event_dim = property(lambda self: self._event_dim)

    @constraints.dependent_property(is_discrete=False)
    def domain(self):
        return constraints.independent(constraints.real, self.event_dim) if self.event_dim else constraints.real

    codomain = domain

    def with_cache(self, cache_size=1):
        if self._cache_size == cache_size:
            return self
        return AffineTransform(self.loc, self.scale, self.event_dim, cache_size=cache_size)

    def __eq__(self, other):
        if not isinstance(other, AffineTransform):
            return False
        return alike(self.loc, other.loc) and alike(self.scale, other.scale)

    @property
    def sign(self):
        if isinstance(self.scale, NUMBERS):
            return (self.scale > 0) - (self.scale < 0)
        return self.scale.sign()

    def _call(self, x):
        return self.loc + self.scale * x

    def _inverse(self, y):
        return (y - self.loc) / self.scale

    def log_abs_det_jacobian(self, x, y):
        number = isinstance(self.scale, NUMBERS)
        found, shape = full_like(x, math.log(abs(self.scale))) if number else self.scale.abs().log(), x.shape
        if self.event_dim:
            found = found.view((*found.shape[: -self.event_dim], -1)).sum(-1)
            shape = shape[: -self.event_dim]
        return found.expand(shape)

    def forward_shape(self, shape):
        return broadcast_shapes(shape, getattr(self.loc, "shape", ()), getattr(self.scale, "shape", ()))

    inverse_shape = forward_shape


def alike(one, other):
    """Whether two numbers or tensors are equal everywhere."""
    same = one == other
    return same if isinstance(same, bool) else same.all().item()


class CumulativeDistributionTransform(Transform):
    """y = the probability of a value at most x, in a distribution: it makes any distribution uniform.

    Source: PyTorch, torch.distributions.transforms.CumulativeDistributionTransform.
    """

    bijective = True
    codomain = constraints.unit_interval
    sign = +1

    def __init__(self, distribution, cache_size=0):
        super().__init__(cache_size=cache_size)
        self.distribution = distribution

    domain = property(lambda self: self.distribution.support)

    def _call(self, x):
        return self.distribution.cdf(x)

    def _inverse(self, y):
        return self.distribution.icdf(y)

    def log_abs_det_jacobian(self, x, y):
        return self.distribution.log_prob(x)

    def with_cache(self, cache_size=1):
        if self._cache_size == cache_size:
            return self
        return CumulativeDistributionTransform(self.distribution, cache_size=cache_size)
