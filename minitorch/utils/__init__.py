"""utils: tools that belong to no part alone."""

from .._lazy import lazy_names

__getattr__, __dir__ = lazy_names(__name__)
