"""resampling: images made larger or smaller, one dimension after the other, each new number out of a few old ones (shelf)."""

import math

import numpy as np

from ...backend import array_module
from ...ops.op import op
from .activation import single

# --- the operation -------------------------------------------------------------------------------------------------------

# A plan says how one dimension is made: (dim, places, shares). New number i is the sum over k of shares[i, k] times old
# number places[i, k]; without shares, it is old number places[i, 0] itself. Places never decrease from one i to the next.


@op(derivative=lambda x, plans, name: f"{name}Backward0")
def _resample(x, plans, name):
    """x with the dimensions that `plans` name made anew."""
    xp, wide = array_module(x), single(x)
    for dim, places, shares in plans:
        if shares is None:
            wide = wide.take(xp.asarray(places[:, 0]), dim)
            continue
        made = 0
        for k in range(places.shape[1]):
            made = made + wide.take(xp.asarray(places[:, k]), dim) * along(xp.asarray(shares[:, k]), dim, x.ndim)
        wide = made
    if x.dtype == np.uint8 and wide.dtype != np.uint8:
        wide = xp.clip(xp.rint(wide), 0, 255)
    return wide.astype(x.dtype, copy=False)


@op(derivative=lambda g, plans, shape, name: f"{name}BackwardBackward0")
def _resample_back(g, plans, shape, name):
    """The derivative of _resample: each old number gets its shares of the new ones."""
    xp, wide = array_module(g), single(g)
    for dim, places, shares in plans[::-1]:
        whole = xp.zeros((*wide.shape[:dim], shape[dim], *wide.shape[dim + 1 :]), wide.dtype)
        for k in range(places.shape[1] if wide.size else 0):
            part = wide if shares is None else wide * along(xp.asarray(shares[:, k]), dim, g.ndim)
            taken, first = np.unique(places[:, k], return_index=True)
            whole[(slice(None),) * dim + (xp.asarray(taken),)] += xp.add.reduceat(part, xp.asarray(first), axis=dim)
        wide = whole
    return wide.astype(g.dtype, copy=False)


_resample.grad(x=lambda g, plans, name, x_shape: _resample_back(g, plans, tuple(x_shape), name))
_resample_back.grad(g=lambda g, plans, name: _resample(g, plans, name))


def along(values, dim, ndim):
    """A vector shaped so that it broadcasts along one dimension."""
    return values.reshape((-1,) + (1,) * (ndim - dim - 1))


# --- where the numbers come from ----------------------------------------------------------------------------------------


def scale_of(n, made, align_corners, factor, real):
    """How far apart in the n old numbers the `made` new ones lie; `factor` is the one that was asked for, or None."""
    if align_corners:
        return real(n - 1) / real(made - 1) if made > 1 else real(0)
    return real(1.0 / factor) if factor is not None and factor > 0 else real(n) / real(made)


def positions(n, made, align_corners, factor, real, below_0=False):
    """Where in the old numbers each new one lies, real [made]: corners on corners, or edges on edges."""
    scale = scale_of(n, made, align_corners, factor, real)
    if align_corners:
        return scale * np.arange(made, dtype=real)
    found = scale * (np.arange(made, dtype=real) + real(0.5)) - real(0.5)
    return found if below_0 else np.maximum(found, real(0))


def nearest(n, made, factor, real):
    """The old number that lies at or before each new one, by their front edges."""
    scale = scale_of(n, made, False, factor, real)
    return np.minimum(np.floor(scale * np.arange(made, dtype=real)).astype(np.int64), n - 1)[:, None], None


def nearest_exact(n, made, factor, real):
    """The old number whose middle is nearest to the new one's."""
    places = np.floor(positions(n, made, False, factor, real) + real(0.5)).astype(np.int64)
    return np.minimum(places, n - 1)[:, None], None


def whole_and_rest(found, n):
    """(number before the position, how far behind it the position lies, from 0 to 1)."""
    whole = np.minimum(np.floor(found).astype(np.int64), n - 1)
    return whole, np.clip(found - whole.astype(found.dtype), 0, 1)


def linear(n, made, align_corners, factor, real):
    """The two old numbers around each new one, by how near they are."""
    if n == made:
        return np.arange(n)[:, None], np.ones((n, 1), real)
    first, rest = whole_and_rest(positions(n, made, align_corners, factor, real), n)
    return np.stack([first, np.minimum(first + 1, n - 1)], 1), np.stack([1 - rest, rest], 1)


def cubic(n, made, align_corners, factor, real):
    """The four old numbers around each new one, by a cubic polynomial (Keys, 1981, with a = -0.75)."""
    first, rest = whole_and_rest(positions(n, made, align_corners, factor, real, below_0=True), n)
    shares = [far(rest + 1), near(rest), near(1 - rest), far(2 - rest)]
    return np.clip(first[:, None] + np.arange(-1, 3), 0, n - 1), np.stack(shares, 1)


def near(x, a=-0.75):
    """The share of an old number that lies x <= 1 away."""
    return ((a + 2) * x - (a + 3)) * x * x + 1


def far(x, a=-0.75):
    """The share of an old number that lies 1 < x < 2 away."""
    return ((a * x - 5 * a) * x + 8 * a) * x - 4 * a


# --- smaller images without jagged edges: each new number looks at all old ones that it covers ---------------------------


def triangle(x):
    return np.maximum(1 - x, 0)


def keys(x):
    return np.where(x < 1, near(x, -0.5), np.where(x < 2, far(x, -0.5), 0))


def lanczos(x):
    return np.where(x < 3, np.sinc(x) * np.sinc(x / 3), 0)


FILTERS = {"bilinear": (2, triangle), "bicubic": (4, keys), "lanczos": (6, lanczos)}  # how wide it is, and its shape


def smooth(n, made, align_corners, factor, real, mode):
    """The old numbers under a filter that is as wide as a new number, by the filter's height over them."""
    width, shape = FILTERS[mode]
    scale = float(scale_of(n, made, align_corners, factor, real))
    reach, closer = width * 0.5 * max(scale, 1), 1 / max(scale, 1)
    middle = scale * (np.arange(made) + 0.5)
    first = np.maximum((middle - reach + 0.5).astype(np.int64), 0)
    count = np.minimum((middle + reach + 0.5).astype(np.int64), n) - first
    places = first[:, None] + np.arange(min(math.ceil(reach) * 2 + 1, n))
    shares = shape(np.abs((places - middle[:, None] + 0.5) * closer))
    shares = np.where(np.arange(places.shape[1]) < count[:, None], shares, 0)
    return np.minimum(places, n - 1), (shares / shares.sum(1, keepdims=True)).astype(real)
