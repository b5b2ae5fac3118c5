"""geometric_, log_normal_, cauchy_ (shelf)."""

import numpy as np

from ... import random
from ..._tensor import method
from ...dtypes import FLOATING
from ...random import scattered
from ...random.scattered import in_memory
from .random import _draw

__all__ = []


# --- by chance: the numbers that PyTorch draws for the same seed ----------------------------------------------------------


def chances(self, generator):
    """A fraction from [0, 1) for every element, in double precision."""
    source, size = random.chosen(generator), self._array.size
    return in_memory(self._array, lambda shape: random.fractions(size, np.float64, source).reshape(shape))


@method
def geometric_(self, p, *, generator=None):
    """Fill with how many tries it takes until something of probability p happens.

    Errors: RuntimeError for a p outside (0, 1). Source: PyTorch, torch.Tensor.geometric_.
    """
    if not 0 < p < 1:
        raise RuntimeError(f"geometric_ expects p to be in (0, 1), but got p={p}")
    return _draw(self, np.ceil(np.log(chances(self, generator)) / np.log1p(-p)))


@method
def log_normal_(self, mean=1, std=2, *, generator=None):
    """Fill with e to the power of numbers from the normal distribution with that mean and standard deviation.

    Errors: RuntimeError unless std > 0, NotImplementedError for integers. Source: PyTorch, torch.Tensor.log_normal_.
    """
    if not std > 0:
        raise RuntimeError(f"log_normal_ expects std > 0.0, but found std={std}")
    random.working_type(self._array.dtype, "log_normal_cpu")
    normal = scattered.in_pairs(self._array.size, random.chosen(generator))
    normal = in_memory(self._array, normal.reshape)
    return _draw(self, np.exp(normal * std + mean))


@method
def cauchy_(self, median=0, sigma=1, *, generator=None):
    """Fill with numbers from the Cauchy distribution, which has a peak at `median` and no mean.

    Errors: RuntimeError unless sigma > 0, and for integers. Source: PyTorch, torch.Tensor.cauchy_.
    """
    if self.dtype.category < FLOATING:
        raise RuntimeError(
            "Cauchy distribution is a continuous probability distribution. dtype must be a floating point but you "
            f"specified {self.dtype.name}"
        )
    if not sigma > 0:
        raise RuntimeError(f"cauchy_ expects sigma > 0.0, but found sigma={sigma}")
    small = np.finfo(np.float64).eps
    numbers = median + sigma * np.tan(np.pi * (chances(self, generator).clip(small, 1 - small) - 0.5))
    return _draw(self, numbers)
