"""pixelshuffle: PixelShuffle, PixelUnshuffle, ChannelShuffle (shelf)."""

from .function_layer import FunctionLayer


class PixelShuffle(FunctionLayer, function="pixel_shuffle"):
    """[..., C r r, H, W] -> [..., C, H r, W r], where r is upscale_factor. Source: PyTorch, torch.nn.PixelShuffle."""

    upscale_factor: int


class PixelUnshuffle(FunctionLayer, function="pixel_unshuffle"):
    """[..., C, H r, W r] -> [..., C r r, H, W], where r is downscale_factor. Source: PyTorch, torch.nn.PixelUnshuffle."""

    downscale_factor: int


class ChannelShuffle(FunctionLayer, function="channel_shuffle"):
    """The channels of [N, C, ...], dealt out over groups. Source: Zhang et al., 2018; PyTorch, torch.nn.ChannelShuffle."""

    groups: int
