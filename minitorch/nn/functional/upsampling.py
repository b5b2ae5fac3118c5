"""upsampling: interpolate in all modes, upsample, upsample_nearest, upsample_bilinear (shelf)."""

import math

import numpy as np

from ...notes import warn
from ...ops.one_step import one_step
from .adaptive_pooling import adaptive_avg_pool1d, adaptive_avg_pool2d, adaptive_avg_pool3d
from .resampling import _resample, cubic, linear, nearest, nearest_exact, smooth

POOLS = {1: adaptive_avg_pool1d, 2: adaptive_avg_pool2d, 3: adaptive_avg_pool3d}
DIMS = {"linear": (1,), "bilinear": (2,), "trilinear": (3,), "bicubic": (2,), "lanczos": (2,)}
DIMS |= dict.fromkeys(("nearest", "nearest-exact", "area"), (1, 2, 3))
NAMES = {"nearest": "Nearest", "nearest-exact": "NearestExact", "lanczos": "Lanczos"}


@one_step
def interpolate(
    input,
    size=None,
    scale_factor=None,
    mode="nearest",
    align_corners=None,
    recompute_scale_factor=None,
    antialias=False,
):
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
    if mode in ("nearest", "area", "nearest-exact"):
        if align_corners is not None:
            raise ValueError(
                "align_corners option can only be set with the interpolating modes: linear | bilinear | bicubic | trilinear"
            )
    made, factors = sizes(input, size, scale_factor)
    if recompute_scale_factor and size is not None:
        raise ValueError("recompute_scale_factor is not meaningful with an explicit size.")
    if recompute_scale_factor or mode == "area":
        factors = [None] * len(made)
    if antialias and not (mode in ("bilinear", "bicubic", "lanczos") and input.ndim == 4):
        raise ValueError(
            "Anti-alias option is restricted to bilinear, bicubic, and lanczos modes and requires a 4-D tensor as input"
        )
    check_mode(input, mode, align_corners, antialias)
    if mode == "area":
        return POOLS[len(made)](input, made)
    check_sizes(input, made, mode, antialias)
    return _resample(
        input, plans_of(input, made, factors, mode, bool(align_corners), antialias), name_of(mode, made, antialias)
    )


def plans_of(input, made, factors, mode, align_corners, antialias):
    """What _resample is told: the last dimension first. A length that stays is not touched by straight lines and curves."""
    wide = ("float64",) if "nearest" in mode else ("float64", "uint8")
    real = np.float64 if input.dtype.name in wide else np.float32
    plans = []
    for dim in range(input.ndim - 1, 1, -1):
        n, new, factor = input.shape[dim], made[dim - 2], factors[dim - 2]
        if mode == "nearest":
            found = nearest(n, new, factor, real, input.ndim == 4)
        elif mode == "nearest-exact":
            found = nearest_exact(n, new, factor, real, input.ndim == 4)
        elif antialias:
            found = smooth(n, new, align_corners, factor, real, mode)
        else:
            found = (cubic if mode == "bicubic" else linear)(n, new, align_corners, factor, real)
        plans.append((dim, *found))
    return tuple(plans)


def name_of(mode, made, antialias):
    """The middle of PyTorch's name of the step: Nearest2D, Bilinear2DAa."""
    return f"Upsample{NAMES.get(mode, mode.capitalize())}{len(made)}D{'Aa' if antialias else ''}"


# --- what was asked for ---------------------------------------------------------------------------------------------------


def is_int(value):
    """Whether a length is an int, NumPy's, or a tensor of integers."""
    return isinstance(value, (int, np.integer)) or (hasattr(value, "_array") and not value.is_floating_point())


def whole(length):
    """A length without its fraction. Errors: RuntimeError for one that 64 bits do not hold."""
    if not abs(length) < 2**63:
        raise RuntimeError(f"value cannot be converted to type int64_t without overflow: {length}")
    return int(length)


