"""grid_sampling: grid_sample, affine_grid: an image read off at places between its pixels, and grids of such places (shelf)."""

import itertools
import math

import numpy as np

from ..._tensor import wrap
from ...backend import array_module
from ...notes import warn
from ...ops.op import op
from .resampling import far, near
from .windows import check_tensor

MODES, PADDINGS = ("bilinear", "nearest", "bicubic"), ("zeros", "border", "reflection")

# --- from a grid to places -----------------------------------------------------------------------------------------------


def unnormalized(c, n, align_corners):
    """(place among n pixels, its slope) of coordinates c, for which -1 and 1 are the image's ends."""
    if align_corners:
        return (c + 1) * ((n - 1) / 2), (n - 1) / 2
    return ((c + 1) * n - 1) / 2, n / 2


def kept_inside(place, n, padding, align_corners):
    """(the place moved into the image as the padding says, the slope of that move)."""
    xp, slope = array_module(place), 1
    if padding == "zeros":
        return place, slope
    if padding == "reflection":
        place, slope = reflected(place, *((0, 2 * (n - 1)) if align_corners else (-1, 2 * n - 1)))
    inside = (place > 0) & (place < n - 1)
    return xp.minimum(xp.where(place > 0, place, 0), n - 1), slope * inside  # what is no number goes to 0


def reflected(place, twice_low, twice_high):
    """(the place thrown back at both ends until it lies between them, the slope of that)."""
    xp = array_module(place)
    if twice_low == twice_high:
        return place * 0, place * 0
    low, span = twice_low / 2, (twice_high - twice_low) / 2
    behind = place - low
    slope = xp.where(behind < 0, -1, 1)
    behind = xp.abs(behind)
    rest, odd = xp.fmod(behind, span), xp.floor(behind / span) % 2 == 1
    return xp.where(odd, span - rest, rest) + low, xp.where(odd, -slope, slope)


def taps(c, n, mode, padding, align_corners):
    """[(pixel, its share, the share's first and second derivative)] of each place along one dimension.

    A pixel outside of the image is -1.
    """
    xp = array_module(c)
    place, slope = unnormalized(c, n, align_corners)
    if mode != "bicubic":
        place, move = kept_inside(place, n, padding, align_corners)
        slope = slope * move
    none = xp.zeros_like(c)
    if mode == "nearest":
        return [(inside(xp.rint(place), n), xp.ones_like(c), none, none)]
    first = xp.floor(place)
    t = place - first
    if mode == "bilinear":
        return [(inside(first, n), 1 - t, none - slope, none), (inside(first + 1, n), t, none + slope, none)]
    shares = [far(t + 1), near(t), near(1 - t), far(2 - t)]
    slopes = [far_slope(t + 1), near_slope(t), -near_slope(1 - t), -far_slope(2 - t)]
    curves = [far_curve(t + 1), near_curve(t), near_curve(1 - t), far_curve(2 - t)]
    pixels = [inside(xp.trunc(kept_inside(first + k, n, padding, align_corners)[0]), n) for k in (-1, 0, 1, 2)]
    slopes, curves = [s * slope for s in slopes], [s * slope * slope for s in curves]
    return list(zip(pixels, shares, slopes, curves, strict=True))


def near_slope(x, a=-0.75):
    return (3 * (a + 2) * x - 2 * (a + 3)) * x


def far_slope(x, a=-0.75):
    return (3 * a * x - 10 * a) * x + 8 * a


def near_curve(x, a=-0.75):
    return 6 * (a + 2) * x - 2 * (a + 3)


def far_curve(x, a=-0.75):
    return 6 * a * x - 10 * a


def inside(pixel, n):
    """The pixels as integers, and -1 for those outside of the image."""
    return array_module(pixel).where((pixel >= 0) & (pixel < n), pixel, -1).astype(np.int64)


# --- the operation -------------------------------------------------------------------------------------------------------


