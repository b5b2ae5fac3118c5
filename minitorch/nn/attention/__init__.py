"""nn.attention: what there is beside scaled_dot_product_attention: names of PyTorch's ways to compute it, and causal masks."""

from . import bias
from .backend import SDPBackend, sdpa_kernel

__all__ = ["SDPBackend", "bias", "sdpa_kernel"]
