"""gamma: _standard_gamma, _sample_dirichlet: random numbers by trial and rejection (shelf).

They follow PyTorch's CPU code draw by draw: each number takes as many fractions and normal numbers as its trials need.
"""

import math

import numpy as np

from ..backend import array_module, to_device
from ..ops.op import op
from ..ops.special_functions import special_functions
from .distributions import chosen, fractions, one_by_one, working_type


def fraction(generator):
    """One fraction in double precision."""
    return float(fractions(1, np.float64, generator)[0])


def each(draw, generator, result, *arrays):
    """An array like `result` of what draw(generator, numbers ...) gives for each place, in order."""
    generator, flat = chosen(generator), [np.asarray(to_device(one, "cpu")).reshape(-1) for one in arrays]
    drawn = [draw(generator, *numbers) for numbers in zip(*flat, strict=True)]
    return np.array(drawn, np.float64).reshape(result.shape)


# --- gamma ----------------------------------------------------------------------------------------------------------------


def one_gamma(generator, alpha):
    """A number from the gamma distribution with shape alpha (Marsaglia and Tsang, 2000)."""
    alpha, scale = float(alpha), 1.0
    if alpha < 1:
        if alpha == 0:
            return 0.0
        scale, alpha = (1 - fraction(generator)) ** (1 / alpha), alpha + 1  # few are rejected above 1
    d = alpha - float(np.float32(1) / np.float32(3))
    c = 1 / math.sqrt(9 * d)
    while True:
        x = one_by_one(1, generator)[0]
        while 1 + c * x <= 0:
            x = one_by_one(1, generator)[0]
        v, u = (1 + c * x) ** 3, 1 - fraction(generator)
        if u < 1 - float(np.float32(0.0331)) * x**4 or math.log(u) < 0.5 * x * x + d * (1 - v + math.log(v)):
            return scale * d * v


@op(derivative="StandardGammaBackward0")
def _standard_gamma(input, generator=None):
    """Numbers from the gamma distribution with rate 1; input is the shape of each. Source: PyTorch, torch._standard_gamma."""
    working_type(input.dtype, "gamma_cpu")
    found = each(one_gamma, generator, input, input).astype(input.dtype)
    return array_module(input).asarray(np.maximum(found, np.finfo(input.dtype).tiny))


@op
def _sample_dirichlet(input, generator=None):
    """Points whose coordinates sum to 1: gamma numbers of shape input over their sum. Source: PyTorch, torch._sample_dirichlet."""
    working_type(input.dtype, "dirichlet")
    drawn = np.maximum(each(one_gamma, generator, input, input), np.finfo(np.float64).tiny)
    found, limits = (drawn / drawn.sum(-1, keepdims=True)).astype(input.dtype), np.finfo(input.dtype)
    return array_module(input).asarray(found.clip(limits.tiny, np.nextafter(input.dtype.type(1), input.dtype.type(0))))


# --- how a number moves with its parameter --------------------------------------------------------------------------------
#
# A number x with the distribution function F(x, a) stays at its rank F when a moves: dx/da = -(dF/da) / (dF/dx).


def slope(share, rest, log_density, x, a):
    """-(dF/da) / density: dF/da by differences of F = share(x, a), or of 1 - F = rest(x, a) where F is near 1."""
    h = 1e-3 * a

    def difference(f):
        return (8 * (f(x, a + h) - f(x, a - h)) - f(x, a + 2 * h) + f(x, a - 2 * h)) / (12 * h)

    with np.errstate(all="ignore"):
        moved = np.where(share(x, a) < 0.5, difference(share), -difference(rest))
        return -moved * np.exp(-log_density(x, a))


@op
def gamma_slope(input, alpha):
    """How numbers input from the gamma distribution move with its shape alpha."""
    functions = special_functions(input)
    density = lambda x, a: (a - 1) * np.log(x) - x - functions.gammaln(a)
    wide = [np.asarray(to_device(one, "cpu"), np.float64) for one in (input, alpha)]
    made = slope(lambda x, a: functions.gammainc(a, x), lambda x, a: functions.gammaincc(a, x), density, *wide)
    return array_module(input).asarray(made.astype(input.dtype))


@op
def beta_slope(input, alpha, beta):
    """How numbers input from the beta distribution move with alpha."""
    functions = special_functions(input)
    density = lambda x, a: (a - 1) * np.log(x) + (b - 1) * np.log1p(-x) - functions.betaln(a, b)
    wide, b = [np.asarray(to_device(one, "cpu"), np.float64) for one in (input, alpha)], np.asarray(beta, np.float64)
    share = lambda x, a: functions.betainc(a, b, x)
    made = slope(share, lambda x, a: functions.betainc(b, a, 1 - x), density, *wide)
    return array_module(input).asarray(made.astype(input.dtype))


def dirichlet_formula(g, input, out):
    """A coordinate moves with its own parameter; what it gets is taken from the others in proportion."""
    moved = beta_slope(out, input, input.sum(-1, keepdims=True) - input) / (1 - out)
    return moved * (g - (out * g).sum(-1, keepdims=True))


_standard_gamma.grad(input=lambda g, input, out: g * gamma_slope(out, input))
_sample_dirichlet.grad(input=dirichlet_formula)
