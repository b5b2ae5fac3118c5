"""upsampling: interpolate in all modes (shelf)."""

import math

import numpy as np

from ...ops.one_step import one_step
from .adaptive_pooling import adaptive_avg_pool1d, adaptive_avg_pool2d, adaptive_avg_pool3d
from .resampling import _resample, cubic, linear, nearest, nearest_exact, smooth

POOLS = {1: adaptive_avg_pool1d, 2: adaptive_avg_pool2d, 3: adaptive_avg_pool3d}
DIMS = {"linear": (1,), "bilinear": (2,), "trilinear": (3,), "bicubic": (2,), "lanczos": (2,)}
DIMS |= dict.fromkeys(("nearest", "nearest-exact", "area"), (1, 2, 3))
NAMES = {"nearest": "Nearest", "nearest-exact": "NearestExact"}


@one_step
def interpolate(
    input, size=None, scale_factor=None, mode="nearest", align_corners=None, recompute_scale_factor=None, antialias=False
):  # fmt: skip
    """A signal, image or volume in another size: [N, C, L], [N, C, H, W] or [N, C, D, H, W].

    size                    the new lengths, one for each dimension or one for all
    scale_factor            or how many times as long each is
    mode                    "nearest" or "nearest-exact": copies; "linear", "bilinear", "trilinear" (1, 2, 3 dimensions): straight
                            lines between neighbours; "bicubic": curves; "area": means; "lanczos": with antialias only
    align_corners           the corners' middles stay where they are, instead of the corners' outer edges
    recompute_scale_factor  take the factor from the rounded size, not the one given
    antialias               while making an image smaller, look at all that a new pixel covers ("bilinear", "bicubic", "lanczos")

    >>> import minitorch as mt
    >>> mt.nn.functional.interpolate(mt.tensor([[[0.0, 4.0]]]), scale_factor=2, mode="linear")
    tensor([[[0., 1., 3., 4.]]])

    Errors: ValueError for options that do not go together, NotImplementedError for dimensions that the mode does not know.
    Source: PyTorch, torch.nn.functional.interpolate.
    """
    if mode in ("nearest", "area", "nearest-exact") and align_corners is not None:
        raise ValueError(
            "align_corners option can only be set with the interpolating modes: linear | bilinear | bicubic | trilinear"
        )
    if recompute_scale_factor and size is not None:
        raise ValueError("recompute_scale_factor is not meaningful with an explicit size.")
    if antialias and not (mode in ("bilinear", "bicubic", "lanczos") and input.ndim == 4):
        raise ValueError(
            "Anti-alias option is restricted to bilinear, bicubic, and lanczos modes and requires a 4-D tensor as input"
        )
    if mode == "lanczos" and (align_corners or not antialias):
        raise ValueError("Lanczos mode requires antialias=True, and does not support align_corners=True")
    if input.ndim - 2 not in DIMS.get(mode, ()):
        raise NotImplementedError(
            f"Input Error: Only 3D, 4D and 5D input Tensors supported (got {input.ndim}D) for the modes: nearest | linear | "
            f"bilinear | bicubic | trilinear | lanczos | area | nearest-exact (got {mode})"
        )
    made, factors = sizes(input, size, scale_factor)
    if recompute_scale_factor:
        factors = [None] * len(made)
    if mode == "area":
        return POOLS[len(made)](input, made)
    if not input.is_floating_point() and input.dtype.name != "uint8":
        raise NotImplementedError(f"\"upsample_{mode}\" not implemented for '{input.dtype.title}'")
    plans = plans_of(input, made, factors, mode, bool(align_corners), antialias)
    name = f"Upsample{NAMES.get(mode, mode.capitalize())}{len(made)}D{'Aa' if antialias else ''}"
    return _resample(input, plans, name)


def plans_of(input, made, factors, mode, align_corners, antialias):
    """What _resample is told: the last dimension first."""
    real = np.float64 if input.dtype.name == "float64" else np.float32
    plans = []
    for dim in range(input.ndim - 1, 1, -1):
        n, new, factor = input.shape[dim], made[dim - 2], factors[dim - 2]
        if mode == "nearest" and input.ndim == 4 and new in (n, 2 * n):
            factor = None  # in images PyTorch then takes whole factors, whatever was asked for
        if "nearest" in mode:
            found = (nearest if mode == "nearest" else nearest_exact)(n, new, factor, real)
        elif antialias:
            found = smooth(n, new, align_corners, factor, real, mode)
        else:
            found = (cubic if mode == "bicubic" else linear)(n, new, align_corners, factor, real)
        plans.append((dim, *found))
    return tuple(plans)


def sizes(input, size, scale_factor):
    """(new lengths, the factors given or None for each), one for each dimension behind the channels."""
    dims, lengths = input.ndim - 2, list(input.shape[2:])
    if (size is None) == (scale_factor is None):
        raise ValueError(
            "either size or scale_factor should be defined"
            if size is None
            else "only one of size or scale_factor should be defined"
        )
    given = scale_factor if size is None else size
    given = list(given) if isinstance(given, (list, tuple)) else [given] * dims
    if len(given) != dims:
        raise ValueError(
            f"Input and {'scale_factor' if size is None else 'output'} must have the same number of spatial dimensions, but got "
            f"input with spatial dimensions of {lengths} and {'scale_factor of shape' if size is None else 'output size of'} "
            f"{scale_factor if size is None else size}. Please provide input tensor in (N, C, d1, d2, ...,dK) format and "
            f"{'scale_factor in (s1, s2, ...,sK)' if size is None else 'output size in (o1, o2, ...,oK)'} format."
        )
    if size is not None and any([isinstance(n, float) for n in given]):
        raise TypeError(
            f"expected size to be one of int or Tuple[int], but got size with types {[type(n) for n in given]}"
        )
    made = [int(math.floor(n * f)) for n, f in zip(lengths, given, strict=True)] if size is None else [*map(int, given)]
    if min(made) <= 0 or min(input.shape[1:]) <= 0:
        raise RuntimeError(
            f"Input and output sizes should be greater than 0, but got input {list(input.shape)} and output {made}"
        )
    return made, ([float(f) for f in given] if size is None else [None] * dims)
