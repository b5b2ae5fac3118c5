"""uniform, normal, exponential, Bernoulli, integers, permutations: arrays of draws, as PyTorch makes them (shelf).

A Generator turns a seed into a sequence of 32-bit words, always the same one. The functions below it turn words into
fractions, normal numbers, integers, permutations. They follow PyTorch's CPU generator word by word and rounding by
rounding, so a seed gives the same numbers here and there, to the last bit.

They return NumPy arrays; `np_dtype` is the NumPy dtype wanted, and `generator=None` means the default generator.
"""

import math

import numpy as np

from ..backend import to_device
from .float32 import log, multiply_add, sine_cosine
from .generator import Generator, default_generator


def chosen(generator):
    """The generator to draw from."""
    if generator is not None and not isinstance(generator, Generator):
        raise TypeError(f"generator expects a minitorch.Generator or None, but got {type(generator).__name__}")
    return default_generator if generator is None else generator


# --- from words to fractions ------------------------------------------------------------------------------------------


def fractions(n, real, generator):
    """n numbers spread evenly over [0, 1): as many low bits of a word as numbers of type `real` have places."""
    draw, bits = (generator.long_words, 53) if real is np.float64 else (generator.words, 24)
    return ((draw(n) & 2**bits - 1).view(np.int64) * 2.0**-bits).astype(real, copy=False)


def working_type(np_dtype, name):
    """float64 for float64, float32 for the smaller floating dtypes; others have no fractions to draw."""
    if np_dtype.kind not in "fV":  # V: bfloat16
        raise NotImplementedError(f'"{name}" not implemented for {np_dtype.name!r}: ask for a floating dtype')
    return np.float64 if np_dtype == np.float64 else np.float32


def rounded(values, np_dtype):
    """The values in this dtype; PyTorch rounds to float32 first on the way to float16 and bfloat16."""
    if np_dtype.kind in "fV" and np_dtype.itemsize == 2:
        values = values.astype(np.float32)
    return values.astype(np_dtype, copy=False)


def uniform(shape, np_dtype, low=0.0, high=1.0, generator=None):
    """Numbers drawn evenly from [low, high)."""
    if np_dtype.kind == "c":
        return in_parts(uniform, shape, np_dtype, low, high, generator)
    real = working_type(np_dtype, "check_uniform_bounds")
    values = fractions(math.prod(shape), real, chosen(generator))
    return stretched(values, real(low), real(high), np_dtype).reshape(shape)


def in_parts(draw, shape, np_dtype, *rest):
    """Complex numbers, of which the real and the imaginary part are drawn in turn."""
    part = np_dtype.type(0).real.dtype
    return draw((*shape, 2), part, *rest).view(np_dtype).reshape(shape)


def stretched(values, low, high, np_dtype):
    """Fractions from [0, 1), stretched to [low, high) and rounded to a dtype."""
    if low != 0 or high != 1:
        values = multiply_add(values, high - low, low)
    values = values.astype(np_dtype, copy=False)
    values[values >= high.astype(np_dtype)] = low  # a number that rounding took to the excluded end
    return values


def bernoulli(p, shape, np_dtype, generator=None):
    """1 with probability p, else 0; p is a number, or an array with a probability for each place.

    For a number p, PyTorch on Intel processors draws from another generator, MKL's; elsewhere it draws what this does.
    """
    p, real = chances(p)
    values = fractions(math.prod(shape), real, chosen(generator)).reshape(shape)
    return (values < p).astype(np_dtype)


def chances(p):
    """Probabilities as an array, and the type of the fractions to compare them with; RuntimeError for other numbers."""
    number = isinstance(p, (int, float, np.generic))
    p = np.asarray(p if number else to_device(p, "cpu"))
    real = np.float64 if number else working_type(p.dtype, "bernoulli_tensor_cpu_p_")
    if not ((p >= 0) & (p <= 1)).all():
        raise RuntimeError(f"bernoulli_ expects p to be in [0, 1], but got p={p}")
    return p, real


# --- integers ----------------------------------------------------------------------------------------------------


def largest_whole(np_dtype):
    """The largest number of an integer dtype or bool; of a floating one, the end of the numbers it has all of."""
    if np_dtype.kind in "fV":
        return 2 ** {"float16": 11, "bfloat16": 8, "float32": 24, "float64": 53}[np_dtype.name]
    return 1 if np_dtype.kind == "b" else int(np.iinfo(np_dtype).max)


