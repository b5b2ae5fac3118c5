"""random: the generator, and the numbers that PyTorch draws for the same seed."""

# isort: off
from .generator import Generator, default_generator, fork_rng, initial_seed, manual_seed, seed
from .distributions import (
    bernoulli, chosen, exponential, fractions, normal, one_by_one, randint, random_integers, randperm, rounded, uniform,
    working_type,
)  # fmt: skip
