"""swapaxes, swapdims, and squeeze_, t_ and the other views in place (shelf)."""

from ..._tensor import Tensor, method, touch
from ..view.transpose import transpose
from .in_place import History

__all__ = ["swapaxes", "swapdims"]


def swapaxes(input, axis0, axis1):
    """transpose under NumPy's name. Source: PyTorch, torch.swapaxes."""
    return transpose(input, axis0, axis1)


def swapdims(input, dim0, dim1):
    """transpose under another name. Source: PyTorch, torch.swapdims."""
    return transpose(input, dim0, dim1)


method(swapaxes)
method(swapdims)


IN_PLACE = {
    "TBackward0": "TBackward1", "TransposeBackward0": "TransposeBackward1", "UnsqueezeBackward0": "UnsqueezeBackward1",
    "SqueezeBackward0": "SqueezeBackward3", "SqueezeBackward1": "SqueezeBackward4", "SqueezeBackward2": "SqueezeBackward5",
    "AsStridedBackward0": "AsStridedBackward1",
}  # fmt: skip
renamed: dict = {}  # a class of steps -> the same under the name that PyTorch gives it in place


def rename(edge):
    """Give the step of a view that was made in place the name that it has in PyTorch."""
    kind = None if edge is None else type(edge[0])
    name = IN_PLACE.get(getattr(kind, "derivative", None))
    if name is not None:
        if kind not in renamed:
            renamed[kind] = type(name, (kind,), {"__slots__": (), "derivative": name})
        edge[0].__class__ = renamed[kind]


def reshape_in_place(name):
    """Attach the in-place form of a view: afterwards the tensor itself has the view's shape and history."""
    view = getattr(Tensor, name)

    def change(self, *args, **kwargs):
        History.allow(self)
        out = view(self, *args, **kwargs)
        rename(out._edge)
        self._array, self._edge, self._requires_grad = out._array, out._edge, out._requires_grad
        touch(self)
        return self

    change.__name__ = change.__qualname__ = name + "_"
    change.__doc__ = f"{name}, of this tensor itself. Source: PyTorch, Tensor.{name}_."
    method(change)


for _name in ("squeeze", "unsqueeze", "t", "transpose", "swapaxes", "swapdims"):
    reshape_in_place(_name)