def corners(x, grid, mode, padding, align_corners):
    """[(index of a pixel [N P], [its share and the share's derivatives, along each dimension])], of all that make a place.

    The pixels are counted from image to image, each with one more at its end, which is for what lies outside.
    """
    xp, shape = array_module(x), x.shape[2:]
    places = grid.reshape((len(grid), math.prod(grid.shape[1:-1]), len(shape)))
    rule = (mode, padding, align_corners)
    along = [taps(places[:, :, -1 - d], n, *rule) for d, n in enumerate(shape)]
    count = math.prod(shape)
    start = (xp.arange(len(x)) * (count + 1)).reshape(-1, 1)
    for chosen in itertools.product(*along):
        index = 0
        for (pixel, *_), n in zip(chosen, shape, strict=True):
            index = index * n + pixel
        outside = sum([pixel < 0 for pixel, *_ in chosen]) > 0
        index = xp.where(outside, count, index) + start
        yield index.reshape(-1), [[part.reshape(-1, 1) for part in parts] for _, *parts in chosen]


def weight(shares, *dims):
    """The share of a pixel in a place, or its derivative by the places along some dimensions: [N P, 1]."""
    made = 1
    for d, parts in enumerate(shares):
        made = made * parts[dims.count(d)]
    return made


def rows_of(x):
    """The pixels of all images as rows, [N (P + 1), C], each image with a row of zeros at its end."""
    xp = array_module(x)
    rows = xp.zeros((len(x), math.prod(x.shape[2:]) + 1, x.shape[1]), x.dtype)
    rows[:, :-1] = x.reshape((*x.shape[:2], math.prod(x.shape[2:]))).swapaxes(1, 2)
    return rows.reshape((len(x) * rows.shape[1], x.shape[1]))


def places_of(g):
    """Gradients of what was read, as rows: [N P, C]."""
    return (
        g.reshape((*g.shape[:2], math.prod(g.shape[2:])))
        .swapaxes(1, 2)
        .reshape((len(g) * math.prod(g.shape[2:]), g.shape[1]))
    )


def as_images(rows, like, shape):
    """The opposite of places_of, in the dtype of `like`."""
    made = rows.reshape((*shape[:1], math.prod(shape[2:]), shape[1])).swapaxes(1, 2)
    return array_module(rows).ascontiguousarray(made.astype(like.dtype, copy=False)).reshape(shape)


class Sums:
    """What the pixels of images get, [C, N (P + 1)]: added up by index, channel by channel."""

    def __init__(self, x):
        self.x, self.count = x, math.prod(x.shape[2:]) + 1
        self.sums = array_module(x).zeros((x.shape[1], len(x) * self.count))

    def add(self, index, rows):
        for channel, total in enumerate(self.sums):
            total += array_module(rows).bincount(index, rows[:, channel], minlength=len(total))

    def images(self):
        """The sums as images like x, without what fell outside."""
        made = self.sums.reshape((self.x.shape[1], len(self.x), self.count))[:, :, :-1]
        return made.swapaxes(0, 1).reshape(self.x.shape).astype(self.x.dtype)


@op(derivative=lambda x, *rest: f"GridSampler{x.ndim - 2}DBackward0")
def _grid_sampler(x, grid, mode, padding, align_corners):
    rows, shape = rows_of(x), (*x.shape[:2], *grid.shape[1:-1])
    made = array_module(x).zeros((len(x) * math.prod(shape[2:]), x.shape[1]), rows.dtype)
    for index, shares in corners(x, grid, mode, padding, align_corners):
        made += rows.take(index, 0) * weight(shares)
    return as_images(made, x, shape)


@op(derivative=lambda gradient, x, *rest: f"GridSampler{x.ndim - 2}DBackwardBackward0")
def _grid_sampler_back(gradient, x, grid, mode, padding, align_corners):
    """The gradients of image and grid."""
    xp, rows, g_rows, to_x = array_module(x), rows_of(x), places_of(gradient), Sums(x)
    to_grid = xp.zeros((len(g_rows), grid.shape[-1]), grid.dtype)
    for index, shares in corners(x, grid, mode, padding, align_corners):
        to_x.add(index, weight(shares) * g_rows)
        told = (g_rows * rows.take(index, 0)).sum(1, keepdims=True)
        for d in range(len(shares)):
            to_grid[:, -1 - d] += (told * weight(shares, d))[:, 0]
    return to_x.images(), to_grid.reshape(grid.shape).astype(grid.dtype)


