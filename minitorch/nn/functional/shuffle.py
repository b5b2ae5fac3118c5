"""shuffle: pixel_shuffle, pixel_unshuffle, channel_shuffle: channels become pixels, and back; channels of groups mixed (shelf)."""


def check_image(name, input, what, factor):
    """Raise unless the input has three dimensions or more, and the factor is positive."""
    if input.ndim < 3 or factor <= 0:
        raise RuntimeError(
            f"{name} expects an input of at least 3 dimensions and a positive {what}, not {input.ndim} and {factor}"
        )


def pixel_shuffle(input, upscale_factor):
    """[..., C r r, H, W] -> [..., C, H r, W r]: the r r channels of each place become r rows of r pixels.

    >>> import minitorch as mt
    >>> mt.pixel_shuffle(mt.tensor([[[1]], [[2]], [[3]], [[4]]]), 2)
    tensor([[[1, 2],
             [3, 4]]])

    Errors: RuntimeError for channels that do not divide by r r. Source: Shi et al., 2016; PyTorch, torch.pixel_shuffle.
    """
    check_image("pixel_shuffle", input, "upscale_factor", upscale_factor)
    *batch, c, h, w = input.shape
    r, n = upscale_factor, len(batch)
    if c % (r * r):
        raise RuntimeError(
            f"pixel_shuffle expects channels that the square of upscale_factor divides, but there are {c}"
        )
    parts = input.reshape((*batch, c // (r * r), r, r, h, w))
    parts = parts.permute(*range(n), n, n + 3, n + 1, n + 4, n + 2)  # [..., C, H, r, W, r]
    return parts.reshape((*batch, c // (r * r), h * r, w * r))


def pixel_unshuffle(input, downscale_factor):
    """[..., C, H r, W r] -> [..., C r r, H, W]: what pixel_shuffle did, undone.

    Errors: RuntimeError for sizes that do not divide by r. Source: PyTorch, torch.pixel_unshuffle.
    """
    check_image("pixel_unshuffle", input, "downscale_factor", downscale_factor)
    *batch, c, h, w = input.shape
    r, n = downscale_factor, len(batch)
    if h % r or w % r:
        raise RuntimeError(
            f"pixel_unshuffle expects height and width that downscale_factor {r} divides, but got {h} and {w}"
        )
    parts = input.reshape((*batch, c, h // r, r, w // r, r))
    parts = parts.permute(*range(n), n, n + 2, n + 4, n + 1, n + 3)  # [..., C, r, r, H, W]
    return parts.reshape((*batch, c * r * r, h // r, w // r))


def channel_shuffle(input, groups):
    """[N, C, ...]: the channels, dealt out so that neighbours come from different groups.

    >>> import minitorch as mt
    >>> mt.channel_shuffle(mt.arange(4).reshape(1, 4, 1), 2).flatten()
    tensor([0, 2, 1, 3])

    Errors: RuntimeError for channels that do not divide by groups.
    Source: Zhang et al., 2018; PyTorch, torch.nn.functional.channel_shuffle.
    """
    check_image("channel_shuffle", input, "groups", groups)
    n, c, *rest = input.shape
    if c % groups:
        raise RuntimeError(f"Number of channels must be divisible by groups. Got {c} channels and {groups} groups.")
    return input.reshape((n, groups, c // groups, *rest)).transpose(1, 2).reshape(input.shape)
