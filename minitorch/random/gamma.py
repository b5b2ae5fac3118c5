"""gamma: _standard_gamma, _sample_dirichlet, poisson, binomial: random numbers by trial and rejection (shelf).

They follow PyTorch's CPU code draw by draw: each number takes as many fractions and normal numbers as its trials need.
"""

import math
from operator import length_hint

import numpy as np

from .. import random
from ..backend import array_module, to_device
from ..dtypes import from_numpy_dtype
from ..ops.op import op
from ..ops.pointwise.arithmetic import zeros_of
from .distributions import box_muller
from .gamma_grad import dirichlet_slope, gamma_slope

__all__ = ["binomial", "poisson"]


FEW, MOST = 32, 4096  # numbers: of fewer, fractions are made one at a time, and never more than so many at once


class Draws:
    """The fractions and normal numbers of a generator, one by one in double precision.

    For many numbers fractions are made in stretches; `finish` takes the generator back to behind the last that was used.

    size  how many numbers are wanted
    """

    def __init__(self, generator, size):
        self.generator, self.size = random.chosen(generator), min(size, MOST)
        self.left, self.before = iter(()), None

    def fraction(self):
        for one in self.left:
            return one
        if self.size < FEW:
            return float(random.fractions(1, np.float64, self.generator)[0])
        self.generator.words(0)  # makes the engine
        self.before = self.generator._engine.state
        self.left = iter(random.fractions(self.size, np.float64, self.generator).tolist())
        return next(self.left)

    def normal(self):
        number, self.generator._spare = self.generator._spare, None
        if number is None:
            number, self.generator._spare = box_muller(self.fraction(), self.fraction())
        return number

    def finish(self):
        left = length_hint(self.left)
        if left:  # to read and write where an engine stands takes 50 microseconds
            self.generator._engine.state = self.before
            self.generator.long_words(self.size - left)


def each(draw, generator, result, *arrays):
    """An array like `result` of what `draw(draws, numbers ...)` gives for each place, in order."""
    draws, flat = Draws(generator, result.size), [np.asarray(to_device(one, "cpu")).reshape(-1) for one in arrays]
    try:
        found = np.array([draw(draws, *numbers) for numbers in zip(*flat, strict=True)], np.float64)
    finally:
        draws.finish()
    return found.reshape(result.shape)


# --- gamma ----------------------------------------------------------------------------------------------------------------


def one_gamma(draws, alpha):
    """A number from the gamma distribution with shape alpha (Marsaglia and Tsang, 2000)."""
    alpha, scale = float(alpha), 1.0
    if alpha < 1:
        if alpha == 0:
            return 0.0
        scale, alpha = (1 - draws.fraction()) ** (1 / alpha), alpha + 1  # few are rejected above 1
    d = alpha - float(np.float32(1) / np.float32(3))
    c = 1 / math.sqrt(9 * d)
    while True:
        x = draws.normal()
        while 1 + c * x <= 0:
            x = draws.normal()
        v, u = (1 + c * x) ** 3, 1 - draws.fraction()
        if u < 1 - float(np.float32(0.0331)) * x**4 or math.log(u) < 0.5 * x * x + d * (1 - v + math.log(v)):
            return scale * d * v


@op(derivative="StandardGammaBackward0")
def _standard_gamma(x, generator=None):
    """Numbers from the gamma distribution with rate 1; x is the shape, one for each number.

    Source: PyTorch, torch._standard_gamma.
    """
    random.working_type(x.dtype, "gamma_cpu")
    found = each(one_gamma, generator, x, x).astype(x.dtype)
    return array_module(x).asarray(np.maximum(found, np.finfo(x.dtype).tiny))


@op
def _standard_gamma_grad(x, output):
    """How a number drawn from the gamma distribution changes with its shape x. Source: PyTorch, torch._standard_gamma_grad."""
    return array_module(x).asarray(gamma_slope(np.asarray(x), np.asarray(output)))


_standard_gamma.grad(x=lambda g, x, out: g * _standard_gamma_grad(x, out))


@op
def _sample_dirichlet(x, generator=None):
    """Points whose coordinates sum to 1: gamma numbers of shape x over their sum. Source: PyTorch, torch._sample_dirichlet."""
    random.working_type(x.dtype, "dirichlet")
    drawn = np.maximum(each(one_gamma, generator, x, x), np.finfo(np.float64).tiny)
    found, limits = (drawn / drawn.sum(-1, keepdims=True)).astype(x.dtype), np.finfo(x.dtype)
    return array_module(x).asarray(found.clip(limits.tiny, np.nextafter(x.dtype.type(1), x.dtype.type(0))))


@op
def _dirichlet_grad(x, alpha, total):
    """How a coordinate x changes with its own parameter alpha, over 1 - x; total is the sum of all parameters.

    Source: PyTorch, torch._dirichlet_grad.
    """
    return array_module(x).asarray(dirichlet_slope(np.asarray(x), np.asarray(alpha), np.asarray(total)))


def dirichlet_formula(g, x, out):
    """The gradient for the parameters of a point: what all coordinates get from one of them sums to nothing."""
    slope = _dirichlet_grad(out, x, x.sum(-1, keepdims=True) + 0 * x)
    return slope * (g - (out * g).sum(-1, keepdims=True))


_sample_dirichlet.grad(x=dirichlet_formula)


# --- counts ---------------------------------------------------------------------------------------------------------------


