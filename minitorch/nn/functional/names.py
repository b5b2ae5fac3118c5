"""names: what torch.nn.functional has beside its functions, and what losses and layers that were copied from it use (shelf)."""

import math
import warnings

from ..._tensor import Tensor
from ...overrides import handle_torch_function, has_torch_function
from .. import _reduction as _Reduction
from ..modules.utils import _list_with_default, _pair, _single, _triple

__all__ = ["Tensor", "_Reduction", "_get_softmax_dim", "_list_with_default", "_pair", "_single", "_triple",
           "handle_torch_function", "has_torch_function", "has_torch_function_unary", "has_torch_function_variadic",
           "math", "warnings"]  # fmt: skip


def has_torch_function_unary(obj):
    """has_torch_function of one. Source: PyTorch, torch.overrides."""
    return has_torch_function((obj,))


def has_torch_function_variadic(*objects):
    """has_torch_function of several. Source: PyTorch, torch.overrides."""
    return has_torch_function(objects)


def _get_softmax_dim(name, ndim, stacklevel):
    """The dimension that softmax takes without one, with PyTorch's warning: 0 of 0, 1 or 3 dimensions, else 1."""
    warnings.warn(
        f"Implicit dimension choice for {name} has been deprecated. Change the call to include dim=X as an argument.",
        stacklevel=stacklevel,
    )
    return 0 if ndim in (0, 1, 3) else 1
