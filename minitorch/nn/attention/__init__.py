"""nn.attention: what there is beside scaled_dot_product_attention: names of PyTorch's ways to compute it, and causal masks."""

from ..._tower import missing_name, names_of
from . import bias
from .backend import SDPBackend, _cur_sdpa_kernel_backends, sdpa_kernel

__all__ = ["SDPBackend", "bias", "sdpa_kernel"]


def __getattr__(name):
    return missing_name(__name__, name)


def __dir__():
    return names_of(__name__)
