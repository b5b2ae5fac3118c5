"""channelshuffle: ChannelShuffle (shelf)."""

from .. import functional as F
from ..module.mode import Module


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