def one_poisson(draws, rate):
    """How often something happens that happens `rate` times on average (for large rates Hoermann, 1993)."""
    rate = float(rate)
    if rate < 10:
        if rate == 0:
            return 0
        count, product, least = 0, draws.fraction(), math.exp(-rate)
        while product > least:
            product, count = product * draws.fraction(), count + 1
        return count
    b = 0.931 + 2.53 * math.sqrt(rate)
    a, edge = -0.059 + 0.02483 * b, 0.9277 - 3.6224 / (b - 2)
    inverse = 1.1239 + 1.1328 / (b - 3.4)
    while True:
        u, v = draws.fraction() - 0.5, draws.fraction()
        near = 0.5 - abs(u)
        k = math.floor((2 * a / near + b) * u + rate + 0.43) if near else -1
        if near >= 0.07 and v <= edge:
            return k
        if k < 0 or (near < 0.013 and v > near):
            continue
        if log(v) + math.log(inverse) - math.log(a / near**2 + b) <= -rate + k * math.log(rate) - math.lgamma(k + 1):
            return k


def log(x):
    return math.log(x) if x > 0 else -math.inf


def poisson(input, generator=None):
    """Counts from the Poisson distribution; `input` has the rate for each.

    >>> import minitorch as mt
    >>> mt.poisson(mt.zeros(2))
    tensor([0., 0.])

    Errors: RuntimeError for a negative rate. Source: PyTorch, torch.poisson.
    """
    return _poisson(input, generator)


@op
def _poisson(x, generator):
    if x.dtype.kind not in "fV":  # V: bfloat16
        raise NotImplementedError(f"\"poisson_cpu\" not implemented for '{from_numpy_dtype(x.dtype).title}'")
    if (x < 0).any():
        raise RuntimeError("invalid Poisson rate, expected rate to be non-negative")
    return array_module(x).asarray(each(one_poisson, generator, x, x).astype(x.dtype))


_poisson.grad(x=lambda g: zeros_of(g))


def one_binomial(draws, count, p):
    """How many of `count` tries succeed, each with probability p; both in the dtype in which they came."""
    if count <= 0 or p <= 0:
        return 0
    if p >= 1:
        return count
    if p > 0.5:
        return count - one_binomial(draws, count, 1 - p) if p == p else math.nan
    if p != p:
        return math.nan
    return by_rejection(draws, count, p) if count * p >= 10 else by_waiting(draws, count, p)


def by_waiting(draws, count, p):
    """Count how many times of waiting for a success fit among the tries."""
    tries, successes, slope = 0.0, 0, float(np.log1p(-p))
    while True:
        tries += math.ceil(log(draws.fraction()) / slope) if slope else math.inf
        if tries > count:
            return successes
        successes += 1


TAIL = (
    0.0810614667953272, 0.0413406959554092, 0.0276779256849983, 0.02079067210376509, 0.0166446911898211,
    0.0138761288230707, 0.0118967099458917, 0.0104112652619720, 0.00925546218271273, 0.00833056343336287,
)  # fmt: skip


def tail(k):
    """log(k!) minus Stirling's formula for it."""
    if 0 <= k < len(TAIL):
        return TAIL[int(k)]
    square = (k + 1) ** 2
    return (1 / 12 - (1 / 360 - 1 / 1260 / square) / square) / (k + 1)


def by_rejection(draws, count, p):
    """Hoermann's transformed rejection, 1993."""
    spread, r, mode = float(np.sqrt(count * p * (1 - p))), float(p / (1 - p)), float(np.floor((count + 1) * p))
    b = 1.15 + 2.53 * spread
    a, c = -0.0873 + 0.0248 * b + 0.01 * float(p), float(count * p) + 0.5
    edge, alpha, n = 0.92 - 4.2 / b, (2.83 + 5.1 / b) * spread, float(count)
    while True:
        u, v = draws.fraction() - 0.5, draws.fraction()
        near = 0.5 - abs(u)
        k = math.floor((2 * a / near + b) * u + c) if near else -1
        if not 0 <= k <= n:
            continue
        if near >= 0.07 and v <= edge:
            return k
        bound = (mode + 0.5) * math.log((mode + 1) / (r * (n - mode + 1)))
        bound += (n + 1) * math.log((n - mode + 1) / (n - k + 1)) + (k + 0.5) * math.log(r * (n - k + 1) / (k + 1))
        bound += tail(mode) + tail(n - mode) - tail(k) - tail(n - k)
        if log(v * alpha / (a / near**2 + b)) <= bound:
            return k


def binomial(count, prob, generator=None):
    """How many of `count` tries succeed, each with probability `prob`; one number for each place.

    >>> import minitorch as mt
    >>> mt.binomial(mt.tensor([3.0]), mt.tensor([1.0]))
    tensor([3.])

    Source: PyTorch, torch.binomial.
    """
    for name, x in (("count", count), ("prob", prob)):
        if not x.dtype.is_floating_point:
            raise ValueError(f"binomial only supports floating-point dtypes for {name}, got: {x.dtype.title}")
    if count.dtype is not prob.dtype:
        raise RuntimeError(f"Found dtype {prob.dtype.title} but expected {count.dtype.title}")
    return _binomial(count.detach(), prob.detach(), generator)


@op
def _binomial(count, prob, generator):
    random.working_type(count.dtype, "binomial_cpu")
    count, prob = np.broadcast_arrays(count, prob)
    return array_module(count).asarray(each(one_binomial, generator, count, count, prob).astype(count.dtype))
