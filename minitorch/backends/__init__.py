"""backends: what PyTorch is built on, and whether it is here: honest answers, and switches that are kept."""

from .._lazy import lazy_names

__getattr__, __dir__ = lazy_names(__name__)
