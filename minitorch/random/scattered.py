"""scattered: what methods such as normal_() draw, in the order of memory (shelf)."""

import math

import numpy as np

from ..creation.meta import MetaArray
from .distributions import chosen, fractions, in_parts, largest_whole, randint, rounded, working_type
from .float32 import multiply_add


def in_memory(x, draw):
    """draw(shape) for the array x, in the order of memory: of a transposed matrix column by column. Nothing on "meta"."""
    if isinstance(x, MetaArray):
        return x
    order = sorted(range(x.ndim), key=lambda dim: -x.strides[dim])
    back = sorted(range(x.ndim), key=order.__getitem__)
    return draw(tuple([x.shape[dim] for dim in order])).transpose(back)


def exponential(shape, np_dtype, rate=1.0, generator=None):
    """Numbers from the exponential distribution, whose density at x is rate * exp(-rate * x)."""
    if not rate > 0:
        raise RuntimeError(f"exponential_ expects lambda > 0.0, but found lambda={rate}")
    working_type(np_dtype, "exponential")
    chances = fractions(math.prod(shape), np.float64, chosen(generator))
    return rounded(-1 / rate * np.log1p(-chances), np_dtype).reshape(shape)


def random_integers(shape, np_dtype, low=0, high=None, generator=None):
    """Integers from [low, high); without bounds, from 0 to the largest up to which the dtype has all of them."""
    end = largest_whole(np_dtype) + 1 if high is None else high
    if high is not None or low:
        return randint(low, end, shape, np_dtype, generator)
    draw = chosen(generator).long_words if np_dtype.itemsize == 8 else chosen(generator).words
    return rounded((draw(math.prod(shape)) % end).view(np.int64), np_dtype).reshape(shape)


def in_pairs(n, generator):
    """What one_by_one gives, for many numbers at once."""
    first = [] if generator._spare is None or not n else [generator._spare]
    if first:
        generator._spare = None
    pairs = (n - len(first) + 1) // 2
    direction, chance = fractions(2 * pairs, np.float64, generator).reshape(pairs, 2).T
    angle, radius = 2 * math.pi * direction, np.sqrt(-2 * np.log1p(-chance))
    numbers = np.concatenate([first, np.stack([radius * np.cos(angle), radius * np.sin(angle)], 1).reshape(-1)])
    if len(numbers) > n:
        generator._spare = float(numbers[-1])
    return numbers[:n]


def scattered_normal(shape, np_dtype, mean=0.0, std=1.0, generator=None):
    """Normal numbers for memory with gaps or in another order: PyTorch makes those one by one, however many there are."""
    if np_dtype.kind == "c":
        return in_parts(scattered_normal, shape, np_dtype, mean, std / math.sqrt(2), generator)
    working_type(np_dtype, "normal_kernel_cpu")
    values = in_pairs(math.prod(shape), chosen(generator))
    return rounded(multiply_add(values, np.float64(std), np.float64(mean)), np_dtype).reshape(shape)