@op
def _grid_sampler_twice(for_x, for_grid, g, x, grid, mode, padding, align_corners):
    """The gradients of g, image and grid, out of those of the two results of _grid_sampler_back."""
    xp, rows, g_rows, to_x = array_module(x), rows_of(x), places_of(g), Sums(x)
    x_rows, moved = rows_of(for_x), for_grid.reshape((len(g_rows), grid.shape[-1]))
    to_g, to_grid = xp.zeros_like(g_rows), xp.zeros_like(moved)
    for index, shares in corners(x, grid, mode, padding, align_corners):
        dims, here, its = range(len(shares)), rows.take(index, 0), x_rows.take(index, 0)
        change = sum([weight(shares, d) * moved[:, -1 - d : moved.shape[1] - d] for d in dims])
        to_g += weight(shares) * its + change * here
        to_x.add(index, change * g_rows)
        told, its_told = ((g_rows * values).sum(1, keepdims=True) for values in (here, its))
        for e in dims:
            bent = sum([weight(shares, d, e) * moved[:, -1 - d : moved.shape[1] - d] for d in dims])
            to_grid[:, -1 - e] += (its_told * weight(shares, e) + told * bent)[:, 0]
    return as_images(to_g, g, g.shape), to_x.images(), to_grid.reshape(grid.shape).astype(grid.dtype)


_grid_sampler.grad(
    joint=lambda g, needs, x, grid, mode, padding, align_corners: (
        *_grid_sampler_back(g, x, grid, mode, padding, align_corners), None, None, None,
    )
)  # fmt: skip
_grid_sampler_back.grad(
    joint=lambda g, needs, gradient, x, grid, mode, padding, align_corners: (
        *_grid_sampler_twice(*g, gradient, x, grid, mode, padding, align_corners), None, None, None,
    )
)  # fmt: skip


def grid_sample(input, grid, mode="bilinear", padding_mode="zeros", align_corners=None):
    """What an image has at each place of a grid: [N, C, H, W], [N, H', W', 2] -> [N, C, H', W']; volumes likewise.

    grid           places as (x, y) or (x, y, z): x from -1, the left end of the image, to 1, the right end
    mode           "bilinear": straight lines between pixels, "nearest", or "bicubic", for images only
    padding_mode   what lies outside: "zeros"; "border": the pixel at the edge; "reflection": the image mirrored
    align_corners  whether the ends are the middles of the outermost pixels, instead of their outer edges

    >>> import minitorch as mt
    >>> image, place = mt.tensor([[[[0.0, 1.0], [2.0, 3.0]]]]), mt.tensor([[[[0.0, 0.0]]]])
    >>> mt.nn.functional.grid_sample(image, place, align_corners=False)
    tensor([[[[1.5000]]]])

    Errors: ValueError for another mode, RuntimeError for sizes and dtypes that do not fit.
    Source: Jaderberg et al., 2015; PyTorch, torch.nn.functional.grid_sample.
    """
    if mode not in MODES:
        raise ValueError(
            f"nn.functional.grid_sample(): expected mode to be 'bilinear', 'nearest' or 'bicubic', but got: '{mode}'"
        )
    if padding_mode not in PADDINGS:
        raise ValueError(
            "nn.functional.grid_sample(): expected padding_mode to be 'zeros', 'border', or 'reflection', but got: "
            f"'{padding_mode}'"
        )
    if align_corners is None:
        warn_about_corners()
    return grid_sampler(input, grid, MODES.index(mode), PADDINGS.index(padding_mode), bool(align_corners))


