"""same: kl_divergence of two distributions of the same kind (shelf)."""

import math

from ...autograd.grad import grad
from ...creation.zeros import full_like
from ...linalg.solve_triangular import solve_triangular
from ...nn.functional.smooth_activation import softplus
from ...ops.view.expand import broadcast_shapes
from ..bernoulli import Bernoulli
from ..beta import Beta
from ..binomial import Binomial
from ..categorical import Categorical
from ..cauchy import Cauchy
from ..dirichlet import Dirichlet
from ..exp_family import ExponentialFamily
from ..exponential import Exponential
from ..gamma import Gamma
from ..geometric import Geometric
from ..gumbel import Gumbel
from ..half_normal import HalfNormal
from ..independent import Independent
from ..laplace import Laplace
from ..multivariate_normal import MultivariateNormal, _batch_mahalanobis
from ..normal import Normal
from ..one_hot_categorical import OneHotCategorical
from ..pareto import Pareto
from ..poisson import Poisson
from ..transformed_distribution import TransformedDistribution
from ..uniform import Uniform
from ..utils import _sum_rightmost, euler_constant
from .registry import kl_divergence, register_kl


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


@register_kl(Binomial, Binomial)
def _binomial(p, q):
    if (p.total_count < q.total_count).any():
        raise NotImplementedError("KL between Binomials where q.total_count > p.total_count is not implemented")
    found = p.total_count * (p.probs * (p.logits - q.logits) + (-p.probs).log1p() - (-q.probs).log1p())
    found[p.total_count > q.total_count] = math.inf
    return found


@register_kl(Categorical, Categorical)
def _categorical(p, q):
    terms = p.probs * (p.logits - q.logits)
    terms[(q.probs == 0).expand_as(terms)] = math.inf
    terms[(p.probs == 0).expand_as(terms)] = 0
    return terms.sum(-1)


@register_kl(OneHotCategorical, OneHotCategorical)
def _one_hot(p, q):
    return _categorical(p._categorical, q._categorical)


@register_kl(Dirichlet, Dirichlet)
def _dirichlet(p, q):
    a, b = p.concentration, q.concentration
    scale = a.sum(-1).lgamma() - b.sum(-1).lgamma() - (a.lgamma() - b.lgamma()).sum(-1)
    return scale + ((a - b) * (a.digamma() - a.sum(-1).digamma().unsqueeze(-1))).sum(-1)


@register_kl(Exponential, Exponential)
def _exponential(p, q):
    ratio = q.rate / p.rate
    return -ratio.log() + ratio - 1


@register_kl(ExponentialFamily, ExponentialFamily)
def _kl_expfamily_expfamily(p, q):
    """By the normalizer's gradient: a Bregman divergence."""
    if type(p) is not type(q):
        raise NotImplementedError(
            "The cross KL-divergence between different exponential families cannot be computed using Bregman divergences"
        )
    own = [one.detach().requires_grad_() for one in p._natural_params]
    normalizer = p._log_normalizer(*own)
    slopes = grad(normalizer.sum(), own, create_graph=True)
    found = q._log_normalizer(*q._natural_params) - normalizer
    for mine, theirs, slope in zip(own, q._natural_params, slopes, strict=True):
        found = found - _sum_rightmost((theirs - mine) * slope, len(q.event_shape))
    return found


@register_kl(Gamma, Gamma)
def _gamma(p, q):
    a, b = p.concentration, q.concentration
    found = b * (p.rate / q.rate).log() + b.lgamma() - a.lgamma()
    return found + (a - b) * a.digamma() + (q.rate - p.rate) * (a / p.rate)


@register_kl(Gumbel, Gumbel)
def _gumbel(p, q):
    ratio, theirs, ours = p.scale / q.scale, q.loc / q.scale, p.loc / q.scale
    found = -ratio.log() - theirs + ours + ratio * euler_constant
    return found + (theirs + (1 + ratio).lgamma() - ours).exp() - (1 + euler_constant)


@register_kl(Geometric, Geometric)
def _geometric(p, q):
    return -p.entropy() - (-q.probs).log1p() / p.probs - q.logits


@register_kl(Laplace, Laplace)
def _laplace(p, q):
    ratio, away = p.scale / q.scale, (p.loc - q.loc).abs()
    return -ratio.log() + away / q.scale + ratio * (-away / p.scale).exp() - 1


@register_kl(Normal, Normal)
def _normal(p, q):
    ratio = (p.scale / q.scale).pow(2)
    return 0.5 * (ratio + ((p.loc - q.loc) / q.scale).pow(2) - 1 - ratio.log())


@register_kl(HalfNormal, HalfNormal)
def _half_normal(p, q):
    return _normal(p.base_dist, q.base_dist)


@register_kl(MultivariateNormal, MultivariateNormal)
def _multivariate(p, q):
    if p.event_shape != q.event_shape:
        raise ValueError(
            "KL-divergence between two Multivariate Normals with different event shapes cannot be computed"
        )
    ours, theirs, n = p._unbroadcasted_scale_tril, q._unbroadcasted_scale_tril, p.event_shape[0]
    batch = broadcast_shapes(theirs.shape[:-2], ours.shape[:-2])
    ratio = solve_triangular(theirs.expand((*batch, n, n)), ours.expand((*batch, n, n)), upper=False)
    spread = ratio.pow(2).sum((-2, -1)) + _batch_mahalanobis(theirs, q.loc - p.loc)
    return q._half_log_det() - p._half_log_det() + 0.5 * (spread - n)


@register_kl(Pareto, Pareto)
def _pareto(p, q):
    ratio = q.alpha / p.alpha
    found = q.alpha * (p.scale / q.scale).log() - ratio.log() + ratio - 1
    found[p.support.lower_bound < q.support.lower_bound] = math.inf
    return found


@register_kl(Poisson, Poisson)
def _poisson(p, q):
    return p.rate * (p.rate.log() - q.rate.log()) - (p.rate - q.rate)


@register_kl(TransformedDistribution, TransformedDistribution)
def _transformed(p, q):
    if p.transforms != q.transforms or p.event_shape != q.event_shape:
        raise NotImplementedError
    return kl_divergence(p.base_dist, q.base_dist)


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


@register_kl(Cauchy, Cauchy)
def _cauchy(p, q):
    return ((p.scale + q.scale).pow(2) + (p.loc - q.loc).pow(2)).log() - (4 * p.scale * q.scale).log()


def infinite(tensor):
    """inf, in the shape of a parameter: q gives no probability to some of p's values."""
    return full_like(tensor, math.inf)
