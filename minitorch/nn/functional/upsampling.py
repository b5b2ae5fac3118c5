"""upsampling: interpolate: images made larger or smaller, each new number out of a few old ones (shelf)."""

import math

import numpy as np

from ..._tensor import wrap
from ...backend import array_module
from ...ops.one_step import one_step
from .activation import single
from .average_pooling import adaptive_avg_pool1d, adaptive_avg_pool2d, adaptive_avg_pool3d
from .steps import named

# --- the operation -------------------------------------------------------------------------------------------------------

# A plan says how one dimension is made: (dim, places, shares). New number i is the sum over k of shares[i, k] times old
# number places[i, k]; without shares, it is old number places[i, 0] itself. Places never decrease from one i to the next.


def resampled(x, plans):
    """x with the dimensions that `plans` name made anew."""
    xp, made = array_module(x._array), x if x.is_floating_point() else x.float()
    for dim, places, shares in plans:
        parts = [made.index_select(dim, wrap(xp.asarray(places[:, k]))) for k in range(places.shape[1])]
        if shares is not None:
            weights = [wrap(along(xp.asarray(shares[:, k]), dim, x.ndim)) for k in range(len(parts))]
            parts = [part * weight for part, weight in zip(parts, weights, strict=True)]
        made = sum(parts[1:], parts[0])
    return made if x.is_floating_point() else made.round().clamp(0, 255).to(x.dtype)


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


def nearest(n, made, factor, real, exact):
    """The old number at or before each new one, by their front edges; with `exact` the one whose middle is nearest."""
    found = scale_of(n, made, False, factor, real) * np.arange(made, dtype=real)
    found = positions(n, made, False, factor, real) + real(0.5) if exact else found
    return np.minimum(np.floor(found).astype(np.int64), n - 1)[:, None], None


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


def near(x):
    """The share of an old number that lies x <= 1 away."""
    return (1.25 * x - 2.25) * x * x + 1


def far(x):
    """The share of an old number that lies 1 < x < 2 away."""
    return ((-0.75 * x + 3.75) * x - 6) * x + 3


# --- interpolate ----------------------------------------------------------------------------------------------------------

POOLS = {1: adaptive_avg_pool1d, 2: adaptive_avg_pool2d, 3: adaptive_avg_pool3d}
DIMS = {"linear": (1,), "bilinear": (2,), "trilinear": (3,), "bicubic": (2,)}
DIMS |= dict.fromkeys(("nearest", "nearest-exact", "area"), (1, 2, 3))


@one_step
def interpolate(
    input, size=None, scale_factor=None, mode="nearest", align_corners=None, recompute_scale_factor=None, antialias=False
):  # fmt: skip
    """A signal, image or volume in another size: [N, C, L], [N, C, H, W] or [N, C, D, H, W].

    size                    the new lengths, one for each dimension or one for all
    scale_factor            or how many times as long each is
    mode                    "nearest" or "nearest-exact": copies; "linear", "bilinear", "trilinear" (1, 2, 3 dimensions): straight
                            lines between neighbors; "bicubic": curves; "area": means
    align_corners           the corners' middles stay where they are, instead of the corners' outer edges
    recompute_scale_factor  take the factor from the rounded size, not the one given
    antialias               not here

    >>> import minitorch as mt
    >>> mt.nn.functional.interpolate(mt.tensor([[[0.0, 4.0]]]), scale_factor=2, mode="linear")
    tensor([[[0., 1., 3., 4.]]])

    Errors: ValueError for options that do not go together, NotImplementedError for dimensions that the mode does not know.
    Source: PyTorch, torch.nn.functional.interpolate.
    """
    if align_corners is not None and mode not in ("linear", "bilinear", "bicubic", "trilinear"):
        raise ValueError("align_corners option can only be set with the modes linear, bilinear, bicubic and trilinear")
    if recompute_scale_factor and size is not None:
        raise ValueError("recompute_scale_factor is not meaningful with an explicit size.")
    if antialias:
        raise NotImplementedError("antialias=True: make the image smaller by mode='area', or blur it before")
    if input.ndim - 2 not in DIMS.get(mode, ()):
        raise NotImplementedError(f"Input Error: there is no mode {mode} for a {input.ndim}D input")
    made, factors = sizes(input, size, scale_factor)
    if recompute_scale_factor:
        factors = [None] * len(made)
    if mode == "area":
        return POOLS[len(made)](input, made)
    if not input.is_floating_point() and input.dtype.name != "uint8":
        raise NotImplementedError(f"\"upsample_{mode}\" not implemented for '{input.dtype.title}'")
    plans = plans_of(input, made, factors, mode, bool(align_corners))
    name = "".join(part.capitalize() for part in mode.split("-"))
    return named(resampled(single(input), plans).to(input.dtype), f"Upsample{name}{len(made)}D")


def plans_of(input, made, factors, mode, align_corners):
    """What resampled is told: the last dimension first."""
    real = np.float64 if input.dtype.name == "float64" else np.float32
    plans = []
    for dim in range(input.ndim - 1, 1, -1):
        n, new, factor = input.shape[dim], made[dim - 2], factors[dim - 2]
        if mode == "nearest" and input.ndim == 4 and new in (n, 2 * n):
            factor = None  # in images PyTorch then takes whole factors, whatever was asked for
        if "nearest" in mode:
            found = nearest(n, new, factor, real, mode == "nearest-exact")
        else:
            found = (cubic if mode == "bicubic" else linear)(n, new, align_corners, factor, real)
        plans.append((dim, *found))
    return tuple(plans)


def sizes(input, size, scale_factor):
    """(new lengths, the factors given or None for each), one for each dimension behind the channels."""
    dims, lengths = input.ndim - 2, list(input.shape[2:])
    if (size is None) == (scale_factor is None):
        raise ValueError("one of size or scale_factor should be defined, and not both")
    given = scale_factor if size is None else size
    given = list(given) if isinstance(given, (list, tuple)) else [given] * dims
    if len(given) != dims:
        raise ValueError(f"{given} should have one number for each of the dimensions of {lengths}")
    made = [int(math.floor(n * f)) for n, f in zip(lengths, given, strict=True)] if size is None else [*map(int, given)]
    if min(made) <= 0 or min(input.shape[1:]) <= 0:
        raise RuntimeError(f"Input and output sizes should be greater than 0, but got {list(input.shape)} and {made}")
    return made, ([float(f) for f in given] if size is None else [None] * dims)
