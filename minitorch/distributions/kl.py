"""kl: kl_divergence, how far one distribution is from another, and register_kl, to say so for a pair of classes (shelf)."""

import math

from ..linalg.solve import solve_triangular
from ..nn.functional.smooth_activation import softplus
from ..ops.view.expand import broadcast_shapes
from .continuous import Beta, Exponential, Gamma, Normal, Uniform
from .discrete import Bernoulli, Categorical
from .distribution import Independent
from .multivariate_normal import MultivariateNormal, _batch_mahalanobis
from .utils import _sum_rightmost

_KL_REGISTRY: dict = {}  # (class of p, class of q) -> the function


def register_kl(type_p, type_q):
    """A decorator for the function that computes kl_divergence(p, q) of two classes and those that inherit from them.

    Source: PyTorch, torch.distributions.register_kl.
    """

    def decorator(function):
        _KL_REGISTRY[type_p, type_q] = function
        return function

    return decorator


def kl_divergence(p, q):
    """The mean of log p(x) - log q(x) for x from p. Never negative, and 0 where the two are the same.

    >>> import minitorch as mt
    >>> from minitorch.distributions import Normal, kl_divergence
    >>> kl_divergence(Normal(0.0, 1.0), Normal(1.0, 1.0))
    tensor(0.5000)

    There are formulas for two of the same class; register_kl adds others.

    Errors: NotImplementedError for a pair without a formula. Source: PyTorch, torch.distributions.kl_divergence.
    """
    return formula_for(type(p), type(q))(p, q)


def formula_for(type_p, type_q):
    """The function for two classes, or for the nearest of those that they inherit from."""
    for p in type_p.__mro__:
        for q in type_q.__mro__:
            if (p, q) in _KL_REGISTRY:
                return _KL_REGISTRY[p, q]
    raise NotImplementedError(f"No KL(p || q) is implemented for p type {type_p.__name__} and q type {type_q.__name__}")


# --- two of the same kind -----------------------------------------------------------------------------------------------


@register_kl(Bernoulli, Bernoulli)
def _bernoulli(p, q):
    yes = p.probs * (softplus(-q.logits) - softplus(-p.logits))
    yes[q.probs == 0] = math.inf
    yes[p.probs == 0] = 0
    no = (1 - p.probs) * (softplus(q.logits) - softplus(p.logits))
    no[q.probs == 1] = math.inf
    no[p.probs == 1] = 0
    return yes + no


@register_kl(Beta, Beta)
def _beta(p, q):
    p_sum, q_sum = p.concentration1 + p.concentration0, q.concentration1 + q.concentration0
    scale = q.concentration1.lgamma() + q.concentration0.lgamma() + p_sum.lgamma()
    scale = scale - (p.concentration1.lgamma() + p.concentration0.lgamma() + q_sum.lgamma())
    slopes = (p.concentration1 - q.concentration1) * p.concentration1.digamma()
    slopes = slopes + (p.concentration0 - q.concentration0) * p.concentration0.digamma()
    return scale + slopes + (q_sum - p_sum) * p_sum.digamma()


@register_kl(Categorical, Categorical)
def _categorical(p, q):
    terms = p.probs * (p.logits - q.logits)
    terms[(q.probs == 0).expand_as(terms)] = math.inf
    terms[(p.probs == 0).expand_as(terms)] = 0
    return terms.sum(-1)


@register_kl(Exponential, Exponential)
def _exponential(p, q):
    ratio = q.rate / p.rate
    return -ratio.log() + ratio - 1


@register_kl(Gamma, Gamma)
def _gamma(p, q):
    a, b = p.concentration, q.concentration
    found = b * (p.rate / q.rate).log() + b.lgamma() - a.lgamma()
    return found + (a - b) * a.digamma() + (q.rate - p.rate) * (a / p.rate)


@register_kl(Normal, Normal)
def _normal(p, q):
    ratio = (p.scale / q.scale).pow(2)
    return 0.5 * (ratio + ((p.loc - q.loc) / q.scale).pow(2) - 1 - ratio.log())


@register_kl(MultivariateNormal, MultivariateNormal)
def _multivariate(p, q):
    if p.event_shape != q.event_shape:
        raise ValueError("kl_divergence needs two normals of one event shape")
    ours, theirs, n = p._unbroadcasted_scale_tril, q._unbroadcasted_scale_tril, p.event_shape[0]
    batch = broadcast_shapes(theirs.shape[:-2], ours.shape[:-2])
    ratio = solve_triangular(theirs.expand((*batch, n, n)), ours.expand((*batch, n, n)), upper=False)
    squares = ratio.pow(2).sum((-2, -1)) + _batch_mahalanobis(theirs, q.loc - p.loc)
    return q._half_log_det() - p._half_log_det() + 0.5 * (squares - n)


@register_kl(Uniform, Uniform)
def _uniform(p, q):
    found = ((q.high - q.low) / (p.high - p.low)).log()
    found[(q.low > p.low) | (q.high < p.high)] = math.inf
    return found


@register_kl(Independent, Independent)
def _independent(p, q):
    if p.reinterpreted_batch_ndims != q.reinterpreted_batch_ndims:
        raise NotImplementedError
    return _sum_rightmost(kl_divergence(p.base_dist, q.base_dist), p.reinterpreted_batch_ndims)