def randint(low, high, shape, np_dtype, generator=None):
    """Integers drawn evenly from low up to but without high: a word's remainder after division by high - low."""
    check_bounds(low, high, np_dtype)
    generator, n, width = chosen(generator), math.prod(shape), high - low
    words = generator.words(n) if width < 2**28 else generator.long_words(n)
    numbers = (words % width).view(np.int64) + low if width < 2**64 else words.view(np.int64)
    return rounded(numbers, np_dtype).reshape(shape)


def check_bounds(low, high, np_dtype):
    """Raise if the range from low up to but without high is empty, or if the dtype cannot hold its numbers."""
    if low >= high:
        raise RuntimeError(f"random_ expects 'from' to be less than 'to', but got from={low} >= to={high}")
    for name, value in (("from", low), ("to - 1", high - 1)):
        least = -largest_whole(np_dtype) - 1 if np_dtype.kind == "i" else 0
        if np_dtype.kind in "biu" and not least <= value <= largest_whole(np_dtype):
            raise RuntimeError(f"{name} is out of bounds for {np_dtype}: it cannot hold {value}")


def randperm(n, np_dtype, generator=None):
    """The numbers 0 ... n-1 in random order: each place in turn swaps with itself or a later one (Fisher and Yates)."""
    check_count(n, np_dtype)
    order = list(range(n))
    steps = chosen(generator).words(max(n - 1, 0)) % np.arange(n, 1, -1, dtype=np.uint64)  # 0 ... n-1, 0 ... n-2, ...
    for place, step in enumerate(steps.tolist()):
        order[place], order[place + step] = order[place + step], order[place]
    return np.array(order, np.int64).astype(np_dtype)


def check_count(n, np_dtype):
    """Raise where there are no n numbers, or where the dtype cannot hold the last of them."""
    if n < 0:
        raise RuntimeError(f"Trying to create tensor with negative dimension {n}: [{n}]")
    if n - 1 > largest_whole(np_dtype):
        raise RuntimeError(f"value cannot be converted to type {np_dtype} without overflow: the last number is {n - 1}")


# --- normal numbers (Box and Muller, 1958: a random point of the plane, in polar coordinates) -------------------------


def normal(shape, np_dtype, mean=0.0, std=1.0, generator=None):
    """Numbers from the normal distribution. Fewer than 16 are made one by one, others by the row of sixteen."""
    if np_dtype.kind == "c":  # the parts share the variance
        return in_parts(normal, shape, np_dtype, mean, std / math.sqrt(2), generator)
    real, n, generator = working_type(np_dtype, "normal_kernel_cpu"), math.prod(shape), chosen(generator)
    if n < 16:
        values, real = np.array(one_by_one(n, generator)), np.float64
    else:
        values = by_sixteen(rows_of_sixteen(n, np_dtype, real, generator), n)
    return rounded(multiply_add(values, real(std), real(mean)), np_dtype).reshape(shape)


def one_by_one(n, generator):
    """n normal numbers in double precision; of each pair, the second waits in the generator until it is needed."""
    numbers = []
    for _ in range(n):
        number, generator._spare = generator._spare, None
        if number is None:
            number, generator._spare = box_muller(*fractions(2, np.float64, generator).tolist())
        numbers.append(number)
    return numbers


def box_muller(direction, chance):
    """A random point (x, y) of the plane, from two fractions in [0, 1): an angle, and a distance."""
    angle, radius = 2 * math.pi * direction, math.sqrt(-2 * math.log1p(-chance))
    return radius * math.cos(angle), radius * math.sin(angle)


def rows_of_sixteen(n, np_dtype, real, generator):
    """Fractions for n >= 16 normal numbers, [k, 16]. Where n is no multiple of 16, the last row is drawn anew."""
    whole = n - n % 16
    drawn = whole if np_dtype.itemsize == 2 else n  # PyTorch draws the rest too, and does not use it
    values = fractions(drawn, real, generator)[:whole]
    if n % 16:
        values = np.append(values, fractions(16, real, generator))
    return values.reshape(-1, 16)


def by_sixteen(rows, n):
    """n normal numbers from rows of fractions, eight for the distance and eight for the direction; the last 16 overlap."""
    radius = np.sqrt(-2 * log(1 - rows[:, :8]))
    sine, cosine = sine_cosine(2 * math.pi * rows[:, 8:])
    numbers = np.concatenate([radius * cosine, radius * sine], axis=1).reshape(-1)
    if n % 16:
        numbers = np.append(numbers[: n - 16], numbers[-16:])
    return numbers
