"""across: kl_divergence of distributions of two kinds (shelf)."""

import math

from ..bernoulli import Bernoulli
from ..beta import Beta
from ..binomial import Binomial
from ..continuous_bernoulli import ContinuousBernoulli
from ..exponential import Exponential
from ..gamma import Gamma
from ..gumbel import Gumbel
from ..laplace import Laplace
from ..normal import Normal
from ..pareto import Pareto
from ..poisson import Poisson
from ..uniform import Uniform
from ..utils import euler_constant
from .registry import register_kl
from .same import infinite

# --- infinite: q leaves out values of p -----------------------------------------------------------------------------------

for _p, _name, _others in (
    (Beta, "concentration1", (Pareto,)), (ContinuousBernoulli, "probs", (Pareto,)), (Exponential, "rate", (Beta, Pareto, Uniform)),
    (Gamma, "concentration", (Beta, Pareto, Uniform)),
    (Gumbel, "loc", (Beta, Exponential, Gamma, Pareto, Uniform)),
    (Laplace, "loc", (Beta, Exponential, Gamma, Pareto, Uniform)),
    (Normal, "loc", (Beta, Exponential, Gamma, Pareto, Uniform)), (Pareto, "scale", (Beta, Uniform)),
    (Poisson, "rate", (Bernoulli, Binomial)),
):  # fmt: skip
    for _q in _others:
        register_kl(_p, _q)(lambda p, q, _name=_name: infinite(getattr(p, _name)))


def where_outside(found, outside):
    """The divergences, with inf where q leaves out values of p."""
    found[outside] = math.inf
    return found


def x_log_x(x):
    return x.xlogy(x)


# --- from Bernoulli and Beta ----------------------------------------------------------------------------------------------


@register_kl(Bernoulli, Poisson)
def _bernoulli_poisson(p, q):
    return -p.entropy() - (p.probs * q.rate.log() - q.rate)


@register_kl(Beta, Exponential)
def _beta_exponential(p, q):
    return -p.entropy() - q.rate.log() + q.rate * (p.concentration1 / (p.concentration1 + p.concentration0))


@register_kl(Beta, Gamma)
def _beta_gamma(p, q):
    total = p.concentration1 + p.concentration0
    found = -p.entropy() + q.concentration.lgamma() - q.concentration * q.rate.log()
    found = found - (q.concentration - 1) * (p.concentration1.digamma() - total.digamma())
    return found + q.rate * p.concentration1 / total


@register_kl(Beta, Normal)
def _beta_normal(p, q):
    total, square = p.concentration1 + p.concentration0, q.scale.pow(2)
    mean = p.concentration1 / total
    second = (mean * (1 - mean) / (total + 1) + mean.pow(2)) * 0.5
    return -p.entropy() + 0.5 * (square * 2 * math.pi).log() + (second - q.loc * mean + q.loc.pow(2) * 0.5) / square


@register_kl(Beta, Uniform)
def _beta_uniform(p, q):
    found = -p.entropy() + (q.high - q.low).log()
    return where_outside(found, (q.low > p.support.lower_bound) | (q.high < p.support.upper_bound))


# --- from Exponential and Gamma -------------------------------------------------------------------------------------------


@register_kl(Exponential, Gamma)
def _exponential_gamma(p, q):
    ratio = q.rate / p.rate
    found = -q.concentration * ratio.log() + ratio + q.concentration.lgamma()
    return found + q.concentration * euler_constant - (1 + euler_constant)


@register_kl(Exponential, Gumbel)
def _exponential_gumbel(p, q):
    product, start = p.rate * q.scale, q.loc / q.scale
    return product.log() - 1 - start + start.exp() * product / (product + 1) + product.reciprocal()


@register_kl(Exponential, Normal)
def _exponential_normal(p, q):
    square, rate = q.scale.pow(2), p.rate.pow(2)
    found = 0.5 * (rate * square * 2 * math.pi).log() - 1
    return found + (rate.reciprocal() - q.loc / p.rate + q.loc.pow(2) * 0.5) / square


