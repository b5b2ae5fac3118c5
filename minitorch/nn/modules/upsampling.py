"""upsampling: Upsample, UpsamplingNearest2d, UpsamplingBilinear2d (shelf)."""

from .function_layer import FunctionLayer


class Upsample(FunctionLayer, function="interpolate"):
    """A signal, image or volume in another size: nn.functional.interpolate as a layer, with the same options."""

    size: int | tuple | None = None
    scale_factor: float | tuple | None = None
    mode: str = "nearest"
    align_corners: bool | None = None
    recompute_scale_factor: bool | None = None

    def __post_init__(self):
        super().__post_init__()
        factor = self.scale_factor
        several = isinstance(factor, tuple)
        self.scale_factor = tuple([float(f) for f in factor]) if several else float(factor) if factor else None

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
