"""relu_, exp_ and the other in-place functions: torch.relu_(x) is the method, x.relu_() (shelf)."""

from ..._lazy_names import FUNCTIONS
from ..._tensor import Tensor

__all__ = FUNCTIONS["ops.inplace.functions"].split()
globals().update({name: getattr(Tensor, name) for name in __all__})
