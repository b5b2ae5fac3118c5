"""swapaxes, and squeeze_, t_ and the other views in place (shelf)."""

from ..._tensor import Tensor, method, touch
from ..view.transpose import transpose
from .in_place import History


def swapaxes(input, axis0, axis1):
    """transpose under NumPy's name. Source: PyTorch, torch.swapaxes."""
    return transpose(input, axis0, axis1)


method(swapaxes)


def reshape_in_place(name):
    """Attach the in-place form of a view: afterwards the tensor itself has the view's shape and history."""
    view = getattr(Tensor, name)

    def change(self, *args, **kwargs):
        History.allow(self)
        out = view(self, *args, **kwargs)
        self._array, self._edge, self._requires_grad = out._array, out._edge, out._requires_grad
        touch(self)
        return self

    change.__name__ = change.__qualname__ = name + "_"
    change.__doc__ = f"{name}, of this tensor itself. Source: PyTorch, Tensor.{name}_."
    method(change)


for _name in ("squeeze", "unsqueeze", "t", "transpose", "swapaxes"):
    reshape_in_place(_name)
