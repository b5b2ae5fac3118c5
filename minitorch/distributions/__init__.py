"""distributions: random variables with their densities, samples and divergences, a file per kind."""

# isort: off
from . import constraints, transforms
from .distribution import Distribution
from .exp_family import ExponentialFamily
from .normal import Normal
from .uniform import Uniform
from .bernoulli import Bernoulli
from .categorical import Categorical
from .one_hot_categorical import OneHotCategorical, OneHotCategoricalStraightThrough
from .gamma import Gamma
from .chi2 import Chi2
from .dirichlet import Dirichlet
from .beta import Beta
from .exponential import Exponential
from .laplace import Laplace
from .cauchy import Cauchy
from .poisson import Poisson
from .geometric import Geometric
from .binomial import Binomial
from .negative_binomial import NegativeBinomial
from .multinomial import Multinomial
from .studentT import StudentT
from .fishersnedecor import FisherSnedecor
from .multivariate_normal import MultivariateNormal
from .lowrank_multivariate_normal import LowRankMultivariateNormal
from .von_mises import VonMises
from .continuous_bernoulli import ContinuousBernoulli
from .generalized_pareto import GeneralizedPareto
from .lkj_cholesky import LKJCholesky
from .wishart import Wishart
from .independent import Independent
from .mixture_same_family import MixtureSameFamily
from .transforms import *
from .constraint_registry import biject_to, transform_to
from .transformed_distribution import TransformedDistribution
from .log_normal import LogNormal
from .half_normal import HalfNormal
from .half_cauchy import HalfCauchy
from .gumbel import Gumbel
from .weibull import Weibull
from .pareto import Pareto
from .inverse_gamma import InverseGamma
from .kumaraswamy import Kumaraswamy
from .logistic_normal import LogisticNormal
from .relaxed_bernoulli import RelaxedBernoulli
from .relaxed_categorical import RelaxedOneHotCategorical
from .kl import kl_divergence, register_kl

__all__ = sorted([name for name, value in globals().items() if callable(value) and name[0] != "_"])