@register_kl(Gamma, Exponential)
def _gamma_exponential(p, q):
    return -p.entropy() - q.rate.log() + q.rate * p.concentration / p.rate


@register_kl(Gamma, Gumbel)
def _gamma_gumbel(p, q):
    a, product, start = p.concentration, p.rate * q.scale, q.loc / q.scale
    found = (a - 1) * a.digamma() - a.lgamma() - a + product.log() + a / product
    return found + start.exp() * (1 + product.reciprocal()).pow(-a) - start


@register_kl(Gamma, Normal)
def _gamma_normal(p, q):
    a, square = p.concentration, q.scale.pow(2)
    found = 0.5 * (p.rate.pow(2) * square * 2 * math.pi).log() - a - a.lgamma() + (a - 1) * a.digamma()
    second = 0.5 * (a.pow(2) + a) / p.rate.pow(2)
    return found + (second - q.loc * a / p.rate + 0.5 * q.loc.pow(2)) / square


# --- from Gumbel, Laplace and Normal --------------------------------------------------------------------------------------


@register_kl(Gumbel, Normal)
def _gumbel_normal(p, q):
    ratio = p.scale / q.scale
    away = ((p.loc + p.scale * euler_constant - q.loc) / q.scale).pow(2) * 0.5
    found = -(ratio / math.sqrt(2 * math.pi)).log() + (math.pi * ratio * 0.5).pow(2) / 3
    return found + away - (euler_constant + 1)


@register_kl(Laplace, Normal)
def _laplace_normal(p, q):
    square = q.scale.pow(2)
    ratio = p.scale.pow(2) / square
    away = 0.5 * p.loc.pow(2) - p.loc * q.loc + 0.5 * q.loc.pow(2)
    return -0.5 * (2 * ratio / math.pi).log() + ratio + away / square - 1


@register_kl(Normal, Gumbel)
def _normal_gumbel(p, q):
    ours, theirs, ratio = p.loc / q.scale, q.loc / q.scale, (p.scale / q.scale).pow(2)
    found = -ratio.log() * 0.5 + ours - theirs + (-ours + 0.5 * ratio + theirs).exp()
    return found - 0.5 * (1 + math.log(2 * math.pi))


@register_kl(Normal, Laplace)
def _normal_laplace(p, q):
    away, ratio = p.loc - q.loc, p.scale / q.scale
    relative = away / p.scale
    size = math.sqrt(2 / math.pi) * p.scale * (-0.5 * relative.pow(2)).exp()
    size = size + away * (math.sqrt(0.5) * relative).erf()
    return -ratio.log() + size / q.scale - 0.5 * (1 + math.log(0.5 * math.pi))


# --- from Pareto ----------------------------------------------------------------------------------------------------------


@register_kl(Pareto, Exponential)
def _pareto_exponential(p, q):
    product = p.scale * q.rate
    found = (p.alpha / product).log() - p.alpha.reciprocal() + p.alpha * product / (p.alpha - 1) - 1
    return where_outside(found, p.alpha <= 1)


@register_kl(Pareto, Gamma)
def _pareto_gamma(p, q):
    mean = p.scale.log() + p.alpha.reciprocal()
    found = p.alpha.log() - mean + q.concentration.lgamma() - q.concentration * q.rate.log()
    found = found + (1 - q.concentration) * mean + q.rate * p.alpha * p.scale / (p.alpha - 1) - 1
    return where_outside(found, p.alpha <= 1)


@register_kl(Pareto, Normal)
def _pareto_normal(p, q):
    common = p.scale / (p.alpha - 1)
    found = (math.sqrt(2 * math.pi) * q.scale * p.alpha / p.scale).log() - p.alpha.reciprocal()
    second = p.alpha * common.pow(2) / (p.alpha - 2) + (p.alpha * common - q.loc).pow(2)
    return where_outside(found + second / (2 * q.scale.pow(2)) - 1, p.alpha <= 2)


# --- from Uniform ---------------------------------------------------------------------------------------------------------


