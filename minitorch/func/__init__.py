"""func: calls of a module with other parameters."""

from .._lazy import missing_name
from .functional_call import functional_call

__all__ = ["functional_call"]


def __getattr__(name):
    return missing_name(__name__, name)
