"""distributions: the random variables that training programs use, with densities, samples and divergences."""

import sys

# isort: off
from . import constraints
from .distribution import Distribution, Independent
from .continuous import Beta, Exponential, Gamma, Normal, Uniform
from .discrete import Bernoulli, Categorical
from .multivariate_normal import MultivariateNormal
from .kl import kl_divergence, register_kl

__all__ = [
    "Bernoulli", "Beta", "Categorical", "Distribution", "Exponential", "Gamma", "Independent", "MultivariateNormal", "Normal",
    "Uniform", "kl_divergence", "register_kl",
]  # fmt: skip

for name in __all__[:-2]:  # PyTorch has a file for each class, such as distributions.normal
    sys.modules[f"{__name__}.{name.lower()}"] = globals()[name.lower()] = sys.modules[globals()[name].__module__]
del name


def __getattr__(name):
    raise AttributeError(
        f"minitorch.distributions has no {name!r}. It has {', '.join(__all__)}; "
        "for another distribution, write a subclass of Distribution."
    )
