"""relu_, exp_ and the other in-place functions: torch.relu_(x) does what x.relu_() does (shelf)."""

from ..._lazy_names import FUNCTIONS
from ..._tensor import Tensor

__all__ = FUNCTIONS["ops.inplace.functions"].split()


def of_method(name):
    """A function that calls a method."""

    def function(input, *args, **named):
        return getattr(Tensor, name)(input, *args, **named)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"{name[:-1]}, written into the input. Source: PyTorch, torch.{name}."
    return function


globals().update({name: of_method(name) for name in __all__})
