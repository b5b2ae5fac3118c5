"""_utils: what a DataLoader is made of."""

from ...._lazy import lazy_names

__getattr__, __dir__ = lazy_names(__name__)
