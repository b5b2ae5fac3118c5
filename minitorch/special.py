"""special: the functions of torch.special, under the names that they have there.

Many of them are operations that minitorch has by another name, too: expit is sigmoid, psi is digamma.

>>> import minitorch as mt
>>> mt.special.expit(mt.tensor([0.0])), mt.special.gammaln(mt.tensor([5.0]))
(tensor([0.5000]), tensor([3.1781]))
"""

from .ops.bell import entr, erfcx, log_ndtr, ndtr, ndtri, xlog1py
from .ops.bessel import i0, i0e, i1, i1e
from .ops.elementwise import exp2, expm1, log1p
from .ops.elementwise import sigmoid as expit
from .ops.gammas import igamma as gammainc
from .ops.gammas import igammac as gammaincc
from .ops.gammas import mvlgamma as multigammaln
from .ops.gammas import zeta
from .ops.powers import xlogy
from .ops.rounding import round
from .ops.softmax import log_softmax, softmax
from .ops.special import digamma, erf, erfc, erfinv, logit, polygamma, sinc
from .ops.special import digamma as psi
from .ops.special import lgamma as gammaln
from .ops.statistics import logsumexp

__all__ = [
    "digamma", "entr", "erf", "erfc", "erfcx", "erfinv", "exp2", "expit", "expm1", "gammainc", "gammaincc",
    "gammaln", "i0", "i0e", "i1", "i1e", "log1p", "log_ndtr", "log_softmax", "logit", "logsumexp", "multigammaln",
    "ndtr", "ndtri", "polygamma", "psi", "round", "sinc", "softmax", "xlog1py", "xlogy", "zeta",
]  # fmt: skip
