"""von_mises: VonMises, the normal distribution of angles (shelf)."""

import math

from .. import dtypes
from ..creation.zeros import empty, zeros
from ..graph.grad_mode import no_grad
from ..ops.index.where import where
from ..random.sampling import rand
from ..size import Size
from . import constraints
from .distribution import Distribution
from .utils import broadcast_all, lazy_property

__all__ = ["VonMises"]

# exp(-x) times the Bessel functions I0 and I1, by polynomials (Abramowitz and Stegun, 1964, 9.8): below 3.75, and from there
SMALL = (
    (1.0, 3.5156229, 3.0899424, 1.2067492, 0.2659732, 0.360768e-1, 0.45813e-2),
    (0.5, 0.87890594, 0.51498869, 0.15084934, 0.2658733e-1, 0.301532e-2, 0.32411e-3),
)
LARGE = (
    (0.39894228, 0.1328592e-1, 0.225319e-2, -0.157565e-2, 0.916281e-2, -0.2057706e-1, 0.2635537e-1, -0.1647633e-1,
     0.392377e-2),
    (0.39894228, -0.3988024e-1, -0.362018e-2, 0.163801e-2, -0.1031555e-1, 0.2282967e-1, -0.2895312e-1, 0.1787654e-1,
     -0.420059e-2),
)  # fmt: skip


def polynomial(y, coefficients):
    value = coefficients[-1]
    for coefficient in coefficients[-2::-1]:
        value = coefficient + y * value
    return value


def _log_modified_bessel_fn(x, order=0):
    """The logarithm of I0 or I1 of a positive x."""
    small = polynomial((x / 3.75) ** 2, SMALL[order])
    small = (x.abs() * small if order else small).log()
    large = x - 0.5 * x.log() + polynomial(3.75 / x, LARGE[order]).log()
    return where(x < 3.75, small, large)


class VonMises(Distribution):
    """Angles around `loc`, the closer the larger `concentration`. Source: PyTorch, torch.distributions.VonMises."""

    arg_constraints = {"loc": constraints.real, "concentration": constraints.positive}
    support = constraints.real
    has_rsample = False
    _batch_parameters = ("loc", "concentration")

    def __init__(self, loc, concentration, validate_args=None):
        self.loc, self.concentration = broadcast_all(loc, concentration)
        super().__init__(self.loc.shape, validate_args=validate_args)

    def log_prob(self, value):
        if self._validate_args:
            self._validate_sample(value)
        found = self.concentration * (value - self.loc).cos()
        return found - math.log(2 * math.pi) - _log_modified_bessel_fn(self.concentration, order=0)

    @lazy_property
    def _proposal_r(self):
        k = self.concentration.double()
        tau = 1 + (1 + 4 * k**2).sqrt()
        rho = (tau - (2 * tau).sqrt()) / (2 * k)
        return where(k < 1e-5, 1 / k + k, (1 + rho**2) / (2 * rho))

    @no_grad()
    def sample(self, sample_shape=Size()):  # noqa: B008
        """By rejection from a wrapped Cauchy distribution (Best and Fisher, 1979), in double precision."""
        shape, device = self._extended_shape(sample_shape), self.loc.device
        loc, k, r = self.loc.double(), self.concentration.double(), self._proposal_r
        x, done = empty(shape, dtype=dtypes.float64, device=device), zeros(shape, dtype=dtypes.bool, device=device)
        while not done.all():
            u1, u2, u3 = rand((3, *shape), dtype=dtypes.float64, device=device).unbind()
            z = (math.pi * u1).cos()
            f = (1 + r * z) / (r + z)
            c = k * (r - f)
            accept = (c * (2 - c) - u2 > 0) | ((c / u2).log() + 1 - c >= 0)
            x, done = where(accept, (u3 - 0.5).sign() * f.acos(), x), done | accept
        return ((x + math.pi + loc) % (2 * math.pi) - math.pi).to(self.loc.dtype)

    mean = property(lambda self: self.loc)
    mode = property(lambda self: self.loc)

    @lazy_property
    def variance(self):
        k = self.concentration
        return 1 - (_log_modified_bessel_fn(k, order=1) - _log_modified_bessel_fn(k, order=0)).exp()
