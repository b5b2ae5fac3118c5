"""special: the functions of torch.special, under the names that they have there.

Many of them are operations that minitorch has by another name, too: expit is sigmoid, psi is digamma.

>>> import minitorch as mt
>>> mt.special.expit(mt.tensor([0.0])), mt.special.gammaln(mt.tensor([5.0]))
(tensor([0.5000]), tensor([3.1781]))
"""

from .._lazy import end_of_package, missing_name

# isort: off
try:
    from ..ops.pointwise.exp_log import log1p
    from ..ops.pointwise.exponential import exp2, expm1
    from ..ops.pointwise.activation import sigmoid as expit
    from ..ops.pointwise.round import round
    from ..ops.pointwise.exponential import erf, erfc, erfinv
    from ..ops.pointwise.exponential import xlogy
    from ..ops.reduction.further import logsumexp
    from .functions import digamma, logit
    from .functions import digamma as psi
    from .functions import lgamma as gammaln
    from ..ops.pointwise.softmax import log_softmax, softmax
except ModuleNotFoundError as missing:
    end_of_package(missing)

__all__ = """digamma erf erfc erfinv exp2 expit expm1 gammaln log1p log_softmax logit logsumexp psi round softmax
xlogy""".split()


def __getattr__(name):
    return missing_name(__name__, name)
