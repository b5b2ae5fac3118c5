"""random: the generator, and the numbers that PyTorch draws for the same seed."""

from .._lazy import lazy_names

# isort: off
from .generator import Generator, default_generator, initial_seed, manual_seed, seed
from .distributions import (
    bernoulli, chosen, fractions, normal, one_by_one, randint, randperm, rounded, uniform, working_type,
)  # fmt: skip

__getattr__, __dir__ = lazy_names(__name__)
