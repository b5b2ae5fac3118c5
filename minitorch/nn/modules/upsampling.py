"""upsampling: Upsample, UpsamplingNearest2d, UpsamplingBilinear2d (shelf)."""

from .. import functional as F
from ..module.mode import Module


class Upsample(Module):
    """A signal, image or volume in another size: nn.functional.interpolate as a layer, with the same options.

    >>> import minitorch as mt
    >>> mt.nn.Upsample(scale_factor=2)(mt.tensor([[[1.0, 2.0]]]))
    tensor([[[1., 1., 2., 2.]]])

    Source: PyTorch, torch.nn.Upsample.
    """

    def __init__(self, size=None, scale_factor=None, mode="nearest", align_corners=None, recompute_scale_factor=None):
        super().__init__()
        self.name, self.size, self.mode = type(self).__name__, size, mode
        if isinstance(scale_factor, tuple):
            self.scale_factor = tuple([float(factor) for factor in scale_factor])
        else:
            self.scale_factor = float(scale_factor) if scale_factor else None
        self.align_corners, self.recompute_scale_factor = align_corners, recompute_scale_factor

    def forward(self, input):
        return F.interpolate(
            input, self.size, self.scale_factor, self.mode, self.align_corners, self.recompute_scale_factor
        )

    def __setstate__(self, state):
        super().__setstate__({"recompute_scale_factor": True} | state)  # what it was before there was a choice

    def extra_repr(self):
        size = f"size={self.size!r}" if self.scale_factor is None else f"scale_factor={self.scale_factor!r}"
        return f"{size}, mode={self.mode!r}"


class UpsamplingNearest2d(Upsample):
    """Upsample with mode "nearest". Source: PyTorch, torch.nn.UpsamplingNearest2d."""

    def __init__(self, size=None, scale_factor=None):
        super().__init__(size, scale_factor, mode="nearest")


class UpsamplingBilinear2d(Upsample):
    """Upsample with mode "bilinear" and align_corners. Source: PyTorch, torch.nn.UpsamplingBilinear2d."""

    def __init__(self, size=None, scale_factor=None):
        super().__init__(size, scale_factor, mode="bilinear", align_corners=True)
