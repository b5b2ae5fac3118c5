"""random: many uniform or normal numbers are made a stretch at a time, by several threads; places swapped by rows (short cuts).

A generator gives its fractions one after the other. What is made of them afterwards is most of the work, and goes through
arrays that fit into the processor's own memory. A permutation swaps a row of places at once with others, unless one of
those is in the row itself or meets two of them: then it takes one after the other.
"""

import math
from _thread import allocate_lock

import numpy as np

from ..random import distributions
from ..random.distributions import (
    by_sixteen,
    check_count,
    chosen,
    fractions,
    rounded,
    rows_of_sixteen,
    stretched,
    working_type,
)
from ..random.float32 import multiply_add
from ..threads import together
from .kernels import exchange
from .twins import with_twin

STRETCH = 1 << 14  # numbers, and a multiple of sixteen: a row of normal numbers begins where a stretch does
FEW = 1 << 12  # places, which are swapped one after the other
ROUND = ("minitorch.random.",)
plain_uniform, plain_normal, plain_randperm = distributions.uniform, distributions.normal, distributions.randperm


def uniform(shape, np_dtype, low=0.0, high=1.0, generator=None):
    """What `uniform` of the core draws."""
    if math.prod(shape) < 2 * STRETCH or np_dtype.kind == "c":
        return plain_uniform(shape, np_dtype, low, high, generator)
    real, generator = working_type(np_dtype, "check_uniform_bounds"), chosen(generator)
    return in_stretches(
        shape,
        np_dtype,
        lambda n: fractions(n, real, generator),
        lambda values, n: stretched(values, real(low), real(high), np_dtype),
    )


def normal(shape, np_dtype, mean=0.0, std=1.0, generator=None):
    """What `normal` of the core draws."""
    if math.prod(shape) < 2 * STRETCH or np_dtype.kind == "c":
        return plain_normal(shape, np_dtype, mean, std, generator)
    real, generator = working_type(np_dtype, "normal_kernel_cpu"), chosen(generator)
    return in_stretches(
        shape,
        np_dtype,
        lambda n: rows_of_sixteen(n, np_dtype, real, generator),
        lambda rows, n: rounded(without_overlap(rows_made(rows, real(std), real(mean)).reshape(-1), n), np_dtype),
    )


def rows_made(rows, std, mean):
    """Rows of normal numbers from rows of fractions."""
    return multiply_add(by_sixteen(rows, rows.size), std, mean).reshape(rows.shape)


rows_made = with_twin(rows_made, "minitorch.fast.random:rows_made")


def without_overlap(numbers, n):
    """The first n - 16 and the last 16."""
    return np.append(numbers[: n - 16], numbers[-16:]) if n % 16 else numbers


def in_stretches(shape, np_dtype, draw, make):
    """An array of make(draw(n), n) for each stretch of n numbers. They are drawn in order, and made at once."""
    made = np.empty(math.prod(shape), np_dtype)
    starts = range(0, made.size - STRETCH + 1, STRETCH)  # the last stretch is longer by what is left over
    left, drawing = iter(starts), allocate_lock()

    def work(_):
        with drawing:
            start = next(left)
            part = made[start:] if start == starts[-1] else made[start : start + STRETCH]
            drawn = draw(part.size)
        part[:] = make(drawn, part.size)

    together(work, starts)
    return made.reshape(shape)


def randperm(n, np_dtype, generator=None):
    """What `randperm` of the core draws."""
    if n <= FEW:
        return plain_randperm(n, np_dtype, generator)
    check_count(n, np_dtype)
    steps = chosen(generator).words(n - 1) % np.arange(n, 1, -1, dtype=np.uint64)
    order, others, start = np.arange(n), steps.astype(np.int64) + np.arange(n - 1), 0
    while n - start > FEW:
        width = round((10 * (n - start)) ** (1 / 3))  # longer rows are fewer, but more of them must be taken apart
        count = (n - start) // (2 * width)
        swap_rows(order, start, others[start : start + count * width].reshape(count, width))
        start += count * width
    swap_each(order, start, others[start:])
    return order.astype(np_dtype)


def swap_rows(order, start, rows):
    """Swap the places of `order` from `start` on with others, of which `rows` has those for a row of places each."""
    count, width = rows.shape
    starts, sorted = np.arange(start, start + rows.size, width), np.sort(rows, 1)
    apart = (sorted[:, 0] < starts + width) | (sorted[:, 1:] == sorted[:, :-1]).any(1)
    for start, others, one_by_one in zip(starts.tolist(), rows, apart.tolist(), strict=True):
        if one_by_one:
            swap_each(order, start, others)
        else:
            here = order[start : start + width]
            there = order[others]
            order[others] = here
            here[:] = there


def swap_each(order, start, others):
    """The same for a row, one place after the other."""
    values = memoryview(order)
    for place, other in enumerate(others.tolist(), start):
        values[place], values[other] = values[other], values[place]


PAIRS = [(plain_uniform, uniform), (plain_normal, normal), (plain_randperm, randperm)]


def put():
    """Put them in the place of the core's; returns what undoes it."""
    exchange(PAIRS)
    return lambda: exchange([(quick, plain) for plain, quick in PAIRS])
