"""distributions: the random variables that training programs use, with densities, samples and divergences."""

# isort: off
from . import constraints
from .distribution import Distribution
from .normal import Normal
from .bernoulli import Bernoulli
from .categorical import Categorical
from .continuous import Beta, Exponential, Gamma, Uniform
from .multivariate_normal import MultivariateNormal
from .independent import Independent
from .kl import kl_divergence, register_kl

__all__ = [
    "Bernoulli", "Beta", "Categorical", "Distribution", "Exponential", "Gamma", "Independent", "MultivariateNormal", "Normal",
    "Uniform", "kl_divergence", "register_kl",
]  # fmt: skip


def __getattr__(name):
    raise AttributeError(
        f"minitorch.distributions has no {name!r}. It has {', '.join(__all__)}; "
        "for another distribution, write a subclass of Distribution."
    )