def warn_about_corners():
    warn(
        "Default grid_sample and affine_grid behavior has changed to align_corners=False since 1.3.0. Please specify "
        "align_corners=True if the old behavior is desired. See the documentation of grid_sample for details."
    )


def grid_sampler(input, grid, interpolation_mode, padding_mode, align_corners):
    """grid_sample, with numbers for the modes: their places in MODES and PADDINGS. Source: PyTorch, torch.grid_sampler."""
    check_grid(input, grid)
    mode = MODES[interpolation_mode]
    if mode == "bicubic" and input.ndim != 4:
        raise RuntimeError("grid_sampler(): bicubic interpolation only supports 4D input")
    return _grid_sampler(input, grid, mode, PADDINGS[padding_mode], bool(align_corners))


def check_grid(input, grid):
    """Raise for an image and a grid that do not fit."""
    check_tensor("grid_sampler", input)
    check_tensor("grid_sampler", grid, "grid", 2)
    had, has = list(input.shape), list(grid.shape)
    fits = input.ndim in (4, 5) and len(has) == len(had) and has[0] == had[0] and has[-1] == input.ndim - 2
    if not fits or 0 in had[2:]:
        raise RuntimeError(
            "grid_sampler(): expected 4D or 5D input and grid with same batch size and number of dimensions, the grid's last of "
            f"size {input.ndim - 2}, but got input with sizes {had} and grid with sizes {has}"
        )
    if input.dtype is not grid.dtype:
        raise RuntimeError(f"expected scalar type {input.dtype.title} but found {grid.dtype.title}")


# --- grids ----------------------------------------------------------------------------------------------------------------


def affine_grid(theta, size, align_corners=None):
    """The grid for grid_sample that reads an image where matrices take its pixels: [N, 2, 3] -> [N, H, W, 2].

    theta          a matrix for each image, [N, 2, 3]; for volumes [N, 3, 4]
    size           the size of the images to be made, (N, C, H, W) or (N, C, D, H, W)
    align_corners  as in grid_sample

    >>> import minitorch as mt
    >>> mt.nn.functional.affine_grid(mt.tensor([[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]]), (1, 1, 1, 2), align_corners=False)
    tensor([[[[-0.5000,  0.0000],
              [ 0.5000,  0.0000]]]])

    Errors: ValueError for matrices that do not fit the size, and sizes below 1.
    Source: Jaderberg et al., 2015; PyTorch, torch.nn.functional.affine_grid.
    """
    if align_corners is None:
        warn_about_corners()
    if not theta.is_floating_point():
        raise ValueError(f"Expected theta to have floating point type, but got {theta.dtype}")
    dims = len(size) - 2
    if dims not in (2, 3):
        raise NotImplementedError(
            "affine_grid only supports 4D and 5D sizes, for 2D and 3D affine transforms, respectively. "
            f"Got size {size}."
        )
    if theta.ndim != 3 or theta.shape[1:] != (dims, dims + 1):
        raise ValueError(
            f"Expected a batch of {dims}D affine matrices of shape Nx{dims}x{dims + 1} for size {size}. Got {theta.shape}."
        )
    if min(size) <= 0:
        raise ValueError(f"Expected non-zero, positive output size. Got {size}")
    places = wrap(pixels(theta._array, size, align_corners))
    return (places @ theta.mT).reshape((len(theta), *size[2:], dims))


def pixels(like, size, align_corners):
    """The places of all pixels as (x, y, 1) or (x, y, z, 1), [P, 3 or 4], in the dtype of an array."""
    xp, lengths = array_module(like), size[2:]
    made = xp.ones((*lengths, len(lengths) + 1), like.dtype)
    for d, n in enumerate(lengths):
        ends = xp.linspace(-1, 1, n) if n > 1 else xp.zeros(n)
        ends = (ends if align_corners else ends * (n - 1) / n).astype(like.dtype)
        made[..., len(lengths) - 1 - d] = ends.reshape((-1,) + (1,) * (len(lengths) - d - 1))
    return made.reshape((math.prod(lengths), len(lengths) + 1))
