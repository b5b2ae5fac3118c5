"""cuda: is there a GPU, and what does it do? The answers of a PyTorch without CUDA where there is none."""

from .._lazy import lazy_names

__getattr__, __dir__ = lazy_names(__name__)
