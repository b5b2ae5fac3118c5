"""_tensor: torch.distributed._tensor, the older name of torch.distributed.tensor (shelf)."""

from ..._tower import missing_name
from ..tensor import *
from ..tensor import __all__ as __all__


def __getattr__(name):
    return missing_name(__name__, name)
