"""grid_sampling: grid_sample, affine_grid: an image read off at places between its pixels, and grids of such places (shelf)."""

import itertools
import math

from ..._tensor import wrap
from ...backend import array_module
from ...errors import warn
from ...ops.casting import autocasts
from ...ops.index.where import where
from ...ops.one_step import one_step
from .loss import still
from .upsampling import far, near
from .windows import check_tensor

MODES, PADDINGS = ("bilinear", "nearest", "bicubic"), ("zeros", "border", "reflection")


@one_step
@autocasts("full")
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
    for what, value, known in (("mode", mode, MODES), ("padding_mode", padding_mode, PADDINGS)):
        if value not in known:
            raise ValueError(f"nn.functional.grid_sample(): expected {what} to be one of {known}, but got: '{value}'")
    if align_corners is None:
        warn_about_corners()
    check_grid(input, grid)
    if mode == "bicubic" and input.ndim != 4:
        raise RuntimeError("grid_sampler(): bicubic interpolation only supports 4D input")
    (count, channels, *sizes), places = input.shape, grid.reshape((len(grid), -1, grid.shape[-1]))  # [N, P, 2]
    along = [taps(places[:, :, -1 - d], n, mode, padding_mode, align_corners) for d, n in enumerate(sizes)]
    pixels, made = input.reshape((count, channels, math.prod(sizes))), 0
    for chosen in itertools.product(*along):  # every pixel that has a share in a place
        index, share = 0, 1
        for (pixel, part), n in zip(chosen, sizes, strict=True):
            inside = (pixel >= 0) & (pixel <= n - 1)
            index = index * n + where(inside, pixel, 0.0)
            share = share * where(inside, part, 0.0)
        index = index.long().unsqueeze(1).expand(-1, channels, -1)
        made = made + pixels.gather(2, index) * still(
            share.unsqueeze(1), input
        )  # the gradient may be differentiated again
    return made.reshape((count, channels, *grid.shape[1:-1]))


def taps(c, n, mode, padding, align_corners):
    """[(pixel, its share)] of each place along one dimension of n pixels; pixels outside of it are zeros."""
    place = (c + 1) * ((n - 1) / 2) if align_corners else ((c + 1) * n - 1) / 2
    if mode != "bicubic":
        place = kept_inside(place, n, padding, align_corners)
    first = place.detach().floor()
    t = place - first
    if mode == "nearest":
        return [(place.detach().round(), t * 0 + 1)]
    if mode == "bilinear":
        return [(first, 1 - t), (first + 1, t)]
    shares = [far(t + 1), near(t), near(1 - t), far(2 - t)]
    return [(kept_inside(first + k, n, padding, align_corners), s) for k, s in zip((-1, 0, 1, 2), shares, strict=True)]


def kept_inside(place, n, padding, align_corners):
    """The place moved into the image as the padding says."""
    if padding == "zeros":
        return place
    if padding == "reflection":
        low, span = (0, n - 1) if align_corners else (-0.5, n)
        behind = (place - low).abs()
        rest = behind - (behind.detach() / (span or 1)).floor() * span
        odd = (behind.detach() / (span or 1)).floor() % 2 == 1
        place = where(odd, span - rest, rest) + low if span else place * 0
    return where(place > 0, where(place < n - 1, place, n - 1.0), 0.0)  # what is not a number goes to 0


def warn_about_corners():
    warn("grid_sample and affine_grid take align_corners=False since 1.3.0: say align_corners=True for the older way.")


def check_grid(input, grid):
    """Raise for an image and a grid that do not fit."""
    check_tensor("grid_sampler", input)
    check_tensor("grid_sampler", grid, "grid", 2)
    had, has = list(input.shape), list(grid.shape)
    fits = input.ndim in (4, 5) and len(has) == len(had) and has[0] == had[0] and has[-1] == input.ndim - 2
    if not fits or 0 in had[2:] or input.dtype is not grid.dtype:
        raise RuntimeError(f"grid_sampler(): input {had} of {input.dtype} and grid {has} of {grid.dtype} do not fit")


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
    dims = len(size) - 2
    if dims not in (2, 3) or theta.ndim != 3 or theta.shape[1:] != (dims, dims + 1) or min(size) <= 0:
        raise ValueError(
            f"no grid of size {size} from theta {list(theta.shape)}: it takes Nx2x3 with 4D, Nx3x4 with 5D"
        )
    xp, lengths = array_module(theta._array), size[2:]
    places = xp.ones((*lengths, dims + 1), theta._array.dtype)  # (x, y, 1) of all pixels
    for d, n in enumerate(lengths):
        ends = xp.linspace(-1, 1, n) if n > 1 else xp.zeros(n)
        ends = ends if align_corners else ends * (n - 1) / n
        places[..., dims - 1 - d] = ends.reshape((-1,) + (1,) * (dims - d - 1))
    return (wrap(places.reshape((-1, dims + 1))) @ theta.mT).reshape((len(theta), *lengths, dims))