@register_kl(Uniform, Beta)
def _uniform_beta(p, q):
    width, a, b = p.high - p.low, q.concentration1, q.concentration0
    first = (a - 1) * (x_log_x(p.high) - x_log_x(p.low) - width) / width
    second = (b - 1) * (x_log_x(1 - p.high) - x_log_x(1 - p.low) + width) / width
    found = second + a.lgamma() + b.lgamma() - (a + b).lgamma() - width.log() - first
    return where_outside(found, (p.high > q.support.upper_bound) | (p.low < q.support.lower_bound))


@register_kl(Uniform, Exponential)
def _uniform_exponential(p, q):
    found = q.rate * (p.high + p.low) / 2 - ((p.high - p.low) * q.rate).log()
    return where_outside(found, p.low < q.support.lower_bound)


@register_kl(Uniform, Gamma)
def _uniform_gamma(p, q):
    width, a = p.high - p.low, q.concentration
    found = -width.log() + a.lgamma() - a * q.rate.log() + q.rate * (p.high + p.low) / 2
    found = found + (1 - a) * (x_log_x(p.high) - x_log_x(p.low) - width) / width
    return where_outside(found, p.low < q.support.lower_bound)


@register_kl(Uniform, Gumbel)
def _uniform_gumbel(p, q):
    ratio, high, low = q.scale / (p.high - p.low), (p.high - q.loc) / q.scale, (p.low - q.loc) / q.scale
    return ratio.log() + 0.5 * (high + low) - ratio * ((-high).exp() - (-low).exp())


@register_kl(Uniform, Normal)
def _uniform_normal(p, q):
    width = p.high - p.low
    second = width.pow(2) / 12 + ((p.high + p.low - 2 * q.loc) / 2).pow(2)
    return (math.sqrt(math.pi * 2) * q.scale / width).log() + 0.5 * second / q.scale.pow(2)


@register_kl(Uniform, Pareto)
def _uniform_pareto(p, q):
    width = p.high - p.low
    mean = (x_log_x(p.high) - x_log_x(p.low) - width) / width
    found = mean * (q.alpha + 1) - (q.alpha * q.scale.pow(q.alpha) * width).log()
    return where_outside(found, p.low < q.support.lower_bound)


# --- with ContinuousBernoulli ---------------------------------------------------------------------------------------------

for _p, _name in (
    (Exponential, "rate"),
    (Gamma, "concentration"),
    (Gumbel, "loc"),
    (Laplace, "loc"),
    (Normal, "loc"),
    (Pareto, "scale"),
):
    register_kl(_p, ContinuousBernoulli)(lambda p, q, _name=_name: infinite(getattr(p, _name)))


@register_kl(ContinuousBernoulli, ContinuousBernoulli)
def _continuous_bernoulli(p, q):
    found = p.mean * (p.logits - q.logits) + p._cont_bern_log_norm() + (-p.probs).log1p()
    return found - q._cont_bern_log_norm() - (-q.probs).log1p()


@register_kl(ContinuousBernoulli, Exponential)
def _continuous_bernoulli_exponential(p, q):
    return -p.entropy() - q.rate.log() + q.rate * p.mean


@register_kl(ContinuousBernoulli, Normal)
def _continuous_bernoulli_normal(p, q):
    found = -p.entropy() + 0.5 * (math.log(2.0 * math.pi) + (q.loc / q.scale).square()) + q.scale.log()
    return found + (p.variance + p.mean.square() - 2.0 * q.loc * p.mean) / (2.0 * q.scale.square())


@register_kl(ContinuousBernoulli, Uniform)
def _continuous_bernoulli_uniform(p, q):
    found = -p.entropy() + (q.high - q.low).log()
    outside = (q.low >= p.support.lower_bound) | (q.high <= p.support.upper_bound)
    return found.masked_fill(outside, math.inf)


@register_kl(Beta, ContinuousBernoulli)
@register_kl(Uniform, ContinuousBernoulli)
def _to_continuous_bernoulli(p, q):
    found = -p.entropy() - p.mean * q.logits - (-q.probs).log1p() - q._cont_bern_log_norm()
    if isinstance(p, Beta):
        return found
    outside = (p.high >= q.support.upper_bound) | (p.low <= q.support.lower_bound)
    return found.masked_fill(outside, math.inf)
