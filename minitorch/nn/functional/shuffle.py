"""shuffle: pixel_shuffle, pixel_unshuffle, channel_shuffle: channels become pixels, and back; channels of groups mixed (shelf)."""

from ...ops.op import op
from .memory_order import ordered_like


def check_image(name, input, what, factor):
    """Raise unless the input has three dimensions or more, and the factor is positive."""
    if input.ndim < 3:
        raise RuntimeError(
            f"{name} expects input to have at least 3 dimensions, but got input with {input.ndim} dimension(s)"
        )
    if factor <= 0:
        raise RuntimeError(f"{name} expects a positive {what}, but got {factor}")


@op
def _pixel_shuffle(x, r):
    *batch, c, h, w = x.shape
    n = len(batch)
    parts = x.reshape((*batch, c // (r * r), r, r, h, w))
    order = (*range(n), n, n + 3, n + 1, n + 4, n + 2)  # [..., C, H, r, W, r]
    return ordered_like(x, parts.transpose(order).reshape((*batch, c // (r * r), h * r, w * r)), 2)


@op
def _pixel_unshuffle(x, r):
    *batch, c, h, w = x.shape
    n = len(batch)
    parts = x.reshape((*batch, c, h // r, r, w // r, r))
    order = (*range(n), n, n + 2, n + 4, n + 1, n + 3)  # [..., C, r, r, H, W]
    return ordered_like(x, parts.transpose(order).reshape((*batch, c * r * r, h // r, w // r)), 2)


_pixel_shuffle.grad(x=lambda g, r: _pixel_unshuffle(g, r))
_pixel_unshuffle.grad(x=lambda g, r: _pixel_shuffle(g, r))


def pixel_shuffle(input, upscale_factor):
    """[..., C r r, H, W] -> [..., C, H r, W r]: the r r channels of each place become r rows of r pixels.

    >>> import minitorch as mt
    >>> mt.pixel_shuffle(mt.tensor([[[1]], [[2]], [[3]], [[4]]]), 2)
    tensor([[[1, 2],
             [3, 4]]])

    Errors: RuntimeError for channels that do not divide by r r. Source: Shi et al., 2016; PyTorch, torch.pixel_shuffle.
    """
    check_image("pixel_shuffle", input, "upscale_factor", upscale_factor)
    square = upscale_factor**2
    if input.shape[-3] % square:
        raise RuntimeError(
            "pixel_shuffle expects its input's 'channel' dimension to be divisible by the square of upscale_factor, but "
            f"input.size(-3)={input.shape[-3]} is not divisible by {square}"
        )
    return _pixel_shuffle(input, upscale_factor)


def pixel_unshuffle(input, downscale_factor):
    """[..., C, H r, W r] -> [..., C r r, H, W]: what pixel_shuffle did, undone.

    Errors: RuntimeError for sizes that do not divide by r. Source: PyTorch, torch.pixel_unshuffle.
    """
    check_image("pixel_unshuffle", input, "downscale_factor", downscale_factor)
    for dim, name in ((-2, "height"), (-1, "width")):
        if input.shape[dim] % downscale_factor:
            raise RuntimeError(
                f"pixel_unshuffle expects {name} to be divisible by downscale_factor, but input.size({dim})="
                f"{input.shape[dim]} is not divisible by {downscale_factor}"
            )
    return _pixel_unshuffle(input, downscale_factor)


@op
def _channel_shuffle(x, groups):
    n, c, *rest = x.shape
    return ordered_like(x, x.reshape((n, groups, c // groups, *rest)).swapaxes(1, 2).reshape(x.shape), len(rest))


_channel_shuffle.grad(x=lambda g, groups, x_shape: _channel_shuffle(g, x_shape[1] // groups))


def channel_shuffle(input, groups):
    """[N, C, ...]: the channels, dealt out so that neighbours come from different groups.

    >>> import minitorch as mt
    >>> mt.channel_shuffle(mt.arange(4).reshape(1, 4, 1), 2).flatten()
    tensor([0, 2, 1, 3])

    Errors: RuntimeError for channels that do not divide by groups.
    Source: Zhang et al., 2018; PyTorch, torch.nn.functional.channel_shuffle.
    """
    if input.ndim < 3:
        raise RuntimeError(f"channel_shuffle expects input with > 2 dims, but got input with sizes {list(input.shape)}")
    if groups <= 0:
        raise RuntimeError(f"Number of groups to divide channels in must be positive. Value of groups:{groups}")
    if input.shape[1] % groups:
        raise RuntimeError(
            f"Number of channels must be divisible by groups. Got {input.shape[1]} channels and {groups} groups."
        )
    return _channel_shuffle(input, groups)


native_channel_shuffle = channel_shuffle
