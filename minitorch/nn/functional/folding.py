"""folding: unfold, fold, pixel_shuffle, channel_shuffle: windows and pixels become channels, and back (shelf)."""

from ...creation.arange import arange
from ...ops.one_step import one_step
from .padding import pad
from .steps import named
from .windows import check_dims, check_tensor, count_of, several

# --- windows as columns -----------------------------------------------------------------------------------------------------


@one_step
def unfold(input, kernel_size, dilation=1, padding=0, stride=1):
    """Every window of an image as a column: [N, C, H, W] or [C, H, W] -> [N, C * numbers of a window, windows] or without N.

    kernel_size  of the window: an int, or one for each dimension; so are the others
    dilation     how far apart its numbers are      padding  how many zeros stand at each side of the image
    stride       how far the window moves

    >>> import minitorch as mt
    >>> mt.nn.functional.unfold(mt.arange(6.0).reshape(1, 2, 3), 2)
    tensor([[0., 1.],
            [1., 2.],
            [3., 4.],
            [4., 5.]])

    Errors: RuntimeError for sizes that do not fit.
    Source: PyTorch, torch.nn.functional.unfold.
    """
    check_dims("unfold", input, 2)
    kernel, *how = sizes("unfold", kernel_size, dilation, padding, stride)
    if min(counts(input.shape[-2:], kernel, *how)) < 1:
        raise RuntimeError(f"no window of kernel_size={kernel_size} fits into {tuple(input.shape[-2:])}")
    return named(columns(input, kernel, *how), "Im2Col")


@one_step
def fold(input, output_size, kernel_size, dilation=1, padding=0, stride=1):
    """The way back from unfold: [N, C * numbers of a window, windows] -> [N, C, H, W], or without N. Where windows overlap, sums.

    output_size  (H, W); the others are unfold's

    >>> import minitorch as mt
    >>> mt.nn.functional.fold(mt.ones(4, 2), (2, 3), 2)
    tensor([[[1., 2., 1.],
             [1., 2., 1.]]])

    Errors: unfold's, and for a count of windows that is not that of output_size.
    Source: PyTorch, torch.nn.functional.fold.
    """
    check_tensor("fold", input)
    kernel, dilation, padding, stride = how = sizes("fold", kernel_size, dilation, padding, stride)
    size, numbers = several("fold", "output_size", output_size, 2, 1), kernel[0] * kernel[1]
    down, across = counts(size, *how)
    if input.ndim not in (2, 3) or input.shape[-2] % numbers or down * across != input.shape[-1] or down < 1:
        raise RuntimeError(f"expected [N, C * {numbers}, {down} * {across}] as input, not {list(input.shape)}")
    high, wide = [n + 2 * p for n, p in zip(size, padding, strict=True)]
    places = arange(high * wide, device=input.device).reshape(1, high, wide)
    places = columns(places, kernel, dilation, (0, 0), stride).reshape(-1)  # where in the image each number belongs
    *lead, rows, windows = input.shape
    planes = input.reshape(*lead, rows // numbers, numbers * windows)
    whole = planes.new_zeros((*planes.shape[:-1], high * wide)).index_add(-1, places, planes)
    whole = whole.reshape(*lead, rows // numbers, high, wide)
    return named(whole[..., padding[0] : padding[0] + size[0], padding[1] : padding[1] + size[1]], "Col2Im")


def sizes(name, *given):
    """kernel_size, dilation, padding and stride, a pair each."""
    names = zip(("kernel_size", "dilation", "padding", "stride"), given, (1, 1, 0, 1), strict=True)
    return [several(name, what, value, 2, least) for what, value, least in names]


def counts(lengths, kernel, dilation, padding, stride):
    """How many windows there are in each dimension."""
    return [count_of(*one) for one in zip(lengths, kernel, stride, padding, dilation, strict=True)]


def columns(x, kernel, dilation, padding, stride):
    """[..., C, H, W] -> [..., C * numbers of a window, windows]."""
    x = pad(x, (padding[1], padding[1], padding[0], padding[0]))
    reach = [d * (k - 1) + 1 for d, k in zip(dilation, kernel, strict=True)]
    shown = x.unfold(-2, reach[0], stride[0]).unfold(-2, reach[1], stride[1])[..., :: dilation[0], :: dilation[1]]
    *lead, channels, down, across, height, width = shown.shape
    shown = shown.movedim((-2, -1), (-4, -3))  # [..., C, height, width, down, across]
    return shown.reshape(*lead, channels * height * width, down * across)


# --- channels as pixels -----------------------------------------------------------------------------------------------------


def check_image(name, input, what, factor):
    """Raise unless the input has three dimensions or more, and the factor is positive."""
    if input.ndim < 3 or factor <= 0:
        raise RuntimeError(f"{name} takes 3 dimensions or more and a positive {what}, not {input.ndim} and {factor}")


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
        raise RuntimeError(f"pixel_shuffle takes channels that {r} * {r} divides, not {c}")
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
        raise RuntimeError(f"pixel_unshuffle takes a height and a width that {r} divides, not {h} and {w}")
    parts = input.reshape((*batch, c, h // r, r, w // r, r))
    parts = parts.permute(*range(n), n, n + 2, n + 4, n + 1, n + 3)  # [..., C, r, r, H, W]
    return parts.reshape((*batch, c * r * r, h // r, w // r))


def channel_shuffle(input, groups):
    """[N, C, ...]: the channels, dealt out so that neighbors come from different groups.

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
