"""special: functions that SciPy computes, under the names that torch.special has for them."""

from .._lazy import lazy_names

__getattr__, __dir__ = lazy_names(__name__)
