"""padding: ConstantPad, ZeroPad, ReflectionPad, ReplicationPad, CircularPad, each for 1 to 3 dimensions (shelf)."""

from .. import functional as F
from ..module.mode import Module
from .utils import _ntuple


class _PadNd(Module):
    """What the layers share: `padding`, (in front, behind) of the last dimension first; one number stands for all of them."""

    dims, mode = 0, "constant"

    def __init__(self, padding):
        super().__init__()
        self.padding = _ntuple(2 * self.dims)(padding)

    def forward(self, input):
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


class ConstantPad1d(_ConstantPadNd):
    """`value` around the last dimension. Source: PyTorch, torch.nn.ConstantPad1d."""

    dims = 1


class ConstantPad2d(_ConstantPadNd):
    """`value` around the last two dimensions. Source: PyTorch, torch.nn.ConstantPad2d."""

    dims = 2


class ConstantPad3d(_ConstantPadNd):
    """`value` around the last three dimensions. Source: PyTorch, torch.nn.ConstantPad3d."""

    dims = 3


class ZeroPad1d(_PadNd):
    """0 around the last dimension. Source: PyTorch, torch.nn.ZeroPad1d."""

    dims = 1


class ZeroPad2d(_PadNd):
    """0 around the last two dimensions.

    >>> import minitorch as mt
    >>> mt.nn.ZeroPad2d((1, 0, 0, 1))(mt.ones(1, 1, 2))
    tensor([[[0., 1., 1.],
             [0., 0., 0.]]])

    Source: PyTorch, torch.nn.ZeroPad2d.
    """

    dims = 2


class ZeroPad3d(_PadNd):
    """0 around the last three dimensions. Source: PyTorch, torch.nn.ZeroPad3d."""

    dims = 3


# --- its own numbers ----------------------------------------------------------------------------------------------------


class ReflectionPad1d(_PadNd):
    """The input mirrored around its last dimension. Source: PyTorch, torch.nn.ReflectionPad1d."""

    dims, mode = 1, "reflect"


class ReflectionPad2d(_PadNd):
    """The input mirrored around its last two dimensions. Source: PyTorch, torch.nn.ReflectionPad2d."""

    dims, mode = 2, "reflect"


class ReflectionPad3d(_PadNd):
    """The input mirrored around its last three dimensions. Source: PyTorch, torch.nn.ReflectionPad3d."""

    dims, mode = 3, "reflect"


class ReplicationPad1d(_PadNd):
    """The numbers at the edge, again around the last dimension. Source: PyTorch, torch.nn.ReplicationPad1d."""

    dims, mode = 1, "replicate"


class ReplicationPad2d(_PadNd):
    """The numbers at the edge, again around the last two dimensions. Source: PyTorch, torch.nn.ReplicationPad2d."""

    dims, mode = 2, "replicate"


class ReplicationPad3d(_PadNd):
    """The numbers at the edge, again around the last three dimensions. Source: PyTorch, torch.nn.ReplicationPad3d."""

    dims, mode = 3, "replicate"


class _CircularPadNd(_PadNd):
    """What the three share: the other end is only asked for around the dimensions behind batch and channels."""

    mode = "circular"

    def forward(self, input):
        if input.dim() not in (self.dims + 1, self.dims + 2):
            raise ValueError(f"expected {self.dims + 1}D or {self.dims + 2}D input (got {input.dim()}D input)")
        return super().forward(input)


class CircularPad1d(_CircularPadNd):
    """The input's other end around its last dimension. Source: PyTorch, torch.nn.CircularPad1d."""

    dims = 1


class CircularPad2d(_CircularPadNd):
    """The input's other end around its last two dimensions. Source: PyTorch, torch.nn.CircularPad2d."""

    dims = 2


class CircularPad3d(_CircularPadNd):
    """The input's other end around its last three dimensions. Source: PyTorch, torch.nn.CircularPad3d."""

    dims = 3
