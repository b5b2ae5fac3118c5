"""random: the generator, and the numbers that PyTorch draws for the same seed."""

from .._lazy import missing_name, names_of

# isort: off
from .generator import Generator, default_generator, initial_seed, manual_seed, seed
from .distributions import (
    bernoulli, chosen, fractions, normal, one_by_one, randint, randperm, rounded, uniform, working_type,
)  # fmt: skip


def __getattr__(name):
    return missing_name(__name__, name)


def __dir__():
    return names_of(__name__)
