"""affine: affine_grid: the places to which matrices turn, move and stretch the pixels of an image (shelf)."""

import math

from ...backend import array_module
from ...creation.linspace import linspace
from ...dtypes import from_numpy_dtype
from ...notes import warn
from ...ops.op import op
from .activation import same, single
from .grid_sampling import warn_about_corners


def pixels(like, size, align_corners):
    """The places of all pixels as (x, y, 1) or (x, y, z, 1), [P, 3 or 4], in the dtype of an array."""
    xp, lengths = array_module(like), size[2:]
    made = xp.ones((*lengths, len(lengths) + 1), like.dtype)
    for d, n in enumerate(lengths):
        ends = linspace(-1, 1, n, dtype=from_numpy_dtype(like.dtype))._array if n > 1 else xp.zeros(n, like.dtype)
        ends = ends if align_corners else ends * (n - 1) / n
        made[..., len(lengths) - 1 - d] = xp.asarray(ends).reshape((-1,) + (1,) * (len(lengths) - d - 1))
    return made.reshape((math.prod(lengths), len(lengths) + 1))


@op(derivative="AffineGridGeneratorBackward0")
def _affine_grid(theta, size, align_corners):
    places, wide = single(pixels(theta, size, align_corners)), single(theta)
    # [P, 3] @ [N, 3, 2], column by column: its digits decide on which side of a pixel a place lies
    made = sum([places[:, k, None] * wide[:, None, :, k] for k in range(len(size) - 1)])
    return same(made.reshape((len(theta), *size[2:], len(size) - 2)), theta)


@op(derivative="AffineGridGeneratorBackwardBackward0")
def _affine_grid_back(g, size, align_corners):
    """The gradient of the matrices."""
    places, wide = single(pixels(g, size, align_corners)), single(g)
    return same(wide.reshape((len(g), len(places), g.shape[-1])).swapaxes(1, 2) @ places, g)


_affine_grid.grad(theta=lambda g, size, align_corners: _affine_grid_back(g, size, align_corners))
_affine_grid_back.grad(g=lambda g, size, align_corners: _affine_grid(g, size, align_corners))


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
    if align_corners and min(size[2:]) == 1:
        warn(
            "Since version 1.3.0, affine_grid behavior has changed for unit-size grids when align_corners=True. This is not "
            "an intended use case of affine_grid. See the documentation of affine_grid for details."
        )
    elif min(size) <= 0:
        raise ValueError(f"Expected non-zero, positive output size. Got {size}")
    return affine_grid_generator(theta, size, bool(align_corners))


def affine_grid_generator(theta, size, align_corners):
    """affine_grid. Source: PyTorch, torch.affine_grid_generator."""
    if len(theta) != size[0]:
        raise RuntimeError(
            f"Expected size for first two dimensions of batch2 tensor to be: [{size[0]}, {len(size) - 1}] but got: "
            f"[{len(theta)}, {theta.shape[-1]}]."
        )
    return _affine_grid(theta, tuple(size), bool(align_corners))
