"""pixelshuffle: PixelShuffle, PixelUnshuffle, ChannelShuffle (shelf)."""

from .. import functional as F
from ..module.mode import Module


class PixelShuffle(Module):
    """[..., C r r, H, W] -> [..., C, H r, W r], where r is upscale_factor. Source: PyTorch, torch.nn.PixelShuffle."""

    def __init__(self, upscale_factor):
        super().__init__()
        self.upscale_factor = upscale_factor

    def forward(self, input):
        return F.pixel_shuffle(input, self.upscale_factor)

    def extra_repr(self):
        return f"upscale_factor={self.upscale_factor}"


class PixelUnshuffle(Module):
    """[..., C, H r, W r] -> [..., C r r, H, W], where r is downscale_factor. Source: PyTorch, torch.nn.PixelUnshuffle."""

    def __init__(self, downscale_factor):
        super().__init__()
        self.downscale_factor = downscale_factor

    def forward(self, input):
        return F.pixel_unshuffle(input, self.downscale_factor)

    def extra_repr(self):
        return f"downscale_factor={self.downscale_factor}"


class ChannelShuffle(Module):
    """The channels of [N, C, ...], dealt out so that neighbours come from different groups.

    Source: Zhang et al., 2018; PyTorch, torch.nn.ChannelShuffle.
    """

    def __init__(self, groups):
        super().__init__()
        self.groups = groups

    def forward(self, input):
        return F.channel_shuffle(input, self.groups)

    def extra_repr(self):
        return f"groups={self.groups}"
