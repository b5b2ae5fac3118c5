"""pixelshuffle: PixelShuffle, PixelUnshuffle, ChannelShuffle (shelf)."""

from dataclasses import dataclass

from .function_layer import FunctionLayer


@dataclass(eq=False, repr=False)
class PixelShuffle(FunctionLayer, function="pixel_shuffle"):
    """[..., C r r, H, W] -> [..., C, H r, W r], where r is upscale_factor. Source: PyTorch, torch.nn.PixelShuffle."""

    upscale_factor: int


@dataclass(eq=False, repr=False)
class PixelUnshuffle(FunctionLayer, function="pixel_unshuffle"):
    """[..., C, H r, W r] -> [..., C r r, H, W], where r is downscale_factor. Source: PyTorch, torch.nn.PixelUnshuffle."""

    downscale_factor: int


@dataclass(eq=False, repr=False)
class ChannelShuffle(FunctionLayer, function="channel_shuffle"):
    """The channels of [N, C, ...], dealt out so that neighbours come from different groups.

    Source: Zhang et al., 2018; PyTorch, torch.nn.ChannelShuffle.
    """

    groups: int