def sizes(input, size, scale_factor):
    """(new lengths, the factors given or None for each), one for each dimension behind the channels."""
    dims = input.ndim - 2
    if size is not None and scale_factor is not None:
        raise ValueError("only one of size or scale_factor should be defined")
    if size is None and scale_factor is None:
        raise ValueError("either size or scale_factor should be defined")
    if scale_factor is not None:
        factors = scale_factor if isinstance(scale_factor, (list, tuple)) else [scale_factor] * dims
        if len(factors) != dims:
            raise ValueError(
                "Input and scale_factor must have the same number of spatial dimensions, but got input with spatial "
                f"dimensions of {list(input.shape[2:])} and scale_factor of shape {scale_factor}. Please provide input tensor "
                "in (N, C, d1, d2, ...,dK) format and scale_factor in (s1, s2, ...,sK) format."
            )
        return [whole(n * factor) for n, factor in zip(input.shape[2:], factors, strict=True)], [
            float(f) for f in factors
        ]
    made = size if isinstance(size, (list, tuple)) else [size] * dims
    if len(made) != dims:
        raise ValueError(
            "Input and output must have the same number of spatial dimensions, but got input with spatial dimensions of "
            f"{list(input.shape[2:])} and output size of {size}. Please provide input tensor in (N, C, d1, d2, ...,dK) format "
            "and output size in (o1, o2, ...,oK) format."
        )
    if not all([is_int(n) for n in made]):
        raise TypeError(
            "expected size to be one of int or Tuple[int] or Tuple[int, int] or Tuple[int, int, int], but got size with "
            f"types {[type(n) for n in made]}"
        )
    return [int(n) for n in made], [None] * dims


def check_mode(input, mode, align_corners, antialias):
    """Raise for a mode that there is not, or not for these dimensions."""
    dims = input.ndim - 2
    if dims in DIMS.get(mode, ()):
        if mode == "lanczos" and align_corners:
            raise ValueError("Lanczos mode does not support align_corners=True")
        if mode == "lanczos" and not antialias:
            raise ValueError("Lanczos mode requires antialias=True")
        return
    if mode in ("linear", "bilinear", "trilinear") and dims in (1, 2, 3):
        raise NotImplementedError(f"Got {input.ndim}D input, but {mode} mode needs {DIMS[mode][0] + 2}D input")
    raise NotImplementedError(
        f"Input Error: Only 3D, 4D and 5D input Tensors supported (got {input.ndim}D) for the modes: nearest | linear | "
        f"bilinear | bicubic | trilinear | lanczos | area | nearest-exact (got {mode})"
    )


def check_sizes(input, made, mode, antialias):
    """Raise for lengths of 0, and for dtypes that are not resampled."""
    names = "DHW"[3 - len(made) :] if len(made) > 1 else "W"
    if min(input.shape[2:]) <= 0 or min(made) <= 0:
        had, has = (
            ", ".join([f"{a}: {n}" for a, n in zip(names, lengths, strict=True)]) for lengths in (input.shape[2:], made)
        )
        raise RuntimeError(f"Input and output sizes should be greater than 0, but got input ({had}) output ({has})")
    if input.shape[1] == 0:
        raise RuntimeError(
            f"Non-empty {input.ndim}D data tensor expected but got a tensor with sizes {list(input.shape)}"
        )
    lengths = [*input.shape[:2], *made]
    if math.prod(lengths) * input.dtype.itemsize >= 2**63:
        raise RuntimeError(f"Storage size calculation overflowed with sizes={lengths}")
    if not input.dtype.is_floating_point and input.dtype.name != "uint8":
        kind = "nearest" if "nearest" in mode else "linear"
        raise NotImplementedError(f"\"compute_indices_weights_{kind}\" not implemented for '{input.dtype.title}'")
    if antialias and input.dtype.name in ("float16", "bfloat16"):
        raise NotImplementedError(f"\"compute_index_ranges_weights\" not implemented for '{input.dtype.title}'")


# --- older names ----------------------------------------------------------------------------------------------------------


def upsample(input, size=None, scale_factor=None, mode="nearest", align_corners=None):
    """interpolate, under its older name. Source: PyTorch, torch.nn.functional.upsample."""
    warn_older("upsample")
    return interpolate(input, size, scale_factor, mode, align_corners)


def upsample_nearest(input, size=None, scale_factor=None):
    """interpolate with mode "nearest". Source: PyTorch, torch.nn.functional.upsample_nearest."""
    warn_older("upsample_nearest")
    return interpolate(input, size, scale_factor, mode="nearest")


def upsample_bilinear(input, size=None, scale_factor=None):
    """interpolate with mode "bilinear" and align_corners. Source: PyTorch, torch.nn.functional.upsample_bilinear."""
    warn_older("upsample_bilinear")
    return interpolate(input, size, scale_factor, mode="bilinear", align_corners=True)


def warn_older(name):
    """Say that interpolate is the name to use."""
    warn(f"`nn.functional.{name}` is deprecated. Use `nn.functional.interpolate` instead.")
