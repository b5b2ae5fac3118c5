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


class _ConstantPadNd(_PadNd):
    def __init__(self, padding, value):
        super().__init__(padding)
        self.value = value

    def forward(self, input):
        return F.pad(input, self.padding, "constant", self.value)

    def extra_repr(self):
        return f"padding={self.padding}, value={self.value}"


FAMILIES = {  # name -> what the classes inherit from, their mode, and what stands around the input
    "ZeroPad": (_PadNd, "constant", "0"),
    "ConstantPad": (_ConstantPadNd, "constant", "`value`"),
    "ReflectionPad": (_PadNd, "reflect", "The input mirrored"),
    "ReplicationPad": (_PadNd, "replicate", "The numbers at the edge, again"),
    "CircularPad": (_PadNd, "circular", "The input's other end"),
}
LAST = {1: "last dimension", 2: "last two dimensions", 3: "last three dimensions"}

for _family, (_base, _mode, _around) in FAMILIES.items():
    for _dims, _last in LAST.items():
        _name = f"{_family}{_dims}d"
        _body = {"__doc__": f"{_around} around the {_last}. Source: PyTorch, torch.nn.{_name}.", "__module__": __name__}
        globals()[_name] = type(Module)(_name, (_base,), _body, dims=_dims, mode=_mode)
