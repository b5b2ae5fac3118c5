"""special: the functions of torch.special, under the names that they have there.

Many of them are operations that minitorch has by another name, too: expit is sigmoid, psi is digamma.

>>> import minitorch as mt
>>> mt.special.expit(mt.tensor([0.0])), mt.special.gammaln(mt.tensor([5.0]))
(tensor([0.5000]), tensor([3.1781]))
"""

from .ops.bell import entr, erfcx, log_ndtr, ndtr, ndtri, xlog1py
from .ops.bessel import i0, i0e, i1, i1e
from .ops.cylinders import (
    airy_ai,
    bessel_j0,
    bessel_j1,
    bessel_y0,
    bessel_y1,
    modified_bessel_i0,
    modified_bessel_i1,
    modified_bessel_k0,
    modified_bessel_k1,
    scaled_modified_bessel_k0,
    scaled_modified_bessel_k1,
    spherical_bessel_j0,
)  # fmt: skip
from .ops.elementwise import exp2, expm1, log1p
from .ops.elementwise import sigmoid as expit
from .ops.gammas import igamma as gammainc
from .ops.gammas import igammac as gammaincc
from .ops.gammas import mvlgamma as multigammaln
from .ops.gammas import zeta
from .ops.polynomials import (
    chebyshev_polynomial_t,
    chebyshev_polynomial_u,
    chebyshev_polynomial_v,
    chebyshev_polynomial_w,
    hermite_polynomial_h,
    hermite_polynomial_he,
    laguerre_polynomial_l,
    legendre_polynomial_p,
    shifted_chebyshev_polynomial_t,
    shifted_chebyshev_polynomial_u,
    shifted_chebyshev_polynomial_v,
    shifted_chebyshev_polynomial_w,
)  # fmt: skip
from .ops.powers import xlogy
from .ops.rounding import round
from .ops.softmax import log_softmax, softmax
from .ops.special import digamma, erf, erfc, erfinv, logit, polygamma, sinc
from .ops.special import digamma as psi
from .ops.special import lgamma as gammaln
from .ops.statistics import logsumexp

__all__ = [
    "airy_ai", "bessel_j0", "bessel_j1", "bessel_y0", "bessel_y1", "chebyshev_polynomial_t",
    "chebyshev_polynomial_u", "chebyshev_polynomial_v", "chebyshev_polynomial_w", "digamma", "entr", "erf", "erfc",
    "erfcx", "erfinv", "exp2", "expit", "expm1", "gammainc", "gammaincc", "gammaln", "hermite_polynomial_h",
    "hermite_polynomial_he", "i0", "i0e", "i1", "i1e", "laguerre_polynomial_l", "legendre_polynomial_p", "log1p",
    "log_ndtr", "log_softmax", "logit", "logsumexp", "modified_bessel_i0", "modified_bessel_i1",
    "modified_bessel_k0", "modified_bessel_k1", "multigammaln", "ndtr", "ndtri", "polygamma", "psi", "round",
    "scaled_modified_bessel_k0", "scaled_modified_bessel_k1", "shifted_chebyshev_polynomial_t",
    "shifted_chebyshev_polynomial_u", "shifted_chebyshev_polynomial_v", "shifted_chebyshev_polynomial_w", "sinc",
    "softmax", "spherical_bessel_j0", "xlog1py", "xlogy", "zeta",
]  # fmt: skip
