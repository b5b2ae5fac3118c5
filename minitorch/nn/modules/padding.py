"""padding: ConstantPad, ZeroPad, ReflectionPad, ReplicationPad, CircularPad, each for 1 to 3 dimensions (shelf)."""

from .. import functional as F
from ..module.mode import Module
from .utils import _ntuple


class _PadNd(Module):
    """What the layers share: `padding`, (in front, behind) of the last dimension first; one number stands for all of them.

    The head of each class says in how many dimensions, and with what mode of nn.functional.pad.
    """

    dims, mode = 0, "constant"

    def __init_subclass__(cls, dims=None, mode=None):
        cls.dims, cls.mode = dims or cls.dims, mode or cls.mode

    def __init__(self, padding):
        super().__init__()
        self.padding = _ntuple(2 * self.dims)(padding)

    def forward(self, input):
        if self.mode == "circular" and input.dim() not in (self.dims + 1, self.dims + 2):
            raise ValueError(f"expected {self.dims + 1}D or {self.dims + 2}D input (got {input.dim()}D input)")
        return F.pad(input, self.padding, self.mode)

    def extra_repr(self):
        return f"{self.padding}"


# --- one number ---------------------------------------------------------------------------------------------------------


class _ConstantPadNd(_PadNd):
    def __init__(self, padding, value):
        super().__init__(padding)
        self.value = value

    def forward(self, input):
        return F.pad(input, self.padding, "constant", self.value)

    def extra_repr(self):
        return f"padding={self.padding}, value={self.value}"


class ConstantPad1d(_ConstantPadNd, dims=1):
    """`value` around the last dimension. Source: PyTorch, torch.nn.ConstantPad1d."""


class ConstantPad2d(_ConstantPadNd, dims=2):
    """`value` around the last two dimensions. Source: PyTorch, torch.nn.ConstantPad2d."""


class ConstantPad3d(_ConstantPadNd, dims=3):
    """`value` around the last three dimensions. Source: PyTorch, torch.nn.ConstantPad3d."""


class ZeroPad1d(_PadNd, dims=1):
    """0 around the last dimension. Source: PyTorch, torch.nn.ZeroPad1d."""


class ZeroPad2d(_PadNd, dims=2):
    """0 around the last two dimensions.

    >>> import minitorch as mt
    >>> mt.nn.ZeroPad2d((1, 0, 0, 1))(mt.ones(1, 1, 2))
    tensor([[[0., 1., 1.],
             [0., 0., 0.]]])

    Source: PyTorch, torch.nn.ZeroPad2d.
    """


class ZeroPad3d(_PadNd, dims=3):
    """0 around the last three dimensions. Source: PyTorch, torch.nn.ZeroPad3d."""


# --- its own numbers ----------------------------------------------------------------------------------------------------


class ReflectionPad1d(_PadNd, dims=1, mode="reflect"):
    """The input mirrored around its last dimension. Source: PyTorch, torch.nn.ReflectionPad1d."""


class ReflectionPad2d(_PadNd, dims=2, mode="reflect"):
    """The input mirrored around its last two dimensions. Source: PyTorch, torch.nn.ReflectionPad2d."""


class ReflectionPad3d(_PadNd, dims=3, mode="reflect"):
    """The input mirrored around its last three dimensions. Source: PyTorch, torch.nn.ReflectionPad3d."""


class ReplicationPad1d(_PadNd, dims=1, mode="replicate"):
    """The numbers at the edge, again around the last dimension. Source: PyTorch, torch.nn.ReplicationPad1d."""


class ReplicationPad2d(_PadNd, dims=2, mode="replicate"):
    """The numbers at the edge, again around the last two dimensions. Source: PyTorch, torch.nn.ReplicationPad2d."""


class ReplicationPad3d(_PadNd, dims=3, mode="replicate"):
    """The numbers at the edge, again around the last three dimensions. Source: PyTorch, torch.nn.ReplicationPad3d."""


class CircularPad1d(_PadNd, dims=1, mode="circular"):
    """The input's other end around its last dimension. Source: PyTorch, torch.nn.CircularPad1d."""


class CircularPad2d(_PadNd, dims=2, mode="circular"):
    """The input's other end around its last two dimensions. Source: PyTorch, torch.nn.CircularPad2d."""


class CircularPad3d(_PadNd, dims=3, mode="circular"):
    """The input's other end around its last three dimensions. Source: PyTorch, torch.nn.CircularPad3d."""
