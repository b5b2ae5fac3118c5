"""special: the functions of torch.special, under the names that they have there.

Many of them are operations that minitorch has by another name, too: expit is sigmoid, psi is digamma.

>>> import minitorch as mt
>>> mt.special.expit(mt.tensor([0.0])), mt.special.gammaln(mt.tensor([5.0]))
(tensor([0.5000]), tensor([3.1781]))
"""

from .._lazy import end_of_package

# isort: off
try:
    from ..ops.pointwise.exp_log import log1p
    from ..ops.pointwise.exponential import exp2, expm1
    from ..ops.pointwise.activation import sigmoid as expit
    from ..ops.pointwise.round import round
    from ..ops.pointwise.exponential import erf, erfc, erfinv
    from ..ops.pointwise.trigonometric import sinc
    from ..ops.pointwise.exponential import xlogy
    from ..ops.reduction.further import logsumexp
    from .bessel import i0, i1
    from .gamma import igamma as gammainc
    from .gamma import igammac as gammaincc
    from .gamma import digamma, polygamma
    from .gamma import digamma as psi
    from .gamma import lgamma as gammaln
    from .logit import logit
    from .ndtr import entr, erfcx, log_ndtr, ndtr, ndtri
    from ..ops.pointwise.softmax import log_softmax, softmax
except ModuleNotFoundError as missing:
    end_of_package(missing)

__all__ = """digamma entr erf erfc erfcx erfinv exp2 expit expm1 gammainc gammaincc gammaln i0 i1 log1p log_ndtr
log_softmax logit logsumexp ndtr ndtri polygamma psi round sinc softmax xlogy""".split()
